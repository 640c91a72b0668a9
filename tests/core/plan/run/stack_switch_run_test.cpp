// SPDX-License-Identifier: Apache-2.0
// Switches of stacks other than ACK, run against played operators: killed anywhere, taken back, failed.
#include <gtest/gtest.h>

#include "core/plan/changes/changes.h"
#include "core/plan/make/stack_switches.h"
#include "tests/core/plan/stack_scene.h"

namespace cardinal {
namespace {

using testing::Killed;
using testing::kMigConfig;
using testing::kMigState;
using testing::kPluginConfig;
using testing::kStrategy;
using testing::MigScene;
using testing::nvidiaNode;
using testing::offer;
using testing::relabel;
using testing::StackScene;

std::string labelOf(testing::Scene& scene, const std::string& key) {
  const std::string* value = find(scene.nodes.node("a").meta.labels, key);
  return value == nullptr ? "absent" : *value;
}

std::int64_t offered(testing::Scene& scene, const std::string& name) {
  const Quantity* amount = find(scene.nodes.node("a").allocatable, name);
  return amount == nullptr ? 0 : amount->floor();
}

/// Labels and schedulability; the order of labels means nothing.
void expectAsBefore(testing::Scene& scene, const std::string& where) {
  const RawNode& now = scene.nodes.node("a");
  for (const auto& [key, value] : scene.before.meta.labels) EXPECT_EQ(labelOf(scene, key), value) << where;
  EXPECT_EQ(now.meta.labels.size(), scene.before.meta.labels.size()) << where;
  EXPECT_EQ(now.meta.annotations, scene.before.meta.annotations) << where;
  EXPECT_EQ(now.unschedulable, scene.before.unschedulable) << where;
}

TEST(MigSwitch, CutsTheCardsAndOpensTheNodeOnlyThen) {
  MigScene scene;
  const PlanProgress done = scene.start(scene.planTo("nvidia.com/mig.config=all-1g.10gb"));
  EXPECT_EQ(done.phase, PlanPhase::Done);
  EXPECT_EQ(labelOf(scene, kMigState), "success");
  EXPECT_EQ(offered(scene, "nvidia.com/mig-1g.10gb"), 56);
  EXPECT_EQ(offered(scene, "nvidia.com/gpu"), 0);
  EXPECT_EQ(scene.nodes.podCount(), 0U);
  EXPECT_FALSE(scene.nodes.node("a").unschedulable);
  EXPECT_FALSE(scene.manager.openWhileAtWork);
}

TEST(MigSwitch, AnOldSuccessIsNotTakenForTheNewOne) {
  MigScene scene;
  const PlanProgress done = scene.start(scene.planTo("nvidia.com/mig.config=own-layout"));
  EXPECT_EQ(done.phase, PlanPhase::Done);
  EXPECT_EQ(offered(scene, "nvidia.com/mig-3g.40gb"), 16) << "finished before mig-manager had";
  EXPECT_FALSE(scene.manager.openWhileAtWork);
}

TEST(MigSwitch, KilledAnywhereItIsTakenBackAndNothingIsOpenedTooEarly) {
  int places = 0;
  for (;; ++places) {
    MigScene scene;
    if (!runKilled(scene, scene.planTo("nvidia.com/mig.config=all-1g.10gb"), places)) break;
    const auto open = unfinishedPlans(scene.journal.entries());
    if (open.empty()) continue;
    const PlanProgress back = scene.runner().rollBack(open.front(), {});
    EXPECT_EQ(back.phase, PlanPhase::RolledBack) << places;
    expectAsBefore(scene, "killed at " + std::to_string(places));
    EXPECT_EQ(offered(scene, "nvidia.com/gpu"), 8) << places;
    EXPECT_FALSE(scene.manager.openWhileAtWork) << places;
  }
  EXPECT_GT(places, 40);
}

TEST(MigSwitch, KilledAnywhereItGoesOn) {
  for (int place = 0;; ++place) {
    MigScene scene;
    if (!runKilled(scene, scene.planTo("nvidia.com/mig.config=all-1g.10gb"), place)) break;
    const auto open = unfinishedPlans(scene.journal.entries());
    if (open.empty()) continue;
    EXPECT_EQ(scene.runner().resume(open.front(), {}).phase, PlanPhase::Done) << place;
    EXPECT_EQ(offered(scene, "nvidia.com/mig-1g.10gb"), 56) << place;
    EXPECT_FALSE(scene.manager.openWhileAtWork) << place;
  }
}

TEST(MigSwitch, AFailureEndsTheWaitAndARollbackRestores) {
  MigScene scene;
  const auto begun = scene.time.steadyNow();
  const PlanProgress stopped = scene.start(scene.planTo("nvidia.com/mig.config=no-such-config"));
  ASSERT_TRUE(stopped.stop);
  EXPECT_EQ(stopped.stop->code, StopCode::ConditionFailed);
  EXPECT_EQ(stopped.stop->condition.code, ConditionCode::ReportedIs);
  EXPECT_EQ(stopped.stop->found, "failed");
  EXPECT_LT(scene.time.steadyNow() - begun, std::chrono::minutes(2)) << "nobody waits for what never comes";
  EXPECT_TRUE(scene.nodes.node("a").unschedulable) << "nobody comes to a node in doubt";
  EXPECT_EQ(scene.runner().rollBack(stopped, {}).phase, PlanPhase::RolledBack);
  expectAsBefore(scene, "after the rollback");
}

TEST(MigSwitch, AStuckManagerIsTimedOutWithItsState) {
  MigScene scene;
  scene.manager.stuck = true;
  const PlanProgress stopped = scene.start(scene.planTo("nvidia.com/mig.config=all-1g.10gb"));
  ASSERT_TRUE(stopped.stop);
  EXPECT_EQ(stopped.stop->code, StopCode::TimedOut);
  EXPECT_EQ(stopped.stop->found, "pending");
}

TEST(MigSwitch, AGpuPodOfADaemonSetIsInTheWay) {
  MigScene scene;
  auto daemon = testing::pod("default", "burn-in");
  daemon.nvidia(1).on("a").edit().meta.owners.push_back({"DaemonSet", "burn-in", "uid-burn-in", true});
  scene.nodes.put(*daemon.raw());
  const PlanProgress stopped = scene.start(scene.planTo("nvidia.com/mig.config=all-1g.10gb"));
  ASSERT_TRUE(stopped.stop);
  EXPECT_EQ(stopped.stop->code, StopCode::PodsInTheWay);
  EXPECT_EQ(labelOf(scene, kMigConfig), "all-disabled");
}

/// PLAYED: the device plugin with its config manager, and feature discovery: four slots a card under "sliced-4".
struct SlicedScene : StackScene {
  SlicedScene() : StackScene(nvidiaNode("a", 8).label(kStrategy, "none").label("nvidia.com/gpu.replicas", "1")) {
    time.onPause = [this] {
      RawNode& node = nodes.node("a");
      const std::string* config = find(node.meta.labels, kPluginConfig);
      const bool sliced = config != nullptr && *config == "sliced-4";
      if (config != nullptr && !sliced) return;  // unknown: the plugin keeps its config
      if (++m_preflights % 5 != 0) return;
      offer(node, "nvidia.com/gpu", sliced ? 32 : 8);
      relabel(node, kStrategy, sliced ? "time-slicing" : "none");
      relabel(node, "nvidia.com/gpu.replicas", sliced ? "4" : "1");
    };
  }

