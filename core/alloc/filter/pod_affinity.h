// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/alloc/filter/filter.h"

namespace cardinal::alloc {

/// PodAffinityUnmatched, PodAntiAffinityConflict and ExistingAntiAffinity: plugin InterPodAffinity, required terms of
/// the pod and required anti-affinity of the pods that run. A pod whose affinity nothing matches yet, but which matches
/// it itself, may go anywhere with the labels. Null when there is no such rule. Looks at the pods once, when it is
/// built; arguments must outlive the filter.
std::unique_ptr<Filter> makePodAffinityFilter(const RawPod& pod, const ClusterSnapshot& snapshot);

}  // namespace cardinal::alloc
