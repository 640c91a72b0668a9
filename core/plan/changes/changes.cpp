// SPDX-License-Identifier: Apache-2.0
#include "core/plan/changes/changes.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/plan/changes/binding.h"
#include "core/plan/changes/object_act.h"
#include "core/plan/make/stack_switches.h"

namespace cardinal {
namespace {

std::optional<std::string> valueIn(const StringMap& map, const std::string& key) {
  const std::string* value = find(map, key);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

std::optional<std::string> taintValue(const std::vector<Taint>& taints, const TaintChange& change) {
  for (const Taint& taint : taints) {
    if (taint.key == change.key && taint.effect == change.effect) return taint.value;
  }
  return std::nullopt;
}

/// A field that was changed there and back is no change; where the way back is not known to be done, it may be one.
void note(std::vector<FieldChange>& fields, FieldChange change, bool certain) {
  const auto same = std::find_if(fields.begin(), fields.end(),
                                 [&change](const FieldChange& known) { return known.field == change.field; });
  if (same == fields.end()) return fields.push_back(std::move(change));
  if (!certain && change.after == same->before) return;
  same->after = std::move(change.after);
}

void noteAct(std::vector<FieldChange>& fields, const PlanAct& act, const Plan& plan, bool certain) {
  if (act.code == ActCode::Cordon) note(fields, {"spec.unschedulable", "false", "true"}, certain);
  if (act.code == ActCode::Uncordon) note(fields, {"spec.unschedulable", "true", "false"}, certain);
  if (act.code != ActCode::SetLabels) return;
  for (const LabelChange& change : act.labels) {
    note(fields,
         {"metadata.labels[" + change.key + "]", valueIn(plan.before.labels, change.key),
          change.remove ? std::nullopt : std::optional(change.value)},
         certain);
  }
  for (const LabelChange& change : act.annotations) {
    note(fields,
         {"metadata.annotations[" + change.key + "]", valueIn(plan.before.annotations, change.key),
          change.remove ? std::nullopt : std::optional(change.value)},
         certain);
  }
  for (const TaintChange& change : act.taints) {
    note(fields,
         {"spec.taints[" + change.key + ":" + change.effect + "]", taintValue(plan.before.taints, change),
          change.remove ? std::nullopt : std::optional(change.value)},
         certain);
  }
}

std::vector<FieldChange> fieldsOf(const PlanProgress& progress) {
  std::vector<FieldChange> out;
  const auto stands = [](const StepProgress& step) {
    return step.changed && !step.skipped && step.state != StepState::Undone;
  };
  const bool any = std::any_of(progress.steps.begin(), progress.steps.end(), stands);
  for (std::size_t i = 0; i < progress.steps.size(); ++i) {
    // A plan of which nothing stands is shown with what it intended.
    if (any && !stands(progress.steps[i])) continue;
    const bool certain = !any || progress.steps[i].state != StepState::Begun;
    noteAct(out, progress.plan.steps[i].act, progress.plan, certain);
  }
  std::erase_if(out, [](const FieldChange& change) { return change.before == change.after; });
  const auto count = [&progress](auto is) { return std::count_if(progress.pods.begin(), progress.pods.end(), is); };
  const auto evicted = count([](const PodProgress& pod) { return pod.state == PodState::Gone; });
  const auto asked = count([](const PodProgress& pod) {
    return pod.state == PodState::Terminating || pod.state == PodState::Busy || pod.state == PodState::Unknown;
  });
  if (evicted > 0) out.push_back({"evicted pods", std::nullopt, std::to_string(evicted)});
  if (asked > 0) out.push_back({"pods asked to leave", std::nullopt, std::to_string(asked)});
  return out;
}

std::string verbOf(const Plan& plan) {
  switch (plan.kind) {
    case PlanKind::Cordon:
      return "cordon";
    case PlanKind::Uncordon:
      return "uncordon";
    case PlanKind::Drain:
      return "drain";
    case PlanKind::Switch:
      if (!plan.target || !isDirect(*plan.target)) return "switch-mode";
      return plan.target->kind == SwitchTarget::Kind::Placement ? "set-placement" : "exclude-cards";
    case PlanKind::Edit:
      return "edit";
    case PlanKind::Undo:
      return "undo";
  }
  return "undo";
}

bool changedSomething(const PlanProgress& progress) {
  return std::any_of(progress.steps.begin(), progress.steps.end(),
                     [](const StepProgress& step) { return step.changed && step.state != StepState::Undone; });
}

ChangeResult resultOf(const PlanProgress& progress) {
  switch (progress.phase) {
    case PlanPhase::Done:
      return changedSomething(progress) ? ChangeResult::Done : ChangeResult::Nothing;
    case PlanPhase::RolledBack:
      return ChangeResult::RolledBack;
    case PlanPhase::Left:
      return changedSomething(progress) ? ChangeResult::Left : ChangeResult::Failed;
    case PlanPhase::Running:
    case PlanPhase::RollingBack:
      break;
  }
  return progress.stop ? ChangeResult::Stopped : ChangeResult::Unknown;
}

UndoBlocker barOf(const PlanProgress& progress, ChangeResult result) {
  if (result != ChangeResult::Done) return UndoBlocker::NotDone;
  const Plan& plan = progress.plan;
  // A mode that drained its node first must be switched back by a plan of its own.
  const bool mode = plan.kind == PlanKind::Switch && plan.target && !isDirect(*plan.target);
  if (mode) return UndoBlocker::NotReversible;
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    if (progress.steps[i].changed && plan.steps[i].undo.code != ActCode::None) return UndoBlocker::None;
  }
  return UndoBlocker::NotReversible;
}

ChangeRecord recordOf(PlanProgress progress) {
  ChangeRecord out;
  const Plan& plan = progress.plan;
  out.id = plan.id;
  // when it began to run: a dialog may stand open for long before
  out.time = progress.steps.empty() ? plan.made : std::max(plan.made, progress.steps.front().begun);
  out.cluster = plan.cluster;
  out.server = plan.server;
  out.verb = verbOf(plan);
  out.object = "Node/" + plan.node;
  out.uid = plan.nodeUid;
  out.fields = fieldsOf(progress);
  out.result = resultOf(progress);
  out.commands = equalCommands(plan);
  out.blocker = barOf(progress, out.result);
  if (progress.stop) out.error = progress.stop->error;
  out.progress = std::move(progress);
  return out;
}

std::string commandOf(const ChangeNote& note) {
  if (note.verb == "create") return "kubectl create -f FILE";
  if (note.verb != "bind" && note.verb != "patch") return actCommand(note);
  if (note.verb == "bind") {
    const std::string node = note.fields.empty() ? std::string() : note.fields.front().after.value_or(std::string());
    return bindCommand({note.object, note.uid, node, {}});
  }
  std::string labels;
  for (const FieldChange& change : note.fields) {
    constexpr std::string_view kLabels = "metadata.labels[";
    if (change.field.compare(0, kLabels.size(), kLabels) != 0) continue;
    const std::string key = change.field.substr(kLabels.size(), change.field.size() - kLabels.size() - 1);
    labels += " " + key + (change.after ? "=" + *change.after : "-");
  }
  return "kubectl label node " + note.object.name + labels + " --overwrite";
}

/// What a note says of an object that was created or deleted; nothing where it does not name it whole.
std::optional<CreatedRef> objectOf(const ChangeNote& note) {
  CreatedRef out{{}, note.kind, note.object, note.uid};
  for (const FieldChange& change : note.fields) {
    if (change.field == "apiVersion")
      out.apiVersion = change.after ? *change.after : change.before.value_or(std::string());
  }
  if (out.apiVersion.empty() || out.uid.empty()) return std::nullopt;
  return out;
}

ChangeRecord recordOf(const JournalEntry& entry) {
  const ChangeNote& note = *entry.note;
  ChangeRecord out;
  out.id = entry.plan;
  out.time = entry.time;
  out.cluster = note.cluster;
  out.server = note.server;
  out.verb = note.verb;
  out.object = note.kind + "/" + (note.object.ns.empty() ? "" : note.object.ns + "/") + note.object.name;
  out.uid = note.uid;
  out.fields = note.fields;
  out.error = note.error;
  out.commands = {commandOf(note)};
  out.result = note.state == NoteState::Done     ? ChangeResult::Done
               : note.state == NoteState::Failed ? ChangeResult::Failed
                                                 : ChangeResult::Unknown;
  if (note.verb == "create") out.created = objectOf(note);
  const bool relabelled = note.verb == "patch" && note.kind == "Node" && !note.fields.empty();
  const bool reversible = relabelled || out.created.has_value();
  out.blocker = out.result != ChangeResult::Done ? UndoBlocker::NotDone
                : reversible                     ? UndoBlocker::None
                                                 : UndoBlocker::NotReversible;
  return out;
}

void markDeleted(std::vector<ChangeRecord>& records, const std::vector<JournalEntry>& entries) {
  for (const JournalEntry& entry : entries) {
    if (entry.event != JournalEvent::Noted || !entry.note) continue;
    if (entry.note->verb != "delete" || entry.note->state != NoteState::Done) continue;
    const auto deleted = objectOf(*entry.note);
    for (ChangeRecord& earlier : records) {
      if (!deleted || earlier.created != deleted) continue;
      earlier.undoneBy = entry.plan;
      earlier.result = ChangeResult::Undone;
      earlier.blocker = UndoBlocker::AlreadyUndone;
    }
  }
}

void markUndone(std::vector<ChangeRecord>& records) {
  for (const ChangeRecord& later : records) {
    if (!later.progress || later.progress->plan.undoes.empty()) continue;
    const bool took = later.result == ChangeResult::Done || later.result == ChangeResult::Undone;
    const auto earlier = std::find_if(records.begin(), records.end(), [&later](const ChangeRecord& one) {
      return one.id == later.progress->plan.undoes;
    });
    if (!took || earlier == records.end()) continue;
    earlier->undoneBy = later.id;
    earlier->result = ChangeResult::Undone;
    earlier->blocker = UndoBlocker::AlreadyUndone;
  }
}

}  // namespace

std::vector<ChangeRecord> changesOf(const std::vector<JournalEntry>& entries) {
  std::vector<ChangeRecord> out;
  for (PlanProgress& progress : plansOf(entries)) out.push_back(recordOf(std::move(progress)));
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < out.size(); ++i) places.emplace(out[i].id, i);
  for (const JournalEntry& entry : entries) {
    if (entry.event != JournalEvent::Noted || !entry.note) continue;
    const auto [known, isNew] = places.emplace(entry.plan, out.size());
    if (isNew) {
      out.push_back(recordOf(entry));
      continue;
    }
    ChangeRecord& record = out[known->second];
    const UnixSeconds begun = record.time;
    record = recordOf(entry);
    record.time = begun;
  }
  markUndone(out);
  markDeleted(out, entries);
  std::stable_sort(out.begin(), out.end(),
                   [](const ChangeRecord& a, const ChangeRecord& b) { return a.time < b.time; });
  std::reverse(out.begin(), out.end());
  return out;
}

const char* toString(NoteState state) noexcept {
  static constexpr const char* kNames[] = {"Begun", "Done", "Failed"};
  return kNames[static_cast<std::size_t>(state)];
}

const char* toString(ChangeResult result) noexcept {
  static constexpr const char* kNames[] = {"Unknown", "Done",       "Nothing", "Failed",
                                           "Stopped", "RolledBack", "Left",    "Undone"};
  return kNames[static_cast<std::size_t>(result)];
}

const char* toString(UndoBlocker blocker) noexcept {
  static constexpr const char* kNames[] = {"None", "NotDone", "AlreadyUndone", "NotReversible"};
  return kNames[static_cast<std::size_t>(blocker)];
}

}  // namespace cardinal
