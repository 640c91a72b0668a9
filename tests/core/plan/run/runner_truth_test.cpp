// SPDX-License-Identifier: Apache-2.0
// What others do while a plan works: it touches nothing that is theirs, and its journal claims nothing that does not
// stand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/changes/changes.h"
#include "core/plan/make/node_edit.h"
#include "tests/core/plan/plan_scene.h"

namespace cardinal {
namespace {

using ::testing::Contains;
using testing::Killed;
using ::testing::Not;
using testing::owned;
using testing::Scene;
using ::testing::StartsWith;

PlanProgress recordedPlan(const Scene& scene) {
  const auto plans = plansOf(scene.journal.entries());
  if (plans.size() != 1) throw std::runtime_error("not one plan");
  return plans.front();
}

ChangeRecord recordOf(const Scene& scene) {
  return changesOf(scene.journal.entries()).front();
}

/// Another node under the name of the first, as a node pool makes it.
void makeAnew(Scene& scene) {
  RawNode node = scene.before;
  node.meta.uid = "uid-anew";
  node.meta.resourceVersion = "900";
  scene.nodes.put(node);
}

void cordonByAnother(Scene& scene) {
  scene.nodes.node("a").unschedulable = true;
  scene.nodes.node("a").meta.resourceVersion = "901";
}

std::optional<std::string> fieldIn(const ChangeRecord& record, const std::string& name) {
  for (const FieldChange& change : record.fields) {
    if (change.field == name) return change.after.value_or("-");
  }
  return std::nullopt;
}

TEST(PlanTruth, PodsOfANodeThatWasMadeAnewAreNotEvicted) {
  Scene scene;
  scene.nodes.blockedFor = 4;
  int pauses = 0;
  scene.time.onPause = [&] {
    if (++pauses != 3) return;
    makeAnew(scene);
    scene.nodes.put(*owned("stranger").raw());
  };
  const PlanProgress stopped = scene.start(scene.switchPlan());
  EXPECT_THAT(scene.nodes.acts, Not(Contains("evict stranger")));
  ASSERT_TRUE(stopped.stop);
  EXPECT_EQ(stopped.stop->code, StopCode::ConditionFailed);
  EXPECT_EQ(stopped.stop->condition.code, ConditionCode::NodeSame);
}

TEST(PlanTruth, ADrainThatGoesOnLaterEvictsNothingFromANodeThatWasOpenedMeanwhile) {
  Scene scene;
  scene.nodes.blockedFor = 1000;
  const PlanProgress late = scene.start(scene.switchPlan());
  ASSERT_TRUE(late.stop);
  EXPECT_EQ(late.stop->code, StopCode::TimedOut);
  scene.nodes.blockedFor = 0;
  scene.nodes.node("a").unschedulable = false;
  const PlanProgress again = scene.runner().resume(recordedPlan(scene), {});
  EXPECT_THAT(scene.nodes.acts, Not(Contains(StartsWith("evict"))));
  ASSERT_TRUE(again.stop);
  EXPECT_EQ(again.stop->condition.code, ConditionCode::Unschedulable);
}

TEST(PlanTruth, ADrainIsNotDoneOnAnotherNodeOfTheName) {
  Scene scene;
  bool replaced = false;
  scene.time.onPause = [&] {
    if (!std::exchange(replaced, true)) makeAnew(scene);
  };
  const PlanProgress ended = scene.start(makeDrainPlan(scene.before, {}, {"p1", "test", "", 1}));
  EXPECT_NE(ended.phase, PlanPhase::Done) << "the node of this name is open";
  ASSERT_TRUE(ended.stop);
  EXPECT_EQ(ended.stop->condition.code, ConditionCode::NodeSame);
}

TEST(PlanTruth, WhatStandsOnAnotherNodeOfTheNameIsNotTheActsDoing) {
  Scene scene;
  scene.nodes.beforePatch = [&] {
    makeAnew(scene);
    cordonByAnother(scene);
  };
  const PlanProgress ended = scene.start(makeCordonPlan(scene.before, {"p1", "test", "", 1}));
  ASSERT_TRUE(ended.stop) << "another node was cordoned by somebody else";
  EXPECT_EQ(ended.stop->condition.code, ConditionCode::NodeSame);
}

TEST(PlanTruth, ACordonThatAnotherOperatorWroteFirstIsTheirs) {
  Scene scene;
  scene.nodes.beforePatch = [&, first = true]() mutable {
    if (std::exchange(first, false)) cordonByAnother(scene);
  };
  const PlanProgress done = scene.start(scene.switchPlan());
  EXPECT_EQ(done.phase, PlanPhase::Done);
  EXPECT_THAT(scene.nodes.acts, Not(Contains("cordon")));
  EXPECT_TRUE(scene.nodes.node("a").unschedulable) << "theirs to open";
  EXPECT_FALSE(recordedPlan(scene).steps[1].changed);
}

TEST(PlanTruth, RollingBackDoesNotOpenACordonThatAnotherOperatorWroteFirst) {
  Scene scene;
  scene.nodes.pluginWorks = false;
  scene.nodes.beforePatch = [&, first = true]() mutable {
    if (std::exchange(first, false)) cordonByAnother(scene);
  };
  const PlanProgress stuck = scene.start(scene.switchPlan());
  ASSERT_TRUE(stuck.stop);
  scene.nodes.pluginWorks = true;
  EXPECT_EQ(scene.runner().rollBack(recordedPlan(scene), {}).phase, PlanPhase::RolledBack);
  EXPECT_TRUE(scene.nodes.node("a").unschedulable);
}

TEST(PlanTruth, AWriteThatWasRefusedIsNotTakenBackFromSomebodyElse) {
  Scene scene;
  scene.nodes.patchError = makeError(ErrorCode::Forbidden, "patch nodes");
  const PlanProgress refused = scene.start(scene.switchPlan());
  ASSERT_TRUE(refused.stop);
  EXPECT_EQ(refused.stop->code, StopCode::WriteFailed);
  EXPECT_TRUE(changedNothing(refused)) << "nothing needs a decision";
  EXPECT_TRUE(changedNothing(recordedPlan(scene)));
  scene.nodes.patchError.reset();
  cordonByAnother(scene);
  EXPECT_EQ(scene.runner().rollBack(recordedPlan(scene), {}).phase, PlanPhase::RolledBack);
  EXPECT_TRUE(scene.nodes.node("a").unschedulable) << "theirs";
}

TEST(PlanTruth, APlanThatChangedNothingIsLeftAndBarsNoOther) {
  Scene scene;
  scene.nodes.node("a").meta.uid = "uid-anew";
  Plan plan = scene.switchPlan();
  plan.nodeUid = "uid-of-the-first";
  const PlanProgress ended = scene.runner().startOrLeave(plan, {});
  EXPECT_EQ(ended.phase, PlanPhase::Left);
  ASSERT_TRUE(ended.stop);
  EXPECT_EQ(ended.stop->code, StopCode::ConditionFailed);
  EXPECT_TRUE(unfinishedPlans(scene.journal.entries()).empty());
}

TEST(PlanTruth, AWriteThatWasRefusedIsTriedAgainLater) {
  Scene scene;
  scene.nodes.patchError = makeError(ErrorCode::Forbidden, "patch nodes");
  scene.start(scene.switchPlan());
  scene.nodes.patchError.reset();
  EXPECT_EQ(scene.runner().resume(recordedPlan(scene), {}).phase, PlanPhase::Done);
  EXPECT_EQ(scene.mode(), "topology");
}

TEST(PlanTruth, AServerErrorProvesNothing) {
  Scene scene;
  scene.nodes.patchError = makeError(ErrorCode::ServerFailed, "patch nodes", {}, "etcdserver: request timed out");
  scene.nodes.patchError->httpStatus = 500;
  const PlanProgress stopped = scene.start(scene.switchPlan());
  ASSERT_TRUE(stopped.stop);
  EXPECT_FALSE(changedNothing(stopped));
  EXPECT_EQ(recordedPlan(scene).steps[1].state, StepState::Begun);
}

TEST(PlanTruth, AChangeOfWhichAPartStandsIsNotCalledTakenBack) {
  for (int place = 0;; ++place) {
    Scene scene;
    const NodeEdit edit{{{"one", "x", false}, {"two", "x", false}}, {}};
    const Plan plan = makeEditPlan(scene.before, edit, {"p1", "test", "", 1});
    if (!runKilled(scene, plan, place)) break;
    RawNode& node = scene.nodes.node("a");
    const bool written = find(node.meta.labels, "one") != nullptr;
    eraseIf(node.meta.labels, [](const auto& entry) { return entry.first == "two"; });
    const auto open = unfinishedPlans(scene.journal.entries());
    if (open.empty() || !written) continue;
    const PlanProgress back = scene.runner().rollBack(open.front(), {});
    const bool stands = find(node.meta.labels, "one") != nullptr;
    EXPECT_FALSE(stands && back.phase == PlanPhase::RolledBack) << "killed at " << place;
  }
}

TEST(PlanTruth, WhatWasTakenBackBeforeARollbackStoppedIsNotReportedAsChanged) {
  Scene scene;
  scene.nodes.pluginWorks = false;
  const PlanProgress stuck = scene.start(scene.switchPlan());
  ASSERT_TRUE(stuck.stop);
  testing::FakeNodes::publish(scene.nodes.node("a"));
  // The label goes back; then the right to write nodes is taken away.
  scene.nodes.beforePatch = [&, first = true]() mutable {
    if (!std::exchange(first, false)) scene.nodes.patchError = makeError(ErrorCode::Forbidden, "patch nodes");
    scene.nodes.pluginWorks = true;
  };
  const PlanProgress half = scene.runner().rollBack(stuck, {});
  ASSERT_TRUE(half.stop);
  ASSERT_EQ(scene.mode(), "default");
  scene.runner().leave(half);
  const ChangeRecord record = recordOf(scene);
  EXPECT_EQ(record.result, ChangeResult::Left);
  EXPECT_EQ(fieldIn(record, "spec.unschedulable"), "true");
  EXPECT_EQ(fieldIn(record, std::string("metadata.labels[") + testing::kMode + "]"), std::nullopt) << "it is as it was";
}

TEST(PlanTruth, AnUncordonOfUnknownOutcomeDoesNotHideTheCordon) {
  Scene scene;
  scene.nodes.beforePatch = [&] {
    if (scene.mode() != "topology") return;
    scene.nodes.patchError = makeError(ErrorCode::ServerFailed, "patch nodes");
    scene.nodes.patchError->httpStatus = 500;
  };
  const PlanProgress stopped = scene.start(scene.switchPlan());
  ASSERT_TRUE(stopped.stop);
  ASSERT_EQ(stopped.steps.back().state, StepState::Begun);
  scene.runner().leave(stopped);
  EXPECT_TRUE(scene.nodes.node("a").unschedulable);
  EXPECT_EQ(fieldIn(recordOf(scene), "spec.unschedulable"), "true") << "it may be so still";
}

TEST(PlanTruth, APodIsNotCalledGoneBeforeALookHasShownIt) {
  Scene scene;
  scene.nodes.saysGone = true;
  std::stop_source stop;
  PlanRunner runner(PlanTools{scene.nodes, scene.journal, scene.time, [&](const PlanProgress& progress) {
                                if (!progress.pods.empty()) stop.request_stop();
                              }});
  const PlanProgress stopped = runner.start(scene.switchPlan(), stop.get_token());
  ASSERT_TRUE(stopped.stop);
  EXPECT_EQ(scene.nodes.podCount(), 2U);
  for (const PodProgress& pod : recordedPlan(scene).pods) EXPECT_NE(pod.state, PodState::Gone) << pod.pod.name;
}

}  // namespace
}  // namespace cardinal
