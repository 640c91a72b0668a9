// SPDX-License-Identifier: Apache-2.0
#include "core/plan/changes/progress.h"

#include <algorithm>
#include <unordered_map>

#include "core/plan/changes/journal.h"

namespace cardinal {
namespace {

StepProgress* stepOf(PlanProgress& progress, int index) {
  if (index < 0 || static_cast<std::size_t>(index) >= progress.steps.size()) return nullptr;
  return &progress.steps[static_cast<std::size_t>(index)];
}

PodProgress& podOf(PlanProgress& progress, const JournalEntry& entry) {
  for (PodProgress& pod : progress.pods) {
    if (pod.uid == entry.uid) return pod;
  }
  PodProgress& pod = progress.pods.emplace_back();
  pod.pod = entry.pod;
  pod.uid = entry.uid;
  return pod;
}

void notePod(PlanProgress& progress, const JournalEntry& entry) {
  PodProgress& pod = podOf(progress, entry);
  if (entry.changes) {
    pod.state = PodState::Gone;
  } else if (entry.skipped) {
    if (pod.state != PodState::Failed) pod.state = PodState::Blocked;
    pod.announced = false;
  } else {
    pod.state = PodState::Terminating;
    pod.announced = true;
  }
}

/// The step of an eviction ends when nothing is left to evict.
void noteAllGone(PlanProgress& progress, int step) {
  const auto index = static_cast<std::size_t>(step);
  if (step < 0 || index >= progress.plan.steps.size() || progress.plan.steps[index].act.code != ActCode::Evict) return;
  for (PodProgress& pod : progress.pods) pod.state = PodState::Gone;
}

void applyToStep(StepProgress& step, const JournalEntry& entry) {
  switch (entry.event) {
    case JournalEvent::StepBegun:
      step.state = entry.skipped ? StepState::Waiting : StepState::Begun;
      step.changed = entry.changes && !entry.skipped;
      step.begun = entry.time;
      break;
    case JournalEvent::StepActed:
      step.state = StepState::Acted;
      break;
    case JournalEvent::StepDone:
      step.state = StepState::Done;
      step.skipped = entry.skipped;
      step.ended = entry.time;
      break;
    case JournalEvent::UndoBegun:
      step.state = StepState::Undoing;
      break;
    case JournalEvent::UndoDone:
      step.state = StepState::Undone;
      step.ended = entry.time;
      break;
    default:
      break;
  }
}

}  // namespace

void apply(PlanProgress& progress, const JournalEntry& entry) {
  if (StepProgress* step = stepOf(progress, entry.step)) applyToStep(*step, entry);
  switch (entry.event) {
    case JournalEvent::Planned:
      if (!entry.planned) return;
      progress = {};
      progress.plan = *entry.planned;
      progress.steps.resize(progress.plan.steps.size());
      break;
    case JournalEvent::PodEvicting:
      notePod(progress, entry);
      break;
    case JournalEvent::StepActed:
      noteAllGone(progress, entry.step);
      break;
    case JournalEvent::Stopped:
      progress.stop = entry.stop;
      break;
    case JournalEvent::Resumed:
      progress.stop.reset();
      break;
    case JournalEvent::RollbackBegun:
      progress.phase = PlanPhase::RollingBack;
      progress.stop.reset();
      break;
    case JournalEvent::Finished:
      progress.phase = entry.phase;
      progress.stop.reset();
      break;
    default:
      break;
  }
}

std::vector<PlanProgress> plansOf(const std::vector<JournalEntry>& entries) {
  std::vector<PlanProgress> out;
  std::unordered_map<std::string, std::size_t> places;  // a journal of years has thousands of plans
  for (const JournalEntry& entry : entries) {
    const auto known = places.find(entry.plan);
    const bool begins = entry.event == JournalEvent::Planned && entry.planned;
    if (known == places.end() && !begins) continue;  // its beginning is lost
    const std::size_t place = known == places.end() ? out.size() : known->second;
    if (known == places.end()) {
      places.emplace(entry.plan, place);
      out.emplace_back();
    }
    apply(out[place], entry);
  }
  return out;
}

std::vector<PlanProgress> unfinishedPlans(const std::vector<JournalEntry>& entries) {
  std::vector<PlanProgress> out = plansOf(entries);
  std::erase_if(out, [](const PlanProgress& progress) { return isFinished(progress.phase); });
  return out;
}

Result<void> checkFree(const std::vector<JournalEntry>& entries, const std::string& cluster, const std::string& server,
                       const std::string& node) {
  const std::string here = placeOf(cluster, server);
  for (const PlanProgress& open : unfinishedPlans(entries)) {
    if (open.plan.node != node || placeOf(open.plan.cluster, open.plan.server) != here) continue;
    return unexpected(makeError(ErrorCode::PlanUnfinished, node, {}, open.plan.id));
  }
  return {};
}

bool changedNothing(const PlanProgress& progress) {
  return std::none_of(progress.steps.begin(), progress.steps.end(),
                      [](const StepProgress& step) { return step.changed; });
}

std::size_t currentStep(const PlanProgress& progress) {
  for (std::size_t i = 0; i < progress.steps.size(); ++i) {
    if (progress.steps[i].state != StepState::Done) return i;
  }
  return progress.steps.size();
}

const char* toString(StepState state) noexcept {
  switch (state) {
    case StepState::Waiting:
      return "Waiting";
    case StepState::Begun:
      return "Begun";
    case StepState::Acted:
      return "Acted";
    case StepState::Done:
      return "Done";
    case StepState::Undoing:
      return "Undoing";
    case StepState::Undone:
      return "Undone";
  }
  return "Waiting";
}

const char* toString(PodState state) noexcept {
  switch (state) {
    case PodState::Waiting:
      return "Waiting";
    case PodState::Terminating:
      return "Terminating";
    case PodState::Blocked:
      return "Blocked";
    case PodState::Busy:
      return "Busy";
    case PodState::Unknown:
      return "Unknown";
    case PodState::Gone:
      return "Gone";
    case PodState::Failed:
      return "Failed";
  }
  return "Waiting";
}

const char* toString(StopCode code) noexcept {
  switch (code) {
    case StopCode::Cancelled:
      return "Cancelled";
    case StopCode::ConditionFailed:
      return "ConditionFailed";
    case StopCode::TimedOut:
      return "TimedOut";
    case StopCode::PodsInTheWay:
      return "PodsInTheWay";
    case StopCode::EvictionFailed:
      return "EvictionFailed";
    case StopCode::ReadFailed:
      return "ReadFailed";
    case StopCode::WriteFailed:
      return "WriteFailed";
    case StopCode::JournalFailed:
      return "JournalFailed";
  }
  return "Cancelled";
}

const char* toString(PlanPhase phase) noexcept {
  switch (phase) {
    case PlanPhase::Running:
      return "Running";
    case PlanPhase::RollingBack:
      return "RollingBack";
    case PlanPhase::Done:
      return "Done";
    case PlanPhase::RolledBack:
      return "RolledBack";
    case PlanPhase::Left:
      return "Left";
  }
  return "Running";
}

const char* toString(JournalEvent event) noexcept {
  switch (event) {
    case JournalEvent::Planned:
      return "Planned";
    case JournalEvent::StepBegun:
      return "StepBegun";
    case JournalEvent::PodEvicting:
      return "PodEvicting";
    case JournalEvent::StepActed:
      return "StepActed";
    case JournalEvent::StepDone:
      return "StepDone";
    case JournalEvent::Stopped:
      return "Stopped";
    case JournalEvent::Resumed:
      return "Resumed";
    case JournalEvent::RollbackBegun:
      return "RollbackBegun";
    case JournalEvent::UndoBegun:
      return "UndoBegun";
    case JournalEvent::UndoDone:
      return "UndoDone";
    case JournalEvent::Finished:
      return "Finished";
    case JournalEvent::Noted:
      return "Noted";
  }
  return "Planned";
}

}  // namespace cardinal
