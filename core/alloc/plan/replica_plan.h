// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <stop_token>

#include "core/alloc/evaluation/evaluator.h"
#include "core/alloc/evaluation/overlay.h"
#include "core/alloc/stacks/topology_group.h"

namespace cardinal::alloc {

/// What places the replicas of a request one after the other on an overlay.
struct ReplicaPlan {
  Evaluator& evaluator;
  const ClusterSnapshot& snapshot;
  const TieBreaker& breakTie;  ///< called for the node first, then for its cards
  bool scoresDecide = false;   ///< the candidates' scores choose between nodes
  bool lowered = false;        ///< a caveat forbids Certain
  std::size_t ackNodes = 0;    ///< candidates of a closed scheduler
  const AllocationRequest& request;
  bool kubeDecides = false;             ///< kube-scheduler's totals choose between nodes
  bool tiesByName = false;              ///< of equal nodes the first is taken
  std::span<const GroupPlace> group{};  ///< where the replicas go, one by one; empty = each is chosen
  std::optional<NodeIndex>
      nearestRefusal{};  ///< of the answer's rejections the one that lacks least; nothing = not known
};

/// Certainty of a choice among `feasible` nodes of which `ackNodes` belong to a closed scheduler.
Certainty certaintyOf(std::size_t feasible, std::size_t ackNodes, bool lowered);

/// Fills placements, firstMiss and after of an answer that holds its candidates and rejections, and adds to its caveats
/// what only the placements show. False when stopped.
bool planReplicas(const ReplicaPlan& plan, const std::stop_token& stop, AllocationAnswer& answer);

}  // namespace cardinal::alloc
