// SPDX-License-Identifier: Apache-2.0
// Switches of stacks other than ACK: what is allowed, what is refused and why, and the plan that follows.
#include "core/plan/make/stack_switches.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/plan/make/node_edit.h"
#include "tests/core/plan/stack_scene.h"

namespace cardinal {
namespace {

using testing::kMigConfig;
using testing::kMigState;
using testing::migNode;
using testing::NodeBuilder;
using testing::nvidiaNode;

constexpr const char* kRegister = "hami.io/node-nvidia-register";
constexpr const char* kTwoCards =
    R"([{"id":"GPU-0","count":10,"devmem":8192,"devcore":100,"type":"NVIDIA-T4","health":true},)"
    R"({"id":"GPU-1","index":1,"count":10,"devmem":8192,"devcore":100,"type":"NVIDIA-T4","health":true}])";

NodeBuilder hamiNode() {
  return nvidiaNode("a", 20).label("gpu", "on").annotation(kRegister, kTwoCards);
}

SwitchAssessment assess(const NodeBuilder& node, const std::string& word) {
  return assessSwitch(*node.raw(), parseSwitchTarget(word).value());
}

bool notes(const SwitchAssessment& assessment, SwitchNote note) {
  return std::any_of(assessment.notes.begin(), assessment.notes.end(),
                     [&](const NotedSwitch& n) { return n.note == note; });
}

bool refuses(const NodeBuilder& node, const std::string& word, SwitchNote note) {
  const SwitchAssessment answer = assess(node, word);
  return answer.way == SwitchWay::Refused && notes(answer, note);
}

Plan planOf(const NodeBuilder& node, const std::string& word) {
  return makeSwitchPlan(*node.raw(), assess(node, word), {}, {}, {"p1", "test", "", 1});
}

const PlanStep& stepOf(const Plan& plan, StepCode code) {
  return *std::find_if(plan.steps.begin(), plan.steps.end(), [code](const PlanStep& s) { return s.code == code; });
}

bool asks(const std::vector<PlanCondition>& all, ConditionCode code, const std::string& key = {}) {
  return std::any_of(all.begin(), all.end(),
                     [&](const PlanCondition& c) { return c.code == code && (key.empty() || c.key == key); });
}

TEST(StackSwitchWords, AreKubectlsAndComeBackFromTheJournal) {
  for (const char* word : {"nvidia.com/mig.config=all-1g.10gb", "nvidia.com/device-plugin.config=sliced-4",
                           "nvidia.com/device-plugin.config-", "gpu=on", "gpu=off", "hami.io/device-cordon=GPU-0,GPU-1",
                           "hami.io/device-cordon-"}) {
    const auto target = parseSwitchTarget(word);
    ASSERT_TRUE(target) << word;
    EXPECT_EQ(toString(*target), word);
    EXPECT_EQ(target->kind, SwitchTarget::Kind::Stack) << word;
  }
}

TEST(StackSwitchWords, ANameIsNeverGuessed) {
  for (const char* word :
       {"nvidia.com/mig.config", "nvidia.com/mig.config=", "nvidia.com/mig.config-", "nvidia.com/mig.config=a b",
        "nvidia.com/device-plugin.config=", "gpu=", "gpu=true", "gpu-",
        "hami.io/device-cordon=", "hami.io/device-cordon=GPU-0, GPU-1", "nvidia.com/gpu.product=x", "=x", "-"})
    EXPECT_FALSE(parseSwitchTarget(word)) << word;
}

TEST(MigGeometry, EveryGpuPodGoesFirstAndTheManagersWordIsAwaited) {
  const auto answer = assess(migNode(), "nvidia.com/mig.config=all-1g.10gb");
  EXPECT_EQ(answer.way, SwitchWay::AfterDrain);
  EXPECT_TRUE(notes(answer, SwitchNote::ManagerStops));
  EXPECT_EQ(answer.appear, std::vector<std::string>{"nvidia.com/mig-1g.10gb"});
  EXPECT_EQ(answer.vanish, std::vector<std::string>{"nvidia.com/gpu"});
  const auto instances = std::find_if(answer.resources.begin(), answer.resources.end(),
                                      [](const auto& r) { return r.resource == "nvidia.com/mig-1g.10gb"; });
  ASSERT_NE(instances, answer.resources.end());
  EXPECT_EQ(instances->before, 0);
  EXPECT_FALSE(instances->after.has_value()) << "how many a card gives stands in a file that is not read";

  const Plan plan = planOf(migNode(), "nvidia.com/mig.config=all-1g.10gb");
  ASSERT_EQ(plan.steps.size(), 7U);
  EXPECT_FALSE(plan.drain.ignoreDaemonSets) << "a GPU pod of a DaemonSet holds the card too";
  const PlanStep& label = stepOf(plan, StepCode::SetLabel);
  EXPECT_TRUE(asks(label.before, ConditionCode::NoGpuPods));
  EXPECT_EQ(label.undo.labels.front(), (LabelChange{kMigConfig, "all-disabled", false}));
  EXPECT_TRUE(asks(label.undone, ConditionCode::ReportedIs, kMigState));
  EXPECT_TRUE(asks(label.undone, ConditionCode::DevicesAsBefore));
  const PlanStep& await = stepOf(plan, StepCode::AwaitResources);
  EXPECT_TRUE(asks(await.after, ConditionCode::ReportedIs, kMigState));
  EXPECT_TRUE(asks(await.after, ConditionCode::DevicesDiffer)) << "an old success is no sign";
  EXPECT_TRUE(asks(await.after, ConditionCode::Published, "nvidia.com/mig-1g.10gb"));
  EXPECT_EQ(await.hopeless.size(), 1U);
  EXPECT_EQ(await.timeout, std::chrono::seconds(1800)) << "the machine may restart";
  EXPECT_EQ(equalCommands(plan)[2], "kubectl label node a nvidia.com/mig.config=all-1g.10gb --overwrite");
}

TEST(MigGeometry, OfAConfigOfOnesOwnOnlyTheChangeIsKnown) {
  const auto answer = assess(migNode(), "nvidia.com/mig.config=own-layout");
  EXPECT_EQ(answer.way, SwitchWay::AfterDrain);
  EXPECT_TRUE(answer.appear.empty());
  EXPECT_TRUE(answer.vanish.empty());
}

TEST(MigGeometry, UnderStrategySingleInstancesKeepTheNameOfCards) {
  const auto answer = assess(migNode("all-disabled", "single"), "nvidia.com/mig.config=all-1g.10gb");
  EXPECT_EQ(answer.appear, std::vector<std::string>{"nvidia.com/gpu"});
  EXPECT_TRUE(answer.vanish.empty());
}

TEST(MigGeometry, RefusesWithTheReason) {
  const std::string word = "nvidia.com/mig.config=all-1g.10gb";
  EXPECT_TRUE(refuses(nvidiaNode("a", 8), word, SwitchNote::NotMigCapable));
  EXPECT_TRUE(refuses(nvidiaNode("a", 8).label("nvidia.com/mig.capable", "true"), word, SwitchNote::NoMigManager));
  EXPECT_TRUE(refuses(migNode().label("nvidia.com/gpu.deploy.mig-manager", "false"), word, SwitchNote::NoMigManager));
  EXPECT_TRUE(refuses(migNode("all-disabled", "none"), word, SwitchNote::NoMigStrategy));
  EXPECT_TRUE(refuses(migNode().label(kMigState, "pending"), word, SwitchNote::OperatorBusy));
  EXPECT_TRUE(refuses(migNode().label(kMigState, "rebooting"), word, SwitchNote::OperatorBusy));
  EXPECT_TRUE(
      refuses(migNode().label("nvidia.com/gpu.deploy.dcgm", "paused-for-mig-change"), word, SwitchNote::OperatorBusy));
  EXPECT_TRUE(refuses(migNode().label("nvidia.com/gpu.deploy.device-plugin", "false"), word, SwitchNote::PluginOff));
  EXPECT_TRUE(refuses(migNode().label("nvidia.com/gpu-driver-upgrade-state", "drain-required"), word,
                      SwitchNote::DriverUpgrade));
  EXPECT_TRUE(refuses(migNode().notReady(), word, SwitchNote::NotReady));
  EXPECT_TRUE(refuses(migNode(), "nvidia.com/mig.config=all-enabled", SwitchNote::NoInstances));
  EXPECT_TRUE(refuses(hamiNode(), word, SwitchNote::OtherStack));
  EXPECT_TRUE(refuses(testing::node("a"), word, SwitchNote::NoCards));
  EXPECT_TRUE(refuses(testing::ackNode("a", "cgpu", 4, 15), word, SwitchNote::OtherStack));
  const auto byHand = migNode("").resource("nvidia.com/mig-1g.10gb", 7);
  EXPECT_TRUE(refuses(byHand, word, SwitchNote::LayoutByHand));
}

TEST(MigGeometry, TheSameConfigIsNoSwitchUnlessItFailed) {
  EXPECT_EQ(assess(migNode(), "nvidia.com/mig.config=all-disabled").way, SwitchWay::Same);
  EXPECT_TRUE(
      refuses(migNode().label(kMigState, "failed"), "nvidia.com/mig.config=all-disabled", SwitchNote::SameAgain));
  const auto away = assess(migNode().label(kMigState, "failed"), "nvidia.com/mig.config=all-1g.10gb");
  EXPECT_EQ(away.way, SwitchWay::AfterDrain) << "another config is the way out";
  EXPECT_TRUE(notes(away, SwitchNote::FailedBefore));
}

TEST(MigGeometry, WhereTheLabelWasAbsentARollbackTurnsMigOff) {
  NodeBuilder node = migNode();
  node = nvidiaNode("a", 8)
             .label("nvidia.com/mig.capable", "true")
             .label("nvidia.com/gpu.deploy.mig-manager", "true")
             .label("nvidia.com/mig.strategy", "mixed");
  EXPECT_TRUE(notes(assess(node, "nvidia.com/mig.config=all-1g.10gb"), SwitchNote::RollbackWrites));
  const Plan plan = planOf(node, "nvidia.com/mig.config=all-1g.10gb");
  EXPECT_EQ(stepOf(plan, StepCode::SetLabel).undo.labels.front(), (LabelChange{kMigConfig, "all-disabled", false}))
      << "mig-manager ignores a removal";
}

TEST(MigGeometry, NoLabelAloneUnderRunningPods) {
  const auto node = migNode();
  const Plan plan = makeLabelOnlyPlan(*node.raw(), assess(node, "nvidia.com/mig.config=all-1g.10gb"), {});
  EXPECT_TRUE(plan.steps.empty());
}

TEST(SharingConfig, IsSetAfterADrainAndItsRemovalIsASwitchToo) {
  const auto set = assess(nvidiaNode("a", 8), "nvidia.com/device-plugin.config=sliced-4");
  EXPECT_EQ(set.way, SwitchWay::AfterDrain);
  EXPECT_TRUE(notes(set, SwitchNote::ConfigNotRead));
  const auto sliced = nvidiaNode("a", 32).label("nvidia.com/device-plugin.config", "sliced-4");
  const Plan off = planOf(sliced, "nvidia.com/device-plugin.config-");
  EXPECT_TRUE(stepOf(off, StepCode::SetLabel).act.labels.front().remove);
  EXPECT_EQ(stepOf(off, StepCode::SetLabel).undo.labels.front().value, "sliced-4");
  EXPECT_EQ(equalCommands(off)[2], "kubectl label node a nvidia.com/device-plugin.config- --overwrite");
  EXPECT_EQ(assess(nvidiaNode("a", 8), "nvidia.com/device-plugin.config-").way, SwitchWay::Same);
  EXPECT_TRUE(refuses(hamiNode(), "nvidia.com/device-plugin.config=sliced-4", SwitchNote::OtherStack));
}

TEST(HamiNode, LeavesAndComesBackByItsLabel) {
  const auto off = assess(hamiNode(), "gpu=off");
  EXPECT_EQ(off.way, SwitchWay::AfterDrain);
  EXPECT_TRUE(notes(off, SwitchNote::NoOtherPlugin));
  EXPECT_TRUE(refuses(nvidiaNode("a", 8), "gpu=on", SwitchNote::PluginInTheWay));
  EXPECT_TRUE(refuses(testing::node("a"), "gpu=on", SwitchNote::NoCards));
  const auto bare = nvidiaNode("a", 0).label("nvidia.com/gpu.present", "true");
  EXPECT_EQ(assess(bare, "gpu=on").way, SwitchWay::AfterDrain);
  const PlanStep await = stepOf(planOf(bare, "gpu=on"), StepCode::AwaitResources);
  EXPECT_TRUE(asks(await.after, ConditionCode::Registered, kRegister));
  EXPECT_TRUE(asks(await.after, ConditionCode::Published, "nvidia.com/gpu"));
}

TEST(HamiCards, AreExcludedAtOnceByTheirIds) {
  const auto one = assess(hamiNode(), "hami.io/device-cordon=GPU-1");
  EXPECT_EQ(one.way, SwitchWay::Directly);
  EXPECT_TRUE(notes(one, SwitchNote::FuturePodsOnly));
  EXPECT_FALSE(notes(one, SwitchNote::AllCards));
  EXPECT_TRUE(notes(assess(hamiNode(), "hami.io/device-cordon=GPU-0,GPU-1"), SwitchNote::AllCards));
  EXPECT_TRUE(refuses(hamiNode(), "hami.io/device-cordon=GPU-7", SwitchNote::UnknownCards));
  EXPECT_TRUE(refuses(hamiNode(), "hami.io/device-cordon=,", SwitchNote::UnknownCards));
  EXPECT_TRUE(refuses(nvidiaNode("a", 8), "hami.io/device-cordon=GPU-1", SwitchNote::OtherStack));
  EXPECT_EQ(assess(hamiNode().annotation("hami.io/device-cordon", "GPU-1"), "hami.io/device-cordon=GPU-1").way,
            SwitchWay::Same);
  const Plan plan = planOf(hamiNode(), "hami.io/device-cordon=GPU-1");
  EXPECT_EQ(equalCommands(plan),
            (std::vector<std::string>{"kubectl annotate node a hami.io/device-cordon=GPU-1 --overwrite"}));
  const Plan back = planOf(hamiNode().annotation("hami.io/device-cordon", "GPU-1"), "hami.io/device-cordon-");
  EXPECT_TRUE(back.steps.front().act.annotations.front().remove);
}

TEST(AckModes, AreRefusedOnNodesOfOtherStacksWithTheirName) {
  const auto answer = assess(hamiNode(), "topology");
  EXPECT_EQ(answer.way, SwitchWay::Refused);
  ASSERT_TRUE(notes(answer, SwitchNote::OtherStack)) << "a refusal says why";
  EXPECT_EQ(answer.notes.front().detail, toString(GpuStack::Hami));
}

TEST(NodeEdits, LeaveTheLabelsOfSwitchesAlone) {
  NodeEdit edit;
  edit.labels = {{kMigConfig, "all-1g.10gb", false}, {"gpu", "true", false}};
  const auto found = checkEdit(edit);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().note, EditNote::ModeLabel);
}

TEST(NamedSwitches, BelongToTheStackOfTheNode) {
  const auto keys = [](const NodeBuilder& node) {
    std::vector<std::string> out;
    for (const StackSwitch* one : namedSwitches(*node.raw())) out.emplace_back(one->key);
    return out;
  };
  EXPECT_EQ(keys(migNode()), (std::vector<std::string>{kMigConfig, "nvidia.com/device-plugin.config"}));
  EXPECT_EQ(keys(hamiNode()), (std::vector<std::string>{"hami.io/device-cordon"}));
  EXPECT_TRUE(keys(testing::ackNode("a", "cgpu", 4, 15)).empty());
}

}  // namespace
}  // namespace cardinal
