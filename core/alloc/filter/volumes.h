// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/alloc/filter/filter.h"

namespace cardinal::alloc {

/// What is known of a pod's volumes.
enum class VolumeKnowledge : std::uint8_t {
  None,     ///< the pod has no persistent volumes
  Bound,    ///< every claim is bound to a volume that is known: the filter decides
  Unknown,  ///< some claim is not bound yet, is made with the pod, or could not be read: not evaluated
};
VolumeKnowledge knowledgeOf(const AllocationRequest& request);

/// A claim that the pod names is not among the claims of its namespace, and these were read.
bool namesMissingClaim(const AllocationRequest& request);

/// VolumeElsewhere: plugins VolumeBinding (node affinity of bound volumes) and VolumeZone (their zone and region
/// labels) of kube-scheduler. Null when no bound volume of the pod is known. How many volumes a node may attach is not
/// looked at. `request` must outlive the filter.
std::unique_ptr<Filter> makeVolumeFilter(const AllocationRequest& request);

}  // namespace cardinal::alloc
