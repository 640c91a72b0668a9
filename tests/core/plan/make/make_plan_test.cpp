// SPDX-License-Identifier: Apache-2.0
#include "core/plan/make/make_plan.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/builders.h"

namespace cardinal {
namespace {

using testing::ackNode;
using testing::gpushareNode;
using testing::NodeBuilder;
using testing::nvidiaNode;

SwitchAssessment assess(const NodeBuilder& node, const std::string& word) {
  return assessSwitch(*node.raw(), parseSwitchTarget(word).value());
}

bool notes(const SwitchAssessment& assessment, SwitchNote note) {
  return std::any_of(assessment.notes.begin(), assessment.notes.end(),
                     [&](const NotedSwitch& n) { return n.note == note; });
}

Plan planOf(const NodeBuilder& node, const std::string& word) {
  const SwitchAssessment assessment = assess(node, word);
  return makeSwitchPlan(*node.raw(), assessment, {}, {}, {"p1", "test", "", 1});
}

std::vector<StepCode> codesOf(const Plan& plan) {
  std::vector<StepCode> out;
  for (const PlanStep& step : plan.steps) out.push_back(step.code);
  return out;
}

TEST(AssessSwitch, WholeCardsToTopologyNeedsADrain) {
  const auto answer = assess(ackNode("a", "default", 8, 0), "topology");
  EXPECT_EQ(answer.way, SwitchWay::AfterDrain);
  EXPECT_TRUE(answer.notes.empty());
  EXPECT_EQ(answer.appear, std::vector<std::string>{"aliyun.com/gpu"});
  const auto of = [&](const std::string& resource) {
    return *std::find_if(answer.resources.begin(), answer.resources.end(),
                         [&](const auto& r) { return r.resource == resource; });
  };
  EXPECT_EQ(of("aliyun.com/gpu").before, 0);
  EXPECT_EQ(of("aliyun.com/gpu").after, 8);
  EXPECT_EQ(of("nvidia.com/gpu").before, 8);
  EXPECT_EQ(of("nvidia.com/gpu").after, 0);
}

TEST(AssessSwitch, MemoryAfterwardsIsUnknownUntilThePluginSaysIt) {
  const auto answer = assess(ackNode("a", "default", 8, 0), "share");
  EXPECT_EQ(answer.resources.front().resource, "aliyun.com/gpu-mem");
  EXPECT_FALSE(answer.resources.front().after.has_value());
}

TEST(AssessSwitch, LeavingIsolationAdvisesTheCleanWay) {
  const auto answer = assess(ackNode("a", "cgpu", 4, 15), "default");
  EXPECT_EQ(answer.way, SwitchWay::AfterDrain);
  EXPECT_TRUE(notes(answer, SwitchNote::ReAddAdvised));
  EXPECT_TRUE(notes(answer, SwitchNote::ModuleStays));
  EXPECT_TRUE(notes(answer, SwitchNote::SourcesDisagree));
}

TEST(AssessSwitch, MigIsRefusedBothWays) {
  EXPECT_EQ(assess(ackNode("a", "default", 8, 0), "mig").way, SwitchWay::Refused);
  EXPECT_TRUE(notes(assess(ackNode("a", "default", 8, 0), "mig"), SwitchNote::ToMig));
  const auto from = assess(testing::node("a").label("ack.node.gpu.schedule", "mig"), "default");
  EXPECT_EQ(from.way, SwitchWay::Refused);
  EXPECT_TRUE(notes(from, SwitchNote::FromMig));
  EXPECT_TRUE(notes(assess(testing::node("a").resource("nvidia.com/mig-1g.5gb", 7), "default"), SwitchNote::FromMig));
}

TEST(AssessSwitch, RefusesUnknownValuesBusyDriversAndAbsentNodes) {
  EXPECT_TRUE(notes(assess(ackNode("a", "quantum", 4, 15), "default"), SwitchNote::ModeUnknown));
  EXPECT_TRUE(notes(assess(ackNode("a", "disabled", 4, 15), "default"), SwitchNote::ModeUnknown));
  auto upgrading = ackNode("a", "default", 8, 0).label("nvidia.com/gpu-driver-upgrade-state", "drain-required");
  EXPECT_TRUE(notes(assess(upgrading, "topology"), SwitchNote::DriverUpgrade));
  EXPECT_EQ(assess(upgrading.label("nvidia.com/gpu-driver-upgrade-state", "upgrade-done"), "topology").way,
            SwitchWay::AfterDrain);
  EXPECT_TRUE(notes(assess(ackNode("a", "default", 8, 0).notReady(), "topology"), SwitchNote::NotReady));
  EXPECT_TRUE(notes(assess(testing::node("a"), "default"), SwitchNote::NoCards));
}

TEST(AssessSwitch, TheSameValueIsNoSwitchButAnAbsentLabelIsOne) {
  EXPECT_EQ(assess(ackNode("a", "default", 8, 0), "default").way, SwitchWay::Same);
  EXPECT_EQ(assess(nvidiaNode("a", 8), "default").way, SwitchWay::AfterDrain);
  EXPECT_TRUE(notes(assess(nvidiaNode("a", 8), "topology"), SwitchNote::RemovalNoReturn));
}

TEST(AssessSwitch, OpenSourceIsSwitchedByValueNeverByRemoval) {
  const auto off = assess(gpushareNode("a", 2, 15), "gpushare=false");
  EXPECT_EQ(off.way, SwitchWay::AfterDrain);
  EXPECT_TRUE(notes(off, SwitchNote::PluginNotRestored));
  EXPECT_TRUE(off.appear.empty());
  const auto restored =
      assess(gpushareNode("a", 2, 15).label("aliyun.accelerator/nvidia_count", "2"), "gpushare=false");
  EXPECT_FALSE(notes(restored, SwitchNote::PluginNotRestored));
  EXPECT_EQ(restored.appear, std::vector<std::string>{"nvidia.com/gpu"});
  EXPECT_EQ(assess(nvidiaNode("a", 8), "gpushare=true").way, SwitchWay::AfterDrain);
  for (const SwitchTarget& target : switchTargets()) EXPECT_FALSE(labelValueOf(target).empty());
}

TEST(AssessSwitch, DoesNotMixStacks) {
  EXPECT_TRUE(notes(assess(ackNode("a", "cgpu", 4, 15), "gpushare=true"), SwitchNote::OtherStack));
  EXPECT_TRUE(notes(assess(gpushareNode("a", 2, 15), "cgpu"), SwitchNote::OtherStack));
  EXPECT_TRUE(notes(assess(gpushareNode("a", 2, 15), "cgpu=true"), SwitchNote::OtherStack));
}

TEST(AssessSwitch, PlacementChangesAtOnceOnSharedNodesOnly) {
  const auto answer = assess(ackNode("a", "cgpu", 4, 15, "spread"), "binpack");
  EXPECT_EQ(answer.way, SwitchWay::Directly);
  EXPECT_TRUE(notes(answer, SwitchNote::FuturePodsOnly));
  EXPECT_TRUE(notes(assess(ackNode("a", "default", 8, 0), "spread"), SwitchNote::NotShared));
}

TEST(MakePlan, ProcedureA) {
  const Plan plan = planOf(ackNode("a", "default", 8, 0), "topology");
  EXPECT_EQ(codesOf(plan),
            (std::vector<StepCode>{StepCode::Check, StepCode::Cordon, StepCode::Evict, StepCode::SetLabel,
                                   StepCode::AwaitResources, StepCode::Verify, StepCode::Uncordon}));
  EXPECT_TRUE(plan.drain.gpuPodsOnly);
  EXPECT_EQ(plan.steps[1].undo.code, ActCode::Uncordon);
  const PlanStep& label = plan.steps[3];
  EXPECT_EQ(label.act.labels.front(), (LabelChange{"ack.node.gpu.schedule", "topology", false}));
  EXPECT_EQ(label.undo.labels.front(), (LabelChange{"ack.node.gpu.schedule", "default", false}));
  const auto asks = [](const std::vector<PlanCondition>& all, ConditionCode code) {
    return std::any_of(all.begin(), all.end(), [&](const PlanCondition& c) { return c.code == code; });
  };
  EXPECT_TRUE(asks(label.before, ConditionCode::NoGpuPods)) << "never relabels under running pods";
  EXPECT_TRUE(asks(label.before, ConditionCode::Unschedulable));
  EXPECT_TRUE(asks(label.undone, ConditionCode::Published)) << "the old resource is back before pods may come";
  EXPECT_TRUE(asks(plan.steps[4].after, ConditionCode::Published));
  EXPECT_TRUE(asks(plan.steps[5].after, ConditionCode::NotPublished));
}

TEST(MakePlan, ACordonedNodeStaysCordoned) {
  const Plan plan = planOf(ackNode("a", "default", 8, 0).cordoned(), "topology");
  EXPECT_EQ(codesOf(plan).back(), StepCode::Verify);
  EXPECT_EQ(plan.steps[1].undo.code, ActCode::None);
  EXPECT_EQ(makeCordonPlan(*ackNode("a", "default", 8, 0).cordoned().raw(), {}).steps[0].undo.code, ActCode::None);
}

TEST(MakePlan, AnAbsentLabelIsRemovedAgainOnRollback) {
  const Plan plan = planOf(nvidiaNode("a", 8), "topology");
  EXPECT_TRUE(plan.steps[3].undo.labels.front().remove);
  EXPECT_TRUE(plan.before.labels.empty());
}

TEST(MakePlan, ReAddIsGuidedAndWritesNoLabel) {
  const Plan plan = planOf(ackNode("a", "cgpu", 4, 15), "core_mem");
  EXPECT_EQ(codesOf(plan),
            (std::vector<StepCode>{StepCode::Check, StepCode::Cordon, StepCode::Evict, StepCode::AwaitRemoval,
                                   StepCode::AwaitReturn, StepCode::AwaitResources, StepCode::Verify}));
  EXPECT_FALSE(plan.drain.gpuPodsOnly);
  for (const PlanStep& step : plan.steps) EXPECT_NE(step.act.code, ActCode::SetLabels);
  EXPECT_EQ(codesOf(planOf(ackNode("a", "cgpu", 4, 15).cordoned(), "core_mem")).back(), StepCode::Cordon);
}

TEST(MakePlan, RefusedHasNoSteps) {
  EXPECT_TRUE(planOf(ackNode("a", "default", 8, 0), "mig").steps.empty());
}

TEST(MakePlan, SaysTheEqualCommands) {
  DrainPolicy policy;
  policy.deleteLocalData = true;
  const Plan drain = makeDrainPlan(*ackNode("a", "default", 8, 0).raw(), policy, {});
  EXPECT_EQ(equalCommands(drain),
            (std::vector<std::string>{"kubectl cordon a",
                                      "kubectl drain a --ignore-daemonsets --delete-emptydir-data --timeout=600s"}));
  const auto commands = equalCommands(planOf(ackNode("a", "default", 8, 0), "topology"));
  // the drain of a switch evicts pods that hold GPUs alone, which no command of kubectl does
  EXPECT_EQ(commands, (std::vector<std::string>{"kubectl cordon a",
                                                "kubectl label node a ack.node.gpu.schedule=topology --overwrite",
                                                "kubectl uncordon a"}));
}

}  // namespace
}  // namespace cardinal
