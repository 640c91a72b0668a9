// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/alloc/profile.h"
#include "core/alloc/types.h"

namespace cardinal::alloc {

/// Score PodTopologySpread for each candidate, 0..100: fewer matching pods in the node's domains is better, weighed by
/// the logarithm of the number of domains. Rules: the pod's soft constraints, or the default ones. Empty when there are
/// none (the plugin then adds nothing).
std::vector<std::int64_t> spreadScores(const RawPod& pod, const ClusterSnapshot& snapshot,
                                       const SchedulerProfile& profile, std::span<const Candidate> candidates);

/// The same by the default rules, while kube-scheduler does not know the controller of the pod yet.
std::vector<std::int64_t> spreadScoresByServices(const RawPod& pod, const ClusterSnapshot& snapshot,
                                                 const SchedulerProfile& profile,
                                                 std::span<const Candidate> candidates);

/// True where the pod has such rules.
bool spreadsSoftly(const RawPod& pod, const ClusterSnapshot& snapshot, const SchedulerProfile& profile);

/// True where a rule counts the pod itself once it runs: its replicas change the scores of one another.
bool countsItself(const RawPod& pod, const ClusterSnapshot& snapshot, const SchedulerProfile& profile);

/// The same scores again and again while replicas of the pod are placed. Arguments must outlive it.
class ReplicaSpread {
 public:
  ReplicaSpread(const RawPod& pod, const ClusterSnapshot& snapshot, const SchedulerProfile& profile);
  ~ReplicaSpread();
  ReplicaSpread(const ReplicaSpread&) = delete;
  ReplicaSpread& operator=(const ReplicaSpread&) = delete;

  bool hasRules() const { return m_state != nullptr; }
  /// Of all nodes that take the pod now, one for `counts` that are described alike. Empty where there is no rule.
  std::vector<std::int64_t> of(std::span<const NodeIndex> nodes, std::span<const std::uint32_t> counts);
  /// Appends what tells the node's score from those of others: alike descriptions, alike scores.
  void describe(NodeIndex node, std::vector<std::int64_t>& out);
  void place(NodeIndex node);

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

/// Does a pod of the node, of the same namespace, share a label with this one? A Service might select both.
bool holdsRelative(const RawPod& pod, const NodeRecord& node);
/// The first node of which that holds.
std::optional<NodeIndex> nodeWithRelative(const RawPod& pod, const ClusterSnapshot& snapshot);

}  // namespace cardinal::alloc
