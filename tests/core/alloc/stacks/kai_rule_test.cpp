// SPDX-License-Identifier: Apache-2.0
// A preview of shares of cards asks the rules of the KAI-Scheduler; the arithmetic stands beside each expectation.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/alloc/engine/allocator.h"
#include "core/alloc/make_request.h"
#include "tests/core/alloc/stacks/fresh_request.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

NodeBuilder gpuNode(const std::string& name, int cards) {
  return nvidiaNode(name, cards).label("nvidia.com/gpu.memory", "81559");  // 81500 for the scheduler
}

PodBuilder ofKai(PodBuilder pod) {
  pod.edit().spec.schedulerName = "kai-scheduler";
  return pod;
}

PodBuilder share(const char* fraction) {
  return ofKai(pod("new").annotation("gpu-fraction", fraction));
}

PodBuilder holder(const std::string& name, const char* fraction, const char* group, const char* node = "n") {
  return ofKai(pod(name).annotation("gpu-fraction", fraction).label("runai-gpu-group", group)).on(node);
}

PodBuilder reservation(const char* group, const char* node = "n") {
  return pod("kai-resource-reservation", std::string("gpu-reservation-") + group)
      .nvidia(1)
      .label("runai-gpu-group", group)
      .on(node);
}

TEST(KaiRule, AShareGoesToTheFullestCardWithRoom) {
  // 81500 - 24450 = 57050 and 81500 - 48900 = 32600 are free; 0.4 = 32600 fits both: the fuller one is taken.
  const SnapshotPtr cluster = snapshotOf(
      {gpuNode("n", 4)}, {holder("a", "0.3", "g1"), reservation("g1"), holder("b", "0.6", "g2"), reservation("g2")});
  const AllocationAnswer answer = askFresh(share("0.4"), cluster);
  ASSERT_EQ(answer.placements.size(), 1U);
  const Candidate& place = answer.placements[0].place;
  ASSERT_EQ(place.cards.size(), 1U);
  EXPECT_EQ(cluster->cards.at(static_cast<std::size_t>(place.cards.front())).memAllocated, MemUnits(48900));
  EXPECT_EQ(place.memoryPerCard, MemUnits(32600));
  EXPECT_EQ(answer.certainty, Certainty::Modelled);
  EXPECT_TRUE(has(answer, Caveat::StackScheduler));
  EXPECT_FALSE(has(answer, Caveat::OtherScheduler));
}

TEST(KaiRule, TheMemoryOfACardIsWhatItsOwnLabelSays) {
  // ACK's label names another size; this scheduler reads NVIDIA's alone: 0.5 of 81500.
  const NodeBuilder both = gpuNode("n", 2).label("aliyun.accelerator/nvidia_mem", "16160MiB");
  EXPECT_EQ(askFresh(share("0.5"), snapshotOf({both})).candidates.at(0).memoryPerCard, MemUnits(40750));
  // In bytes it reads 16384 MiB, and what is no number it does not know.
  const NodeBuilder bytes = nvidiaNode("n", 2).label("nvidia.com/gpu.memory", "17179869184");
  EXPECT_EQ(askFresh(share("0.5"), snapshotOf({bytes})).candidates.at(0).memoryPerCard, MemUnits(8150));
  const NodeBuilder words = nvidiaNode("n", 2).label("nvidia.com/gpu.memory", "16160MiB");
  const AllocationAnswer unknown = askFresh(ofKai(pod("new").annotation("gpu-memory", "1000")), snapshotOf({words}));
  ASSERT_EQ(unknown.rejections.size(), 1U);
}

TEST(KaiRule, WhichCardIsSharedNextNobodyKnows) {
  const AllocationAnswer answer = askFresh(share("0.5"), snapshotOf({gpuNode("n", 2)}));
  ASSERT_EQ(answer.placements.size(), 1U);
  EXPECT_TRUE(answer.placements[0].place.cards.empty());
  EXPECT_EQ(answer.placements[0].place.cardCount, 1);
  EXPECT_TRUE(has(answer, Caveat::CardChosenByKubelet));
}

TEST(KaiRule, ReplicasFillTheCardsThatTheyOpen) {
  // Two shares of 0.4 a card, two cards.
  const AllocationAnswer answer = askFresh(share("0.4"), snapshotOf({gpuNode("n", 2)}), 6);
  EXPECT_EQ(answer.placements.size(), 4U);
  EXPECT_EQ(answer.before.fits, 4);
  ASSERT_TRUE(answer.firstMiss.has_value());
}

