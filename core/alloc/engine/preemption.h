// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
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
  /// The whole engine, run for the node without the victims, takes the request. False: kube-scheduler looks at its
  /// own rules only when it picks victims, and the extender would refuse the cards all the same.
  bool takesThen = false;
  bool sampled = false;          ///< so many nodes are possible that the scheduler looks at some of them only
  std::uint32_t violations = 0;  ///< victims whose PodDisruptionBudget allows no more: preemption may break it
  bool budgetsKnown = false;     ///< false: PodDisruptionBudgets were not read, and another node may be chosen for them
  // Of several replicas (core/plan/drain/replica_preemption.h).
  int placed = 0;           ///< that have taken their places before this one
  bool afterADraw = false;  ///< some of these places are not certain: elsewhere they may bring other victims
  int further = 0;          ///< that come after it: whom they evict depends on when the victims have ended
};

/// Evicting on one node so that the request fits there.
struct EvictionCandidate {
  NodeIndex node;
  std::vector<std::shared_ptr<const RawPod>> victims;  ///< most important first; never empty
  std::uint32_t violations = 0;                        ///< victims whose disruption budget allows no more
  bool takesThen = false;                              ///< see Preemption
};

/// What kube-scheduler finds on each of `potential`, the nodes that it refused for want of what others hold; nodes
/// where evicting does not help are left out. Victims that break a budget are those that the scheduler tries hardest to
/// keep. A budget without a selector, or with an empty one, covers no pod here. Rules between pods are counted anew
/// without the victims; a request of which that is not known (Evaluator::canRecount) gets nothing. Pure and
/// thread-safe. Source: pkg/scheduler/framework/plugins/defaultpreemption (SelectVictimsOnNode), and RemovePod and
/// AddPod of the plugins InterPodAffinity, PodTopologySpread and VolumeRestrictions.
std::vector<EvictionCandidate> evictionCandidates(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                                                  std::span<const NodeIndex> potential,
                                                  std::span<const RawDisruptionBudget> budgets);
/// Positions of the candidates that kube-scheduler holds for equally good: fewest violations, lowest priority of the
/// most important victim, smallest sum of priorities, fewest victims, victims that started last.
std::vector<std::size_t> bestEvictions(std::span<const EvictionCandidate> candidates);

/// Pods were evicted for this one on its nominated node and are still ending: the scheduler evicts no others meanwhile,
/// unless the node refuses the pod for good by now.
bool waitsForVictims(const RawPod& pod, const ClusterSnapshot& snapshot);

/// Modelled after plugin DefaultPreemption of kube-scheduler: on each node that waiting can help, all pods of
/// lower priority are taken off; if the request then fits, they are put back while it still does, most important first
/// (higher priority, then started earlier), those under a spent PodDisruptionBudget before all others; who cannot come
/// back is evicted. The node is that which breaks the fewest budgets, then whose most important victim has the lowest
/// priority, then the smallest sum of priorities, the fewest victims, the victims that started latest.
/// Nothing where the request can be placed, has no pod to evict, waits for those that were evicted for it, hangs on
/// what is not known (its priority, labels of namespaces, rules of other schedulers), or `stop` was requested. `answer`
/// is that of `allocate(request, snapshot)`. Pure and thread-safe.
std::optional<Preemption> preemptionFor(const AllocationRequest& request, const AllocationAnswer& answer,
                                        const ClusterSnapshot& snapshot, std::stop_token stop = {});

}  // namespace cardinal
