// SPDX-License-Identifier: Apache-2.0
// Worked scenarios of the open-source gpushare extender (docs/scenarios.md T1 to T17, and the walk-through of a blog).
#include "tests/core/alloc/answer_text.h"
#include "tests/core/alloc/scheduler_text.h"

namespace cardinal::testing {
namespace {

std::string messageOf(const SnapshotPtr& cluster, const PodBuilder& incoming) {
  const AllocationRequest request = makeRequest(incoming.raw());
  return schedulerMessage(allocate(request, *cluster), request, *cluster);
}

/// One node whose cards have these amounts free of `total` each.
SnapshotPtr cards(std::int64_t total, const std::vector<std::int64_t>& free) {
  std::vector<PodBuilder> pods;
  for (std::size_t i = 0; i < free.size(); ++i) {
    if (free[i] < total) pods.push_back(held("p" + std::to_string(i), "n", static_cast<int>(i), total - free[i]));
  }
  return snapshotOf({gpushareNode("n", static_cast<int>(free.size()), total)}, pods);
}

const std::vector<NodeBuilder> kBlogNodes = {gpushareNode("sd-cluster-04", 1, 14),
                                             gpushareNode("sd-cluster-05", 1, 14)};

TEST(OpenSource, BlogStep1EitherNodeMayGetThePod) {
  const auto cluster = snapshotOf(kBlogNodes);
  const auto answer = ask(cluster, asks(2));
  EXPECT_EQ(places(answer, cluster), "sd-cluster-04[0] sd-cluster-05[0]");
  EXPECT_EQ(answer.certainty, Certainty::OneOf);
  EXPECT_EQ(answer.tied, 2U);
  EXPECT_TRUE(has(answer, Caveat::NodeScoresNotModelled));
}

TEST(OpenSource, BlogStep2TwoReplicasGoToBothNodesInEitherOrder) {
  const auto cluster = snapshotOf(kBlogNodes, {held("a1", "sd-cluster-05", 0, 2)});
  EXPECT_EQ(plan(ask(cluster, asks(8), 2), cluster), "sd-cluster-04[0] sd-cluster-05[0]");
  const auto last = [](std::size_t count) { return count - 1; };
  const auto other = ask(cluster, asks(8), 2, last);
  EXPECT_EQ(plan(other, cluster), "sd-cluster-05[0] sd-cluster-04[0]");
  EXPECT_EQ(other.placements[0].certainty, Certainty::OneOf);
  // The last place follows from the first, and the first is a choice between two.
  EXPECT_EQ(other.placements[1].certainty, Certainty::OneOf);
}

const std::vector<PodBuilder> kBlogStep3 = {held("a1", "sd-cluster-05", 0, 2), held("a2-0", "sd-cluster-05", 0, 8),
                                            held("a2-1", "sd-cluster-04", 0, 8), held("a3", "sd-cluster-05", 0, 2)};

TEST(OpenSource, BlogStep4FivegibOnlyFitNode04AndAreCertain) {
  const auto cluster = snapshotOf(kBlogNodes, kBlogStep3);
  const auto answer = ask(cluster, asks(5));
  EXPECT_EQ(places(answer, cluster), "sd-cluster-04[0]");
  EXPECT_EQ(answer.certainty, Certainty::Certain);
  EXPECT_EQ(answer.tied, 1U);
  EXPECT_EQ(why(answer, cluster, "sd-cluster-05"), "InsufficientResource 5/2 aliyun.com/gpu-mem");
}

TEST(OpenSource, BlogStep4IsRefusedWhenStep3WentToTheEmptierNode) {
  const auto cluster = snapshotOf(kBlogNodes, {held("a1", "sd-cluster-05", 0, 2), held("a2-0", "sd-cluster-05", 0, 8),
                                               held("a2-1", "sd-cluster-04", 0, 8), held("a3", "sd-cluster-04", 0, 2)});
  EXPECT_EQ(messageOf(cluster, asks(5)), "0/2 nodes are available: 2 Insufficient aliyun.com/gpu-mem.");
}

TEST(OpenSource, BlogAfterStep3SixFitAndSevenDoNot) {
  const auto cluster = snapshotOf(kBlogNodes, kBlogStep3);
  EXPECT_EQ(places(ask(cluster, asks(6)), cluster), "sd-cluster-04[0]");
  EXPECT_EQ(messageOf(cluster, asks(7)), "0/2 nodes are available: 2 Insufficient aliyun.com/gpu-mem.");
}

TEST(OpenSource, T1TheSmallestSufficientCardIsTaken) {
  const auto cluster = cards(16276, {12207, 8138, 4069, 16276});
  EXPECT_EQ(places(ask(cluster, asks(8138)), cluster), "n[1]");
}

TEST(OpenSource, T2ASequenceOfRequestsFillsCardsByBestFit) {
  std::vector<PodBuilder> pods;
  std::string chosen;
  const std::vector<std::int64_t> sequence = {8, 7, 6, 5, 4, 3, 12, 10};
  for (const std::int64_t units : sequence) {
    const auto cluster = snapshotOf({gpushareNode("n", 4, 15)}, pods);
    const auto answer = ask(cluster, asks(units));
    ASSERT_EQ(answer.placements.size(), 1U) << units;
    const CardIndex card = answer.placements[0].place.cards.front();
    chosen += std::to_string(card);
    pods.push_back(held("p" + std::to_string(pods.size()), "n", card, units));
  }
  EXPECT_EQ(chosen, "00111223");
  const auto cluster = snapshotOf({gpushareNode("n", 4, 15)}, pods);
  EXPECT_EQ(cluster->cards[3].memScheduler, 10_units);
}

TEST(OpenSource, T3NinePodsOfTenOnFourCardsOf23) {
  const auto cluster = snapshotOf({gpushareNode("n", 4, 23)});
  const auto answer = ask(cluster, asks(10), 9);
  EXPECT_EQ(plan(answer, cluster), "n[0] n[0] n[1] n[1] n[2] n[2] n[3] n[3]");
  ASSERT_TRUE(answer.firstMiss);
  EXPECT_EQ(text(answer.firstMiss->reason), "InsufficientCardMemory 10/3");
  EXPECT_TRUE(answer.firstMiss->sumWouldFit);
}

TEST(OpenSource, T4TheNodeSumIsAskedBeforeTheCards) {
  const auto cluster =
      snapshotOf({gpushareNode("n1", 2, 8138), gpushareNode("n2", 2, 8138), gpushareNode("n3", 2, 8138)},
                 {held("a", "n1", 0, 8138), held("b", "n1", 1, 4069), held("c", "n2", 0, 4069),
                  held("d", "n2", 1, 4069), held("e", "n3", 1, 8138)});
  const AllocationRequest request = makeRequest(asks(8138).raw());
  const auto answer = allocate(request, *cluster);
  EXPECT_EQ(places(answer, cluster), "n3[0]");
  EXPECT_EQ(schedulerText(refusal(answer, cluster, "n1"), request, *cluster), "Insufficient aliyun.com/gpu-mem");
  EXPECT_EQ(schedulerText(refusal(answer, cluster, "n2"), request, *cluster), "Insufficient GPU Memory in one device");
  EXPECT_TRUE(refusal(answer, cluster, "n2").sumWouldFit);
}

TEST(OpenSource, T5ToT7UnhealthyCardsAreLeftOut) {
  const std::vector<NodeBuilder> nodes = {gpushareNode("n", 2, 15)};
  const auto first = snapshotOf(nodes, {}, {unhealthy("n", "0")});
  EXPECT_EQ(places(ask(first, asks(3)), first), "n[1]");
  const auto quirk = snapshotOf(nodes, {}, {unhealthy("n", "")});
  EXPECT_EQ(places(ask(quirk, asks(3)), quirk), "n[1]");
  const auto both = snapshotOf(nodes, {}, {unhealthy("n", "0,1")});
  EXPECT_EQ(why(ask(both, asks(3)), both, "n"), "CardUnhealthy 3/0 ?");
  EXPECT_EQ(messageOf(both, asks(3)), "0/1 nodes are available: 1 Insufficient GPU Memory in one device.");
}

TEST(OpenSource, T8ToT10ACardTooSmallWillNeverDo) {
  const auto single = snapshotOf({gpushareNode("n", 1, 15)});
  EXPECT_EQ(why(ask(single, asks(16)), single, "n"), "InsufficientResource 16/15 aliyun.com/gpu-mem never");
  const auto pair = snapshotOf({gpushareNode("n", 2, 15)});
  EXPECT_EQ(why(ask(pair, asks(16)), pair, "n"), "InsufficientCardMemory 16/15 never");
  NodeBuilder remainder = node("n");
  remainder.shared(4, 61);
  const auto odd = snapshotOf({remainder});
  EXPECT_EQ(why(ask(odd, asks(16)), odd, "n"), "InsufficientCardMemory 16/15 never");
}

TEST(OpenSource, T11AndT12BestFitAndTheLowestIndexAmongEquals) {
  const auto least = cards(10, {10, 10, 5});
  EXPECT_EQ(places(ask(least, asks(5)), least), "n[2]");
  const auto equal = cards(10, {10, 10, 4});
  const auto answer = ask(equal, asks(5));
  EXPECT_EQ(places(answer, equal), "n[0]");
  EXPECT_FALSE(answer.candidates[0].cardsTied);
}

TEST(OpenSource, T13ATerminatingPodStillHoldsTheNodeSum) {
  PodBuilder leaving = held("a", "n", 0, 10);
  leaving.terminating();
  const auto cluster = snapshotOf({gpushareNode("n", 1, 15)}, {leaving});
  EXPECT_EQ(why(ask(cluster, asks(10)), cluster, "n"), "InsufficientResource 10/5 aliyun.com/gpu-mem");
}

TEST(OpenSource, T14TheExtenderGivesTheCardOfATerminatingPodAway) {
  PodBuilder leaving = held("a", "n", 0, 10);
  leaving.terminating();
  const auto cluster = snapshotOf({gpushareNode("n", 2, 15)}, {leaving, held("c", "n", 1, 12)});
  EXPECT_EQ(places(ask(cluster, asks(4)), cluster), "n[0]");
}

TEST(OpenSource, T15ASucceededPodHoldsNothing) {
  PodBuilder done = held("a", "n", 0, 10);
  done.phase(PodPhase::Succeeded);
  const auto cluster = snapshotOf({gpushareNode("n", 1, 15)}, {done});
  EXPECT_EQ(places(ask(cluster, asks(10)), cluster), "n[0]");
}

TEST(OpenSource, T16APodWithoutGpuMemIsNoBusinessOfTheCards) {
  PodBuilder plain = pod("plain");
  plain.cpuMilli(500);
  const auto cluster = snapshotOf({gpushareNode("n", 1, 15), node("cpu")});
  const auto answer = ask(cluster, plain);
  EXPECT_EQ(places(answer, cluster), "cpu[] n[]");
  EXPECT_EQ(answer.candidates[0].cardCount, 0);
}

TEST(OpenSource, T17ANodeThatLeftGpushareHasNoGpu) {
  NodeBuilder left = node("n");
  left.shared(7, 0);
  const auto cluster = snapshotOf({left});
  EXPECT_EQ(why(ask(cluster, asks(1)), cluster, "n"), "NoGpu never");
  EXPECT_EQ(messageOf(cluster, asks(1)), "0/1 nodes are available: 1 Insufficient aliyun.com/gpu-mem.");
}

TEST(OpenSource, TheCountLabelIsIgnoredAndTheAnswerSaysSo) {
  const auto cluster = snapshotOf({gpushareNode("n", 4, 15)});
  PodBuilder several = asks(8);
  several.gpuCount(2);
  const auto answer = ask(cluster, several);
  EXPECT_EQ(places(answer, cluster), "n[0]");
  EXPECT_EQ(answer.candidates[0].memoryPerCard, 8_units);
  EXPECT_TRUE(has(answer, Caveat::CountLabelIgnored));
  PodBuilder big = asks(20);
  big.gpuCount(2);
  EXPECT_EQ(why(ask(cluster, big), cluster, "n"), "InsufficientCardMemory 20/15 never");
}

TEST(OpenSource, AnInitContainerCountsForTheNodeSumOnly) {
  const auto cluster = snapshotOf({gpushareNode("n", 2, 15), gpushareNode("small", 1, 15)});
  PodBuilder init = asks(2);
  init.initGpuMem(20);
  const auto answer = ask(cluster, init);
  EXPECT_EQ(places(answer, cluster), "n[0]");
  EXPECT_EQ(answer.candidates[0].memoryPerCard, 2_units);
  EXPECT_EQ(why(answer, cluster, "small"), "InsufficientResource 20/15 aliyun.com/gpu-mem never");
}

TEST(OpenSource, ARequestOfZeroPassesTheFilterAndIsNeverBound) {
  const auto cluster = snapshotOf({gpushareNode("n", 2, 15), node("cpu")});
  const auto answer = ask(cluster, asks(0));
  EXPECT_TRUE(answer.candidates.empty());
  EXPECT_EQ(why(answer, cluster, "n"), "NeverBound never");
  EXPECT_EQ(why(answer, cluster, "cpu"), "NoGpu never");
}

TEST(OpenSource, AnOverfullCardHasNothingFree) {
  const auto cluster = snapshotOf({gpushareNode("n", 2, 15)}, {held("a", "n", 0, 10), held("b", "n", 0, 10)});
  EXPECT_EQ(places(ask(cluster, asks(10)), cluster), "n[1]");
  EXPECT_EQ(why(ask(cluster, asks(11)), cluster, "n"), "InsufficientResource 11/10 aliyun.com/gpu-mem");
}

TEST(OpenSource, CoreIsNotOffered) {
  const auto cluster = snapshotOf({gpushareNode("n", 2, 15)});
  PodBuilder core = asks(2);
  core.core(30);
  EXPECT_EQ(why(ask(cluster, core), cluster, "n"), "CoreNotOffered gpushare never");
}

}  // namespace
}  // namespace cardinal::testing