TEST(KaiRule, NodesWithASharedCardComeFirstThenTheFullestThenByName) {
  const std::vector<NodeBuilder> nodes{gpuNode("a", 4), gpuNode("b", 4), gpuNode("c", 4), gpuNode("d", 4)};
  const SnapshotPtr cluster =
      snapshotOf(nodes, {holder("x", "0.5", "g", "d"), reservation("g", "d"), ofKai(pod("w").nvidia(2)).on("c")});
  const AllocationAnswer answer = askFresh(share("0.5"), cluster);
  std::vector<std::string> order;
  for (const Candidate& one : answer.candidates) order.push_back(cluster->node(one.node).name);
  EXPECT_EQ(order, (std::vector<std::string>{"d", "c", "a", "b"}));
  EXPECT_EQ(answer.tied, 1U);
}

TEST(KaiRule, WholeCardsOfItsPodsFillNodesTooAndItsSharedCardsAreTaken) {
  const SnapshotPtr cluster =
      snapshotOf({gpuNode("a", 4), gpuNode("b", 4)}, {holder("x", "0.5", "g", "b"), reservation("g", "b")});
  const AllocationAnswer answer = askFresh(ofKai(pod("new").nvidia(3)), cluster);
  ASSERT_EQ(answer.candidates.size(), 2U);
  EXPECT_EQ(cluster->node(answer.candidates[0].node).name, "b");  // 3 idle beside the shared card
  EXPECT_EQ(askFresh(ofKai(pod("new").nvidia(4)), cluster).candidates.size(), 1U);
}

TEST(KaiRule, TheRefusalSaysTheSchedulersOwnWords) {
  const SnapshotPtr cluster = snapshotOf({gpuNode("n", 1)}, {holder("a", "0.6", "g"), reservation("g")});
  const AllocationAnswer answer = askFresh(share("0.5"), cluster);
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::StackRefused);
  EXPECT_EQ(answer.rejections[0].reason.detail, "node(s) didn't have enough resources: GPUs");
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::NotNow);
  ASSERT_EQ(answer.rejections[0].cards.size(), 1U);
  EXPECT_EQ(answer.rejections[0].cards.front().needed, 40750);
  EXPECT_EQ(answer.rejections[0].cards.front().found, 32600);
}

TEST(KaiRule, WhereTheSchedulerNamesNoReasonTheMemoryIsNamed) {
  const SnapshotPtr cluster = snapshotOf({gpuNode("n", 1)}, {holder("a", "0.6", "g"), reservation("g")});
  const AllocationAnswer answer = askFresh(ofKai(pod("new").annotation("gpu-memory", "50000")), cluster);
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::InsufficientCardMemory);
  EXPECT_EQ(answer.rejections[0].reason.needed, 50000);
  EXPECT_EQ(answer.rejections[0].reason.found, 32600);
}

TEST(KaiRule, MemoryOnCardsOfUnknownSizeIsRefused) {
  const AllocationAnswer answer =
      askFresh(ofKai(pod("new").annotation("gpu-memory", "1000")), snapshotOf({nvidiaNode("n", 2)}));
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_NE(answer.rejections[0].reason.detail.find("was not synced yet"), std::string::npos);
}

TEST(KaiRule, AReservationWithoutSharersIsAFreeCardForIt) {  // trap 10: the kubelet has it held
  const SnapshotPtr cluster = snapshotOf({gpuNode("n", 1)}, {reservation("g")});
  EXPECT_TRUE(cluster->nodes.at(0)->cards.at(0).held);
  EXPECT_EQ(askFresh(share("0.5"), cluster).candidates.size(), 1U);
}

TEST(KaiRule, AnnotationsMeanNothingToTheDefaultScheduler) {
  const AllocationAnswer answer = askFresh(pod("new").annotation("gpu-fraction", "0.5"), snapshotOf({gpuNode("n", 2)}));
  ASSERT_EQ(answer.requestProblems.size(), 1U);
  EXPECT_EQ(answer.requestProblems[0].code, ErrorCode::Unsupported);
}

TEST(KaiRule, SlotsOfTheSameNameAreNotPlacedOn) {
  const SnapshotPtr cluster =
      snapshotOf({nvidiaNode("n", 8).label("nvidia.com/gpu.replicas", "4").label("nvidia.com/gpu.count", "2")});
  const AllocationAnswer answer = askFresh(share("0.5"), cluster);
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::ModeNotPlaceable);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Unknown);
}

