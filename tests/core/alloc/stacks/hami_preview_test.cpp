// SPDX-License-Identifier: Apache-2.0
// A preview over HAMi nodes asks HAMi's own rules; the arithmetic stands beside each expectation.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/alloc/engine/allocator.h"
#include "core/model/namespace_rules.h"
#include "tests/core/alloc/stacks/fresh_request.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

NodeBuilder hamiNode(const std::string& name) {
  return nvidiaNode(name, 20).annotation(
      "hami.io/node-nvidia-register",
      R"([{"id":"A","index":0,"count":10,"devmem":10000,"devcore":100,"type":"NVIDIA-T4","health":true},)"
      R"({"id":"B","index":1,"count":10,"devmem":10000,"devcore":100,"type":"NVIDIA-T4","health":true}])");
}

PodBuilder holder(const std::string& name, const std::string& node, const std::string& devices) {
  return pod(name)
      .nvidia(1)
      .resource("nvidia.com/gpumem", 1)
      .on(node)
      .annotation("hami.io/vgpu-node", node)
      .annotation("hami.io/vgpu-devices-allocated", devices);
}

PodBuilder slice(std::int64_t mib) {
  return pod("new").nvidia(1).resource("nvidia.com/gpumem", mib);
}

TEST(HamiPreview, ASliceGoesToACardWithRoomAndIsNeverCalledCertain) {
  // A holds 8,000 of 10,000 MiB: 3,000 more fit only B.
  const AllocationAnswer answer =
      askFresh(slice(3000), snapshotOf({hamiNode("n")}, {holder("p", "n", "A,NVIDIA,8000,0:;")}));
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_EQ(answer.candidates[0].cards.front(), 1);
  EXPECT_EQ(answer.candidates[0].memoryPerCard, MemUnits(3000));
  EXPECT_EQ(answer.certainty, Certainty::Modelled);
  EXPECT_TRUE(has(answer, Caveat::StackScheduler));
}

TEST(HamiPreview, TheRefusalSaysHamisOwnWords) {
  const AllocationAnswer answer = askFresh(slice(20000), snapshotOf({hamiNode("n")}));
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::StackRefused);
  EXPECT_NE(answer.rejections[0].reason.detail.find("CardInsufficientMemory"), std::string::npos);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Never);
  EXPECT_EQ(answer.rejections[0].cards.size(), 2U);
}

TEST(HamiPreview, ANodeWhoseRegistrationIsEmptyNeverTakesWholeCards) {
  for (const char* list : {"", "[]", "null"}) {
    const SnapshotPtr cluster = snapshotOf({nvidiaNode("n", 20).annotation("hami.io/node-nvidia-register", list)});
    for (const PodBuilder& request : {pod("new").nvidia(1), slice(3000)}) {
      const AllocationAnswer answer = askFresh(request, cluster);
      EXPECT_TRUE(answer.candidates.empty()) << list;
      EXPECT_EQ(answer.before.fits, 0) << list;
      ASSERT_EQ(answer.rejections.size(), 1U);
      EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::ModeNotPlaceable) << list;
      EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Unknown) << list;
    }
  }
}

TEST(HamiPreview, CardsThatNoPluginOffersNowTakeNothing) {
  ASSERT_EQ(askFresh(slice(3000), snapshotOf({hamiNode("n")})).candidates.size(), 1U);
  const SnapshotPtr stale = snapshotOf({hamiNode("n").resource("nvidia.com/gpu", 0)});
  const AllocationAnswer answer = askFresh(slice(3000), stale);
  EXPECT_TRUE(answer.candidates.empty());
  EXPECT_EQ(answer.before.fits, 0);
  EXPECT_EQ(answer.before.freeMib, 0);
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::InsufficientResource);
  EXPECT_EQ(answer.rejections[0].reason.detail, "nvidia.com/gpu");
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Unknown) << "the plugin may come back";
}

TEST(HamiPreview, WhatAnOlderVersionDoesIsUnknownAndNotNever) {
  const SnapshotPtr cluster = snapshotOf(
      {hamiNode("n").annotation("hami.io/node-nvidia-register", "A,10,32768,100,NVIDIA-Tesla V100,0,true:")});
  const AllocationAnswer answer = askFresh(slice(3000), cluster);
  EXPECT_TRUE(answer.candidates.empty());
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::ModeNotPlaceable);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Unknown);
}

