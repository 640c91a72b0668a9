// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/alloc/types.h"

namespace cardinal {

/// What kube-scheduler would evict so that a request which no node takes fits: pods of lower priority on one node.
struct Preemption {
  NodeIndex node;
  std::vector<std::shared_ptr<const RawPod>> victims;  ///< most important first; never empty
  std::uint32_t equal = 1;                             ///< nodes that are as good; `node` is the first of them by name
  std::uint32_t possible = 1;                          ///< nodes where evicting makes room in the scheduler's eyes
  /// The whole engine, asked about the node without the victims, takes the request. False: kube-scheduler looks at its
  /// own rules only when it picks victims, and the extender would refuse the cards all the same.
  bool takesThen = false;
  bool sampled = false;  ///< so many nodes are possible that the scheduler tries some of them only
};

/// Modelled after plugin DefaultPreemption of kube-scheduler 1.20: on each node that waiting can help, all pods of
/// lower priority are taken off; if the request then fits, they are put back while it still does, most important first
/// (higher priority, then started earlier); who cannot come back is evicted. The node is that whose most important
/// victim has the lowest priority, then the smallest sum of priorities, the fewest victims, the victims that started
/// latest. Not read: PodDisruptionBudgets (the scheduler prefers nodes where none is broken) and preemptionPolicy.
/// Nothing where the request can be placed, has no pod to evict, depends on pods of other nodes (topology spread, pod
/// affinity), or `stop` was requested. `answer` is that of `allocate(request, snapshot)`. Pure and thread-safe.
std::optional<Preemption> preemptionFor(const AllocationRequest& request, const AllocationAnswer& answer,
                                        const ClusterSnapshot& snapshot, std::stop_token stop = {});

}  // namespace cardinal
