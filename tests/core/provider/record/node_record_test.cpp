// SPDX-License-Identifier: Apache-2.0
// What a node holds, by inspect's rule and by the scheduler's (docs/reference/gpushare.md 2.6), and what does not
// agree.
#include <gtest/gtest.h>

#include <optional>

#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

/// The only node of a snapshot.
NodePtr record(const NodeBuilder& builder, const std::vector<PodBuilder>& pods,
               std::vector<ClusterDelta> further = {}) {
  const SnapshotPtr snapshot = snapshotOf({builder}, pods, std::move(further));
  EXPECT_EQ(snapshot->nodes.size(), 1U);
  return snapshot->nodes[0];
}

using Units = std::vector<std::int64_t>;
Units inspectUnits(const NodeRecord& node) {
  Units units;
  for (const Card& card : node.cards) units.push_back(card.memAllocated.value);
  return units;
}
Units schedulerUnits(const NodeRecord& node) {
  Units units;
  for (const Card& card : node.cards) units.push_back(card.memScheduler.value);
  return units;
}
std::optional<Finding> finding(const NodeRecord& node, FindingCode code) {
  for (const Finding& entry : node.findings) {
    if (entry.code == code) return entry;
  }
  return std::nullopt;
}

TEST(Counting, PodStatesOfOpenSourceNodes) {
  const NodePtr node =
      record(gpushareNode("n", 4, 15),
             {pod("assumed")
                  .gpuMem(1)
                  .on("n")
                  .card(0)
                  .annotation("ALIYUN_COM_GPU_MEM_ASSIGNED", "false")
                  .phase(PodPhase::Pending),
              pod("running").gpuMem(2).on("n").card(0), pod("leaving").gpuMem(4).on("n").card(1).terminating(),
              pod("done").gpuMem(8).on("n").card(2).phase(PodPhase::Succeeded),
              pod("failed").gpuMem(8).on("n").card(2).phase(PodPhase::Failed),
              pod("odd").gpuMem(3).on("n").card(3).phase(PodPhase::Unknown), pod("nowhere").gpuMem(5).on("n")});
  EXPECT_EQ(inspectUnits(*node), (Units{3, 4, 0, 3}));
  EXPECT_EQ(schedulerUnits(*node), (Units{3, 0, 0, 3}));
  EXPECT_EQ(node->memPending, 5_units);
  EXPECT_EQ(node->podCount, 5U);
  EXPECT_EQ(node->pods.size(), 7U);
  // The node sum of kube-scheduler: everything bound and not over.
  EXPECT_EQ(*find(node->requested, "aliyun.com/gpu-mem"), Quantity::fromInteger(15));
  EXPECT_EQ(node->cards[0].pods, 2);
  EXPECT_EQ(node->cards[2].pods, 0);
}

TEST(Counting, ExtenderTakesItsOwnAmount) {
  const NodePtr node =
      record(gpushareNode("n", 1, 15), {pod("p").gpuMem(4).on("n").card(0).annotation("ALIYUN_COM_GPU_MEM_POD", "9")});
  EXPECT_EQ(inspectUnits(*node), Units{4});
  EXPECT_EQ(schedulerUnits(*node), Units{9});
  const auto odd = finding(*node, FindingCode::AllocationContradictsRequest);
  ASSERT_TRUE(odd.has_value());
  EXPECT_EQ(odd->needed, 4);
  EXPECT_EQ(odd->found, 9);
  EXPECT_EQ(odd->pod, "default/p");
}

TEST(Counting, ExtenderDoesNotReadV2) {
  const NodePtr node = record(gpushareNode("n", 2, 15), {pod("p").gpuMem(4).on("n").v2(R"({"0":{"1":4}})")});
  EXPECT_EQ(inspectUnits(*node), (Units{0, 4}));
  EXPECT_EQ(schedulerUnits(*node), (Units{0, 0}));
}

