// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/alloc/score/profile.h"
#include "core/alloc/types.h"

namespace cardinal::alloc {

/// Score PodTopologySpread for each candidate, 0..100: fewer matching pods in the node's domains is better, weighed by
/// the logarithm of the number of domains. Rules: the pod's soft constraints, or the default ones. Empty when there are
/// none (the plugin then adds nothing).
std::vector<std::int64_t> spreadScores(const RawPod& pod, const ClusterSnapshot& snapshot,
                                       const SchedulerProfile& profile, std::span<const Candidate> candidates);

/// Would a Service that selects the pod change which of the candidates are best? Their first `tied` are the best
/// without one. False where no pod of the namespace shares a label with this one, and nodes without zone are not set
/// back.
bool serviceMayMatter(const RawPod& pod, const ClusterSnapshot& snapshot, const SchedulerProfile& profile,
                      std::span<const Candidate> candidates, std::size_t tied);

}  // namespace cardinal::alloc