TEST(HamiPreview, AnUnhealthyCardMayComeBack) {
  const auto waiting = [](const char* state, std::int64_t mib) {
    const std::string list =
        std::string(R"([{"id":"A","count":10,"devmem":10000,"devcore":100,"type":"NVIDIA-T4")") + state + "}]";
    const AllocationAnswer answer =
        askFresh(slice(mib), snapshotOf({nvidiaNode("n", 10).annotation("hami.io/node-nvidia-register", list)}));
    return answer.rejections.at(0).reason.waiting;
  };
  EXPECT_EQ(waiting(R"(,"health":false)", 3000), Waiting::Unknown);
  EXPECT_EQ(waiting(R"(,"health":false)", 30000), Waiting::Never);
  EXPECT_EQ(waiting(R"(,"mode":"mig","health":false)", 30000), Waiting::Never);
}

TEST(HamiPreview, ACardWithoutAmountsIsRequestedWhole) {
  // nvidia.com/gpu: 1 alone means the whole memory and 100 cores: A is in use, B is free.
  const SnapshotPtr cluster = snapshotOf({hamiNode("n")}, {holder("p", "n", "A,NVIDIA,10,0:;")});
  const AllocationAnswer answer = askFresh(pod("new").nvidia(1), cluster);
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_EQ(answer.candidates[0].cards.front(), 1);
  EXPECT_TRUE(askFresh(pod("new").nvidia(2), cluster).candidates.empty());
}

TEST(HamiPreview, ReplicasUseUpSlotsWhoeverElseHoldsSome) {
  // A pod says nothing readable of its cards: who holds what is not known, but the scheduler counts two slots.
  const NodeBuilder twoSlots = nvidiaNode("n", 2).annotation(
      "hami.io/node-nvidia-register",
      R"([{"id":"A","index":0,"count":2,"devmem":10000,"devcore":100,"type":"NVIDIA-T4","health":true}])");
  const SnapshotPtr cluster = snapshotOf({twoSlots}, {holder("p", "n", "odd")});
  EXPECT_FALSE(cluster->cards.at(0).slotsHeldKnown);
  EXPECT_EQ(askFresh(slice(1000), cluster, 5).placements.size(), 2U);
}

TEST(HamiPreview, WhatCardsOfDifferentSizeGiveIsSaidOfTheFirst) {
  // A tenth of 20,000 and of 10,000; the card with more use is taken first.
  const NodeBuilder unequal = nvidiaNode("n", 20).annotation(
      "hami.io/node-nvidia-register",
      R"([{"id":"A","index":0,"count":10,"devmem":20000,"devcore":100,"type":"NVIDIA-T4","health":true},)"
      R"({"id":"B","index":1,"count":10,"devmem":10000,"devcore":100,"type":"NVIDIA-T4","health":true}])");
  for (const char* policy : {"binpack", "spread"}) {
    const PodBuilder tenth = pod("new")
                                 .nvidia(2)
                                 .resource("nvidia.com/gpumem-percentage", 10)
                                 .annotation("hami.io/gpu-scheduler-policy", policy);
    const AllocationAnswer answer = askFresh(tenth, snapshotOf({unequal}, {holder("p", "n", "B,NVIDIA,8000,0:;")}));
    ASSERT_EQ(answer.candidates.size(), 1U);
    EXPECT_EQ(answer.candidates[0].memoryPerCard, MemUnits(2000)) << policy;
  }
}

TEST(HamiPreview, RowsOfReplicasFillCardsAndStop) {
  // 3 x 3,000 MiB on each of two cards of 10,000.
  const SnapshotPtr cluster = snapshotOf({hamiNode("n")});
  EXPECT_EQ(askFresh(slice(3000), cluster, 10).placements.size(), 6U);
  EXPECT_EQ(askFresh(slice(3000), cluster).before.fits, 6);
}