TEST(Counting, AckReadsV2ThenCompleteV1) {
  const NodePtr node = record(ackNode("n", "share", 3, 15),
                              {pod("v2").gpuMem(4).on("n").v2(R"({"0":{"0":4}})"), pod("v1").gpuMem(3).on("n").card(1),
                               pod("half").gpuMem(2).on("n").annotation("ALIYUN_COM_GPU_MEM_IDX", "2"),
                               pod("leaving").gpuMem(5).on("n").v2(R"({"0":{"2":5}})").terminating()});
  EXPECT_EQ(inspectUnits(*node), (Units{4, 3, 7}));
  EXPECT_EQ(schedulerUnits(*node), (Units{4, 3, 0}));
  const auto counts = [&](std::size_t i) { return node->pods[i]->countsForScheduler; };
  EXPECT_EQ(node->pods[0]->key().name, "half");
  EXPECT_FALSE(counts(0));
  EXPECT_FALSE(counts(1));
  EXPECT_TRUE(counts(2));
  EXPECT_TRUE(counts(3));
}

TEST(Counting, CoreLiesOnTheCardsOfTheMemory) {
  const NodePtr node = record(ackNode("n", "core_mem", 2, 15),
                              {pod("a").gpuMem(2).core(30).on("n").v2(R"({"0":{"1":2}})").v2Core(R"({"0":{"1":30}})"),
                               pod("b").gpuMem(4).core(20).on("n").v2(R"({"0":{"1":4}})").v2Core(R"({"0":{"1":20}})")});
  EXPECT_EQ(node->cards[1].coreAllocated, 50_percent);
  EXPECT_EQ(node->cards[1].coreScheduler, 50_percent);
  EXPECT_EQ(node->cards[0].coreAllocated, 0_percent);
  EXPECT_TRUE(node->findings.empty());
}

TEST(Counting, InitContainerHoldsTheNodeSumOnly) {
  const NodePtr node = record(gpushareNode("n", 2, 15), {pod("p").gpuMem(2).initGpuMem(20).on("n").card(0)});
  EXPECT_EQ(inspectUnits(*node), (Units{2, 0}));
  EXPECT_EQ(*find(node->requested, "aliyun.com/gpu-mem"), Quantity::fromInteger(20));
}

TEST(WholeCardNodes, WhichCardIsHeldIsOnlyKnownAtTheEnds) {
  const auto holders = [](int held) {
    std::vector<PodBuilder> pods;
    for (int i = 0; i < held; ++i) pods.push_back(pod("p" + std::to_string(i)).nvidia(1).on("n"));
    return record(nvidiaNode("n", 3), pods);
  };
  EXPECT_TRUE(holders(0)->cards[0].holderKnown);
  EXPECT_FALSE(holders(0)->cards[0].held);
  const NodePtr two = holders(2);
  EXPECT_EQ(two->wholeCardsHeld, 2);
  EXPECT_TRUE(two->cards[0].held && two->cards[1].held && !two->cards[2].held);
  for (const Card& card : two->cards) EXPECT_FALSE(card.holderKnown);
  EXPECT_EQ(two->cards[0].coreAllocated, 100_percent);
  const NodePtr all = holders(3);
  for (const Card& card : all->cards) EXPECT_TRUE(card.holderKnown && card.held);
  EXPECT_EQ(holders(5)->wholeCardsHeld, 5);
}

TEST(WholeCardNodes, FinishedPodsHoldNothingLeavingOnesDo) {
  const NodePtr node = record(
      nvidiaNode("n", 2).label("nvidia.com/gpu.memory", "16384"),
      {pod("done").nvidia(1).on("n").phase(PodPhase::Succeeded), pod("leaving").nvidia(1).on("n").terminating()});
  EXPECT_EQ(node->wholeCardsHeld, 1);
  EXPECT_EQ(inspectUnits(*node), (Units{16384, 0}));
}

