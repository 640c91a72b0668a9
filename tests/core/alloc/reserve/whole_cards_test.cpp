// SPDX-License-Identifier: Apache-2.0
// Whole cards, modes that do not fit together (docs/reference/gpushare.md 3.9, docs/scenarios.md T61 to T68).
#include <algorithm>

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

std::string schedulerSays(const SnapshotPtr& cluster, const PodBuilder& incoming) {
  const AllocationRequest request = makeRequest(incoming.raw());
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

TEST(WholeCards, ModesThatCannotBePredictedAreNotGuessed) {
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

constexpr const char* kPairs = "[[0,50,25,10],[50,0,10,25],[25,10,0,50],[10,25,50,0]]";

PodBuilder linked(std::int64_t cards) {
  PodBuilder out = pod("asked");
  out.topology(cards);
  return out;
}

PodBuilder holding(const std::string& cards, int count) {
  PodBuilder out = pod("holder");
  out.topology(count).on("n").annotation("topology.kubernetes.io/gpu-group", cards);
  return out;
}

TEST(TopologyCards, TheFastestLinkedCardsArePredicted) {
  const auto cluster = snapshotOf({ackNode("n", "topology", 4, 0)}, {}, {links("n", kPairs)});
  const AllocationAnswer answer = ask(cluster, linked(2), 2);
  ASSERT_EQ(answer.placements.size(), 2U);
  EXPECT_EQ(text(answer.placements[0].place, *cluster), "n[0,1]");
  EXPECT_EQ(text(answer.placements[1].place, *cluster), "n[2,3]") << "what the first took is gone";
  EXPECT_EQ(answer.certainty, Certainty::Modelled) << "the scheduler is closed";
  for (const Caveat caveat : answer.caveats) EXPECT_NE(caveat, Caveat::CardChosenByKubelet);
}

TEST(TopologyCards, CardsThatAreHeldOrIllAreLeftOut) {
  const auto held = snapshotOf({ackNode("n", "topology", 4, 0)}, {holding("1", 1)}, {links("n", kPairs)});
  EXPECT_EQ(text(ask(held, linked(2)).placements.at(0).place, *held), "n[2,3]");
  ClusterDelta ill = links("n", kPairs);
  ill.unhealthy.devices = R"({"0":"Healthy","1":"Healthy","2":"Unhealthy","3":"Healthy"})";
  const auto sick =
      snapshotOf({ackNode("n", "topology", 4, 0).allocatable("aliyun.com/gpu", 3)}, {holding("0", 1)}, {ill});
  EXPECT_EQ(text(ask(sick, linked(2)).placements.at(0).place, *sick), "n[1,3]");
}

TEST(TopologyCards, WithoutLinksOrHoldersTheCardsStayUnknown) {
  const auto noLinks = snapshotOf({ackNode("n", "topology", 4, 0)});
  EXPECT_EQ(text(ask(noLinks, linked(2)).placements.at(0).place, *noLinks), "n[]");
  PodBuilder silent = pod("holder");
  silent.topology(1).on("n");
  const auto hidden = snapshotOf({ackNode("n", "topology", 4, 0)}, {silent}, {links("n", kPairs)});
  EXPECT_EQ(text(ask(hidden, linked(2)).placements.at(0).place, *hidden), "n[]")
      << "which card it holds is not recorded";
}

TEST(TopologyCards, AReportThatIsNoMatrixOfTheNodeIsSaid) {
  for (const char* bad :
       {"[[0,1],[1,0]]", "[[0,1,2,3]]", "no", "[[0,50,25,10],[50,0,10,25],[25,10,0,50],[10,25,50,\"x\"]]", "[[[[[["}) {
    SCOPED_TRACE(bad);
    const auto cluster = snapshotOf({ackNode("n", "topology", 4, 0)}, {}, {links("n", bad)});
    EXPECT_EQ(text(ask(cluster, linked(2)).placements.at(0).place, *cluster), "n[]");
    const auto& findings = cluster->nodes[0]->findings;
    EXPECT_TRUE(std::any_of(findings.begin(), findings.end(),
                            [](const Finding& one) { return one.code == FindingCode::FieldUnreadable; }));
  }
}

}  // namespace
}  // namespace cardinal::testing
