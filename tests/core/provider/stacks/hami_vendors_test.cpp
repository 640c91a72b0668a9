// SPDX-License-Identifier: Apache-2.0
// Cards of HAMi's other vendors: what their plugins register, what pods ask and hold of them. The decisions are
// compared with recordings in tests/core/replay.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/provider/stacks/hami/hami.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

constexpr const char* kTwoDcus = "DCU-0,4,32752,100,DCU-Z100,0,true,0,hami-core:DCU-1,4,32752,100,DCU-Z100,1,true:";
constexpr const char* kTwoNpus =
    R"([{"id":"NPU-0","index":0,"count":4,"devmem":65536,"devcore":20,"type":"Ascend910B3","health":true},)"
    R"({"id":"NPU-1","index":1,"count":4,"devmem":65536,"devcore":20,"type":"Ascend910B3","numa":1,"health":true}])";

hami::VendorIndex vendorCalled(std::string_view word) {
  const auto& all = hami::vendors();
  const auto found = std::find_if(all.begin(), all.end(), [&](const hami::Vendor& one) { return one.word == word; });
  return static_cast<hami::VendorIndex>(found - all.begin());
}

NodePtr nodeOf(const NodeBuilder& builder, const std::vector<PodBuilder>& pods = {}) {
  return snapshotOf({builder}, pods)->nodes.at(0);
}

bool has(const NodeRecord& node, FindingCode code) {
  return std::any_of(node.findings.begin(), node.findings.end(), [code](const Finding& f) { return f.code == code; });
}

NodeBuilder npuNode() {
  return node("n").resource("huawei.com/Ascend910B3", 8).annotation("hami.io/node-register-Ascend910B3", kTwoNpus);
}

RawPod asking(ResourceList limits, ResourceList requests = {}) {
  RawPod out;
  out.meta.key = {"default", "p"};
  out.spec.containers = {Container{"c0", "", std::move(requests), std::move(limits)}};
  return out;
}

Quantity amount(std::int64_t value) {
  return Quantity::fromInteger(value);
}

std::string refusalOf(const RawPod& pod) {
  return hami::readHamiRequest(pod, {}).admissionText;
}

hami::ContainerRequest requestOf(const RawPod& pod) {
  return hami::readHamiRequest(pod, {}).containers.at(0);
}

TEST(HamiVendors, CardsAreShownWithTheirOwnModelMemoryAndHolders) {
  const NodePtr node =
      nodeOf(npuNode(), {pod("p")
                             .resource("huawei.com/Ascend910B3", 1)
                             .resource("huawei.com/Ascend910B3-memory", 16384)
                             .on("n")
                             .annotation("hami.io/vgpu-node", "n")
                             .annotation("hami.io/Ascend910B3-devices-allocated", "NPU-1,Ascend910B3,16384,0:;")});
  EXPECT_EQ(node->gpu.stack, GpuStack::Hami);
  EXPECT_EQ(node->gpu.mode, GpuMode::Vgpu);
  EXPECT_EQ(node->gpu.model, "Ascend910B3");
  ASSERT_EQ(node->cards.size(), 2U);
  EXPECT_EQ(node->cards[1].memTotal, MemUnits(65536));
  EXPECT_EQ(node->cards[1].memAllocated, MemUnits(16384));
  EXPECT_EQ(node->cards[1].slotsHeld, 1);
  EXPECT_EQ(node->cards[1].pods, 1);
  EXPECT_EQ(node->cards[0].memAllocated, MemUnits(0));
  EXPECT_FALSE(node->cards[0].coreKnown) << "20 AI cores are not 20 percent";
  EXPECT_EQ(node->devices->cards.at(1).id, "NPU-1");
  EXPECT_EQ(node->devices->slotsTotal, 8);
  EXPECT_TRUE(node->devices->unrecognised.empty()) << "the resource is the cards' own";
  EXPECT_TRUE(node->findings.empty());
}

TEST(HamiVendors, RecordsOfHygonAndIluvatarAreReadAsTheyAreWritten) {
  const NodePtr dcu =
      nodeOf(node("n").resource("hygon.com/dcunum", 8).annotation("hami.io/node-dcu-register", kTwoDcus));
  ASSERT_EQ(dcu->cards.size(), 2U);
  EXPECT_EQ(dcu->devices->cards.at(0).model, "DCU-Z100");
  EXPECT_EQ(dcu->cards[0].coreTotal, CorePercent(100));
  EXPECT_TRUE(dcu->cards[0].coreKnown);
  const NodePtr iluvatar =
      nodeOf(node("n")
                 .resource("iluvatar.ai/MR-V100-vgpu", 4)
                 .annotation("hami.io/node-MR-V100-register", "GPU-ilu-0,4,32768,100,MR-V100,0,false,0,hami-core:"));
  ASSERT_EQ(iluvatar->cards.size(), 1U);
  EXPECT_EQ(iluvatar->cards[0].health, CardHealth::Unhealthy);
}

