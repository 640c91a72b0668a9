// SPDX-License-Identifier: Apache-2.0
// A workload dropped on one node or one card.
#include "tests/core/alloc/answer_text.h"

namespace cardinal::testing {
namespace {

AllocationAnswer aim(const SnapshotPtr& cluster, PodBuilder incoming, const std::string& node,
                     std::optional<CardIndex> card = {}, int replicas = 1) {
  AllocationRequest request = makeRequest(incoming.raw(), replicas);
  request.onlyNode = node;
  request.onlyCard = card;
  return allocate(request, *cluster);
}

PodBuilder asks(std::int64_t units) {
  PodBuilder out = pod("asked");
  out.gpuMem(units);
  return out;
}

TEST(Aim, OtherNodesAreNotAimedAt) {
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15), gpushareNode("b", 2, 15)});
  const auto answer = aim(cluster, asks(4), "b");
  EXPECT_EQ(places(answer, cluster), "b[0]");
  EXPECT_EQ(why(answer, cluster, "a"), "NotAimedAt ?");
  EXPECT_EQ(answer.candidates.size() + answer.rejections.size(), 2U);
}

TEST(Aim, AnAimDoesNotBindTheScheduler) {
  const auto two = snapshotOf({gpushareNode("a", 2, 15), gpushareNode("b", 2, 15)});
  EXPECT_EQ(aim(two, asks(4), "b").certainty, Certainty::OneOf);
  EXPECT_TRUE(has(aim(two, asks(4), "b"), Caveat::NodeScoresNotModelled));
  const auto full =
      snapshotOf({gpushareNode("a", 2, 15), gpushareNode("b", 2, 15)}, {held("p", "a", 0, 13), held("q", "a", 1, 13)});
  EXPECT_EQ(aim(full, asks(4), "b").certainty, Certainty::Certain);
  const auto ack = snapshotOf({ackNode("a", "cgpu", 2, 15), ackNode("b", "cgpu", 2, 15)}, {ackHeld("p", "a", 0, 5)});
  EXPECT_EQ(aim(ack, asks(4), "a").certainty, Certainty::Modelled);
  EXPECT_EQ(aim(ack, asks(4), "b").certainty, Certainty::OneOf);
}

TEST(Aim, TheAimedNodeSaysWhyItCannot) {
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15), gpushareNode("b", 2, 15).cordoned()});
  const auto answer = aim(cluster, asks(4), "b");
  EXPECT_EQ(why(answer, cluster, "b"), "NodeUnschedulable ?");
  ASSERT_TRUE(answer.firstMiss);
  EXPECT_EQ(cluster->node(answer.firstMiss->node).name, "b");
}

TEST(Aim, TheAimedCardIsTheOneTheSchedulerTakes) {
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15)}, {held("p", "a", 1, 5)});
  EXPECT_EQ(places(aim(cluster, asks(4), "a", 1), cluster), "a[1]");
}

TEST(Aim, ACardThatTheSchedulerWouldNotTakeNamesTheOneItWould) {
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15)}, {held("p", "a", 1, 5)});
  const auto answer = aim(cluster, asks(4), "a", 0);
  EXPECT_TRUE(answer.candidates.empty());
  EXPECT_EQ(why(answer, cluster, "a"), "NotAimedAt card 0 0/1 ?");
}

TEST(Aim, ACardThatIsTooFullSaysSo) {
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15)}, {held("p", "a", 1, 13)});
  EXPECT_EQ(why(aim(cluster, asks(4), "a", 1), cluster, "a"), "InsufficientCardMemory card 1 4/2");
}

TEST(Aim, AmongTiedCardsOfTheModelTheAimedOneIsFine) {
  const auto cluster = snapshotOf({ackNode("a", "cgpu", 4, 15)});
  const auto answer = aim(cluster, asks(4), "a", 2);
  EXPECT_EQ(places(answer, cluster), "a[2]");
  EXPECT_TRUE(answer.candidates[0].cardsTied);
  PodBuilder pair = asks(8);
  pair.gpuCount(2);
  EXPECT_EQ(places(aim(cluster, pair, "a", 3), cluster), "a[0,3]");
}

TEST(Aim, ReplicasStopWhenTheCardIsNoLongerTheChoice) {
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15)});
  const auto answer = aim(cluster, asks(6), "a", 0, 3);
  EXPECT_EQ(plan(answer, cluster), "a[0] a[0]");
  ASSERT_TRUE(answer.firstMiss);
  EXPECT_EQ(text(answer.firstMiss->reason), "InsufficientCardMemory card 0 6/3");
}

TEST(Aim, WholeCardsCannotBeAimedAtOneCardButAtTheNode) {
  const auto cluster = snapshotOf({nvidiaNode("a", 4)});
  PodBuilder whole = pod("asked");
  whole.nvidia(1);
  EXPECT_EQ(places(aim(cluster, whole, "a", 3), cluster), "a[]");
}

TEST(Aim, ThingsThatAreNotThereAreRequestProblems) {
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15)});
  EXPECT_EQ(aim(cluster, asks(4), "z").requestProblems.at(0).code, ErrorCode::NotFound);
  EXPECT_EQ(aim(cluster, asks(4), "a", 2).requestProblems.at(0).subject, "card 2");
  AllocationRequest request = makeRequest(asks(4).raw());
  request.onlyCard = 0;
  EXPECT_EQ(allocate(request, *cluster).requestProblems.at(0).code, ErrorCode::InvalidArgument);
}

}  // namespace
}  // namespace cardinal::testing
