// SPDX-License-Identifier: Apache-2.0
// A preview over HAMi nodes of other vendors' cards asks HAMi's rules; the arithmetic stands beside each expectation.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/alloc/engine/allocator.h"
#include "core/alloc/stacks/hami/hami.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

constexpr std::string_view kNpu = "huawei.com/Ascend910B3";
constexpr std::string_view kNpuMemory = "huawei.com/Ascend910B3-memory";

NodeBuilder npuNode(const std::string& name, const std::string& extra = {}) {
  const std::string list = R"([{"id":"NPU-0","index":0,"count":4,"devmem":65536,"devcore":20,"type":"Ascend910B3",)" +
                           extra + R"("health":true},)" +
                           R"({"id":"NPU-1","index":1,"count":4,"devmem":65536,"devcore":20,"type":"Ascend910B3",)" +
                           extra + R"("health":true}])";
  return node(name).resource(kNpu, 8).annotation("hami.io/node-register-Ascend910B3", list);
}

PodBuilder npuHolder(const std::string& name, const std::string& node, const std::string& devices) {
  return pod(name)
      .resource(kNpu, 1)
      .on(node)
      .annotation("hami.io/vgpu-node", node)
      .annotation("hami.io/Ascend910B3-devices-allocated", devices);
}

AllocationAnswer requested(const PodBuilder& builder, const SnapshotPtr& cluster, int replicas = 1) {
  PodBuilder fresh = builder;
  fresh.edit().meta.uid.clear();
  return allocate(makeRequest(fresh.raw(), replicas), *cluster);
}

TEST(HamiVendorsPreview, ASliceOfAnNpuGoesToACardWithRoomAndIsNeverCalledCertain) {
  // 40,000 MiB is rounded up to a whole card of 65,536: NPU-1 is in use.
  const SnapshotPtr cluster = snapshotOf({npuNode("n")}, {npuHolder("p", "n", "NPU-1,Ascend910B3,16384,0:;")});
  const AllocationAnswer whole = requested(pod("new").resource(kNpu, 1).resource(kNpuMemory, 40000), cluster);
  ASSERT_EQ(whole.candidates.size(), 1U);
  ASSERT_EQ(whole.candidates[0].cards.size(), 1U);
  EXPECT_EQ(whole.candidates[0].cards.front(), 0);
  EXPECT_EQ(whole.candidates[0].memoryPerCard, MemUnits(65536));
  EXPECT_EQ(whole.certainty, Certainty::Modelled);
  // 1,000 MiB is a template of 16,384; kube-scheduler does not count the memory, which no node publishes.
  const AllocationAnswer slice = requested(pod("new").resource(kNpu, 1).resource(kNpuMemory, 1000), cluster);
  ASSERT_EQ(slice.candidates.size(), 1U);
  EXPECT_EQ(slice.candidates[0].memoryPerCard, MemUnits(16384));
}

TEST(HamiVendorsPreview, RefusalsSayHamisOwnWords) {
  const SnapshotPtr cluster = snapshotOf({npuNode("n")}, {npuHolder("p", "n", "NPU-1,Ascend910B3,16384,0:;")});
  const AllocationAnswer two = requested(pod("new").resource(kNpu, 2), cluster);
  ASSERT_EQ(two.rejections.size(), 1U);
  EXPECT_EQ(two.rejections[0].reason.code, ReasonCode::StackRefused);
  EXPECT_EQ(two.rejections[0].reason.detail, "1/2 AllocatedCardsInsufficientRequest, 1/2 CardInsufficientMemory");
  EXPECT_EQ(two.rejections[0].reason.waiting, Waiting::NotNow) << "an empty node would do";
  const AllocationAnswer split = requested(pod("new").resource(kNpu, 2).resource(kNpuMemory, 1000), cluster);
  ASSERT_EQ(split.rejections.size(), 1U);
  EXPECT_EQ(split.rejections[0].reason.detail, "vNPU not supported for multiple devices");
  const AllocationAnswer three = requested(pod("new").resource(kNpu, 3), cluster);
  ASSERT_EQ(three.rejections.size(), 1U);
  EXPECT_EQ(three.rejections[0].reason.detail, "NodeInsufficientDevice");
}