TEST(WholeCardNodes, TopologyTellsItsCards) {
  const auto annotated = pod("a").topology(2).on("n").annotation("topology.kubernetes.io/gpu-group", "1,3");
  const NodePtr node = record(ackNode("n", "topology", 4, 0), {annotated});
  EXPECT_TRUE(node->cards[1].held && node->cards[3].held);
  EXPECT_FALSE(node->cards[0].held || node->cards[2].held);
  for (const Card& card : node->cards) EXPECT_TRUE(card.holderKnown);
  EXPECT_TRUE(node->findings.empty());
  // A second pod that tells nothing holds one of the others.
  const NodePtr mixed = record(ackNode("n", "topology", 4, 0), {annotated, pod("b").topology(1).on("n")});
  EXPECT_TRUE(mixed->cards[1].holderKnown && mixed->cards[1].held);
  EXPECT_TRUE(!mixed->cards[0].holderKnown && mixed->cards[0].held);
  EXPECT_TRUE(!mixed->cards[2].holderKnown && !mixed->cards[2].held);
  EXPECT_TRUE(finding(*mixed, FindingCode::AllocationMissing).has_value());
}

TEST(Findings, LedgerDisagreements) {
  const NodePtr node =
      record(gpushareNode("n", 2, 15), {pod("lost").gpuMem(2).on("n"), pod("far").gpuMem(3).on("n").card(7),
                                        pod("big").gpuMem(20).on("n").card(1),
                                        pod("bad").gpuMem(1).on("n").annotation("ALIYUN_COM_GPU_MEM_IDX", "0,1")});
  const auto missing = finding(*node, FindingCode::AllocationMissing);
  ASSERT_TRUE(missing.has_value());
  EXPECT_TRUE(isLedgerMismatch(missing->code));
  const auto far = finding(*node, FindingCode::CardOutOfRange);
  ASSERT_TRUE(far.has_value());
  EXPECT_EQ(far->pod, "default/far");
  EXPECT_EQ(far->card, 7);
  const auto over = finding(*node, FindingCode::CardOverAllocated);
  ASSERT_TRUE(over.has_value());
  EXPECT_EQ(over->card, 1);
  EXPECT_EQ(over->needed, 15);
  EXPECT_EQ(over->found, 20);
  const auto malformed = finding(*node, FindingCode::MalformedAllocation);
  ASSERT_TRUE(malformed.has_value());
  EXPECT_EQ(malformed->detail, "ALIYUN_COM_GPU_MEM_IDX: 0,1");
}

TEST(Findings, AnnotationThatDiffersFromTheLimits) {
  const NodePtr node = record(ackNode("n", "cgpu", 2, 15), {pod("p").gpuMem(8).on("n").v2(R"({"0":{"1":5}})")});
  const auto odd = finding(*node, FindingCode::AllocationContradictsRequest);
  ASSERT_TRUE(odd.has_value());
  EXPECT_EQ(odd->needed, 8);
  EXPECT_EQ(odd->found, 5);
  EXPECT_EQ(inspectUnits(*node), (Units{0, 5}));
}

TEST(Findings, PodOfAnotherMode) {
  const auto contradicts = [](const NodeBuilder& nodeBuilder, const PodBuilder& podBuilder) {
    return finding(*record(nodeBuilder, {podBuilder}), FindingCode::PodContradictsMode).has_value();
  };
  EXPECT_TRUE(contradicts(ackNode("n", "default", 2, 0), pod("p").gpuMem(2).on("n")));
  EXPECT_TRUE(contradicts(ackNode("n", "core_mem", 2, 15), pod("p").gpuMem(2).on("n").v2(R"({"0":{"0":2}})")));
  EXPECT_TRUE(contradicts(ackNode("n", "cgpu", 2, 15), pod("p").gpuMem(2).core(10).on("n").v2(R"({"0":{"0":2}})")));
  EXPECT_TRUE(contradicts(ackNode("n", "share", 2, 15), pod("p").nvidia(1).on("n")));
  EXPECT_TRUE(contradicts(node("n"), pod("p").gpuMem(2).on("n")));
  EXPECT_FALSE(contradicts(ackNode("n", "mps", 2, 15), pod("p").gpuMem(2).on("n").v2(R"({"0":{"0":2}})")));
  EXPECT_FALSE(contradicts(ackNode("n", "warp", 2, 15), pod("p").gpuMem(2).on("n").v2(R"({"0":{"0":2}})")));
}