/// Seven instances beside a card that is whole.
NodeBuilder migNode(const char* strategy) {
  return gpuNode("n", 1)
      .resource("nvidia.com/mig-1g.10gb", 7)
      .label("nvidia.com/gpu.count", "2")
      .label("nvidia.com/mig.strategy", strategy);
}

TEST(KaiRule, NoCardOfAMixedMigNodeIsGivenOut) {  // trap Q12
  const SnapshotPtr cluster = snapshotOf({migNode("mixed")});
  for (const PodBuilder& request : {share("0.5"), ofKai(pod("new").nvidia(1))}) {
    const AllocationAnswer answer = askFresh(request, cluster);
    EXPECT_TRUE(answer.candidates.empty());
    ASSERT_EQ(answer.rejections.size(), 1U);
    EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::StackRefused);
    EXPECT_EQ(answer.rejections[0].reason.detail, "non MIG jobs cant run on a node with MigStrategy='mixed'");
    EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Never);
  }
  // kube-scheduler goes by the resource alone, and instances are what KAI gives out here.
  EXPECT_EQ(askFresh(pod("new").nvidia(1), cluster).candidates.size(), 1U);
  EXPECT_EQ(askFresh(ofKai(pod("new").resource("nvidia.com/mig-1g.10gb", 1)), cluster).candidates.size(), 1U);
}

TEST(KaiRule, NoCardOfASingleMigNodeIsShared) {  // trap Q12
  // Without instances among its resources a node is one of MIG by its label.
  const auto labelled = [](const char* enabled) {
    return snapshotOf({gpuNode("n", 2)
                           .label("nvidia.com/mig.strategy", "single")
                           .label("node-role.kubernetes.io/mig-enabled", enabled)});
  };
  const AllocationAnswer answer = askFresh(share("0.5"), labelled("true"));
  EXPECT_TRUE(answer.candidates.empty());
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.detail, "only whole gpu jobs can run on a node with MigStrategy='single'");
  EXPECT_EQ(askFresh(ofKai(pod("new").nvidia(1)), labelled("true")).candidates.size(), 1U);
  EXPECT_EQ(askFresh(share("0.5"), labelled("false")).candidates.size(), 1U);
  EXPECT_EQ(askFresh(share("0.5"), labelled("yes")).candidates.size(), 1U);  // no boolean of Go's
}

TEST(KaiRule, AMigNodeWithoutAStrategyIsNotRefused) {
  EXPECT_EQ(askFresh(ofKai(pod("new").nvidia(1)), snapshotOf({migNode("")})).candidates.size(), 1U);
}

TEST(KaiRule, AnAimedCardIsTakenOnlyWhereTheSchedulerTakesIt) {
  const SnapshotPtr cluster = snapshotOf(
      {gpuNode("n", 3)}, {holder("a", "0.3", "g1"), reservation("g1"), holder("b", "0.6", "g2"), reservation("g2")});
  PodBuilder fresh = share("0.4");
  fresh.edit().meta.uid.clear();
  AllocationRequest request = makeRequest(fresh.raw());
  request.onlyNode = "n";
  request.onlyCard = 0;  // g1, which is emptier
  const AllocationAnswer answer = allocate(request, *cluster);
  EXPECT_TRUE(answer.candidates.empty());
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::NotAimedAt);
  request.onlyCard = 1;
  EXPECT_EQ(allocate(request, *cluster).candidates.size(), 1U);
}

TEST(KaiRule, TooFewCardsWithRoomAreNoLackOfMemory) {
  // One of two cards has room for half: the other one has 8,150 left.
  const SnapshotPtr cluster = snapshotOf({gpuNode("n", 2)}, {holder("a", "0.9", "g1"), reservation("g1")});
  const AllocationAnswer answer = askFresh(share("0.5").annotation("gpu-fraction-num-devices", "2"), cluster);
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::NotEnoughCards);
  EXPECT_EQ(answer.rejections[0].reason.needed, 2);
  EXPECT_EQ(answer.rejections[0].reason.found, 1);
}

TEST(KaiRule, AFractionIsSmallerThanACard) {
  PodBuilder whole = share("1");
  whole.edit().meta.uid.clear();
  whole.edit().meta.resourceVersion.clear();
  const SnapshotPtr cluster = snapshotOf({gpuNode("n", 2)});
  EXPECT_FALSE(allocate(makeRequest(whole.raw()), *cluster).requestProblems.empty());
  // Where it exists, the webhook is off: the scheduler takes it.
  EXPECT_TRUE(allocate(makeRequest(share("1").raw()), *cluster).requestProblems.empty());
}

}  // namespace
}  // namespace cardinal
