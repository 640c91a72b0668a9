// SPDX-License-Identifier: Apache-2.0
#include "core/service/writes/plan_work.h"

#include <algorithm>
#include <utility>

#include "core/plan/run/runner.h"

namespace cardinal {
namespace {

/// Read under the hold, so that nothing older than the journal is worked on.
Result<PlanProgress> findOpen(const ChangeSession& session, const std::string& id) {
  auto open = session.unfinished();
  if (!open) return unexpected(open.error());
  for (PlanProgress& one : *open) {
    if (one.plan.id == id) return std::move(one);
  }
  return unexpected(makeError(ErrorCode::NotFound, id, session.source().name));
}

}  // namespace

Result<PlanProgress> PlanWork::start(const Plan& plan, const std::stop_token& stop) {
  const auto held = m_session.holdFree(plan.node);
  if (!held) return unexpected(held.error());
  SystemPlanTime time(m_session.clock());
  return PlanRunner({m_nodes, m_session.journal(), time, m_onProgress}).startOrLeave(plan, stop);
}

Result<PlanProgress> PlanWork::takeUp(const Plan& plan, PlanDecision decision, const std::stop_token& stop) {
  const auto held = m_session.hold(plan.node);
  if (!held) return unexpected(held.error());
  auto now = findOpen(m_session, plan.id);
  if (!now) return now;
  SystemPlanTime time(m_session.clock());
  PlanRunner runner({m_nodes, m_session.journal(), time, m_onProgress});
  switch (decision) {
    case PlanDecision::Resume:
      return runner.resume(std::move(*now), stop);
    case PlanDecision::RollBack:
      return runner.rollBack(std::move(*now), stop);
    case PlanDecision::Leave:
      break;
  }
  return runner.leave(std::move(*now));
}

PlanProgress PlanWork::runWhole(const Plan& plan, const std::stop_token& stop) {
  SystemPlanTime time(m_session.clock());
  PlanRunner runner({m_nodes, m_session.journal(), time, m_onProgress});
  PlanProgress progress = runner.start(plan, stop);
  if (!progress.stop) return progress;
  const auto why = progress.stop;
  const bool touched =
      std::any_of(progress.steps.begin(), progress.steps.end(), [](const StepProgress& step) { return step.changed; });
  progress = touched ? runner.rollBack(std::move(progress), stop) : runner.leave(std::move(progress));
  if (!progress.stop) progress.stop = why;
  return progress;
}

}  // namespace cardinal