TEST(HamiVendors, CardsOfTheCapacityAreHamisOnlyWhereHamiHasLeftAMark) {
  const NodeBuilder plain =
      node("n").resource("cambricon.com/mlu.smlu.vcore", 200).resource("cambricon.com/mlu.smlu.vmemory", 96);
  EXPECT_TRUE(nodeOf(plain)->cards.empty()) << "Cambricon's plugin publishes this for other schedulers too";
  NodeBuilder marked = plain;
  marked.annotation("hami.io/node-handshake", "Requesting_2026-01-01 00:00:00");
  const NodePtr record = nodeOf(marked);
  ASSERT_EQ(record->cards.size(), 2U);
  EXPECT_EQ(record->cards[0].memTotal, MemUnits(12288)) << "96 x 256 MiB on two cards";
  EXPECT_EQ(record->devices->cards.at(1).id, "n-cambricon-mlu-1");
  const NodePtr moore = nodeOf(node("m")
                                   .resource("mthreads.com/sgpu-core", 32)
                                   .resource("mthreads.com/sgpu-memory", 192)
                                   .annotation("hami.io/mutex.lock", ""));
  ASSERT_EQ(moore->cards.size(), 2U);
  EXPECT_EQ(moore->cards[0].memTotal, MemUnits(49152)) << "192 x 512 MiB on two cards";
  EXPECT_FALSE(moore->cards[0].coreKnown);
}

TEST(HamiVendors, AListThatCannotBeReadShowsNoCard) {
  for (const char* text :
       {"", "x", "[{", R"([{"id":1}])", R"([{"id":"a","custominfo":[]}])", "DCU-0,4:", "DCU-0,4,1,1,T,0,maybe:"}) {
    RawNode raw;
    raw.meta.annotations = {{"hami.io/node-register-Ascend910B3", text}, {"hami.io/node-dcu-register", text}};
    const auto read = hami::readHamiNode(raw);
    ASSERT_TRUE(read) << text;
    EXPECT_TRUE(read->cards.empty()) << text;
    EXPECT_EQ(read->problems.size(), 2U) << text;
    EXPECT_FALSE(read->isRegistered()) << text;
  }
}

TEST(HamiVendors, AbsurdCapacitiesAreNoCards) {
  for (const std::int64_t cores : {std::int64_t{-1}, std::int64_t{0}, INT64_MAX}) {
    RawNode raw;
    raw.capacity = {{"cambricon.com/mlu.smlu.vcore", amount(cores)},
                    {"cambricon.com/mlu.smlu.vmemory", amount(INT64_MAX)}};
    const auto read = hami::readHamiNode(raw);
    EXPECT_TRUE(!read || read->cards.empty()) << cores;
  }
}

TEST(HamiVendors, AmdWithoutAPluginIsNotRegistered) {
  RawNode raw;
  raw.meta.annotations = {{"hami.io/node-amd-register", R"([{"id":"AMD-0","count":1,"devmem":1,"type":"AMDGPU"}])"}};
  EXPECT_TRUE(hami::readHamiNode(raw)->cards.empty());
  raw.capacity = {{"amd.com/gpu", amount(1)}};
  ASSERT_EQ(hami::readHamiNode(raw)->cards.size(), 1U);
  EXPECT_TRUE(hami::readHamiNode(raw)->isRegistered());
}

TEST(HamiVendors, OldRecordsOfNvidiaAreShownButNotOffered) {
  RawNode raw;
  raw.meta.annotations = {{"hami.io/node-nvidia-register", "GPU-0,10,32768,100,NVIDIA-T4,0,true:"},
                          {"hami.io/node-dcu-register", kTwoDcus}};
  const auto read = hami::readHamiNode(raw);
  ASSERT_EQ(read->cards.size(), 3U);
  EXPECT_FALSE(read->cards[0].isOfferedTo(hami::kNvidia));
  EXPECT_TRUE(read->cards[1].isOfferedTo(vendorCalled("DCU")));
}

TEST(HamiVendors, OneUnreadableListMakesThePodUncounted) {
  RawPod pod;
  pod.meta.annotations = {{"hami.io/vgpu-node", "n"},
                          {"hami.io/vgpu-devices-allocated", "GPU-a,NVIDIA,1000,0:;"},
                          {"hami.io/dcu-devices-allocated", "DCU-0,DCU,8000,100:;"}};
  EXPECT_EQ(hami::countedUse(hami::readHamiPod(pod)).size(), 2U);
  pod.meta.annotations.emplace_back("hami.io/amd-devices-allocated", "AMD-0,AMDGPU:;");
  EXPECT_FALSE(hami::readHamiPod(pod).isCounted());
  EXPECT_TRUE(hami::countedUse(hami::readHamiPod(pod)).empty());
}

