// SPDX-License-Identifier: Apache-2.0
// Switches of stacks other than ACK: what is allowed, what is refused and why, and the plan that follows.
#include "core/plan/make/stack_switches.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/model/extras/extra.h"
#include "core/model/extras/nvidia.h"
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
  EXPECT_EQ(equalCommands(plan)[1], "kubectl label node a nvidia.com/mig.config=all-1g.10gb --overwrite");
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

// Its cards stand in ResourceSlices, not on the node.
TEST(StackSwitch, ANodeOfDeviceClaimsBelongsToThemAndIsNotWithoutCards) {
  RawResourceSlice slice;
  slice.driver = "gpu.nvidia.com";
  slice.nodes.nodeName = "a";
  ClusterExtras extras;
  extras.slices.push_back(std::make_shared<const RawResourceSlice>(std::move(slice)));
  const NodeBuilder claimed = testing::node("a");
  for (const char* word : {"cgpu", "gpu=on", "nvidia.com/mig.config=all-1g.10gb"}) {
    SCOPED_TRACE(word);
    const auto answer = assessSwitch(*claimed.raw(), parseSwitchTarget(word).value(), &extras);
    EXPECT_EQ(answer.way, SwitchWay::Refused);
    const auto isDra = [](const NotedSwitch& one) { return one == NotedSwitch{SwitchNote::OtherStack, "dra"}; };
    EXPECT_TRUE(std::any_of(answer.notes.begin(), answer.notes.end(), isDra));
    const auto isEmpty = [](const NotedSwitch& one) { return one.note == SwitchNote::NoCards; };
    EXPECT_FALSE(std::any_of(answer.notes.begin(), answer.notes.end(), isEmpty));
  }
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
  EXPECT_EQ(equalCommands(off)[1], "kubectl label node a nvidia.com/device-plugin.config- --overwrite");
  EXPECT_EQ(assess(nvidiaNode("a", 8), "nvidia.com/device-plugin.config-").way, SwitchWay::Same);
  EXPECT_TRUE(refuses(hamiNode(), "nvidia.com/device-plugin.config=sliced-4", SwitchNote::OtherStack));
}

/// The cluster's configurations of the device plugin, as they were read.
ClusterExtras configurations(std::string fallback = {}) {
  RawClusterPolicy policy;
  policy.operatorNamespace = "gpu-operator";
  policy.pluginConfigMap = "plugin-config";
  policy.pluginConfigDefault = std::move(fallback);
  RawPluginConfigs map;
  const auto shared = [](const char* name, DeviceSharing method, std::int64_t replicas) {
    return DevicePluginConfig{name, true, method, {}, {{"nvidia.com/gpu", replicas}}};
  };
  map.configs = {shared("mps-16", DeviceSharing::Mps, 16),           shared("mps-17", DeviceSharing::Mps, 17),
                 shared("mps-48", DeviceSharing::Mps, 48),           shared("mps-49", DeviceSharing::Mps, 49),
                 shared("once", DeviceSharing::TimeSlicing, 1),      shared("sliced-4", DeviceSharing::TimeSlicing, 4),
                 shared("sliced-64", DeviceSharing::TimeSlicing, 64)};
  map.configs.push_back({"broken", false, DeviceSharing::None, {}, {}});
  map.configs.push_back({"whole", true, DeviceSharing::None, {}, {}});
  auto nvidia = std::make_shared<NvidiaConfigs>();
  nvidia->policy = std::make_shared<const RawClusterPolicy>(std::move(policy));
  nvidia->plugin = std::make_shared<const RawPluginConfigs>(std::move(map));
  ClusterExtras out;
  out.nvidia = std::move(nvidia);
  return out;
}

SwitchAssessment toConfig(const std::string& name, const NodeBuilder& node = nvidiaNode("a", 8),
                          const ClusterExtras& extras = configurations()) {
  const std::string word = name == "-" ? "nvidia.com/device-plugin.config-" : "nvidia.com/device-plugin.config=" + name;
  return assessSwitch(*node.raw(), parseSwitchTarget(word).value(), &extras);
}

std::string detailOf(const SwitchAssessment& assessment, SwitchNote note) {
  for (const NotedSwitch& one : assessment.notes) {
    if (one.note == note) return one.detail;
  }
  return "(not noted)";
}

TEST(SharingConfig, ANameThatTheConfigMapDoesNotHaveIsRefusedWithTheNamesThatItHas) {
  const auto missing = toConfig("sliced-5");
  EXPECT_EQ(missing.way, SwitchWay::Refused);
  EXPECT_EQ(detailOf(missing, SwitchNote::ConfigMissing),
            "mps-16, mps-17, mps-48, mps-49, once, sliced-4, sliced-64, broken, whole");
  const auto there = toConfig("sliced-4");
  EXPECT_EQ(there.way, SwitchWay::AfterDrain);
  EXPECT_EQ(detailOf(there, SwitchNote::ConfigOf), "4 x nvidia.com/gpu (time-slicing)");
  EXPECT_FALSE(notes(there, SwitchNote::ConfigNotRead));
  EXPECT_EQ(detailOf(toConfig("whole"), SwitchNote::ConfigOf), "-");
}