std::shared_ptr<const NamespaceRules> quota(ResourceList hard) {
  RawQuota out;
  out.meta.key = {"default", "gpus"};
  out.hard = std::move(hard);
  NamespaceRules rules;
  rules.ns = "default";
  rules.quotas = {std::move(out)};
  rules.limitRanges.emplace();
  return std::make_shared<const NamespaceRules>(std::move(rules));
}

AllocationAnswer askWithin(const PodBuilder& builder, const SnapshotPtr& cluster, const ResourceList& hard) {
  PodBuilder fresh = builder;
  fresh.edit().meta.uid.clear();
  AllocationRequest request = makeRequest(fresh.raw());
  request.rules = quota(hard);
  return allocate(request, *cluster);
}

TEST(HamiPreview, ItsQuotaCountsWhatThePodsOfTheNamespaceHoldOnEveryNode) {
  // 8,000 are in use on another node: 2,000 more are within 10,000, 2,001 are not.
  const SnapshotPtr cluster = snapshotOf({hamiNode("m"), hamiNode("n")}, {holder("p", "m", "A,NVIDIA,8000,0:;")});
  const ResourceList hard = {{"limits.nvidia.com/gpumem", Quantity::fromInteger(10000)}};
  EXPECT_EQ(askWithin(slice(2000), cluster, hard).candidates.size(), 2U);
  const AllocationAnswer over = askWithin(slice(2001), cluster, hard);
  ASSERT_EQ(over.rejections.size(), 2U);
  EXPECT_EQ(over.rejections[0].reason.code, ReasonCode::StackRefused);
  EXPECT_EQ(over.rejections[0].reason.detail, "exceeding resource quota");
  EXPECT_EQ(over.rejections[0].reason.waiting, Waiting::NotNow);
  EXPECT_EQ(askWithin(slice(10001), cluster, hard).rejections[0].reason.waiting, Waiting::Never);
}

TEST(HamiPreview, APercentagePassesTheWebhookAndIsRefusedByTheScheduler) {
  // 50 % of 10,000 are 5,000; the webhook counts a percentage as nothing.
  const PodBuilder half = pod("new").nvidia(1).resource("nvidia.com/gpumem-percentage", 50);
  const SnapshotPtr cluster = snapshotOf({hamiNode("n")});
  const AllocationAnswer over = askWithin(half, cluster, {{"limits.nvidia.com/gpumem", Quantity::fromInteger(4999)}});
  ASSERT_EQ(over.rejections.size(), 1U);
  EXPECT_NE(over.rejections[0].reason.detail.find("ResourceQuotaNotFit"), std::string::npos);
  EXPECT_EQ(askWithin(half, cluster, {{"limits.nvidia.com/gpumem", Quantity::fromInteger(5000)}}).candidates.size(),
            1U);
}

TEST(HamiPreview, ALimitOfZeroIsALimitAndRequestsAreNone) {
  const SnapshotPtr cluster = snapshotOf({hamiNode("n")});
  const PodBuilder incoming =
      pod("new").nvidia(1).resource("nvidia.com/gpumem", 100).resource("nvidia.com/gpucores", 10);
  EXPECT_TRUE(askWithin(incoming, cluster, {{"limits.nvidia.com/gpucores", Quantity()}}).candidates.empty());
  EXPECT_EQ(
      askWithin(incoming, cluster, {{"requests.nvidia.com/gpucores", Quantity::fromInteger(1000)}}).candidates.size(),
      1U);
}

TEST(HamiPreview, ReplicasUseUpAQuotaThatIsNotCountedForEachOfThem) {
  PodBuilder fresh = slice(3000);
  fresh.edit().meta.uid.clear();
  AllocationRequest request = makeRequest(fresh.raw(), 3);
  request.rules = quota({{"limits.nvidia.com/gpumem", Quantity::fromInteger(4000)}});
  EXPECT_TRUE(has(allocate(request, *snapshotOf({hamiNode("n")})), Caveat::ReplicasInteract));
}

TEST(HamiPreview, ANodeOfWholeCardsRefusesASlice) {
  const AllocationAnswer answer = askFresh(slice(3000), snapshotOf({nvidiaNode("plain", 8)}));
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::ModeMismatch);
}