TEST(HamiVendorsPreview, ReplicasFillCardsAndStop) {
  // Templates of 32,768 MiB: two on each of two cards.
  const SnapshotPtr cluster = snapshotOf({npuNode("n")});
  EXPECT_EQ(requested(pod("new").resource(kNpu, 1).resource(kNpuMemory, 32768), cluster, 10).placements.size(), 4U);
}

TEST(HamiVendorsPreview, CoresInUnitsOfTheCardAreNotCalledPercent) {
  NodeBuilder moore = node("n").resource("mthreads.com/vgpu", 200).resource("mthreads.com/sgpu-core", 32);
  moore.resource("mthreads.com/sgpu-memory", 192).annotation("hami.io/node-handshake", "Reported");
  const PodBuilder whole = pod("new").resource("mthreads.com/vgpu", 1);
  const AllocationAnswer answer = requested(whole, snapshotOf({moore}), 5);
  ASSERT_EQ(answer.placements.size(), 2U) << "a whole card has 16 cores and 49,152 MiB, the node has two";
  EXPECT_EQ(requested(whole, snapshotOf({moore})).candidates.at(0).corePerCard, CorePercent(0));
}

TEST(HamiVendorsPreview, NodesWithoutHamiAreCountedAsBefore) {
  const SnapshotPtr cluster = snapshotOf({node("plain").resource(kNpu, 8), npuNode("hami")});
  const AllocationAnswer answer = requested(pod("new").resource(kNpu, 1), cluster);
  ASSERT_EQ(answer.candidates.size(), 2U);
  for (const Candidate& one : answer.candidates) EXPECT_EQ(one.cards.empty(), cluster->node(one.node).name == "plain");
}

TEST(HamiVendorsPreview, AnotherSchedulersPodIsCountedNotShared) {
  PodBuilder volcano = pod("new").resource(kNpu, 1);
  volcano.edit().spec.schedulerName = "volcano";
  const AllocationAnswer answer = requested(volcano, snapshotOf({npuNode("n")}));
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_TRUE(answer.candidates[0].cards.empty());
}

TEST(HamiVendorsPreview, WhatTheRulesDoNotKnowIsRefusedByName) {
  PodBuilder soft = pod("new").resource(kNpu, 1).annotation("huawei.com/vnpu-mode", "hami-core");
  ASSERT_EQ(requested(soft, snapshotOf({npuNode("n")})).requestProblems.size(), 1U);
  EXPECT_TRUE(requested(soft, snapshotOf({node("plain").resource(kNpu, 8)})).requestProblems.empty())
      << "without HAMi it is a plain resource";
  const PodBuilder mixed = pod("new").nvidia(1).resource(kNpu, 1);
  ASSERT_EQ(requested(mixed, snapshotOf({npuNode("n")})).requestProblems.size(), 1U)
      << "vendors come in a random order";
}

TEST(HamiVendorsPreview, CardsWithANetworkAreATieForSeveral) {
  const SnapshotPtr cluster = snapshotOf({npuNode("n", R"("custominfo":{"NetworkID":1},)")});
  EXPECT_FALSE(requested(pod("new").resource(kNpu, 1), cluster).candidates.at(0).cardsTied);
  EXPECT_TRUE(requested(pod("new").resource(kNpu, 2), cluster).candidates.at(0).cardsTied);
}

/// The device list of one vendor, or the refusal.
std::string judged(const RawNode& raw, const RawPod& incoming, std::string_view word) {
  const auto node = hami::readHamiNode(raw);
  const hami::Config config;
  const hami::Request request = hami::readHamiRequest(incoming, config);
  hami::Judge judge(request, config, nullptr);
  const hami::Verdict& verdict = judge.judge(*node, hami::emptyUse(*node));
  if (!verdict.fits) return hami::textOf(verdict.refusal);
  for (std::size_t i = 0; i < hami::vendors().size(); ++i) {
    if (hami::vendors()[i].word == word) return hami::deviceListText(*node, verdict, static_cast<hami::VendorIndex>(i));
  }
  return {};
}

