// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/plan/changes/changes.h"
#include "core/plan/make/node_field.h"

namespace cardinal {
namespace {

PlanCondition nodeSame() {
  PlanCondition condition;
  condition.code = ConditionCode::NodeSame;
  return condition;
}

PlanCondition holds(const FieldChange& change, const std::optional<std::string>& value) {
  PlanCondition out;
  if (change.field == kUnschedulableField) {
    out.code = value == "true" ? ConditionCode::Unschedulable : ConditionCode::Schedulable;
    return out;
  }
  const auto label = keyIn(change.field, kLabelField);
  const auto annotation = keyIn(change.field, kAnnotationField);
  out.code = label ? ConditionCode::LabelIs : annotation ? ConditionCode::AnnotationIs : ConditionCode::TaintIs;
  out.key = label ? *label : annotation ? *annotation : keyIn(change.field, kTaintField).value_or(std::string());
  out.absent = !value.has_value();
  out.value = value.value_or(std::string());
  return out;
}

void write(PlanAct& act, const FieldChange& change, const std::optional<std::string>& value) {
  act.code = ActCode::SetLabels;
  if (const auto label = keyIn(change.field, kLabelField)) {
    act.labels.push_back({*label, value.value_or(std::string()), !value.has_value()});
    return;
  }
  if (const auto annotation = keyIn(change.field, kAnnotationField)) {
    act.annotations.push_back({*annotation, value.value_or(std::string()), !value.has_value()});
    return;
  }
  const std::string taint = keyIn(change.field, kTaintField).value_or(std::string());
  const std::size_t colon = taint.rfind(':');
  if (colon == std::string::npos) return;
  act.taints.push_back(
      {taint.substr(0, colon), value.value_or(std::string()), taint.substr(colon + 1), !value.has_value()});
}

bool isOfNode(const FieldChange& change) {
  return change.field == kUnschedulableField || keyIn(change.field, kLabelField) ||
         keyIn(change.field, kAnnotationField) || keyIn(change.field, kTaintField);
}

/// A step that sets one group of fields back, and the way back from there.
PlanStep backStep(StepCode code, const std::vector<FieldChange>& fields) {
  constexpr std::chrono::seconds kBrief{60};
  PlanStep step;
  step.code = code;
  step.before = {nodeSame()};
  for (const FieldChange& change : fields) {
    step.before.push_back(holds(change, change.after));
    step.after.push_back(holds(change, change.before));
    if (change.field == kUnschedulableField) {
      step.act.code = change.before == "true" ? ActCode::Cordon : ActCode::Uncordon;
      step.undo.code = change.before == "true" ? ActCode::Uncordon : ActCode::Cordon;
    } else {
      write(step.act, change, change.before);
      write(step.undo, change, change.after);
    }
    step.undoBefore.push_back(step.after.back());
    step.undone.push_back(holds(change, change.after));
  }
  step.timeout = kBrief;
  return step;
}

Plan planFor(const ChangeRecord& change, const std::vector<FieldChange>& fields, const RawNode& node,
             const PlanContext& context) {
  Plan plan;
  plan.id = context.id;
  plan.kind = PlanKind::Undo;
  plan.cluster = context.cluster;
  plan.server = context.server;
  plan.node = node.meta.key.name;
  plan.nodeUid = node.meta.uid;
  plan.made = context.now;
  plan.undoes = change.id;
  plan.before.unschedulable = node.unschedulable;
  plan.before.taints = node.taints;
  std::vector<FieldChange> written;
  for (const FieldChange& field : fields) {
    const auto label = keyIn(field.field, kLabelField);
    if (label && field.after) plan.before.labels.emplace_back(*label, *field.after);
    const auto annotation = keyIn(field.field, kAnnotationField);
    if (annotation && field.after) plan.before.annotations.emplace_back(*annotation, *field.after);
    if (field.field == kUnschedulableField) {
      plan.steps.push_back(backStep(field.before == "true" ? StepCode::Cordon : StepCode::Uncordon, {field}));
    } else {
      written.push_back(field);
    }
  }
  // Labels and taints go in one request.
  if (!written.empty()) plan.steps.insert(plan.steps.begin(), backStep(StepCode::SetLabel, written));
  return plan;
}

}  // namespace

UndoAnswer makeUndo(const ChangeRecord& change, const RawNode& node, const PlanContext& context) {
  UndoAnswer out;
  out.blocker = change.blocker;
  if (out.blocker != UndoBlocker::None) return out;
  out.nodeReplaced = !change.uid.empty() && change.uid != node.meta.uid;
  std::vector<FieldChange> fields = change.fields;
  std::erase_if(fields, [](const FieldChange& field) { return !isOfNode(field); });
  if (fields.empty()) out.blocker = UndoBlocker::NotReversible;
  for (const FieldChange& field : fields) {
    auto found = fieldOf(node, field.field);
    if (found != field.after) out.conflicts.push_back({field.field, field.after, std::move(found)});
  }
  if (out.blocker == UndoBlocker::None && !out.nodeReplaced && out.conflicts.empty())
    out.plan = planFor(change, fields, node, context);
  return out;
}

}  // namespace cardinal