TEST(SlicedPreview, SlotsAreCountedAndNoCardIsPromised) {
  const SnapshotPtr cluster = snapshotOf({nvidiaNode("n", 8)
                                              .label("nvidia.com/gpu.count", "2")
                                              .label("nvidia.com/gpu.replicas", "4")
                                              .label("nvidia.com/gpu.sharing-strategy", "time-slicing")},
                                         {pod("p").nvidia(3).on("n")});
  const AllocationAnswer answer = askFresh(pod("new").nvidia(4), cluster);
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_TRUE(answer.candidates[0].cards.empty());
  EXPECT_EQ(answer.candidates[0].cardCount, 4);
  EXPECT_TRUE(has(answer, Caveat::CardChosenByKubelet));
  EXPECT_NE(answer.certainty, Certainty::Certain);
  const AllocationAnswer full = askFresh(pod("new").nvidia(6), cluster);
  ASSERT_EQ(full.rejections.size(), 1U);
  EXPECT_EQ(full.rejections[0].reason.code, ReasonCode::InsufficientResource) << "slots are no whole cards";
  EXPECT_EQ(full.rejections[0].reason.found, 5);
}

TEST(CountedPreview, AnyAcceleratorIsPlacedByItsResource) {
  const SnapshotPtr cluster = snapshotOf({node("npu").resource("huawei.com/Ascend910", 8), nvidiaNode("gpu", 8)});
  const AllocationAnswer answer = askFresh(pod("new").resource("huawei.com/Ascend910", 2), cluster);
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_EQ(cluster->node(answer.candidates[0].node).name, "npu");
  EXPECT_TRUE(answer.candidates[0].cards.empty());
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::InsufficientResource);
}

TEST(ClaimPreview, AClaimIsNamedAndNotPlacedAsAPodWithoutGpu) {
  PodBuilder claims = pod("new");
  claims.edit().spec.deviceClaims.push_back({"gpu", {}, "single-gpu"});
  const AllocationAnswer answer = askFresh(claims, snapshotOf({nvidiaNode("n", 8)}));
  ASSERT_EQ(answer.requestProblems.size(), 1U);
  EXPECT_EQ(answer.requestProblems[0].subject, "single-gpu");
}

NodeBuilder oneCard(const std::string& name, std::int64_t mib, const std::string& mode = "hami-core",
                    const std::string& more = {}) {
  return nvidiaNode(name, 10).annotation("hami.io/node-nvidia-register",
                                         R"([{"id":"A","index":0,"count":10,"devmem":)" + std::to_string(mib) +
                                             R"(,"devcore":100,"type":"NVIDIA-A100",)" + R"("mode":")" + mode +
                                             R"(","health":true)" + more + "}]");
}

PodBuilder twoContainers(std::int64_t first, std::int64_t second) {
  return slice(first).container().nvidia(1).resource("nvidia.com/gpumem", second);
}

TEST(HamiPreview, ContainersOnOneCardAddUp) {
  // 4,000 + 8,000 of 20,000: the second pod lacks 4,000 for its second container, in either order.
  const SnapshotPtr cluster = snapshotOf({oneCard("n", 20000)});
  for (const PodBuilder& both : {twoContainers(4000, 8000), twoContainers(8000, 4000)}) {
    const AllocationAnswer answer = askFresh(both, cluster, 4);
    ASSERT_EQ(answer.placements.size(), 1U);
    EXPECT_EQ(answer.placements[0].place.memoryPerCard, MemUnits(12000));
    EXPECT_EQ(answer.after.freeMib, 8000);
  }
  // Two containers are two slots: five pods on ten.
  EXPECT_EQ(askFresh(twoContainers(100, 100), cluster, 9).placements.size(), 5U);
}

TEST(HamiPreview, ContainersOnDifferentCardsAreChargedToTheirOwn) {
  // 2 x 10,000: 7,000 and 5,000 stand on a card each; of a second pod 7,000 stand nowhere.
  const AllocationAnswer answer = askFresh(twoContainers(7000, 5000), snapshotOf({hamiNode("n")}), 3);
  ASSERT_EQ(answer.placements.size(), 1U);
  EXPECT_EQ(answer.after.freeMib, 8000);
}

