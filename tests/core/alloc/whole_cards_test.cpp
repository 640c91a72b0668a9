// SPDX-License-Identifier: Apache-2.0
// Whole cards, modes that do not fit together (aliyun-gpushare reference 3.9 and 8.7).
#include "tests/core/alloc/answer_text.h"
#include "tests/core/alloc/scheduler_text.h"

namespace cardinal::testing {
namespace {

PodBuilder whole(std::int64_t cards) {
  PodBuilder out = pod("asked");
  out.nvidia(cards);
  return out;
}

PodBuilder shared(std::int64_t units) {
  PodBuilder out = pod("asked");
  out.gpuMem(units);
  return out;
}

std::string schedulerSays(const SnapshotPtr& cluster, const PodBuilder& asked) {
  const AllocationRequest request = makeRequest(asked.raw());
  return schedulerText(allocate(request, *cluster).rejections.at(0), request, *cluster);
}

TEST(WholeCards, T61AnExclusivePodIsRefusedByATopologyNode) {
  const auto cluster = snapshotOf({ackNode("n", "topology", 8, 0)});
  EXPECT_EQ(why(ask(cluster, whole(1)), cluster, "n"), "ModeMismatch topology never");
  EXPECT_EQ(schedulerSays(cluster, whole(1)), "Insufficient nvidia.com/gpu");
}

TEST(WholeCards, T62ASharedPodIsRefusedByAnExclusiveNode) {
  const auto cluster = snapshotOf({ackNode("n", "default", 8, 0)});
  EXPECT_EQ(why(ask(cluster, shared(2)), cluster, "n"), "ModeMismatch default never");
  EXPECT_EQ(schedulerSays(cluster, shared(2)), "Insufficient aliyun.com/gpu-mem");
}

TEST(WholeCards, AnExclusivePodIsRefusedByASharedNode) {
  const auto cluster = snapshotOf({ackNode("n", "cgpu", 8, 15)});
  EXPECT_EQ(why(ask(cluster, whole(1)), cluster, "n"), "ModeMismatch cgpu never");
}

TEST(WholeCards, CardsAreCountedOnTheNodeAndNeverNamed) {
  const auto cluster = snapshotOf({nvidiaNode("n", 8)}, {pod("held").nvidia(6).on("n")});
  const auto answer = ask(cluster, whole(2));
  EXPECT_EQ(places(answer, cluster), "n[]");
  EXPECT_EQ(answer.candidates[0].cardCount, 2);
  EXPECT_EQ(answer.certainty, Certainty::OneOf);
  EXPECT_EQ(answer.tied, 1U);
  EXPECT_TRUE(has(answer, Caveat::CardChosenByKubelet));
  EXPECT_EQ(why(ask(cluster, whole(3)), cluster, "n"), "NotEnoughWholeCards 3/2 nvidia.com/gpu");
  EXPECT_EQ(why(ask(cluster, whole(9)), cluster, "n"), "NotEnoughWholeCards 9/2 nvidia.com/gpu never");
}

TEST(WholeCards, TopologyNodesTakeWholeCardsWithTheirLinksUnknown) {
  PodBuilder linked = pod("asked");
  linked.topology(2);
  const auto cluster = snapshotOf({ackNode("n", "topology", 4, 0), nvidiaNode("x", 4)});
  const auto answer = ask(cluster, linked);
  EXPECT_EQ(places(answer, cluster), "n[]");
  EXPECT_TRUE(has(answer, Caveat::ClosedScheduler));
  EXPECT_TRUE(has(answer, Caveat::CardChosenByKubelet));
  EXPECT_EQ(why(answer, cluster, "x"), "ModeMismatch default never");
}

TEST(WholeCards, ReplicasUseTheCardsUp) {
  const auto cluster = snapshotOf({nvidiaNode("a", 4), nvidiaNode("b", 2)});
  const auto answer = ask(cluster, whole(2), 4);
  EXPECT_EQ(plan(answer, cluster), "a[] a[] b[]");
  ASSERT_TRUE(answer.firstMiss);
  EXPECT_EQ(text(answer.firstMiss->reason), "NotEnoughWholeCards 2/0 nvidia.com/gpu");
}

TEST(WholeCards, ModesThatCannotBeToldAreNotGuessed) {
  for (const auto& [label, mode] :
       {std::pair{"mig", "mig"}, std::pair{"disabled", "disabled"}, std::pair{"brand-new", "brand-new"}}) {
    NodeBuilder odd = node("n");
    odd.label("ack.node.gpu.schedule", label).resource("nvidia.com/gpu", 4);
    const auto cluster = snapshotOf({odd});
    const std::string expected = "ModeNotPlaceable " + std::string(mode) + " ?";
    EXPECT_EQ(why(ask(cluster, shared(2)), cluster, "n"), expected);
    EXPECT_EQ(why(ask(cluster, whole(1)), cluster, "n"), expected);
  }
}

TEST(WholeCards, ANodeWithoutGpusHasNone) {
  const auto cluster = snapshotOf({node("n")});
  EXPECT_EQ(why(ask(cluster, whole(1)), cluster, "n"), "NoGpu never");
}

}  // namespace
}  // namespace cardinal::testing
