// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/pending/trial.h"

#include "core/alloc/evaluation/make_demand.h"
#include "core/alloc/make_request.h"

namespace cardinal::alloc {

Trial::Trial(std::shared_ptr<const RawPod> pod, const ClusterSnapshot& snapshot, const AllocationRequest* asked)
    : m_snapshot(snapshot) {
  if (!pod) return;
  m_request = makeRequest(std::move(pod));
  if (asked != nullptr) {
    m_request.rules = asked->rules;
    m_request.claims = asked->claims;
    m_request.scheduler = asked->scheduler;
  }
  if (problemsOf(m_request, snapshot).empty()) m_evaluator = std::make_unique<Evaluator>(m_request, snapshot);
}

std::optional<TrialAnswer> Trial::on(const NodeView& view) {
  static const TieBreaker kFirst;
  if (!m_evaluator) return std::nullopt;
  m_evaluator->evaluate(view, kFirst, m_verdict);
  if (!m_verdict.feasible) return std::nullopt;
  return TrialAnswer{m_evaluator->candidate(view, m_verdict), m_verdict.room.fits};
}

std::optional<TrialAnswer> Trial::on(NodeIndex node) {
  return on(viewOf(m_snapshot, node));
}

void Trial::take(std::vector<Card>& cards) const {
  m_evaluator->rule(m_verdict.family).take(m_verdict.choice, cards);
}

}  // namespace cardinal::alloc
