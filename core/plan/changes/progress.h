// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/plan/make/plan.h"

namespace cardinal {

enum class StepState : std::uint8_t {
  Waiting,  ///< not begun
  Begun,    ///< written down, whether the act was done is not known
  Acted,    ///< the act was done, its effect is waited for
  Done,
  Undoing,  ///< written down, whether the undo was done is not known
  Undone,
};
const char* toString(StepState state) noexcept;

enum class PodState : std::uint8_t {
  Waiting,      ///< not asked yet
  Terminating,  ///< evicted or terminating already; not gone
  Blocked,      ///< a disruption budget does not allow it now
  Busy,         ///< the server asks to come again
  Unknown,      ///< asked, without an answer that says whether it goes; the next look shows it
  Gone,
  Failed,
};
const char* toString(PodState state) noexcept;

struct PodProgress {
  ObjectKey pod;
  std::string uid;
  PodState state = PodState::Waiting;
  std::string budget;  ///< Blocked: by name, empty = unknown
  std::string detail;  ///< the server's words (hostile)
  /// The journal says that it is being evicted, and nothing since that this was refused: it may be gone.
  bool announced = false;
  std::string heldBy;  ///< Terminating: finalizers that hold its end, comma separated; empty = none (the kubelet ends
                       ///< it). Not kept in the journal
  bool operator==(const PodProgress&) const = default;
};

struct StepProgress {
  StepState state = StepState::Waiting;
  bool changed = false;   ///< the act changes something; false: it was so already, nothing to take back
  bool skipped = false;   ///< must not be done any more (somebody else cordoned the node)
  UnixSeconds begun = 0;  ///< 0 = not yet
  UnixSeconds ended = 0;  ///< 0 = not yet
};

enum class StopCode : std::uint8_t {
  Cancelled,        ///< asked to stop
  ConditionFailed,  ///< `condition` does not hold where it must
  TimedOut,         ///< `condition` did not come true in time
  PodsInTheWay,     ///< the drain policy does not allow some pods to be evicted
  EvictionFailed,   ///< the server refuses an eviction for good; `error`
  ReadFailed,       ///< the cluster cannot be read; `error`
  WriteFailed,      ///< the server refused the act; `error`
  JournalFailed,    ///< nothing is done that cannot be written down first; `error`
};
const char* toString(StopCode code) noexcept;

/// Why and where a plan stopped. It may go on from here, or be rolled back.
struct PlanStop {
  StopCode code = StopCode::Cancelled;
  int step = 0;
  PlanCondition condition;
  std::string found;  ///< what stands instead (label value, pods, ...), where that helps (hostile)
  std::optional<Error> error;
};

enum class PlanPhase : std::uint8_t {
  Running,      ///< forward; with `stop` set it stands still
  RollingBack,  ///< backward; the same
  Done,
  RolledBack,
  Left,  ///< the operator chose to leave it as it is
};
const char* toString(PlanPhase phase) noexcept;
constexpr bool isFinished(PlanPhase phase) {
  return phase == PlanPhase::Done || phase == PlanPhase::RolledBack || phase == PlanPhase::Left;
}

/// A plan and how far it is; what the journal records and a view shows.
struct PlanProgress {
  Plan plan;
  PlanPhase phase = PlanPhase::Running;
  std::vector<StepProgress> steps;  ///< as many as the plan has
  std::vector<PodProgress> pods;    ///< of the eviction step
  std::optional<PlanStop> stop;
};

/// True while nothing has been done to the node, so that nothing needs a decision.
bool changedNothing(const PlanProgress& progress);

/// The first step that is not done; steps.size() when all are.
std::size_t currentStep(const PlanProgress& progress);

}  // namespace cardinal
