// SPDX-License-Identifier: Apache-2.0
// Every change that was made from this program is recorded in the journal, and undone only while nobody has changed the
// same fields since.
#include "core/plan/changes/changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/changes/switch_back.h"
#include "core/plan/make/node_edit.h"
#include "core/plan/run/runner.h"
#include "tests/core/plan/fake_nodes.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using testing::ackNode;
using ::testing::ElementsAre;
using testing::FakeNodes;
using testing::FakeTime;
using testing::Fuse;
using ::testing::IsEmpty;
using testing::MemoryJournal;
using ::testing::SizeIs;

constexpr const char* kPlacement = "ack.node.gpu.placement";

std::string text(const FieldChange& change) {
  return change.field + ": " + change.before.value_or("-") + " -> " + change.after.value_or("-");
}

class Changes : public ::testing::Test {
 protected:
  Changes() {
    RawNode node = *ackNode("gpu-1", "cgpu", 2, 15, "binpack").label("team", "a").raw();
    node.taints.push_back({"dedicated", "gpu", "NoSchedule"});
    m_nodes.put(node);
  }

  PlanContext context() {
    return {"plan-" + std::to_string(++m_number), "prod", "10.0.0.1:6443", 1'700'000'000 + m_number};
  }
  const RawNode& node() { return m_nodes.node("gpu-1"); }
  PlanProgress run(Plan plan) {
    PlanRunner runner({m_nodes, m_journal, m_time, {}});
    return runner.start(std::move(plan), {});
  }
  /// As after a restart: nothing but the lines of the journal is known.
  std::vector<ChangeRecord> changes() const { return changesOf(m_journal.entries()); }
  ChangeRecord newest() const { return changes().front(); }
  PlanProgress undoNewest() {
    const UndoAnswer answer = makeUndo(newest(), node(), context());
    EXPECT_TRUE(answer.plan.has_value());
    return run(answer.plan.value_or(Plan{}));
  }
  /// As whoever sends a single request writes it down.
  void write(const ChangeNote& note, const std::string& change, UnixSeconds time) {
    JournalEntry entry;
    entry.event = JournalEvent::Noted;
    entry.plan = change;
    entry.time = time;
    entry.note = std::make_shared<const ChangeNote>(note);
    EXPECT_TRUE(m_journal.write(entry));
  }
  NodeEdit edit() const {
    return {{{"team", "b", false}, {"new", "x", false}},
            {{"dedicated", "", "NoSchedule", true}, {"slow", "", "PreferNoSchedule", false}}};
  }

  Fuse m_fuse;
  FakeNodes m_nodes{m_fuse};
  MemoryJournal m_journal{m_fuse};
  FakeTime m_time;
  int m_number = 0;
};

TEST_F(Changes, ACordonIsRecordedWithBeforeAfterAndCommand) {
  run(makeCordonPlan(node(), context()));
  const ChangeRecord change = newest();
  EXPECT_EQ(change.verb, "cordon");
  EXPECT_EQ(change.object, "Node/gpu-1");
  EXPECT_EQ(change.cluster, "prod");
  EXPECT_EQ(change.time, 1'700'000'001);
  EXPECT_EQ(change.result, ChangeResult::Done);
  EXPECT_EQ(change.blocker, UndoBlocker::None);
  ASSERT_THAT(change.fields, SizeIs(1));
  EXPECT_EQ(text(change.fields[0]), "spec.unschedulable: false -> true");
  EXPECT_THAT(change.commands, ElementsAre("kubectl cordon gpu-1"));
}

TEST_F(Changes, AChangeIsDatedByItsFirstStepAndNotByTheDialog) {
  Plan plan = makeCordonPlan(node(), context());
  plan.made -= 3600;
  run(plan);
  EXPECT_EQ(newest().time, 1'700'000'000);
}

TEST_F(Changes, ACordonIsUndoneAndTheUndoIsUndoneToo) {
  run(makeCordonPlan(node(), context()));
  EXPECT_EQ(undoNewest().phase, PlanPhase::Done);
  EXPECT_FALSE(node().unschedulable);
  ASSERT_THAT(changes(), SizeIs(2));
  EXPECT_EQ(changes()[1].result, ChangeResult::Undone);
  EXPECT_EQ(changes()[1].undoneBy, changes()[0].id);
  EXPECT_EQ(changes()[1].blocker, UndoBlocker::AlreadyUndone);
  EXPECT_EQ(undoNewest().phase, PlanPhase::Done);
  EXPECT_TRUE(node().unschedulable);
}

TEST_F(Changes, WhatWasSoBeforeIsNoChange) {
  m_nodes.node("gpu-1").unschedulable = true;
  run(makeCordonPlan(node(), context()));
  EXPECT_EQ(newest().result, ChangeResult::Nothing);
  EXPECT_EQ(newest().blocker, UndoBlocker::NotDone);
}

TEST_F(Changes, LabelsAndTaintsAreWrittenInOneRequestAndSetBackExactly) {
  const RawNode before = node();
  run(makeEditPlan(node(), edit(), context()));
  EXPECT_THAT(m_nodes.acts, ElementsAre("label b", "label x", "taints"));
  EXPECT_EQ(*find(node().meta.labels, "team"), "b");
  ASSERT_THAT(node().taints, SizeIs(1));
  EXPECT_EQ(node().taints[0].key, "slow");
  std::vector<std::string> fields;
  for (const FieldChange& change : newest().fields) fields.push_back(text(change));
  EXPECT_THAT(fields,
              ElementsAre("metadata.labels[team]: a -> b", "metadata.labels[new]: - -> x",
                          "spec.taints[dedicated:NoSchedule]: gpu -> -", "spec.taints[slow:PreferNoSchedule]: - -> "));
  EXPECT_THAT(newest().commands,
              ElementsAre("kubectl label node gpu-1 team=b new=x --overwrite && "
                          "kubectl taint node gpu-1 dedicated:NoSchedule- slow:PreferNoSchedule --overwrite"));
  EXPECT_EQ(undoNewest().phase, PlanPhase::Done);
  EXPECT_EQ(*find(node().meta.labels, "team"), "a");
  EXPECT_EQ(find(node().meta.labels, "new"), nullptr);
  EXPECT_EQ(node().taints, before.taints);
}

TEST_F(Changes, AnUndoIsRefusedWithBothValuesWhenSomebodyElseChangedTheField) {
  run(makeEditPlan(node(), edit(), context()));
  for (auto& [key, value] : m_nodes.node("gpu-1").meta.labels) {
    if (key == "team") value = "theirs";
  }
  const UndoAnswer answer = makeUndo(newest(), node(), context());
  EXPECT_FALSE(answer.plan.has_value());
  EXPECT_THAT(answer.conflicts, ElementsAre(UndoConflict{"metadata.labels[team]", "b", "theirs"}));
}

TEST_F(Changes, AFieldThatChangesBetweenTheLookAndTheWriteStopsTheUndo) {
  run(makeEditPlan(node(), edit(), context()));
  const UndoAnswer answer = makeUndo(newest(), node(), context());
  ASSERT_TRUE(answer.plan.has_value());
  for (auto& [key, value] : m_nodes.node("gpu-1").meta.labels) {
    if (key == "team") value = "theirs";
  }
  const PlanProgress progress = run(*answer.plan);
  ASSERT_TRUE(progress.stop.has_value());
  EXPECT_EQ(progress.stop->code, StopCode::ConditionFailed);
  EXPECT_EQ(progress.stop->found, "theirs");
  EXPECT_EQ(*find(node().meta.labels, "team"), "theirs");
}

TEST_F(Changes, OtherFieldsOfTheNodeMayChangeMeanwhile) {
  run(makeCordonPlan(node(), context()));
  m_nodes.node("gpu-1").meta.labels.emplace_back("heartbeat", "42");
  m_nodes.node("gpu-1").meta.resourceVersion = "977";
  EXPECT_EQ(undoNewest().phase, PlanPhase::Done);
}

TEST_F(Changes, ANodeThatWasReplacedIsNotTouched) {
  run(makeCordonPlan(node(), context()));
  m_nodes.node("gpu-1").meta.uid = "another";
  const UndoAnswer answer = makeUndo(newest(), node(), context());
  EXPECT_TRUE(answer.nodeReplaced);
  EXPECT_FALSE(answer.plan.has_value());
}

TEST_F(Changes, PlacementCanBeUndoneAndAModeSwitchCannot) {
  SwitchTarget target;
  target.kind = SwitchTarget::Kind::Placement;
  target.placement = Placement::Spread;
  run(makeSwitchPlan(node(), assessSwitch(node(), target), {}, {}, context()));
  EXPECT_EQ(newest().verb, "set-placement");
  EXPECT_EQ(undoNewest().phase, PlanPhase::Done);
  EXPECT_EQ(*find(node().meta.labels, kPlacement), "binpack");
  ChangeRecord mode = changes().back();
  mode.progress->plan.target->kind = SwitchTarget::Kind::Mode;
  Plan plan = makeSwitchPlan(node(), assessSwitch(node(), target), {}, {}, context());
  plan.target = SwitchTarget{};
  run(plan);
  EXPECT_EQ(newest().verb, "switch-mode");
  EXPECT_EQ(newest().blocker, UndoBlocker::NotReversible);
}

TEST_F(Changes, AModeIsSwitchedBackToWhatTheLabelWasBefore) {
  const auto back = [](const char* word, const StringMap& before) -> std::string {
    ChangeRecord change;
    change.result = ChangeResult::Done;
    change.progress.emplace();
    change.progress->plan.kind = PlanKind::Switch;
    change.progress->plan.target = parseSwitchTarget(word);
    change.progress->plan.before.labels = before;
    const auto target = switchBack(change);
    return target ? toString(*target) : "-";
  };
  const auto label = [](const char* key, const char* value) {
    StringMap out;
    out.emplace_back(key, value);
    return out;
  };
  EXPECT_EQ(back("topology", label("ack.node.gpu.schedule", "share")), "share");
  EXPECT_EQ(back("share", {}), "default") << "removing the label would not make the cards whole again";
  EXPECT_EQ(back("gpushare=true", {}), "gpushare=false");
  EXPECT_EQ(back("nvidia.com/mig.config=all-3g.20gb", label("nvidia.com/mig.config", "all-disabled")),
            "nvidia.com/mig.config=all-disabled");
  EXPECT_EQ(back("topology", label("ack.node.gpu.schedule", "no mode")), "-") << "a value that is no mode";
  EXPECT_EQ(back("spread", label("ack.node.gpu.placement", "binpack")), "-") << "undone by one write";
}

TEST_F(Changes, ARefusedWriteIsReportedAsSuch) {
  m_nodes.patchError = makeError(ErrorCode::Forbidden, "patch nodes");
  PlanProgress progress = run(makeCordonPlan(node(), context()));
  EXPECT_EQ(newest().result, ChangeResult::Stopped);
  EXPECT_EQ(newest().error->code, ErrorCode::Forbidden);
}

/// A request without a plan: written before it is sent and after it.
TEST_F(Changes, NotesOfOneRequestCountOnceByTheirLaterState) {
  ChangeNote note;
  note.verb = "create";
  note.cluster = "prod";
  note.kind = "Deployment";
  note.object = {"default", "app"};
  write(note, "w1", 50);
  EXPECT_EQ(newest().result, ChangeResult::Unknown);
  EXPECT_EQ(newest().object, "Deployment/default/app");
  note.state = NoteState::Failed;
  note.error = makeError(ErrorCode::Invalid, "Deployment/app", "spec.replicas", "must be a number");
  note.error->httpStatus = 422;
  write(note, "w1", 52);
  ASSERT_THAT(changes(), SizeIs(1));
  EXPECT_EQ(newest().result, ChangeResult::Failed);
  EXPECT_EQ(newest().time, 50);
  EXPECT_EQ(newest().error->place, "spec.replicas");
  EXPECT_EQ(newest().error->httpStatus, 422);
  EXPECT_THAT(unfinishedPlans(m_journal.entries()), IsEmpty());
}

TEST_F(Changes, WhatWasSubmittedIsNamedWholeAndCountsAsUndoneOnceItIsDeleted) {
  ChangeNote note;
  note.state = NoteState::Done;
  note.verb = "create";
  note.kind = "Deployment";
  note.object = {"default", "app"};
  note.uid = "u1";
  note.fields = {{"apiVersion", std::nullopt, "apps/v1"}};
  write(note, "w1", 50);
  EXPECT_EQ(newest().blocker, UndoBlocker::None);
  EXPECT_EQ(newest().created, (CreatedRef{"apps/v1", "Deployment", {"default", "app"}, "u1"}));

  note.verb = "delete";
  note.state = NoteState::Begun;
  note.fields = {{"apiVersion", "apps/v1", std::nullopt}};
  write(note, "w2", 60);
  EXPECT_EQ(newest().result, ChangeResult::Unknown) << "begun";
  EXPECT_EQ(newest().commands, std::vector<std::string>{"kubectl delete Deployment app -n default"});
  EXPECT_EQ(changes().back().result, ChangeResult::Done) << "not deleted yet, as far as is known";

  note.state = NoteState::Done;
  write(note, "w2", 60);
  EXPECT_EQ(newest().result, ChangeResult::Done);
  EXPECT_EQ(newest().blocker, UndoBlocker::NotReversible);
  EXPECT_EQ(changes().back().result, ChangeResult::Undone);
  EXPECT_EQ(changes().back().undoneBy, "w2");
  EXPECT_EQ(changes().back().blocker, UndoBlocker::AlreadyUndone);
}

TEST_F(Changes, LabelsThatWereWrittenWithoutAPlanAreUndoneByOne) {
  ChangeNote note;
  note.state = NoteState::Done;
  note.verb = "patch";
  note.kind = "Node";
  note.object = {"", "gpu-1"};
  note.fields = {{"metadata.labels[" + std::string(kPlacement) + "]", "spread", "binpack"}};
  write(note, "w1", 0);
  EXPECT_THAT(newest().commands, ElementsAre("kubectl label node gpu-1 ack.node.gpu.placement=binpack --overwrite"));
  EXPECT_EQ(undoNewest().phase, PlanPhase::Done);
  EXPECT_EQ(*find(node().meta.labels, kPlacement), "spread");
}

TEST_F(Changes, LabelsThatWereWrittenWithoutAPlanAreNotSetBackOnAnotherNodeOfTheName) {
  ChangeNote note;
  note.state = NoteState::Done;
  note.verb = "patch";
  note.kind = "Node";
  note.object = {"", "gpu-1"};
  note.uid = "uid-of-the-first";
  note.fields = {{"metadata.labels[" + std::string(kPlacement) + "]", "spread", "binpack"}};
  write(note, "w1", 0);
  const UndoAnswer answer = makeUndo(newest(), node(), context());
  EXPECT_TRUE(answer.nodeReplaced);
  EXPECT_FALSE(answer.plan);
}

}  // namespace
}  // namespace cardinal
