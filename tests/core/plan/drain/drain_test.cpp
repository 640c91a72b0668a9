// SPDX-License-Identifier: Apache-2.0
#include "core/plan/drain/drain.h"

#include <gtest/gtest.h>

#include "tests/core/plan/fake_nodes.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using testing::FakeNodes;
using testing::Fuse;
using testing::pod;
using testing::PodBuilder;

PodBuilder owned(const std::string& name, const std::string& kind = "ReplicaSet") {
  PodBuilder builder = pod("default", name);
  builder.on("a").edit().meta.owners.push_back({kind, "owner", "uid-owner", true});
  return builder;
}

PodFate fateOf(const PodBuilder& builder, const DrainPolicy& policy = {}) {
  return judgePods({builder.raw()}, {}, policy).front().fate;
}

TEST(Drain, EvictsWhatAControllerMakesAgain) {
  EXPECT_EQ(fateOf(owned("p")), PodFate::Evict);
}

// KAI's binder deletes the running sharers as soon as their reservation pod is gone; it deletes that one by itself.
TEST(Drain, ReservationPodsOfKaiAreLeftToKai) {
  PodBuilder reservation = pod("kai-resource-reservation", "gpu-reservation-0123456789abcdef").nvidia(1).on("a");
  reservation.label("runai-gpu-group", "g1");
  DrainPolicy force;
  force.evictBare = true;
  DrainPolicy gpuPods;
  gpuPods.gpuPodsOnly = true;
  for (const DrainPolicy& policy : {DrainPolicy(), force, gpuPods})
    EXPECT_EQ(fateOf(reservation, policy), PodFate::LeaveKept);
  EXPECT_FALSE(mustGo(PodFate::LeaveKept) || isBlocking(PodFate::LeaveKept));
  EXPECT_EQ(fateOf(reservation.terminating()), PodFate::Wait);
  EXPECT_EQ(fateOf(pod("team", "gpu-reservation-x").nvidia(1).on("a").label("runai-gpu-group", "g1")),
            PodFate::BlockBare);
}

TEST(Drain, LeavesDaemonPodsByTheirControllerOnly) {
  EXPECT_EQ(fateOf(owned("p", "DaemonSet")), PodFate::LeaveDaemon);
  DrainPolicy strict;
  strict.ignoreDaemonSets = false;
  EXPECT_EQ(fateOf(owned("p", "DaemonSet"), strict), PodFate::BlockDaemon);
  PodBuilder notController = owned("p");
  notController.edit().meta.owners.push_back({"DaemonSet", "other", "uid", false});
  EXPECT_EQ(fateOf(notController), PodFate::Evict);
}

/// kubectl's pkg/drain/filters.go, daemonSetFilter.
TEST(Drain, APodWhoseDaemonSetIsGoneGoesByForceAlone) {
  const auto fate = [](const PodBuilder& builder, DaemonSetState state, const DrainPolicy& policy = {}) {
    return judgePods({builder.raw()}, {}, policy, {{{"default", "owner"}, state}}).front().fate;
  };
  DrainPolicy force;
  force.evictBare = true;
  const PodBuilder daemon = owned("p", "DaemonSet");
  EXPECT_EQ(fate(daemon, DaemonSetState::Exists), PodFate::LeaveDaemon);
  EXPECT_EQ(fate(daemon, DaemonSetState::Exists, force), PodFate::LeaveDaemon);
  EXPECT_EQ(fate(daemon, DaemonSetState::Gone), PodFate::BlockOrphan);
  EXPECT_EQ(fate(daemon, DaemonSetState::Gone, force), PodFate::Evict);
  EXPECT_EQ(fate(daemon, DaemonSetState::Forbidden), PodFate::BlockUnread);
  EXPECT_EQ(fate(daemon, DaemonSetState::Forbidden, force), PodFate::BlockUnread);
  PodBuilder local = owned("p", "DaemonSet");
  local.edit().spec.hasLocalData = true;
  EXPECT_EQ(fate(local, DaemonSetState::Gone, force), PodFate::BlockLocal) << "force is not about data";
  EXPECT_EQ(fate(owned("p", "DaemonSet").terminating(), DaemonSetState::Gone), PodFate::Wait);
  EXPECT_EQ(fate(owned("p", "DaemonSet").phase(PodPhase::Failed), DaemonSetState::Gone), PodFate::Evict);
  EXPECT_TRUE(isBlocking(PodFate::BlockOrphan) && isBlocking(PodFate::BlockUnread));
}

