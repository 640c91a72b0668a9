// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/explain/within_reach.h"
#include "tests/core/alloc/answer_text.h"

namespace cardinal::testing {
namespace {

TEST(Explain, ReasonCountsAddUpToTheRefusedNodes) {
  const auto cluster = snapshotOf(
      {gpushareNode("a", 1, 15), gpushareNode("b", 2, 15), nvidiaNode("c", 4), nvidiaNode("d", 4), node("e")},
      {held("p", "a", 0, 14), held("q", "b", 0, 10), held("r", "b", 1, 10)});
  const auto answer = ask(cluster, asks(8));
  EXPECT_TRUE(answer.candidates.empty());
  ASSERT_EQ(answer.reasonCounts.size(), 4U);
  EXPECT_EQ(answer.reasonCounts[0].code, ReasonCode::ModeMismatch);
  EXPECT_EQ(answer.reasonCounts[0].nodes, 2U);
  std::size_t sum = 0;
  for (const ReasonCount& count : answer.reasonCounts) sum += count.nodes;
  EXPECT_EQ(sum, answer.rejections.size());
  EXPECT_EQ(answer.rejections.size(), 5U);
}

TEST(Explain, NearMissesStandByTheSmallestLackAndWhatCanNeverHelpLast) {
  const auto cluster =
      snapshotOf({gpushareNode("a", 2, 15), gpushareNode("b", 2, 15), gpushareNode("c", 2, 6)},
                 {held("p", "a", 0, 10), held("q", "a", 1, 12), held("r", "b", 0, 9), held("s", "b", 1, 9)});
  const auto answer = ask(cluster, asks(7));
  ASSERT_EQ(answer.nearMisses.size(), 3U);
  EXPECT_EQ(cluster->node(answer.nearMisses[0].node).name, "b");
  EXPECT_EQ(answer.nearMisses[0].lacking, 1);
  EXPECT_EQ(answer.nearMisses[0].card, 0);
  EXPECT_EQ(cluster->node(answer.nearMisses[1].node).name, "a");
  EXPECT_EQ(answer.nearMisses[1].lacking, 2);
  EXPECT_EQ(answer.nearMisses[1].card, 0);
  EXPECT_EQ(cluster->node(answer.nearMisses[2].node).name, "c");
}

TEST(Explain, ANodeThatLacksTheResourceOrHalfOfItIsNoNearMiss) {
  const auto cluster =
      snapshotOf({nvidiaNode("big", 12), nvidiaNode("busy", 16), nvidiaNode("half", 8), gpushareNode("other", 2, 15)},
                 {pod("p").nvidia(4).on("busy")});
  const auto answer = ask(cluster, pod("q").nvidia(16));
  const auto isNear = [&](const char* node) { return isNearMiss(refusal(answer, cluster, node).reason); };
  EXPECT_TRUE(isNear("busy"));
  EXPECT_TRUE(isNear("big")) << "three quarters of it, even if waiting cannot help";
  EXPECT_FALSE(isNear("half"));
  EXPECT_FALSE(isNear("other"));
}

TEST(Explain, ANodeThatHasNothingOfTheResourceIsNamedNowhereAsNear) {
  const auto cluster =
      snapshotOf({node("biren").resource("birentech.com/gpu", 8), node("metax").resource("metax-tech.com/gpu", 2)},
                 {pod("p").resource("metax-tech.com/gpu", 2).on("metax")});
  const auto answer = ask(cluster, pod("q").resource("metax-tech.com/gpu", 1));
  ASSERT_EQ(answer.nearMisses.size(), 1U);
  EXPECT_EQ(cluster->node(answer.nearMisses[0].node).name, "metax") << "it has them, and they are taken";
  EXPECT_TRUE(isOutOfReach(refusal(answer, cluster, "biren").reason));
  EXPECT_FALSE(isOutOfReach(refusal(answer, cluster, "metax").reason));
  ASSERT_TRUE(answer.firstMiss);
  EXPECT_EQ(cluster->node(answer.firstMiss->node).name, "metax");
}

TEST(Explain, AtMostEightNearMisses) {
  std::vector<NodeBuilder> nodes;
  for (int i = 0; i < 20; ++i) nodes.push_back(gpushareNode("n" + std::to_string(i), 2, i + 1));
  const auto answer = ask(snapshotOf(nodes), asks(40));
  ASSERT_EQ(answer.nearMisses.size(), 8U);
  EXPECT_EQ(answer.nearMisses[0].lacking, 20);
  EXPECT_EQ(answer.nearMisses[7].lacking, 27);
}

TEST(Explain, EveryCardOfARefusedNodeSaysWhatItHas) {
  const auto cluster =
      snapshotOf({gpushareNode("a", 3, 15)}, {held("p", "a", 0, 10), held("q", "a", 1, 12)}, {unhealthy("a", "2")});
  const NodeRejection refused = refusal(ask(cluster, asks(7)), cluster, "a");
  ASSERT_EQ(refused.cards.size(), 3U);
  EXPECT_EQ(text(refused.cards[0]), "InsufficientCardMemory card 0 7/5");
  EXPECT_EQ(text(refused.cards[1]), "InsufficientCardMemory card 1 7/3");
  EXPECT_EQ(text(refused.cards[2]), "CardUnhealthy card 2 7/0 ?");
}

TEST(Explain, AnEmptyClusterAnswersWithNothing) {
  const auto answer = ask(snapshotOf({}), asks(7), 3);
  EXPECT_TRUE(answer.candidates.empty() && answer.rejections.empty() && answer.placements.empty() && !answer.firstMiss);
  EXPECT_TRUE(answer.requestProblems.empty());
}

}  // namespace
}  // namespace cardinal::testing
