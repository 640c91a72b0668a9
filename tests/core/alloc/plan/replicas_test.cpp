// SPDX-License-Identifier: Apache-2.0
#include "tests/core/alloc/answer_text.h"

namespace cardinal::testing {
namespace {

TEST(Replicas, EachReplicaSeesThoseBeforeIt) {
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15), gpushareNode("b", 1, 15)});
  const auto answer = ask(cluster, asks(8), 5);
  EXPECT_EQ(plan(answer, cluster), "a[0] a[1] b[0]");
  EXPECT_EQ(answer.placements[2].replica, 2);
  ASSERT_TRUE(answer.firstMiss);
  EXPECT_EQ(text(answer.firstMiss->reason), "InsufficientCardMemory 8/7");
}

TEST(Replicas, TheNumberOfTiedNodesShrinksAsNodesFill) {
  const auto cluster = snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15)});
  const auto answer = ask(cluster, asks(10), 2);
  EXPECT_EQ(answer.placements[0].tied, 2U);
  EXPECT_EQ(answer.placements[0].certainty, Certainty::OneOf);
  EXPECT_EQ(answer.placements[1].tied, 1U);
  EXPECT_EQ(answer.placements[1].certainty, Certainty::OneOf);
}

TEST(Replicas, TheAckModelPacksTheFullestNodeFirst) {
  const auto cluster =
      snapshotOf({ackNode("a", "cgpu", 1, 15), ackNode("b", "cgpu", 1, 15)}, {ackHeld("p", "b", 0, 5)});
  EXPECT_EQ(plan(ask(cluster, asks(5), 5), cluster), "b[0] b[0] a[0] a[0] a[0]");
}

TEST(Replicas, TheAckModelSpreadsOverTheEmptiest) {
  const auto cluster = snapshotOf({ackNode("a", "cgpu", 1, 15, "spread"), ackNode("b", "cgpu", 1, 15, "spread")});
  EXPECT_EQ(plan(ask(cluster, asks(5), 4), cluster), "a[0] b[0] a[0] b[0]");
}

TEST(Replicas, TheNodeSumBindsToo) {
  NodeBuilder cut = gpushareNode("a", 2, 15);
  cut.allocatable("aliyun.com/gpu-mem", 15);
  const auto cluster = snapshotOf({cut});
  const auto answer = ask(cluster, asks(5), 6);
  EXPECT_EQ(plan(answer, cluster), "a[0] a[0] a[0]");
  EXPECT_EQ(text(answer.firstMiss->reason), "InsufficientResource 5/0 aliyun.com/gpu-mem");
}

TEST(Replicas, CpuBindsToo) {
  const auto cluster = snapshotOf({gpushareNode("a", 8, 15).resource("cpu", 3)});
  PodBuilder hungry = asks(1);
  hungry.cpuMilli(1000);
  const auto answer = ask(cluster, hungry, 10);
  EXPECT_EQ(answer.placements.size(), 3U);
  EXPECT_EQ(text(answer.firstMiss->reason), "InsufficientResource 1000/0 cpu");
  EXPECT_EQ(answer.before.fits, 3);
  EXPECT_EQ(answer.after.fits, 0);
}

TEST(Replicas, ALimitOfPodsPerCardIsCountedAlong) {
  NodeBuilder limited = ackNode("n", "cgpu", 1, 15);
  limited.label("ack.node.gpu.max-pod", "2");
  const auto cluster = snapshotOf({limited});
  const auto answer = ask(cluster, asks(1), 4);
  EXPECT_EQ(answer.placements.size(), 2U);
  EXPECT_EQ(answer.before.fits, 2);
}

TEST(Replicas, ASnapshotIsNeverTouched) {
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15)}, {held("p", "a", 0, 3)});
  const std::vector<Card> before = cluster->cards;
  (void)ask(cluster, asks(2), 100);
  EXPECT_EQ(cluster->cards, before);
}

TEST(Replicas, AStoppedTokenGivesCancelledAndNothingElse) {
  std::stop_source source;
  source.request_stop();
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15)});
  const auto answer = allocate(makeRequest(asks(2).raw(), 5), *cluster, {}, source.get_token());
  ASSERT_EQ(answer.requestProblems.size(), 1U);
  EXPECT_EQ(answer.requestProblems[0].code, ErrorCode::Cancelled);
  EXPECT_TRUE(answer.placements.empty() && answer.candidates.empty());
}

}  // namespace
}  // namespace cardinal::testing
