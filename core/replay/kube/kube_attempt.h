// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/alloc/engine/preemption.h"
#include "core/replay/kube/kube_refusals.h"

// Private to core/replay.

namespace cardinal::replay {

/// Where kube-scheduler looks, and from where on: known to nobody outside of it but a recording.
struct KubeWalk {
  std::vector<NodeIndex> order;
  std::size_t start = 0;
};

/// One attempt of kube-scheduler to place one pod, worked out with the engine's rules and scores.
struct KubeAttempt {
  std::map<std::string, KubeRefusal> refused;  ///< by node
  std::vector<std::string> feasible;           ///< sorted
  std::size_t evaluated = 0;
  bool byNomination = false;        ///< only the node that the pod was nominated to was looked at
  std::vector<Candidate> found;     ///< in walking order; with totals where there are several
  std::vector<std::string> best;    ///< of the greatest total, in walking order
  std::vector<std::string> ranked;  ///< all found, as the scheduler would take one after the other
  std::string message;              ///< of the event, where no node is found; without a tail when others are evicted
  std::vector<EvictionCandidate> evictions;
};

struct KubeQuestion {
  const AllocationRequest& request;  ///< names its profile
  const ClusterSnapshot& snapshot;
  const KubeWalk& walk;
  const std::vector<RawDisruptionBudget>& budgets;
};
/// Pure.
KubeAttempt attemptOf(const KubeQuestion& question);

/// Where the next walk begins.
std::size_t nextStart(const KubeWalk& walk, const KubeAttempt& attempt);

}  // namespace cardinal::replay