TEST(Drain, AsksOnceForEachDaemonSetThatMatters) {
  Fuse fuse;
  FakeNodes nodes(fuse);
  const std::vector<std::shared_ptr<const RawPod>> pods = {
      owned("a", "DaemonSet").raw(), owned("b", "DaemonSet").raw(), owned("c").raw(),
      owned("done", "DaemonSet").phase(PodPhase::Succeeded).raw(),
      owned("static", "DaemonSet").annotation("kubernetes.io/config.mirror", "x").raw()};
  DaemonSets known;
  ASSERT_TRUE(readDaemonSets(nodes, pods, {}, known, {}));
  ASSERT_TRUE(readDaemonSets(nodes, pods, {}, known, {}));
  EXPECT_EQ(nodes.askedDaemonSets, std::vector<std::string>{"default/owner"});
  EXPECT_EQ(known.at({"default", "owner"}), DaemonSetState::Exists);
  DrainPolicy gpu;
  gpu.gpuPodsOnly = true;
  known.clear();
  ASSERT_TRUE(readDaemonSets(nodes, pods, gpu, known, {}));
  EXPECT_TRUE(known.empty()) << "pods without a GPU stay in any case";
}

TEST(Drain, OnlyARefusedDaemonSetIsJudgedWithout) {
  Fuse fuse;
  FakeNodes nodes(fuse);
  const auto pod = owned("a", "DaemonSet").raw();
  DaemonSets known;
  nodes.daemonSetError = makeError(ErrorCode::Forbidden, "daemonsets");
  ASSERT_TRUE(readDaemonSets(nodes, {pod}, {}, known, {}));
  EXPECT_EQ(known.at({"default", "owner"}), DaemonSetState::Forbidden);
  known.clear();
  nodes.daemonSetError = makeError(ErrorCode::Timeout, "daemonsets");
  EXPECT_EQ(readDaemonSets(nodes, {pod}, {}, known, {}).error().code, ErrorCode::Timeout);
  EXPECT_TRUE(known.empty());
}

TEST(Drain, AsksForBarePodsAndLocalData) {
  EXPECT_EQ(fateOf(pod("p").on("a")), PodFate::BlockBare);
  PodBuilder local = owned("p");
  local.edit().spec.hasLocalData = true;
  EXPECT_EQ(fateOf(local), PodFate::BlockLocal);
  DrainPolicy asked;
  asked.evictBare = true;
  asked.deleteLocalData = true;
  EXPECT_EQ(fateOf(pod("p").on("a"), asked), PodFate::Evict);
  EXPECT_EQ(fateOf(local, asked), PodFate::Evict);
}

TEST(Drain, FinishedPodsStopNothing) {
  PodBuilder done = pod("p").on("a").phase(PodPhase::Succeeded);
  done.edit().spec.hasLocalData = true;
  EXPECT_EQ(fateOf(done), PodFate::Evict);
}

TEST(Drain, WaitsForTerminatingPodsAndLeavesStaticOnes) {
  EXPECT_EQ(fateOf(owned("p").terminating()), PodFate::Wait);
  EXPECT_EQ(fateOf(pod("p").on("a").annotation("kubernetes.io/config.mirror", "x")), PodFate::LeaveMirror);
}

TEST(Drain, TakesOnlyGpuPodsWhereAModeIsSwitched) {
  DrainPolicy gpu;
  gpu.gpuPodsOnly = true;
  EXPECT_EQ(fateOf(owned("p"), gpu), PodFate::LeaveOther);
  EXPECT_EQ(fateOf(owned("p").gpuMem(4), gpu), PodFate::Evict);
  EXPECT_EQ(fateOf(owned("p").nvidia(1), gpu), PodFate::Evict);
  EXPECT_EQ(fateOf(owned("p").topology(2), gpu), PodFate::Evict);
  EXPECT_EQ(fateOf(owned("p").gpuMem(4).phase(PodPhase::Succeeded), gpu), PodFate::LeaveOther);
  EXPECT_EQ(fateOf(owned("p", "DaemonSet").gpuMem(4), gpu), PodFate::LeaveDaemon);
}