TEST(HamiPreview, AnInitContainerCountsWhereItAsksMore) {
  PodBuilder builder = slice(30000);
  Container init = builder.edit().spec.containers.front();
  init.name = "init";
  init.limits = init.requests = {{"nvidia.com/gpu", Quantity::fromInteger(1)},
                                 {"nvidia.com/gpumem", Quantity::fromInteger(10000)}};
  builder.edit().spec.initContainers.push_back(init);
  const AllocationAnswer answer = askFresh(builder, snapshotOf({oneCard("n", 81920)}), 4);
  EXPECT_EQ(answer.placements.size(), 2U) << "30,000 each of 81,920";
  EXPECT_EQ(answer.after.freeMib, 21920);
}

TEST(HamiPreview, InstancesOfEarlierReplicasKeepTheirPlaces) {
  // 2g.10gb has three places, 3g.20gb is larger than what is left between them.
  const char* profiles =
      R"(,"migProfiles":[{"name":"2g.10gb","memoryMB":9856,"core":28,"sliceCount":2,"placements":[{"start":0,"size":2},{"start":2,"size":2},{"start":4,"size":2}]},)"
      R"({"name":"3g.20gb","memoryMB":19968,"core":42,"sliceCount":3,"placements":[{"start":0,"size":4},{"start":4,"size":4}]}])";
  const SnapshotPtr cluster = snapshotOf({oneCard("n", 40960, "mig", profiles)});
  const AllocationAnswer answer = askFresh(slice(8000), cluster, 6);
  EXPECT_EQ(answer.placements.size(), 3U);
  EXPECT_EQ(answer.before.fits, 3);
  ASSERT_TRUE(answer.firstMiss.has_value());
  EXPECT_NE(answer.firstMiss->reason.detail.find("MigTopologyInfeasible"), std::string::npos);
}

PodBuilder assigned(const std::string& name, const std::string& node, const std::string& devices) {
  PodBuilder out = holder(name, node, devices).annotation("hami.io/bind-phase", "allocating");
  out.edit().spec.nodeName.clear();
  out.edit().spec.schedulerName = "hami-scheduler";
  out.edit().phase = PodPhase::Pending;
  return out;
}

TEST(HamiPreview, APodThatIsAssignedAndNotBoundHoldsItsCard) {
  const SnapshotPtr cluster = snapshotOf({oneCard("n", 81920)}, {assigned("p", "n", "A,NVIDIA,80000,0:;")});
  EXPECT_EQ(cluster->nodes.at(0)->cards.at(0).memAllocated, MemUnits(80000));
  const AllocationAnswer answer = askFresh(slice(40000), cluster);
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.detail.text(), "1/1 CardInsufficientMemory");
  // It is filtered again, and what was chosen before is forgotten.
  ASSERT_EQ(cluster->unboundPods.size(), 1U);
  EXPECT_EQ(allocate(makeRequest(cluster->unboundPods[0]->raw), *cluster).candidates.size(), 1U);
}

TEST(HamiPreview, AnAssignedPodThatEndsOrIsBoundCountsOnce) {
  const auto heldAfter = [](const PodBuilder& later) {
    SnapshotBuilder builder;
    ClusterDelta nodes;
    nodes.op = ClusterDelta::Op::UpsertNode;
    nodes.nodes = {oneCard("n", 81920).raw()};
    builder.apply(std::move(nodes));
    for (const auto& pod : {assigned("p", "n", "A,NVIDIA,80000,0:;").raw(), later.raw()}) {
      ClusterDelta pods;
      pods.op = ClusterDelta::Op::UpsertPod;
      pods.pods = {pod};
      builder.apply(std::move(pods));
      builder.build(1);
    }
    return builder.build(2)->cards.at(0).memScheduler;
  };
  EXPECT_EQ(heldAfter(holder("p", "n", "A,NVIDIA,80000,0:;").version("2")), MemUnits(80000));
  EXPECT_EQ(heldAfter(assigned("p", "n", "A,NVIDIA,80000,0:;").phase(PodPhase::Failed).version("2")), MemUnits(0));
}

}  // namespace
}  // namespace cardinal