 private:
  int m_preflights = 0;
};

TEST(SharingSwitch, SlicesTheCardsAndTakesItBackWhereverItWasKilled) {
  SlicedScene whole;
  EXPECT_EQ(whole.start(whole.planTo("nvidia.com/device-plugin.config=sliced-4")).phase, PlanPhase::Done);
  EXPECT_EQ(offered(whole, "nvidia.com/gpu"), 32);
  for (int place = 0;; ++place) {
    SlicedScene scene;
    if (!runKilled(scene, scene.planTo("nvidia.com/device-plugin.config=sliced-4"), place)) break;
    const auto open = unfinishedPlans(scene.journal.entries());
    if (open.empty()) continue;
    EXPECT_EQ(scene.runner().rollBack(open.front(), {}).phase, PlanPhase::RolledBack) << place;
    expectAsBefore(scene, "killed at " + std::to_string(place));
    EXPECT_EQ(offered(scene, "nvidia.com/gpu"), 8) << place;
  }
}

TEST(SharingSwitch, ANameThatTheConfigMapDoesNotHaveIsNoSuccess) {
  SlicedScene scene;
  const PlanProgress stopped = scene.start(scene.planTo("nvidia.com/device-plugin.config=slicd-4"));
  ASSERT_TRUE(stopped.stop);
  EXPECT_EQ(stopped.stop->code, StopCode::TimedOut);
  EXPECT_EQ(stopped.stop->condition.code, ConditionCode::DevicesDiffer);
  EXPECT_EQ(stopped.stop->found, "nvidia.com/gpu: 8");
  EXPECT_EQ(scene.runner().rollBack(stopped, {}).phase, PlanPhase::RolledBack);
  expectAsBefore(scene, "after the rollback");
}

constexpr const char* kCordon = "hami.io/device-cordon";

testing::NodeBuilder hamiNode() {
  return nvidiaNode("a", 10)
      .label("gpu", "on")
      .annotation("hami.io/node-nvidia-register",
                  R"([{"id":"GPU-0","count":10,"devmem":8192,"devcore":100,"type":"NVIDIA-T4","health":true}])");
}

TEST(HamiSwitch, ANodeLeavesHamiAndComesBack) {
  StackScene scene(hamiNode());
  // PLAYED: HAMi's device plugin runs where gpu=on.
  scene.time.onPause = [&scene] {
    const std::string* value = find(scene.nodes.node("a").meta.labels, "gpu");
    offer(scene.nodes.node("a"), "nvidia.com/gpu", value != nullptr && *value == "on" ? 10 : 0);
  };
  EXPECT_EQ(scene.start(scene.planTo("gpu=off")).phase, PlanPhase::Done);
  EXPECT_EQ(offered(scene, "nvidia.com/gpu"), 0);
  relabel(scene.nodes.node("a"), "nvidia.com/gpu.present", "true");
  Plan back = scene.planTo("gpu=on");
  back.id = "p2";
  EXPECT_EQ(scene.start(back).phase, PlanPhase::Done);
  EXPECT_EQ(offered(scene, "nvidia.com/gpu"), 10);
}

TEST(HamiSwitch, AnExcludedCardIsInTheJournalAndComesBackFromIt) {
  StackScene scene(hamiNode());
  EXPECT_EQ(scene.start(scene.planTo("hami.io/device-cordon=GPU-0")).phase, PlanPhase::Done);
  EXPECT_EQ(*find(scene.nodes.node("a").meta.annotations, kCordon), "GPU-0");
  EXPECT_EQ(scene.nodes.podCount(), 2U) << "running pods stay";
  const ChangeRecord change = changesOf(scene.journal.entries()).front();
  EXPECT_EQ(change.verb, "exclude-cards");
  ASSERT_EQ(change.fields.size(), 1U);
  EXPECT_EQ(change.fields.front(),
            (FieldChange{"metadata.annotations[hami.io/device-cordon]", std::nullopt, std::string("GPU-0")}));
  EXPECT_EQ(change.blocker, UndoBlocker::None);
  const UndoAnswer undo = makeUndo(change, scene.nodes.node("a"), {"u1", "test", "", 2});
  ASSERT_TRUE(undo.plan);
  EXPECT_EQ(scene.start(*undo.plan).phase, PlanPhase::Done);
  expectAsBefore(scene, "after the undo");
}

TEST(StackPlans, ComeBackFromTheJournalAsTheyWere) {
  MigScene mig;
  StackScene hami(hamiNode().annotation(kCordon, "GPU-9"));
  for (const Plan& plan : {mig.planTo("nvidia.com/mig.config=all-1g.10gb"), hami.planTo("hami.io/device-cordon=GPU-0"),
                           hami.planTo("hami.io/device-cordon-"), hami.planTo("gpu=off")}) {
    JournalEntry entry;
    entry.plan = plan.id;
    entry.planned = std::make_shared<const Plan>(plan);
    const auto read = parseLine(toLine(entry));
    ASSERT_TRUE(read && read->planned) << toString(*plan.target);
    EXPECT_EQ(*read->planned, plan) << toString(*plan.target);
  }
}

}  // namespace
}  // namespace cardinal
