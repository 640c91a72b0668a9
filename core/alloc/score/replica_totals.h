// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/alloc/score/affinity_score.h"
#include "core/alloc/score/kube_scores.h"
#include "core/alloc/score/spread_score.h"

namespace cardinal::alloc {

/// True where the scores of nodes change with where replicas of the pod went before.
bool scoresMindReplicas(const RawPod& pod, const ClusterSnapshot& snapshot, const SchedulerProfile& profile);

/// kube-scheduler's totals of the places of one request while its replicas are placed. Arguments must outlive it.
class ReplicaTotals {
 public:
  /// `places`: of an answer or as `Evaluator::candidate` gives them. `nodes`: theirs.
  ReplicaTotals(const KubeScores& scores, const RawPod& pod, const ClusterSnapshot& snapshot,
                std::vector<Candidate> places, std::span<const NodeIndex> nodes);

  /// A place's total changes with its own replicas alone.
  bool isConstant() const;
  /// A replica went there; what the place has by itself changed by so much.
  void place(std::size_t at, std::int64_t change);
  /// The part of a place's total that is its own.
  std::int64_t own(std::size_t at) const { return m_own.fixed[at]; }
  /// The rest, as kube-scheduler rates the places together that take the pod now: `open` has one for `counts` places of
  /// one description each.
  std::vector<std::int64_t> shared(std::span<const std::uint32_t> open, std::span<const std::uint32_t> counts);
  /// What tells a place from others in that: alike descriptions, alike ratings. Changes with replicas that went there.
  void describe(std::size_t at, std::vector<std::int64_t>& out);

 private:
  void addTaints(std::span<const std::uint32_t> open, std::vector<std::int64_t>& totals) const;

  const SchedulerProfile& m_profile;
  std::span<const NodeIndex> m_nodes;
  KubeScores::Unscaled m_own;
  ReplicaSpread m_spread;
  ReplicaAffinity m_affinity;
};

}  // namespace cardinal::alloc