TEST(HamiVendors, APodOfAnotherDeviceIsLeftToKubeSchedulersCount) {
  const NodePtr node =
      nodeOf(npuNode().resource("habana.ai/gaudi", 8), {pod("p").resource("habana.ai/gaudi", 2).on("n")});
  EXPECT_FALSE(has(*node, FindingCode::AllocationMissing));
  EXPECT_EQ(node->pods.at(0)->source, AllocationSource::Counted);
  const NodePtr unrecorded = nodeOf(npuNode(), {pod("p").resource("huawei.com/Ascend910B3", 1).on("n")});
  EXPECT_TRUE(has(*unrecorded, FindingCode::AllocationMissing)) << "it asks these cards and nothing tells which it has";
}

TEST(HamiVendors, AscendMemoryIsRoundedUpToATemplate) {
  const auto requested = [](std::int64_t number, std::int64_t memory) {
    return asking({{"huawei.com/Ascend910B3", amount(number)}, {"huawei.com/Ascend910B3-memory", amount(memory)}});
  };
  EXPECT_EQ(requestOf(requested(1, 1000)).memoryMib, 16384);
  EXPECT_EQ(requestOf(requested(1, 20000)).memoryMib, 32768);
  EXPECT_EQ(requestOf(requested(1, 40000)).memoryMib, 65536);
  EXPECT_EQ(requestOf(asking({{"huawei.com/Ascend910B3", amount(2)}})).memoryMib, 65536) << "whole cards";
  EXPECT_EQ(refusalOf(requested(2, 20000)), "vNPU not supported for multiple devices");
  EXPECT_EQ(refusalOf(requested(1, 70000)), "huawei.com/Ascend910B3-memory 70000 is invalid");
  EXPECT_EQ(refusalOf(asking({{"huawei.com/Ascend910B3", amount(1)}, {"huawei.com/Ascend910B3-core", amount(1)}})),
            "huawei.com/Ascend910B3-core is only supported in hami-core (soft split) mode");
}

TEST(HamiVendors, MooreThreadsTakesSlicesOfOneCardOrWholeCards) {
  const auto requested = [](std::int64_t number, std::int64_t memory) {
    return asking({{"mthreads.com/vgpu", amount(number)}, {"mthreads.com/sgpu-memory", amount(memory)}});
  };
  EXPECT_EQ(requestOf(requested(1, 8)), (hami::ContainerRequest{1, 4096, 0, 0, vendorCalled("Mthreads")}));
  EXPECT_EQ(requestOf(requested(2, 8)), (hami::ContainerRequest{2, 49152, 0, 16, vendorCalled("Mthreads")}))
      << "the slice is ignored";
  EXPECT_EQ(refusalOf(requested(1, 9)),
            "sGPU memory request value is invalid, valid values are [2, 4, 8, 16, 32, 64, 96]");
  EXPECT_EQ(refusalOf(asking({{"mthreads.com/vgpu", amount(0)}})), "mthreads.com/vgpu must be greater than 0");
}

TEST(HamiVendors, RequestsHaveEachVendorsUnitsAndDefaults) {
  EXPECT_EQ(requestOf(asking({{"hygon.com/dcunum", amount(1)}})),
            (hami::ContainerRequest{1, 0, 100, 100, vendorCalled("DCU")}));
  EXPECT_EQ(requestOf(asking({{"cambricon.com/vmlu", amount(1)}, {"cambricon.com/mlu.smlu.vmemory", amount(40)}})),
            (hami::ContainerRequest{1, 10240, 0, 100, vendorCalled("MLU")}));
  EXPECT_EQ(requestOf(asking({{"iluvatar.ai/MR-V100-vgpu", amount(2)}, {"iluvatar.ai/MR-V100.vMem", amount(4)}})),
            (hami::ContainerRequest{2, 1024, 0, 200, vendorCalled("MR-V100")}));
  EXPECT_EQ(requestOf(asking({{"amd.com/gpu", amount(1)}})),
            (hami::ContainerRequest{1, 0, 0, 100, vendorCalled("AMD")}));
  EXPECT_FALSE(requestOf(asking({}, {{"amd.com/gpu", amount(1)}})).requestsCards()) << "AMD reads limits alone";
  EXPECT_FALSE(requestOf(asking({{"hygon.com/dcunum", amount(1)}, {"hygon.com/dcumem", amount(-1)}})).requestsCards());
  EXPECT_EQ(refusalOf(asking({{"amd.com/gpu", amount(1)}, {"amd.com/gpucores", amount(101)}})),
            "amd.com/gpucores must be an integer percentage between 1 and 100");
}

}  // namespace
}  // namespace cardinal
