// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

#include "core/plan/changes/journal.h"
#include "core/plan/changes/plan_time.h"

namespace cardinal {

/// What a runner works with; all outlive it.
struct PlanTools {
  NodeOperations& nodes;
  PlanJournal& journal;
  PlanTime& time;
  /// Called after every change of the progress, on the runner's thread (one more call per round of evictions).
  std::function<void(const PlanProgress&)> onProgress;
};

/// Runs plans, one step after the other, on the calling thread. Every act is written to the journal before it is done
/// and is done only if it still changes something, so a plan that was cut off anywhere goes on without doing anything
/// twice. A stop is honoured between steps and while something is waited for, never inside a write. A plan that cannot
/// go on stops with the reason and leaves the node as it stands; it can be continued or rolled back later.
class PlanRunner {
 public:
  explicit PlanRunner(PlanTools tools) : m_tools(std::move(tools)) {}

  /// Writes the plan down and runs it.
  PlanProgress start(Plan plan, const std::stop_token& stop);
  /// The same; a plan that stops before it changed anything is left at once (`stop` says why): it needs no decision.
  PlanProgress startOrLeave(Plan plan, const std::stop_token& stop);
  /// Goes on where a plan stopped or was cut off, forward or backward as it was.
  PlanProgress resume(PlanProgress progress, const std::stop_token& stop);
  /// Takes back what the plan changed, last step first: labels, taints and schedulability as they were. Evicted pods
  /// stay where they are now.
  PlanProgress rollBack(PlanProgress progress, const std::stop_token& stop);
  /// Ends the plan without touching anything.
  PlanProgress leave(PlanProgress progress);

 private:
  PlanTools m_tools;
};

}  // namespace cardinal
