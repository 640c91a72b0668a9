// SPDX-License-Identifier: Apache-2.0
// A node of a stack that is not read, and accelerators of which only the resource is known, are never shown as cards.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/provider/gpu_keys.h"
#include "core/provider/stacks/recognise.h"
#include "tests/support/builders.h"
#include "tests/support/extras.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

NodePtr nodeOf(const NodeBuilder& builder, const std::vector<PodBuilder>& pods = {}) {
  return snapshotOf({builder}, pods)->nodes.at(0);
}

TEST(Recognition, AnAcceleratorOfAnyVendorIsNamedWithItsPods) {
  const NodePtr record = nodeOf(node("n").resource("huawei.com/Ascend910", 8),
                                {pod("a").resource("huawei.com/Ascend910", 2).on("n"), pod("b").cpuMilli(5).on("n")});
  EXPECT_EQ(record->gpu.stack, GpuStack::Other);
  EXPECT_EQ(record->gpu.mode, GpuMode::Resource);
  EXPECT_TRUE(record->cards.empty());
  ASSERT_EQ(record->devices->unrecognised.size(), 1U);
  const AcceleratorResource& resource = record->devices->unrecognised[0];
  EXPECT_EQ(resource.name, "huawei.com/Ascend910");
  EXPECT_EQ(resource.capacity, 8);
  EXPECT_EQ(resource.requested, 2);
  EXPECT_EQ(resource.pods, 1);
}

TEST(Recognition, ResourceNamesOfTheFieldAreAccelerators) {
  for (const char* name :
       {"amd.com/gpu", "habana.ai/gaudi", "cambricon.com/mlu", "hygon.com/dcu", "gpu.intel.com/i915",
        "aws.amazon.com/neuroncore", "google.com/tpu", "nvidia.com/gpu-10gb", "nvidia.com/mig-1g.5gb",
        "nvidia.com/TU104GL_Tesla_T4", "metax-tech.com/gpu", "example.org/vgpu", "alibabacloud.com/ppu",
        "aliyun.com/ppu", "tencent.com/qgpu-core", "example.org/Ascend310P", "example.org/gpumem",
        "example.org/shared_gpu", "example.org/myGPU"}) {
    EXPECT_EQ(provider::classify(name), provider::GpuResource::Counted) << name;
  }
  for (const char* name :
       {"cpu", "memory", "hugepages-2Mi", "rdma/hca", "nvidia.com/hostdev", "smarter-devices/fuse",
        "aliyun.com/gpu-count", "kubernetes.io/batch-cpu", "devices.kubevirt.io/kvm", "example.com/input",
        "example.com/output", "example.com/inputs-4", "huawei.com/rdma", "gpu.intel.com/i915_monitoring",
        "gpu.intel.com/xe_monitoring", "amd.com/nic", "amd.com/vnic"}) {
    EXPECT_EQ(provider::classify(name), provider::GpuResource::None) << name;
  }
}

TEST(Recognition, ARequestForAnAcceleratorIsNamed) {
  const SnapshotPtr snapshot =
      snapshotOf({node("n").resource("amd.com/gpu", 8)}, {pod("a").resource("amd.com/gpu", 2)});
  ASSERT_EQ(snapshot->unboundPods.size(), 1U);
  const GpuRequest& request = snapshot->unboundPods[0]->request;
  EXPECT_EQ(request.kind(), GpuRequest::Kind::Counted);
  EXPECT_EQ(request.resource, "amd.com/gpu");
  EXPECT_EQ(request.number(), 2);
}

TEST(Recognition, AFractionByAnnotationIsNoPodWithoutGpu) {
  const SnapshotPtr snapshot = snapshotOf({nvidiaNode("n", 8)}, {pod("a").annotation("gpu-fraction", "0.5")});
  ASSERT_EQ(snapshot->unboundPods.size(), 1U);
  EXPECT_EQ(snapshot->unboundPods[0]->request.kind(), GpuRequest::Kind::Vgpu);
  EXPECT_EQ(snapshot->unboundPods[0]->request.stack, GpuStack::Kai);
}

