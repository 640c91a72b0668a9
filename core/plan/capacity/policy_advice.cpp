// SPDX-License-Identifier: Apache-2.0
#include "core/plan/capacity/policy_advice.h"

#include <algorithm>

namespace cardinal {
namespace {

PodRecord recordOf(const AllocationRequest& request) {
  PodRecord out;
  out.raw = request.pod;
  out.request = request.gpu;
  return out;
}

class Adviser {
 public:
  Adviser(const AllocationRequest& request, const AllocationAnswer& answer, const ClusterSnapshot& snapshot,
          const FragmentGauge& gauge)
      : m_pod(recordOf(request)), m_answer(answer), m_snapshot(snapshot), m_gauge(gauge) {}

  void choose(PolicyAdvice& out) const {
    // Candidates stand best first; ties of the policy go to the first by name, which is the lowest index.
    for (const Candidate& candidate : m_answer.candidates) {
      const auto rated =
          m_gauge.rate(m_pod, m_snapshot.node(candidate.node), m_snapshot.cardsOf(candidate.node), out.policy);
      if (!rated) continue;
      const bool better =
          !out.node || rated->score > out.score || (rated->score == out.score && candidate.node < *out.node);
      if (!better) continue;
      out.node = candidate.node;
      out.cards = rated->cards;
      out.score = rated->score;
      out.after = *out.before + rated->change;
    }
  }

  void compare(PolicyAdvice& out) const {
    if (m_answer.candidates.empty()) return;
    out.predicted = m_answer.candidates.front().node;
    const std::size_t tied = std::clamp<std::size_t>(m_answer.tied, 1, m_answer.candidates.size());
    for (std::size_t i = 0; i < tied; ++i) {
      const Candidate& candidate = m_answer.candidates[i];
      const auto change =
          m_gauge.change(m_pod, m_snapshot.node(candidate.node), m_snapshot.cardsOf(candidate.node), candidate.cards);
      if (!change) continue;
      const double after = *out.before + *change;
      if (i == 0) out.predictedAfter = after;
      out.predictedAfterWorst = std::max(out.predictedAfterWorst.value_or(after), after);
      if (out.node == candidate.node && (candidate.cards.empty() || candidate.cards == out.cards)) out.same = true;
    }
  }

 private:
  PodRecord m_pod;
  const AllocationAnswer& m_answer;
  const ClusterSnapshot& m_snapshot;
  const FragmentGauge& m_gauge;
};

}  // namespace

PolicyAdvice advise(const AllocationRequest& request, const AllocationAnswer& answer, const ClusterSnapshot& snapshot,
                    const FragmentGauge& gauge, fragmentation::PolicyKind policy) {
  PolicyAdvice out;
  out.policy = policy;
  out.before = gauge.measure(snapshot);
  if (!out.before) return out;
  const Adviser adviser(request, answer, snapshot, gauge);
  adviser.choose(out);
  adviser.compare(out);
  return out;
}

}  // namespace cardinal
