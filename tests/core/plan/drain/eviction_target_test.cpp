// SPDX-License-Identifier: Apache-2.0
#include "core/plan/drain/eviction_target.h"

#include <gtest/gtest.h>

#include "core/plan/drain/successors.h"
#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

PodBuilder owned(PodBuilder builder, const std::string& owner) {
  builder.edit().meta.owners.push_back({"ReplicaSet", owner, "uid-" + owner, true});
  return builder;
}

std::vector<EvictionTarget> evictionTargetsOf(const SnapshotPtr& cluster, const std::string& node,
                                              std::vector<std::string> pods) {
  LeavingNode leaving{node, {}};
  for (std::string& name : pods) leaving.pods.push_back({"default", std::move(name)});
  return predictEvictionTargets(*cluster, {leaving});
}

TEST(EvictionTarget, SaysNodeAndCardOfEverySuccessor) {
  const auto cluster =
      snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 2, 15)},
                 {owned(pod("p1").gpuMem(10).on("a").card(0), "web"), pod("held").gpuMem(10).on("b").card(0)});
  const auto targets = evictionTargetsOf(cluster, "a", {"p1"});
  ASSERT_EQ(targets.size(), 1U);
  EXPECT_EQ(targets[0].kind, EvictionTargetKind::Placed);
  EXPECT_EQ(targets[0].node, "b");
  EXPECT_EQ(targets[0].cards, std::vector<CardIndex>{1}) << "card 0 has 5 left";
}

TEST(EvictionTarget, APlaceIsTakenOnce) {
  // One card of 15 is free elsewhere: the larger pod gets it, the other waits.
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15), gpushareNode("b", 1, 15)},
                                  {owned(pod("small").gpuMem(8).on("a").card(0), "small"),
                                   owned(pod("large").gpuMem(12).on("a").card(1), "large")});
  const auto targets = evictionTargetsOf(cluster, "a", {"small", "large"});
  ASSERT_EQ(targets.size(), 2U);
  EXPECT_EQ(targets[1].kind, EvictionTargetKind::Placed);
  EXPECT_EQ(targets[0].kind, EvictionTargetKind::WaitsForRoom);
  EXPECT_EQ(targets[0].nearest, "b");
  ASSERT_TRUE(targets[0].reason.has_value());
  EXPECT_EQ(targets[0].reason->code, ReasonCode::InsufficientResource) << "3 units are left on the node";
}

TEST(EvictionTarget, PriorityGoesBeforeAgeAndAgeBeforeSizeAsInTheQueueOfTheScheduler) {
  const auto cluster = [](UnixSeconds smallCreated, int smallPriority) {
    PodBuilder small = owned(pod("small").gpuMem(8).on("a").card(0), "small");
    small.edit().meta.created = smallCreated;
    small.edit().spec.priority = smallPriority;
    PodBuilder large = owned(pod("large").gpuMem(12).on("a").card(1), "large");
    large.edit().meta.created = 200;
    return snapshotOf({gpushareNode("a", 2, 15), gpushareNode("b", 1, 15)}, {small, large});
  };
  EXPECT_EQ(evictionTargetsOf(cluster(100, 0), "a", {"small", "large"})[0].kind, EvictionTargetKind::Placed);
  EXPECT_EQ(evictionTargetsOf(cluster(300, 0), "a", {"small", "large"})[0].kind, EvictionTargetKind::WaitsForRoom);
  EXPECT_EQ(evictionTargetsOf(cluster(300, 10), "a", {"small", "large"})[0].kind, EvictionTargetKind::Placed);
}

TEST(EvictionTarget, WholeCardsAreTakenOnceToo) {
  const auto cluster =
      snapshotOf({nvidiaNode("a", 2), nvidiaNode("b", 1)},
                 {owned(pod("p1").nvidia(1).on("a"), "one"), owned(pod("p2").nvidia(1).on("a"), "two")});
  const auto targets = evictionTargetsOf(cluster, "a", {"p1", "p2"});
  EXPECT_EQ(targets[0].kind, EvictionTargetKind::Placed);
  EXPECT_EQ(targets[1].kind, EvictionTargetKind::WaitsForRoom);
}

TEST(EvictionTarget, ReplicasOfOneControllerSpreadOverWhatIsFree) {
  const auto cluster =
      snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15), gpushareNode("c", 1, 15)},
                 {owned(pod("p1").gpuMem(5).on("a").card(0), "web"), owned(pod("p2").gpuMem(5).on("a").card(0), "web"),
                  owned(pod("p3").gpuMem(5).on("a").card(0), "web"), pod("x").gpuMem(6).on("b").card(0),
                  pod("y").gpuMem(1).on("c").card(0)});
  const auto targets = evictionTargetsOf(cluster, "a", {"p1", "p2", "p3"});
  std::map<std::string, int> on;
  for (const EvictionTarget& one : targets) {
    ASSERT_EQ(one.kind, EvictionTargetKind::Placed);
    ++on[one.node];
  }
  EXPECT_EQ(on["b"] + on["c"], 3);
  EXPECT_LE(on["b"], 1);
  EXPECT_LE(on["c"], 2);
}

