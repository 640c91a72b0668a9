// SPDX-License-Identifier: Apache-2.0
#include "core/plan/run/runner.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "core/plan/changes/changes.h"
#include "tests/core/plan/plan_scene.h"

namespace cardinal {
namespace {

using testing::ackNode;
using testing::FakeNodes;
using testing::Killed;
using testing::kMode;
using testing::owned;
using testing::Scene;

std::vector<std::string> sorted(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  return texts;
}

const std::vector<std::string> kSwitchActs = {"cordon", "evict p1", "evict p2", "label topology", "uncordon"};

TEST(PlanRunner, SwitchesAModeInOrder) {
  Scene scene;
  const PlanProgress done = scene.start(scene.switchPlan());
  EXPECT_EQ(done.phase, PlanPhase::Done);
  EXPECT_FALSE(done.stop);
  EXPECT_EQ(scene.mode(), "topology");
  EXPECT_FALSE(scene.nodes.node("a").unschedulable);
  EXPECT_EQ(scene.nodes.podCount(), 0U);
  EXPECT_EQ(sorted(scene.nodes.acts), sorted(kSwitchActs));
  EXPECT_EQ(scene.nodes.acts.front(), "cordon");
  EXPECT_EQ(scene.nodes.acts.back(), "uncordon");
  EXPECT_TRUE(unfinishedPlans(scene.journal.entries()).empty());
}

TEST(PlanRunner, EveryActIsWrittenDownFirst) {
  Scene scene;
  bool written = true;
  scene.nodes.beforePatch = [&] {
    const auto entries = scene.journal.entries();
    written = written && entries.back().event == JournalEvent::StepBegun && entries.back().changes;
  };
  scene.start(scene.switchPlan());
  EXPECT_TRUE(written);
}

/// Runs a switch that is killed at the n-th place; false when it came through.
bool runKilled(Scene& scene, const Plan& plan, int place) {
  scene.fuse.set(place);
  try {
    scene.start(plan);
  } catch (const Killed&) {
    scene.fuse.set(-1);
    return true;
  }
  scene.fuse.set(-1);
  return false;
}

TEST(PlanRunner, KilledAnywhereItGoesOnAndDoesNothingTwice) {
  int places = 0;
  for (;; ++places) {
    Scene scene;
    const Plan plan = scene.switchPlan();
    if (!runKilled(scene, plan, places)) break;
    const auto open = unfinishedPlans(scene.journal.entries());
    if (open.empty()) {  // before the plan was written down, or after its end
      EXPECT_TRUE(scene.nodes.acts.empty() || scene.mode() == "topology") << places;
      continue;
    }
    const PlanProgress done = scene.runner().resume(open.front(), {});
    EXPECT_EQ(done.phase, PlanPhase::Done) << places;
    EXPECT_EQ(sorted(scene.nodes.acts), sorted(kSwitchActs)) << "killed at " << places;
    EXPECT_FALSE(scene.nodes.node("a").unschedulable) << places;
  }
  EXPECT_GT(places, 40);
}

TEST(PlanRunner, KilledAnywhereItRollsBackExactly) {
  for (int place = 0;; ++place) {
    Scene scene;
    const Plan plan = scene.switchPlan();
    if (!runKilled(scene, plan, place)) break;
    const auto open = unfinishedPlans(scene.journal.entries());
    if (open.empty()) continue;
    const PlanProgress back = scene.runner().rollBack(open.front(), {});
    EXPECT_EQ(back.phase, PlanPhase::RolledBack) << place;
    scene.expectAsBefore("killed at " + std::to_string(place));
  }
}

TEST(PlanRunner, KilledWhileRollingBackItGoesOnRollingBack) {
  for (int place = 0;; ++place) {
    Scene scene;
    scene.nodes.pluginWorks = false;
    const PlanProgress stuck = scene.start(scene.switchPlan());
    ASSERT_TRUE(stuck.stop);
    scene.fuse.set(place);
    bool killed = false;
    try {
      scene.runner().rollBack(stuck, {});
    } catch (const Killed&) {
      killed = true;
    }
    scene.fuse.set(-1);
    const auto open = unfinishedPlans(scene.journal.entries());
    if (!open.empty() && open.front().phase == PlanPhase::RollingBack) scene.runner().resume(open.front(), {});
    if (open.empty() || open.front().phase == PlanPhase::RollingBack) scene.expectAsBefore(std::to_string(place));
    if (!killed) break;
  }
}

TEST(PlanRunner, ACordonedNodeStaysCordoned) {
  Scene scene(true);
  EXPECT_EQ(scene.start(scene.switchPlan()).phase, PlanPhase::Done);
  EXPECT_TRUE(scene.nodes.node("a").unschedulable);
  Scene other(true);
  other.nodes.pluginWorks = false;
  const PlanProgress stuck = other.start(other.switchPlan());
  EXPECT_EQ(other.runner().rollBack(stuck, {}).phase, PlanPhase::RolledBack);
  other.expectAsBefore();
}

TEST(PlanRunner, ACordonByAnotherOperatorIsTheirs) {
  Scene scene;
  const Plan plan = scene.switchPlan();
  scene.nodes.node("a").unschedulable = true;
  const PlanProgress done = scene.start(plan);
  EXPECT_EQ(done.phase, PlanPhase::Done);
  EXPECT_TRUE(done.steps.back().skipped);
  EXPECT_TRUE(scene.nodes.node("a").unschedulable);
}

TEST(PlanRunner, StopsWhenAnotherOperatorChangesTheLabel) {
  Scene scene;
  const Plan plan = scene.switchPlan();
  // While the pods are evicted somebody sets another mode.
  scene.time.onPause = [&] {
    auto& node = scene.nodes.node("a");
    eraseIf(node.meta.labels, [](const auto& entry) { return entry.first == kMode; });
    node.meta.labels.emplace_back(kMode, "share");
    node.meta.resourceVersion = "77";
  };
  const PlanProgress stopped = scene.start(plan);
  ASSERT_TRUE(stopped.stop);
  EXPECT_EQ(stopped.stop->code, StopCode::ConditionFailed);
  EXPECT_EQ(stopped.stop->condition.code, ConditionCode::LabelIs);
  EXPECT_EQ(stopped.stop->found, "share");
  EXPECT_EQ(scene.mode(), "share") << "theirs is not overwritten";
  EXPECT_EQ(scene.runner().rollBack(stopped, {}).phase, PlanPhase::RolledBack);
  EXPECT_EQ(scene.mode(), "share");
  EXPECT_FALSE(scene.nodes.node("a").unschedulable);
}

TEST(PlanRunner, AWriteBetweenLookAndPatchIsNotLost) {
  Scene scene;
  int writes = 0;
  scene.nodes.beforePatch = [&] {
    if (++writes > 2) return;
    auto& node = scene.nodes.node("a");
    node.meta.labels.emplace_back("other" + std::to_string(writes), "theirs");
    node.meta.resourceVersion = "v" + std::to_string(writes);
  };
  EXPECT_EQ(scene.start(scene.switchPlan()).phase, PlanPhase::Done);
  EXPECT_NE(find(scene.nodes.node("a").meta.labels, "other1"), nullptr);
  EXPECT_NE(find(scene.nodes.node("a").meta.labels, "other2"), nullptr);
}

TEST(PlanRunner, AMissingPluginStopsItWithTheResourceNamed) {
  Scene scene;
  scene.nodes.pluginWorks = false;
  const PlanProgress stopped = scene.start(scene.switchPlan());
  ASSERT_TRUE(stopped.stop);
  EXPECT_EQ(stopped.stop->code, StopCode::TimedOut);
  EXPECT_EQ(stopped.stop->condition.code, ConditionCode::Published);
  EXPECT_EQ(stopped.stop->condition.key, "aliyun.com/gpu");
  EXPECT_TRUE(scene.nodes.node("a").unschedulable) << "it stops at a safe place";
  scene.nodes.pluginWorks = true;
  FakeNodes::publish(scene.nodes.node("a"));
  EXPECT_EQ(scene.runner().resume(stopped, {}).phase, PlanPhase::Done);
}

TEST(PlanRunner, WaitsForABudgetAndNamesIt) {
  Scene scene;
  scene.nodes.blockedFor = 3;
  bool named = false;
  PlanRunner runner(PlanTools{scene.nodes, scene.journal, scene.time, [&](const PlanProgress& progress) {
                                for (const PodProgress& pod : progress.pods)
                                  named = named || (pod.state == PodState::Blocked && pod.budget == "keep-two");
                              }});
  EXPECT_EQ(runner.start(scene.switchPlan(), {}).phase, PlanPhase::Done);
  EXPECT_TRUE(named);
  Scene never;
  never.nodes.blockedFor = 1'000'000;
  const PlanProgress stopped = never.start(never.switchPlan());
  ASSERT_TRUE(stopped.stop);
  EXPECT_EQ(stopped.stop->code, StopCode::TimedOut);
  EXPECT_NE(stopped.stop->found.find("keep-two"), std::string::npos);
}

TEST(PlanRunner, KeepsToFiveEvictionsAtOnce) {
  Scene scene;
  for (int i = 0; i < 38; ++i) scene.nodes.put(*owned("q" + std::to_string(i)).raw());
  EXPECT_EQ(scene.start(scene.switchPlan()).phase, PlanPhase::Done);
  EXPECT_LE(scene.nodes.mostInFlight, kEvictionsInFlight);
  EXPECT_EQ(std::count_if(scene.nodes.acts.begin(), scene.nodes.acts.end(),
                          [](const std::string& act) { return act.compare(0, 5, "evict") == 0; }),
            40);
}

RawPod daemonPod(const std::string& name, const std::string& daemonSet) {
  RawPod pod = *owned(name).raw();
  pod.meta.owners = {{"DaemonSet", daemonSet, "uid-" + daemonSet, true}};
  return pod;
}

TEST(PlanRunner, PodsOfAGoneDaemonSetStopADrainUnlessForced) {
  for (const bool force : {false, true}) {
    Scene scene;
    scene.nodes.put(daemonPod("stays", "monitor"));
    scene.nodes.put(daemonPod("orphan", "gone"));
    scene.nodes.goneDaemonSets = {"gone"};
    DrainPolicy policy;
    policy.evictBare = force;
    const PlanProgress end = scene.start(makeDrainPlan(scene.nodes.node("a"), policy, {"p1", "test", "", 1}));
    EXPECT_EQ(std::count(scene.nodes.acts.begin(), scene.nodes.acts.end(), "evict orphan"), force ? 1 : 0);
    EXPECT_EQ(scene.nodes.podCount(), force ? 1U : 4U);
    if (force) {
      EXPECT_EQ(end.phase, PlanPhase::Done);
      continue;
    }
    ASSERT_TRUE(end.stop);
    EXPECT_EQ(end.stop->code, StopCode::PodsInTheWay);
    EXPECT_EQ(end.stop->found, "default/orphan");
  }
}

TEST(PlanRunner, ADaemonSetThatMayNotBeReadStopsADrainAndNamesTheRight) {
  Scene scene;
  scene.nodes.put(daemonPod("unclear", "monitor"));
  scene.nodes.daemonSetError = makeError(ErrorCode::Forbidden, "daemonsets");
  const PlanProgress stopped = scene.start(makeDrainPlan(scene.nodes.node("a"), {}, {"p1", "test", "", 1}));
  ASSERT_TRUE(stopped.stop);
  EXPECT_EQ(stopped.stop->code, StopCode::PodsInTheWay);
  EXPECT_EQ(stopped.stop->found, "default/unclear (get daemonsets.apps)");
  EXPECT_EQ(scene.nodes.acts, std::vector<std::string>{"cordon"});
}

TEST(PlanRunner, BarePodsStopADrainBeforeTheFirstEviction) {
  Scene scene;
  scene.nodes.put(*testing::pod("default", "bare").nvidia(1).on("a").raw());
  const PlanProgress stopped = scene.start(makeDrainPlan(scene.nodes.node("a"), {}, {"p1", "test", "", 1}));
  ASSERT_TRUE(stopped.stop);
  EXPECT_EQ(stopped.stop->code, StopCode::PodsInTheWay);
  EXPECT_EQ(stopped.stop->found, "default/bare");
  EXPECT_EQ(scene.nodes.acts, std::vector<std::string>{"cordon"});
  EXPECT_EQ(scene.runner().rollBack(stopped, {}).phase, PlanPhase::RolledBack);
  scene.expectAsBefore();
}

TEST(PlanRunner, ARefusedEvictionStopsIt) {
  Scene scene;
  scene.nodes.evictError = makeError(ErrorCode::Forbidden, "create pods/eviction", "default");
  const PlanProgress stopped = scene.start(scene.switchPlan());
  ASSERT_TRUE(stopped.stop);
  EXPECT_EQ(stopped.stop->code, StopCode::EvictionFailed);
  EXPECT_EQ(stopped.stop->error->code, ErrorCode::Forbidden);
}

TEST(PlanRunner, ARefusedWriteStopsIt) {
  Scene scene;
  scene.nodes.patchError = makeError(ErrorCode::Forbidden, "patch nodes", "cluster");
  const PlanProgress stopped = scene.start(scene.switchPlan());
  ASSERT_TRUE(stopped.stop);
  EXPECT_EQ(stopped.stop->code, StopCode::WriteFailed);
  EXPECT_EQ(stopped.stop->step, 1);
}

TEST(PlanRunner, MissingRightsForALaterStepStopItThereAndItGoesBack) {
  Scene scene;
  scene.nodes.labelError = makeError(ErrorCode::Forbidden, "patch nodes", "cluster");
  const PlanProgress stopped = scene.start(scene.switchPlan());
  ASSERT_TRUE(stopped.stop && stopped.stop->error);
  EXPECT_EQ(stopped.stop->code, StopCode::WriteFailed);
  EXPECT_EQ(stopped.stop->error->code, ErrorCode::Forbidden);
  EXPECT_EQ(stopped.plan.steps[static_cast<std::size_t>(stopped.stop->step)].code, StepCode::SetLabel);
  EXPECT_EQ(sorted(scene.nodes.acts), (std::vector<std::string>{"cordon", "evict p1", "evict p2"}));
  EXPECT_TRUE(scene.nodes.node("a").unschedulable) << "it stops at a safe place";
  EXPECT_EQ(scene.runner().rollBack(stopped, {}).phase, PlanPhase::RolledBack);
  scene.expectAsBefore();
}

TEST(PlanRunner, AWebhooksRefusalIsReportedInItsWordsAndThePlanCanGoOn) {
  Scene scene;
  scene.nodes.labelError =
      makeError(ErrorCode::Forbidden, "nodes/a", {}, "admission webhook \"guard\" denied the request: not today");
  const PlanProgress stopped = scene.start(scene.switchPlan());
  ASSERT_TRUE(stopped.stop && stopped.stop->error);
  EXPECT_NE(stopped.stop->error->detail.find("not today"), std::string::npos);
  EXPECT_EQ(scene.mode(), "default");
  scene.nodes.labelError.reset();
  EXPECT_EQ(scene.runner().resume(stopped, {}).phase, PlanPhase::Done);
  EXPECT_EQ(scene.mode(), "topology");
  EXPECT_EQ(sorted(scene.nodes.acts), sorted(kSwitchActs));
}

TEST(PlanRunner, AnUncordonByAnotherOperatorStopsItBeforeTheLabel) {
  Scene scene;
  const Plan plan = scene.switchPlan();
  scene.time.onPause = [&] {
    scene.nodes.node("a").unschedulable = false;
    scene.nodes.node("a").meta.resourceVersion = "55";
  };
  const PlanProgress stopped = scene.start(plan);
  ASSERT_TRUE(stopped.stop);
  EXPECT_EQ(stopped.stop->code, StopCode::ConditionFailed);
  EXPECT_EQ(stopped.stop->condition.code, ConditionCode::Unschedulable);
  EXPECT_EQ(scene.mode(), "default") << "pods may have come in meanwhile";
}

TEST(PlanRunner, AClockThatIsSetBackOrForwardChangesNoWaiting) {
  for (const UnixSeconds jump : {-86'400, 86'400}) {
    Scene scene;
    scene.nodes.blockedFor = 3;
    scene.time.onPause = [&] { scene.time.wall += jump; };
    EXPECT_EQ(scene.start(scene.switchPlan()).phase, PlanPhase::Done) << jump;
    const auto changes = changesOf(scene.journal.entries());
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_EQ(changes.front().result, ChangeResult::Done) << jump;
  }
}

TEST(PlanRunner, ADiskThatFillsUpStopsItBeforeTheNextActAndItGoesOnLater) {
  for (std::size_t room = 1;; ++room) {
    Scene scene;
    scene.journal.room = room;
    const PlanProgress stopped = scene.start(scene.switchPlan());
    if (!stopped.stop) break;
    ASSERT_LT(room, 100U);
    EXPECT_EQ(stopped.stop->code, StopCode::JournalFailed) << room;
    EXPECT_EQ(stopped.stop->error->code, ErrorCode::FileUnwritable) << room;
    scene.journal.room = ~std::size_t{0};
    const auto open = unfinishedPlans(scene.journal.entries());
    ASSERT_EQ(open.size(), 1U) << room;
    EXPECT_EQ(scene.runner().resume(open.front(), {}).phase, PlanPhase::Done) << room;
    EXPECT_EQ(sorted(scene.nodes.acts), sorted(kSwitchActs)) << "nothing was done that is not written down: " << room;
  }
}

TEST(PlanRunner, WithoutAJournalNothingIsDone) {
  Scene scene;
  scene.journal.full = true;
  const PlanProgress stopped = scene.start(scene.switchPlan());
  ASSERT_TRUE(stopped.stop);
  EXPECT_EQ(stopped.stop->code, StopCode::JournalFailed);
  EXPECT_TRUE(scene.nodes.acts.empty());
}

TEST(PlanRunner, ALostAnswerToAnEvictionIsFoundOutByLooking) {
  Scene scene;
  int lost = 0;
  scene.nodes.loseEvictions = 2;
  PlanRunner runner(PlanTools{scene.nodes, scene.journal, scene.time, [&](const PlanProgress& progress) {
                                for (const PodProgress& pod : progress.pods)
                                  lost += pod.state == PodState::Unknown ? 1 : 0;
                              }});
  EXPECT_EQ(runner.start(scene.switchPlan(), {}).phase, PlanPhase::Done);
  EXPECT_GT(lost, 0);
  EXPECT_EQ(sorted(scene.nodes.acts), sorted(kSwitchActs)) << "what was done is not asked again";
}

TEST(PlanRunner, WhereAnEvictionStopsTheJournalTellsWhichPodsWent) {
  Scene scene;
  scene.nodes.blockedPod = "p2";
  const PlanProgress stopped = scene.start(scene.switchPlan());
  ASSERT_TRUE(stopped.stop);
  EXPECT_EQ(stopped.stop->code, StopCode::TimedOut);
  const auto open = unfinishedPlans(scene.journal.entries());
  ASSERT_EQ(open.size(), 1U);
  std::map<std::string, PodState> recorded;
  for (const PodProgress& pod : open.front().pods) recorded[pod.pod.name] = pod.state;
  EXPECT_EQ(recorded, (std::map<std::string, PodState>{{"p1", PodState::Gone}, {"p2", PodState::Blocked}}));
  const auto changes = changesOf(scene.journal.entries());
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes.front().fields.back(), (FieldChange{"evicted pods", std::nullopt, "1"}));
}

/// What the journal alone says of a pod of the only plan.
PodState recordedState(const Scene& scene, const std::string& pod) {
  const auto plans = plansOf(scene.journal.entries());
  if (plans.size() != 1) throw std::runtime_error("not one plan");
  for (const PodProgress& one : plans.front().pods) {
    if (one.pod.name == pod) return one.state;
  }
  return PodState::Waiting;
}

TEST(PlanRunner, APodThatWasRefusedIsWrittenDownAgainBeforeItIsAskedAgain) {
  Scene scene;
  scene.nodes.evictError = makeError(ErrorCode::Forbidden, "create pods/eviction", "default");
  const PlanProgress refused = scene.start(scene.switchPlan());
  ASSERT_TRUE(refused.stop);
  EXPECT_EQ(recordedState(scene, "p1"), PodState::Blocked);
  // Gone on with, and killed while the answers are under way: they may be gone.
  scene.nodes.evictError.reset();
  scene.nodes.beforeEvict = [&] { EXPECT_EQ(recordedState(scene, "p1"), PodState::Terminating); };
  scene.nodes.loseEvictions = 2;
  std::stop_source stop;
  PlanRunner runner(PlanTools{scene.nodes, scene.journal, scene.time, [&](const PlanProgress& progress) {
                                for (const PodProgress& pod : progress.pods) {
                                  if (pod.state == PodState::Unknown) stop.request_stop();
                                }
                              }});
  const PlanProgress open = runner.resume(unfinishedPlans(scene.journal.entries()).front(), stop.get_token());
  ASSERT_TRUE(open.stop);
  EXPECT_EQ(open.stop->code, StopCode::Cancelled);
  for (const char* pod : {"p1", "p2"}) EXPECT_EQ(recordedState(scene, pod), PodState::Terminating) << pod;
}

TEST(PlanRunner, APodThatWaitedWhenThePlanStoppedIsWrittenDownWhenItIsAsked) {
  Scene scene;
  for (int i = 0; i < kEvictionsInFlight; ++i) scene.nodes.put(*owned("q" + std::to_string(i)).raw());
  scene.nodes.evictError = makeError(ErrorCode::Forbidden, "create pods/eviction", "default");
  const PlanProgress refused = scene.start(scene.switchPlan());
  ASSERT_TRUE(refused.stop);
  scene.nodes.evictError.reset();
  EXPECT_EQ(scene.runner().resume(refused, {}).phase, PlanPhase::Done)
      << "from what the runner reported, not the journal";
  std::set<std::string> asked;
  for (const JournalEntry& entry : scene.journal.entries()) {
    if (entry.event == JournalEvent::PodEvicting && !entry.skipped) asked.insert(entry.pod.name);
  }
  EXPECT_EQ(asked, (std::set<std::string>{"p1", "p2", "q0", "q1", "q2", "q3", "q4"}));
}

TEST(PlanRunner, APodWhoseEvictionEndedInAServerErrorMayBeGone) {
  Scene scene;
  scene.nodes.evictError = makeError(ErrorCode::ServerFailed, "POST eviction", {}, "etcdserver: request timed out");
  scene.nodes.evictError->httpStatus = 500;
  const PlanProgress stopped = scene.start(scene.switchPlan());
  ASSERT_TRUE(stopped.stop);
  EXPECT_EQ(stopped.stop->code, StopCode::EvictionFailed);
  EXPECT_EQ(recordedState(scene, "p1"), PodState::Terminating) << "that it was not evicted is not known";
  EXPECT_EQ(changesOf(scene.journal.entries()).front().fields.back().field, "pods asked to leave");
}

TEST(PlanRunner, CancelsBetweenSteps) {
  Scene scene;
  std::stop_source stop;
  PlanRunner runner(PlanTools{scene.nodes, scene.journal, scene.time, [&](const PlanProgress& progress) {
                                if (progress.steps[1].state == StepState::Done) stop.request_stop();
                              }});
  const PlanProgress stopped = runner.start(scene.switchPlan(), stop.get_token());
  ASSERT_TRUE(stopped.stop);
  EXPECT_EQ(stopped.stop->code, StopCode::Cancelled);
  EXPECT_EQ(stopped.stop->step, 2);
  EXPECT_EQ(scene.nodes.acts, std::vector<std::string>{"cordon"});
}

TEST(PlanRunner, LeavingEndsThePlanAndTouchesNothing) {
  Scene scene;
  scene.nodes.pluginWorks = false;
  const PlanProgress stopped = scene.start(scene.switchPlan());
  const auto acts = scene.nodes.acts;
  EXPECT_EQ(scene.runner().leave(stopped).phase, PlanPhase::Left);
  EXPECT_EQ(scene.nodes.acts, acts);
  EXPECT_TRUE(unfinishedPlans(scene.journal.entries()).empty());
}

TEST(PlanRunner, GuidesARemovalAndReturn) {
  Scene scene;
  int pauses = 0;
  scene.time.onPause = [&] {
    ++pauses;
    if (pauses == 5) scene.nodes.removeNode("a");
    if (pauses != 9) return;
    auto back = ackNode("a", "core_mem", 4, 15);
    RawNode node = *back.raw();
    node.meta.uid = "uid-new";
    scene.nodes.put(node);
  };
  const PlanProgress done = scene.start(scene.switchPlan("core_mem"));
  EXPECT_EQ(done.phase, PlanPhase::Done);
  EXPECT_EQ(sorted(scene.nodes.acts), (std::vector<std::string>{"cordon", "evict p1", "evict p2"}))
      << "no label pretends it";
}

TEST(PlanRunner, AVanishedNodeStopsItAndCannotBeRestored) {
  Scene scene;
  const Plan plan = scene.switchPlan();
  scene.time.onPause = [&] { scene.nodes.removeNode("a"); };
  const PlanProgress stopped = scene.start(plan);
  ASSERT_TRUE(stopped.stop);
  EXPECT_EQ(stopped.stop->condition.code, ConditionCode::NodeSame);
  scene.time.onPause = {};
  const PlanProgress back = scene.runner().rollBack(stopped, {});
  ASSERT_TRUE(back.stop);
  EXPECT_EQ(back.stop->condition.code, ConditionCode::NodeSame);
}

TEST(PlanRunner, TheJournalAloneTellsWhatTheRunnerKnows) {
  Scene scene;
  scene.nodes.pluginWorks = false;
  const PlanProgress stopped = scene.start(scene.switchPlan());
  const auto open = unfinishedPlans(scene.journal.entries());
  ASSERT_EQ(open.size(), 1U);
  EXPECT_EQ(open.front().plan, stopped.plan);
  for (std::size_t i = 0; i < stopped.steps.size(); ++i) {
    EXPECT_EQ(open.front().steps[i].state, stopped.steps[i].state) << i;
    EXPECT_EQ(open.front().steps[i].changed, stopped.steps[i].changed) << i;
  }
  EXPECT_EQ(open.front().stop->condition, stopped.stop->condition);
}

}  // namespace
}  // namespace cardinal