TEST(Recognition, ResourcesOfAnotherVendorBesideCardsAreShownToo) {
  const NodePtr node = nodeOf(nvidiaNode("n", 4).resource("intel.com/fpga-gpu", 1));
  EXPECT_EQ(node->cards.size(), 4U);
  ASSERT_NE(node->devices, nullptr);
  EXPECT_EQ(node->devices->unrecognised.at(0).name, "intel.com/fpga-gpu");
}

TEST(Recognition, BitfusionIsARemotePool) {
  const NodePtr record = nodeOf(node("n").resource("bitfusion.io/gpu", 1000));
  EXPECT_EQ(record->gpu.stack, GpuStack::Bitfusion);
  EXPECT_TRUE(record->cards.empty());
  const NodePtr beside = nodeOf(nvidiaNode("n", 4).resource("bitfusion.io/gpu", 1000));
  EXPECT_EQ(beside->gpu.stack, GpuStack::Nvidia);
  EXPECT_EQ(beside->cards.size(), 4U);
  EXPECT_EQ(beside->devices->stacks, (std::vector<GpuStack>{GpuStack::Nvidia, GpuStack::Bitfusion}));
}

NodeBuilder leftByHami(const char* slots) {
  std::string list;
  for (const char* id : {"A", "B", "C", "D"})
    list += std::string(list.empty() ? "" : ",") + R"({"id":")" + id + R"(","count":)" + slots +
            R"(,"devmem":81920,"devcore":100,"type":"NVIDIA-A100","health":true})";
  return nvidiaNode("n", 4)
      .label("nvidia.com/gpu.count", "4")
      .annotation("hami.io/node-handshake", "Deleted_2026-10-01 10:00:00")
      .annotation("hami.io/node-nvidia-register", "[" + list + "]");
}

TEST(Recognition, ANodeThatLeftHamiHasWholeCards) {
  const NodePtr left = nodeOf(leftByHami("10"), {pod("a").nvidia(1).on("n")});
  EXPECT_EQ(left->gpu.stack, GpuStack::Nvidia);
  EXPECT_EQ(left->gpu.mode, GpuMode::Exclusive);
  EXPECT_EQ(left->wholeCardsHeld, 1);
  EXPECT_TRUE(left->findings.empty());
  // As many slots as cards say nothing, nor does HAMi's own plugin, which offers 40.
  EXPECT_EQ(nodeOf(leftByHami("1"))->gpu.stack, GpuStack::Hami);
  EXPECT_EQ(nodeOf(leftByHami("10").resource("nvidia.com/gpu", 40))->gpu.stack, GpuStack::Hami);
  // Nothing is left but the handshake.
  const NodePtr handshake = nodeOf(
      nvidiaNode("n", 4).label("nvidia.com/gpu.count", "4").annotation("hami.io/node-handshake", "Deleted_2026"));
  EXPECT_EQ(handshake->gpu.mode, GpuMode::Exclusive);
}

TEST(Recognition, APodThatOnlyClaimsToBeHamisMakesNoNodeHamis) {
  PodBuilder claims = pod("waits").nvidia(1);
  claims.annotation("hami.io/vgpu-node", "n").annotation("hami.io/vgpu-devices-allocated", "A,NVIDIA,8000,0:;");
  const NodePtr node = snapshotOf({nvidiaNode("n", 4)}, {claims})->nodes.at(0);
  EXPECT_EQ(node->gpu.mode, GpuMode::Exclusive) << "nothing binds it to the node";
  EXPECT_EQ(node->gpu.stack, GpuStack::Nvidia);
}

TEST(Recognition, KoordletsDeviceAloneSharesOutNothing) {
  const auto stackOf = [](const NodeBuilder& builder) {
    return snapshotOf({builder}, {}, {upsertExtra(koordinatorDevice("n", 2))})->nodes.at(0)->gpu.stack;
  };
  EXPECT_EQ(stackOf(nvidiaNode("n", 2)), GpuStack::Nvidia);
  EXPECT_EQ(stackOf(nvidiaNode("n", 2).resource("koordinator.sh/gpu-core", 200)), GpuStack::Koordinator);
  EXPECT_EQ(stackOf(node("n")), GpuStack::Koordinator);
}

}  // namespace
}  // namespace cardinal