TEST(EvictionTarget, AFormThatOnlyTheLeftNodeTookFitsNowhere) {
  const auto cluster = snapshotOf({ackNode("a", "core_mem", 1, 15), nvidiaNode("b", 4)},
                                  {owned(pod("p").gpuMem(5).core(10).on("a").v2(R"({"0":{"0":5}})"), "web")});
  const auto targets = evictionTargetsOf(cluster, "a", {"p"});
  EXPECT_EQ(targets[0].kind, EvictionTargetKind::FitsNowhere);
  EXPECT_EQ(targets[0].nearest, "b") << "the node that is left is no remedy";
}

TEST(EvictionTarget, NodesOfTheQuestionTakeNobody) {
  const auto cluster =
      snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15), gpushareNode("c", 1, 15)},
                 {owned(pod("p").gpuMem(5).on("a").card(0), "web"), pod("x").gpuMem(11).on("c").card(0)});
  const std::vector<LeavingNode> leaving{{"a", {{"default", "p"}}}, {"b", {}}};
  const auto targets = predictEvictionTargets(*cluster, leaving);
  ASSERT_EQ(targets.size(), 1U);
  EXPECT_EQ(targets[0].kind, EvictionTargetKind::WaitsForRoom);
}

TEST(EvictionTarget, BarePodsEndAndStrangersAreUnknown) {
  const auto cluster =
      snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15)}, {pod("bare").gpuMem(5).on("a").card(0)});
  const auto targets = evictionTargetsOf(cluster, "a", {"bare", "ghost"});
  EXPECT_EQ(targets[0].kind, EvictionTargetKind::NotRemade);
  EXPECT_EQ(targets[1].kind, EvictionTargetKind::Unknown);
}

TEST(EvictionTarget, PodsWithoutCardsLandByCpu) {
  const auto cluster =
      snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15)},
                 {owned(pod("web").cpuMilli(60'000).on("a"), "web"), pod("x").cpuMilli(30'000).on("b")});
  EXPECT_EQ(evictionTargetsOf(cluster, "a", {"web"})[0].kind, EvictionTargetKind::WaitsForRoom);
}

TEST(EvictionTarget, TheStateIsNotTouchedAndStoppingIsSaid) {
  const auto cluster = snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15)},
                                  {owned(pod("p").gpuMem(5).on("a").card(0), "web")});
  const auto before = cluster->cards;
  evictionTargetsOf(cluster, "a", {"p"});
  EXPECT_EQ(cluster->cards, before);
  EXPECT_FALSE(cluster->nodes[0]->unschedulable());
  std::stop_source stop;
  stop.request_stop();
  const auto targets = predictEvictionTargets(*cluster, {{"a", {{"default", "p"}}}}, stop.get_token());
  ASSERT_TRUE(targets[0].problem.has_value());
  EXPECT_EQ(targets[0].problem->code, ErrorCode::Cancelled);
}

TEST(Successors, WhereAPodReallyWentStandsBesideThePrediction) {
  const auto nodes = {gpushareNode("a", 1, 15), gpushareNode("b", 1, 15), gpushareNode("c", 1, 15)};
  const auto old1 = owned(pod("p1").gpuMem(10).on("a").card(0), "web");
  const auto old2 = owned(pod("p2").gpuMem(2).on("a").card(0), "web");
  const auto stays = owned(pod("p3").gpuMem(1).on("c").card(0), "web");
  const auto before = snapshotOf(nodes, {old1, old2, stays});
  const auto targets = evictionTargetsOf(before, "a", {"p1", "p2"});
  SuccessorWatch watch;
  watch.begin(*before, targets);
  watch.follow(*before);
  EXPECT_EQ(watch.of({"default", "p1"}), nullptr) << "a pod that was there before is no successor";

  auto fresh = owned(pod("p4").gpuMem(10).on("c").card(0), "web");
  auto waiting = owned(pod("p5").gpuMem(2), "web");
  const auto now = snapshotOf(nodes, {stays, fresh, waiting, owned(pod("x").gpuMem(1).on("b").card(0), "other")});
  watch.follow(*now);
  const Successor* first = watch.of({"default", "p1"});
  const Successor* second = watch.of({"default", "p2"});
  ASSERT_TRUE(first != nullptr && second != nullptr);
  EXPECT_NE(first->pod, second->pod) << "one stands for one";
  EXPECT_TRUE(first->node == "c" || second->node == "c");
  EXPECT_TRUE(first->node.empty() || second->node.empty()) << "the other one waits, and that is reported";
  const Successor& landed = first->node.empty() ? *second : *first;
  EXPECT_EQ(landed.pod.name, "p4");
  EXPECT_EQ(landed.cards, std::vector<CardIndex>{0});
}

}  // namespace
}  // namespace cardinal::testing
