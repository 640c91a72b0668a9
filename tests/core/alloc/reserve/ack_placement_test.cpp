// SPDX-License-Identifier: Apache-2.0
// Worked scenarios of the ACK model (docs/scenarios.md T32 to T43, T69, and the walk-through of a blog with ACK's
// scores).
#include "tests/core/alloc/answer_text.h"
#include "tests/core/alloc/scheduler_text.h"

namespace cardinal::testing {
namespace {

PodBuilder asks(std::int64_t units, int cards = 0) {
  PodBuilder out = pod("asked");
  out.gpuMem(units);
  if (cards > 0) out.gpuCount(cards);
  return out;
}

SnapshotPtr oneNode(const std::string& placement, int cards, const std::vector<PodBuilder>& pods = {}) {
  return snapshotOf({ackNode("n", "cgpu", cards, 15, placement)}, pods);
}

/// One cgpu node of 15-unit cards with these amounts free.
SnapshotPtr freeCards(const std::vector<std::int64_t>& free) {
  std::vector<PodBuilder> pods;
  for (std::size_t i = 0; i < free.size(); ++i) {
    if (free[i] < 15) pods.push_back(ackHeld("p" + std::to_string(i), "n", static_cast<int>(i), 15 - free[i]));
  }
  return oneNode("binpack", static_cast<int>(free.size()), pods);
}

TEST(AckPlacement, BlogSequenceWithAckScores) {
  const std::vector<NodeBuilder> nodes = {ackNode("04", "cgpu", 1, 14), ackNode("05", "cgpu", 1, 14)};
  const auto empty = snapshotOf(nodes);
  // 30 * 2/14 + 70 = 74.28
  const auto first = ask(empty, asks(2));
  EXPECT_EQ(packing(first.candidates.at(0)), 74);
  EXPECT_EQ(packing(first.candidates.at(1)), 74);
  EXPECT_EQ(first.tied, 2U);
  EXPECT_EQ(first.certainty, Certainty::Modelled);
  EXPECT_TRUE(has(first, Caveat::ClosedScheduler));
  // 04: 30 * 8/14 + 70 = 87.1; 05: 30 * 10/14 + 70 = 91.4
  const auto second = snapshotOf(nodes, {ackHeld("a1", "05", 0, 2)});
  const auto answer = ask(second, asks(8), 2);
  EXPECT_EQ(places(answer, second), "05[0] 04[0]");
  EXPECT_EQ(answer.candidates[0].score, 91);
  EXPECT_EQ(answer.candidates[1].score, 87);
  EXPECT_EQ(plan(answer, second), "05[0] 04[0]");
  // 04: 30 * 10/14 + 70 = 91.4; 05: 30 * 12/14 + 70 = 95.7
  const auto third =
      snapshotOf(nodes, {ackHeld("a1", "05", 0, 2), ackHeld("a2", "05", 0, 8), ackHeld("a3", "04", 0, 8)});
  const auto scores = ask(third, asks(2));
  EXPECT_EQ(places(scores, third), "05[0] 04[0]");
  EXPECT_EQ(scores.candidates[0].score, 95);
  EXPECT_EQ(scores.candidates[1].score, 91);
  EXPECT_EQ(scores.tied, 1U);
}

TEST(AckPlacement, T32BinpackPutsTheSecondPodOnTheSameCard) {
  const auto empty = oneNode("binpack", 2);
  const auto first = ask(empty, asks(2));
  EXPECT_EQ(places(first, empty), "n[0]");
  EXPECT_EQ(first.candidates[0].score, 74);  // 30 * 2/15 + 70
  EXPECT_TRUE(first.candidates[0].cardsTied);
  const auto next = oneNode("binpack", 2, {ackHeld("a", "n", 0, 2)});
  const auto second = ask(next, asks(3));
  EXPECT_EQ(places(second, next), "n[0]");
  EXPECT_EQ(second.candidates[0].score, 80);  // 30 * 5/15 + 70; card 1: 76
  EXPECT_FALSE(second.candidates[0].cardsTied);
}

TEST(AckPlacement, T33SpreadPutsTheSecondPodOnTheOtherCard) {
  const auto empty = oneNode("spread", 2);
  EXPECT_EQ(ask(empty, asks(2)).candidates.at(0).score, 96);  // 30 * 13/15 + 70
  const auto next = oneNode("spread", 2, {ackHeld("a", "n", 0, 2)});
  const auto second = ask(next, asks(3));
  EXPECT_EQ(places(second, next), "n[1]");
  EXPECT_EQ(second.candidates[0].score, 94);  // 30 * 12/15 + 70; card 0: 90
}

TEST(AckPlacement, T34SpreadUsesThreeDifferentCards) {
  const auto cluster = oneNode("spread", 4);
  const auto answer = ask(cluster, asks(4), 3);
  EXPECT_EQ(plan(answer, cluster), "n[0] n[1] n[2]");
}

TEST(AckPlacement, T35BinpackFillsCardAfterCard) {
  const auto cluster = oneNode("binpack", 4, {ackHeld("a", "n", 0, 8), ackHeld("b", "n", 0, 7)});
  EXPECT_EQ(places(ask(oneNode("binpack", 4, {ackHeld("a", "n", 0, 8)}), asks(7)), cluster), "n[0]");
  EXPECT_EQ(places(ask(cluster, asks(9)), cluster), "n[1]");
}

TEST(AckPlacement, T36WithoutAPlacementLabelANodePacks) {
  const auto cluster = oneNode("", 2, {ackHeld("a", "n", 0, 2)});
  EXPECT_EQ(places(ask(cluster, asks(3)), cluster), "n[0]");
}

TEST(AckPlacement, T37EightUnitsOnFourCardsTakeTwoOfEach) {
  const auto cluster = oneNode("binpack", 4);
  const auto answer = ask(cluster, asks(8, 4));
  EXPECT_EQ(places(answer, cluster), "n[0,1,2,3]");
  EXPECT_EQ(answer.candidates[0].memoryPerCard, 2_units);
  EXPECT_EQ(answer.candidates[0].score, 8);  // 30 * 2/15 + 70/16 = 8.375
  EXPECT_FALSE(answer.candidates[0].cardsTied);
}

TEST(AckPlacement, T38SevenUnitsOnTwoCardsAreRefusedBeforeAnyNode) {
  const auto answer = ask(oneNode("binpack", 4), asks(7, 2));
  ASSERT_EQ(answer.requestProblems.size(), 1U);
  EXPECT_EQ(answer.requestProblems[0].code, ErrorCode::NotDivisible);
  EXPECT_EQ(answer.requestProblems[0].subject, "7");
  EXPECT_EQ(answer.requestProblems[0].detail, "2");
  EXPECT_TRUE(answer.candidates.empty() && answer.rejections.empty());
}

TEST(AckPlacement, T39TheOnlyPairWithEnoughOnEachIsTaken) {
  const auto cluster = freeCards({15, 10, 3, 1});
  const auto answer = ask(cluster, asks(8, 2));
  EXPECT_EQ(places(answer, cluster), "n[0,1]");
  EXPECT_FALSE(answer.candidates[0].cardsTied);
}

TEST(AckPlacement, T40ASumThatSufficesDoesNotHelpWithoutTwoCards) {
  const auto cluster = freeCards({15, 3, 3, 3});
  const AllocationRequest request = makeRequest(asks(8, 2).raw());
  const auto answer = allocate(request, *cluster);
  EXPECT_EQ(why(answer, cluster, "n"), "NotEnoughCards 2/1");
  const NodeRejection& refused = refusal(answer, cluster, "n");
  EXPECT_TRUE(refused.sumWouldFit);
  ASSERT_EQ(refused.cards.size(), 3U);
  EXPECT_EQ(text(refused.cards[0]), "InsufficientCardMemory card 1 4/3");
  EXPECT_EQ(schedulerText(refused, request, *cluster), "node(s) didn't have enough device resources to allocate");
}

TEST(AckPlacement, T41CardsMustStandOnOneNode) {
  const auto cluster = snapshotOf({ackNode("a", "cgpu", 2, 15), ackNode("b", "cgpu", 2, 15)});
  const auto answer = ask(cluster, asks(8, 4));
  EXPECT_EQ(why(answer, cluster, "a"), "NotEnoughCards 4/2 never");
  EXPECT_EQ(why(answer, cluster, "b"), "NotEnoughCards 4/2 never");
}

TEST(AckPlacement, T42MoreThanACardHoldsNeedsTheCountLabel) {
  const auto cluster = oneNode("binpack", 4);
  EXPECT_EQ(why(ask(cluster, asks(20)), cluster, "n"), "InsufficientCardMemory 20/15 never");
  const auto pair = ask(cluster, asks(20, 2));
  EXPECT_EQ(places(pair, cluster), "n[0,1]");
  EXPECT_EQ(pair.candidates[0].memoryPerCard, 10_units);
  EXPECT_TRUE(pair.candidates[0].cardsTied);
}

TEST(AckPlacement, T43AWholeCardFitsExactly) {
  const auto cluster = oneNode("binpack", 1);
  EXPECT_EQ(places(ask(cluster, asks(15)), cluster), "n[0]");
  const auto full = oneNode("binpack", 1, {ackHeld("a", "n", 0, 15)});
  EXPECT_EQ(why(ask(full, asks(1)), full, "n"), "InsufficientResource 1/0 aliyun.com/gpu-mem");
}

TEST(AckPlacement, T69TheTwentyFirstPodOnACardIsWarnedOf) {
  std::vector<PodBuilder> pods;
  for (int i = 0; i < 20; ++i) pods.push_back(ackHeld("p" + std::to_string(i), "n", 0, 1));
  const auto full = snapshotOf({ackNode("n", "cgpu", 1, 40)}, pods);
  EXPECT_TRUE(has(ask(full, asks(1)), Caveat::TooManyPodsOnCard));
  pods.pop_back();
  const auto room = snapshotOf({ackNode("n", "cgpu", 1, 40)}, pods);
  EXPECT_FALSE(has(ask(room, asks(1)), Caveat::TooManyPodsOnCard));
  EXPECT_TRUE(has(ask(room, asks(1), 2), Caveat::TooManyPodsOnCard));
  const auto share = snapshotOf({ackNode("s", "share", 1, 40)});
  EXPECT_FALSE(has(ask(share, asks(1), 25), Caveat::TooManyPodsOnCard));
}

TEST(AckPlacement, TheLimitOfPodsPerCardDropsFullCards) {
  NodeBuilder limited = ackNode("n", "cgpu", 2, 15);
  limited.label("ack.node.gpu.max-pod", "1");
  const auto one = snapshotOf({limited}, {ackHeld("a", "n", 0, 2)});
  EXPECT_EQ(places(ask(one, asks(2)), one), "n[1]");
  const auto full = snapshotOf({limited}, {ackHeld("a", "n", 0, 2), ackHeld("b", "n", 1, 2)});
  EXPECT_EQ(why(ask(full, asks(2)), full, "n"), "CardFull 1/1");
}

TEST(AckPlacement, AWholeDeviceNeedsAnEmptyCardOfExactlyThatSize) {
  const auto cluster = oneNode("binpack", 2, {ackHeld("a", "n", 0, 2)});
  PodBuilder whole = asks(15);
  whole.label("ack.gpushare.placement", "require-whole-device");
  EXPECT_EQ(places(ask(cluster, whole), cluster), "n[1]");
  PodBuilder part = asks(10);
  part.label("ack.gpushare.placement", "require-whole-device");
  EXPECT_EQ(why(ask(cluster, part), cluster, "n"), "CardNotEmpty 10/15 never");
}

TEST(AckPlacement, ShareAndMpsFollowTheSameModel) {
  for (const char* mode : {"share", "mps"}) {
    const auto cluster = snapshotOf({ackNode("n", mode, 2, 15)}, {ackHeld("a", "n", 1, 2)});
    EXPECT_EQ(places(ask(cluster, asks(3)), cluster), "n[1]") << mode;
  }
}

TEST(AckPlacement, TheTieBreakerChoosesAmongTiedCardsAndNodes) {
  const auto cluster = snapshotOf({ackNode("a", "cgpu", 4, 15), ackNode("b", "cgpu", 4, 15)});
  std::vector<std::size_t> asked;
  const TieBreaker last = [&](std::size_t count) {
    asked.push_back(count);
    return count - 1;
  };
  EXPECT_EQ(plan(ask(cluster, asks(2), 1, last), cluster), "b[3]");
  EXPECT_EQ(asked, (std::vector<std::size_t>{2, 4}));
  EXPECT_EQ(plan(ask(cluster, asks(8, 2), 1, last), cluster), "b[0,3]");
}

TEST(AckPlacement, ATerminatingPodGivesItsCardBackButNotTheNodeSum) {
  PodBuilder leaving = ackHeld("a", "n", 0, 10);
  leaving.terminating();
  const auto cluster = oneNode("binpack", 1, {leaving});
  EXPECT_EQ(why(ask(cluster, asks(10)), cluster, "n"), "InsufficientResource 10/5 aliyun.com/gpu-mem");
}

TEST(AckPlacement, MemoryAndCoreTogetherAreCountedToTheLastUnit) {
  const auto cluster = snapshotOf({ackNode("n", "core_mem", 2, 16)});
  EXPECT_EQ(ask(cluster, pod("asked").gpuMem(8).core(10)).before.fits, 4) << "memory is the less";
  EXPECT_EQ(ask(cluster, pod("asked").gpuMem(2).core(50)).before.fits, 4) << "core is the less";
}

}  // namespace
}  // namespace cardinal::testing