TEST(Findings, MorePodsOnACardThanCgpuAllows) {
  std::vector<PodBuilder> pods;
  for (int i = 0; i < 21; ++i) pods.push_back(pod("p" + std::to_string(i)).gpuMem(1).on("n").v2(R"({"0":{"0":1}})"));
  const auto many = finding(*record(ackNode("n", "cgpu", 1, 40), pods), FindingCode::TooManyPodsOnCard);
  ASSERT_TRUE(many.has_value());
  EXPECT_EQ(many->needed, 20);
  EXPECT_EQ(many->found, 21);
  EXPECT_FALSE(finding(*record(ackNode("n", "share", 1, 40), pods), FindingCode::TooManyPodsOnCard).has_value());
  EXPECT_TRUE(finding(*record(ackNode("n", "share", 1, 40).label("ack.node.gpu.max-pod", "16"), pods),
                      FindingCode::TooManyPodsOnCard)
                  .has_value());
}

TEST(Findings, UnreadableFieldsAreNamedAndCut) {
  const NodePtr node =
      record(gpushareNode("n", 1, 15).problem("status.capacity[aliyun.com/gpu-mem]", std::string(10'000, 'x')), {});
  const auto unreadable = finding(*node, FindingCode::FieldUnreadable);
  ASSERT_TRUE(unreadable.has_value());
  EXPECT_LT(unreadable->detail.size(), 500U);
  EXPECT_FALSE(isLedgerMismatch(unreadable->code));
}

TEST(Findings, FinishedPodsAreNoFinding) {
  const NodePtr node = record(gpushareNode("n", 1, 15), {pod("p").gpuMem(99).on("n").card(7).phase(PodPhase::Failed)});
  EXPECT_TRUE(node->findings.empty());
}

TEST(Findings, TheirNumberIsLimited) {
  std::vector<PodBuilder> pods;
  for (int i = 0; i < 3000; ++i) pods.push_back(pod("p" + std::to_string(i)).gpuMem(1).on("n"));
  EXPECT_LE(record(gpushareNode("n", 1, 15), pods)->findings.size(), 1010U);
}

TEST(Readiness, ComesFromTheReadyCondition) {
  EXPECT_EQ(record(node("n"), {})->readiness, NodeReadiness::Ready);
  EXPECT_EQ(record(node("n").notReady(), {})->readiness, NodeReadiness::NotReady);
  EXPECT_TRUE(record(node("n").cordoned(), {})->unschedulable());
}

TEST(AbsurdPods, NumbersBeyondEverythingDoNotOverflow) {
  const NodePtr node = record(
      gpushareNode("n", 1, 15),
      {pod("a").gpuMem(INT64_MAX).on("n").card(0), pod("b").gpuMem(INT64_MAX).on("n").card(0),
       pod("c").gpuMem(5).on("n").v2(R"({"0":{"0":-9223372036854775808}})"), pod("d").gpuMem(-3).on("n").card(0)});
  EXPECT_EQ(node->cards[0].pods, 3);
  const NodePtr whole =
      record(nvidiaNode("n", 2), {pod("a").nvidia(INT64_MAX).on("n"), pod("b").nvidia(INT64_MAX).on("n")});
  EXPECT_EQ(whole->wholeCardsHeld, INT32_MAX);
  EXPECT_TRUE(whole->cards[1].held);
}

}  // namespace
}  // namespace cardinal
