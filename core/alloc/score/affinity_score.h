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

/// Score NodeAffinity, 0..100: weights of the preferred terms that match. Empty when the pod has none.
std::vector<std::int64_t> nodeAffinityScores(const RawPod& pod, const ClusterSnapshot& snapshot,
                                             std::span<const Candidate> candidates);

}  // namespace cardinal::alloc