TEST(HamiVendors, ContainersOfMooreThreadsShareOneCard) {
  RawNode raw;
  raw.meta.key.name = "n";
  raw.capacity = {{"mthreads.com/sgpu-core", Quantity::fromInteger(32)},
                  {"mthreads.com/sgpu-memory", Quantity::fromInteger(192)}};
  const PodBuilder two = pod("p")
                             .resource("mthreads.com/vgpu", 1)
                             .resource("mthreads.com/sgpu-memory", 8)
                             .container()
                             .resource("mthreads.com/vgpu", 1)
                             .resource("mthreads.com/sgpu-memory", 8);
  // Spread would take the empty card for the second container; the rule passes it over.
  EXPECT_EQ(judged(raw, *two.raw(), "Mthreads"), "n-mthreads-1,Mthreads,4096,0:;n-mthreads-1,Mthreads,4096,0:;");
}

TEST(HamiVendors, AContainerWithoutACardLeavesAPartOnlyWhereTheTypeIsTheVendorsWord) {
  RawNode raw;
  raw.meta.annotations = {{"hami.io/node-dcu-register", "DCU-0,4,32752,100,DCU-Z100,0,true:"}};
  const PodBuilder dcu = pod("p").resource("hygon.com/dcunum", 1).container();
  EXPECT_EQ(judged(raw, *dcu.raw(), "DCU"), "DCU-0,DCU,32752,100:;");
  raw.meta.annotations = {{"hami.io/node-MR-V100-register", "GPU-0,4,32768,100,MR-V100,0,true:"}};
  const PodBuilder iluvatar = pod("p").resource("iluvatar.ai/MR-V100-vgpu", 1).container();
  EXPECT_EQ(judged(raw, *iluvatar.raw(), "MR-V100"), "GPU-0,MR-V100,32768,0:;;");
}

TEST(HamiVendors, RestrictionsHaveEachVendorsOwnKeys) {
  RawNode raw;
  raw.meta.annotations = {
      {"hami.io/node-dcu-register", "DCU-0,4,32752,100,DCU-Z100,0,true:DCU-1,4,32752,100,DCU-K100,0,true:"}};
  PodBuilder incoming = pod("p").resource("hygon.com/dcunum", 1);
  EXPECT_EQ(judged(raw, *incoming.annotation("nvidia.com/use-gputype", "Z100").raw(), "DCU"), "DCU-1,DCU,32752,100:;");
  EXPECT_EQ(judged(raw, *incoming.annotation("hygon.com/use-dcutype", "z100").raw(), "DCU"), "DCU-0,DCU,32752,100:;");
  EXPECT_EQ(judged(raw, *incoming.annotation("hygon.com/use-gpuuuid", "DCU-1").raw(), "DCU"),
            "1/2 CardTypeMismatch, 1/2 CardUuidMismatch");
}

TEST(HamiVendors, AmdTakesComputeUnitsOfTheCard) {
  RawNode raw;
  raw.capacity = {{"amd.com/gpu", Quantity::fromInteger(1)}};
  raw.meta.annotations = {{"hami.io/node-amd-register",
                           R"([{"id":"AMD-0","count":2,"devmem":1000,"devcore":304,"type":"AMDGPU","health":true}])"}};
  const PodBuilder half =
      pod("p").resource("amd.com/gpu", 1).resource("amd.com/gpumem", 500).resource("amd.com/gpucores", 50);
  EXPECT_EQ(judged(raw, *half.raw(), "AMD"), "AMD-0,AMDGPU,500,152:;") << "304 x 50 / 100";
  EXPECT_EQ(judged(raw, *pod("p").resource("amd.com/gpu", 1).raw(), "AMD"), "AMD-0,AMDGPU,1000,304:;");
}

}  // namespace
}  // namespace cardinal