TEST(SharingConfig, WithoutTheLabelTheDefaultOfTheClusterPolicyCounts) {
  const auto labelled = nvidiaNode("a", 32).label("nvidia.com/device-plugin.config", "sliced-4");
  EXPECT_EQ(toConfig("-", labelled, configurations("gone")).way, SwitchWay::Refused);
  EXPECT_EQ(detailOf(toConfig("-", labelled, configurations("sliced-64")), SwitchNote::ConfigOf),
            "64 x nvidia.com/gpu (time-slicing)");
  EXPECT_TRUE(notes(toConfig("-", labelled), SwitchNote::ConfigNotRead)) << "without a default nobody says which";
}

TEST(SharingConfig, AConfigMapThatWasNotReadRefusesNothing) {
  auto unread = std::make_shared<NvidiaConfigs>(*configurations().nvidia);
  unread->plugin = nullptr;
  ClusterExtras extras;
  extras.nvidia = unread;
  const auto answer = toConfig("sliced-5", nvidiaNode("a", 8), extras);
  EXPECT_EQ(answer.way, SwitchWay::AfterDrain);
  EXPECT_TRUE(notes(answer, SwitchNote::ConfigNotRead));
}

TEST(SharingConfig, WhatTheDevicePluginWouldStopAtIsNotWritten) {
  EXPECT_EQ(toConfig("once").way, SwitchWay::Refused);
  EXPECT_EQ(detailOf(toConfig("once"), SwitchNote::TooFewReplicas), "nvidia.com/gpu: 1");
  EXPECT_EQ(toConfig("broken").way, SwitchWay::Refused);
  EXPECT_EQ(detailOf(toConfig("broken"), SwitchNote::ConfigUnreadable), "broken");
}

TEST(SharingConfig, MpsIsNotWrittenWhereCardsAreDividedByMig) {
  const auto cut = nvidiaNode("a", 8).resource("nvidia.com/mig-1g.10gb", 7);
  EXPECT_EQ(toConfig("mps-16", cut).way, SwitchWay::Refused);
  EXPECT_TRUE(notes(toConfig("mps-16", cut), SwitchNote::MpsOnMig));
  EXPECT_FALSE(notes(toConfig("mps-16"), SwitchNote::MpsOnMig));
}

TEST(SharingConfig, MpsTakesAsManyClientsAsTheCardsCanHave) {
  const auto capability = [](const char* major, const char* minor) {
    return nvidiaNode("a", 8).label("nvidia.com/gpu.compute.major", major).label("nvidia.com/gpu.compute.minor", minor);
  };
  EXPECT_EQ(detailOf(toConfig("mps-17", capability("7", "0")), SwitchNote::TooManyClients), "17 > 16");
  EXPECT_EQ(toConfig("mps-16", capability("7", "0")).way, SwitchWay::AfterDrain);
  EXPECT_EQ(toConfig("mps-48", capability("7", "5")).way, SwitchWay::AfterDrain);
  EXPECT_EQ(detailOf(toConfig("mps-49", capability("8", "0")), SwitchNote::TooManyClients), "49 > 48");
  EXPECT_EQ(toConfig("mps-17").way, SwitchWay::AfterDrain) << "the capability is not labelled";
  EXPECT_EQ(toConfig("mps-49").way, SwitchWay::Refused) << "more than any card takes";
  EXPECT_EQ(toConfig("sliced-64", capability("7", "0")).way, SwitchWay::AfterDrain) << "time-slicing has no such limit";
}

TEST(MigGeometry, AProfileThatTheCardsDoNotHaveIsRefusedAndTheDefaultLayoutIsNamed) {
  const auto refused = assess(migNode(), "nvidia.com/mig.config=all-1g.5gb");
  EXPECT_EQ(refused.way, SwitchWay::Refused);
  EXPECT_EQ(detailOf(refused, SwitchNote::ProfileNotOfCard), "1g.10gb, 1g.20gb, 2g.20gb, 3g.40gb, 4g.40gb, 7g.80gb");
  EXPECT_EQ(detailOf(assess(migNode(), "nvidia.com/mig.config=all-1g.10gb"), SwitchNote::LayoutOf), "7 x 1g.10gb");
  EXPECT_EQ(detailOf(assess(migNode(), "nvidia.com/mig.config=all-balanced"), SwitchNote::LayoutOf),
            "2 x 1g.10gb, 1 x 2g.20gb, 1 x 3g.40gb");
  EXPECT_FALSE(notes(assess(migNode(), "nvidia.com/mig.config=own"), SwitchNote::LayoutOf))
      << "its content is not read";
  RawNode other = *migNode().raw();
  testing::relabel(other, "nvidia.com/gpu.product", "NVIDIA-Z9");
  EXPECT_EQ(assessSwitch(other, parseSwitchTarget("nvidia.com/mig.config=all-1g.5gb").value()).way,
            SwitchWay::AfterDrain)
      << "the card is not known";
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
