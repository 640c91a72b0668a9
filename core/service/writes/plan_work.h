// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

#include "core/plan/changes/progress.h"
#include "core/plan/drain/node_operations.h"
#include "core/service/writes/change_session.h"

namespace cardinal {

/// What becomes of a plan that stands still.
enum class PlanDecision : std::uint8_t { Resume, RollBack, Leave };

/// Plans of one cluster at work: each on the calling thread, under the hold of its node, written into the session's
/// journal. The lock of the session is not asked: what was begun may end. Errors of all: PlanRunning (somebody else
/// works on the node), FileUnwritable, FileUnreadable; nothing was done then.
class PlanWork {
 public:
  /// Both outlive it. `onProgress` gets the progress after every change, on the calling thread; may be empty.
  PlanWork(ChangeSession& session, NodeOperations& nodes, std::function<void(const PlanProgress&)> onProgress = {})
      : m_session(session), m_nodes(nodes), m_onProgress(std::move(onProgress)) {}

  /// Errors beside the above: PlanUnfinished. A plan that stops before it changed anything is left at once.
  Result<PlanProgress> start(const Plan& plan, const std::stop_token& stop);
  /// Takes up a plan of the journal as it stands there now. Errors beside the above: NotFound (subject = id), it is
  /// finished by now.
  Result<PlanProgress> takeUp(const Plan& plan, PlanDecision decision, const std::stop_token& stop);
  /// Of a plan of one or two writes, by somebody who has the hold: it is either done or taken back, and nothing is left
  /// half way.
  PlanProgress runWhole(const Plan& plan, const std::stop_token& stop);

 private:
  ChangeSession& m_session;
  NodeOperations& m_nodes;
  const std::function<void(const PlanProgress&)> m_onProgress;
};

}  // namespace cardinal