/// https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#set-based-requirement
TEST(Drain, ABudgetSelectsByEveryOperatorAsTheServerDoes) {
  const auto selected = [](const NodeSelectorRequirement& requirement, const PodBuilder& builder) {
    RawDisruptionBudget budget;
    budget.selectsNothing = false;
    budget.meta.key = {"default", "b"};
    budget.selector = {requirement};
    return selects(budget, *builder.raw());
  };
  const PodBuilder web = owned("a").label("app", "web");
  const PodBuilder db = owned("b").label("app", "db");
  const PodBuilder bare = owned("c");
  struct Case {
    NodeSelectorRequirement requirement;
    bool web, db, bare;
  };
  const Case cases[] = {
      {{"app", "In", {"web", "api"}}, true, false, false}, {{"app", "NotIn", {"web", "api"}}, false, true, true},
      {{"app", "Exists", {}}, true, true, false},          {{"app", "DoesNotExist", {}}, false, false, true},
      {{"app", "Gt", {"1"}}, false, false, false},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(selected(one.requirement, web), one.web) << one.requirement.op;
    EXPECT_EQ(selected(one.requirement, db), one.db) << one.requirement.op;
    EXPECT_EQ(selected(one.requirement, bare), one.bare) << one.requirement.op;
  }
}

TEST(Drain, NamesTheBudgetsOfAPod) {
  RawDisruptionBudget budget;
  budget.selectsNothing = false;
  budget.meta.key = {"default", "keep-one"};
  budget.selector = {{"app", "In", {"web"}}, {"tier", "DoesNotExist", {}}};
  RawDisruptionBudget elsewhere = budget;
  elsewhere.meta.key = {"other", "elsewhere"};
  const auto verdicts = judgePods({owned("a").label("app", "web").raw(), owned("b").label("app", "db").raw(),
                                   owned("c").label("app", "web").label("tier", "1").raw()},
                                  std::vector{budget, elsewhere}, {});
  EXPECT_EQ(verdicts[0].budgets, std::vector<std::string>{"keep-one"});
  EXPECT_TRUE(verdicts[0].budgetSpent);
  EXPECT_TRUE(verdicts[1].budgets.empty());
  EXPECT_TRUE(verdicts[2].budgets.empty());
  budget.disruptionsAllowed = 1;
  EXPECT_FALSE(judgePods({owned("a").label("app", "web").raw()}, std::vector{budget}, {}).front().budgetSpent);
  budget.selectsNothing = true;
  EXPECT_TRUE(judgePods({owned("a").label("app", "web").raw()}, std::vector{budget}, {}).front().budgets.empty());
}

TEST(Drain, ASpentBudgetHoldsNoPodThatItIsNotAskedFor) {
  RawDisruptionBudget budget;
  budget.selectsNothing = false;
  budget.meta.key = {"default", "all"};
  const auto isHeld = [&](PodBuilder builder, bool unready) {
    builder.edit().isUnready = unready;
    return judgePods({builder.raw()}, std::vector{budget}, {}).front().budgetSpent;
  };
  EXPECT_TRUE(isHeld(owned("a").phase(PodPhase::Running), false));
  EXPECT_TRUE(isHeld(owned("a").phase(PodPhase::Running), true)) << "the default policy";
  EXPECT_FALSE(isHeld(owned("a").phase(PodPhase::Pending), false));
  EXPECT_FALSE(isHeld(owned("a").phase(PodPhase::Failed), false));
  budget.currentHealthy = 2;
  budget.desiredHealthy = 3;
  EXPECT_TRUE(isHeld(owned("a").phase(PodPhase::Running), true)) << "IfHealthyBudget, and the others are too few";
  budget.currentHealthy = 3;
  EXPECT_FALSE(isHeld(owned("a").phase(PodPhase::Running), true)) << "IfHealthyBudget, and the others are enough";
  EXPECT_TRUE(isHeld(owned("a").phase(PodPhase::Running), false));
  budget.currentHealthy = budget.desiredHealthy = 0;
  budget.letsUnreadyGo = true;
  EXPECT_FALSE(isHeld(owned("a").phase(PodPhase::Running), true));
  EXPECT_TRUE(isHeld(owned("a").phase(PodPhase::Running), false));
}

}  // namespace
}  // namespace cardinal
