// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/alloc/profile.h"
#include "core/alloc/types.h"

namespace cardinal::alloc {

/// Score InterPodAffinity for each candidate, 0..100: preferred terms of the pod and of the pods that run, and required
/// affinity of the latter. Empty when no term says anything (the plugin then adds nothing).
std::vector<std::int64_t> podAffinityScores(const RawPod& pod, const ClusterSnapshot& snapshot,
                                            const SchedulerProfile& profile, std::span<const Candidate> candidates);

/// True where a replica of the pod changes that score for the next.
bool attractsItself(const RawPod& pod, const ClusterSnapshot& snapshot, const SchedulerProfile& profile);

/// The same scores again and again while replicas of the pod are placed on some of `places`, by their positions.
class ReplicaAffinity {
 public:
  ReplicaAffinity(const RawPod& pod, const ClusterSnapshot& snapshot, const SchedulerProfile& profile,
                  std::span<const NodeIndex> places);
  void place(std::size_t at);
  /// No term says anything, and no replica will.
  bool isSilent() const { return m_isSilent && m_pulls.empty(); }
  /// Of the places that take the pod now. Empty when no term says anything.
  std::vector<std::int64_t> of(std::span<const std::uint32_t> open) const;
  /// Appends what tells the place's score from those of others: alike descriptions, alike scores.
  void describe(std::size_t at, std::vector<std::int64_t>& out) const;

 private:
  static constexpr std::uint32_t kNoDomain = ~std::uint32_t{0};
  struct Pull {
    std::int64_t weight = 0;              ///< for each replica in the domain
    std::vector<std::uint32_t> domainOf;  ///< by place
    std::vector<std::int64_t> replicas;   ///< by domain
    bool isOfHosts = true;                ///< no domain has several places
  };
  std::int64_t sumAt(std::size_t at) const;

  bool m_fromZero;
  bool m_isSilent = true;
  std::vector<std::int64_t> m_sums;  ///< by place, before any replica
  std::vector<Pull> m_pulls;         ///< by topology key
};

/// Weights of the preferred terms of node affinity that match, summed up for each candidate, and what a score makes of
/// such sums: 0..100, the greatest is 100.
std::vector<std::int64_t> nodeAffinitySums(const RawPod& pod, const ClusterSnapshot& snapshot,
                                           std::span<const Candidate> candidates);
void scaleToMost(std::vector<std::int64_t>& sums);

/// Score NodeAffinity, 0..100: weights of the preferred terms that match. Empty when the pod has none.
std::vector<std::int64_t> nodeAffinityScores(const RawPod& pod, const ClusterSnapshot& snapshot,
                                             std::span<const Candidate> candidates);

}  // namespace cardinal::alloc
