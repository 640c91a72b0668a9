// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "core/alloc/filter/filter.h"

namespace cardinal::alloc {

/// What is known of a pod's volumes.
enum class VolumeKnowledge : std::uint8_t {
  None,      ///< the pod has no persistent volumes
  Bound,     ///< every claim is bound to a volume that is known: the filter decides
  Refused,   ///< a claim keeps the pod off every node: see makeClaimFilter
  NotBound,  ///< some claim is not bound yet, or is made with the pod: not evaluated
  NotRead,   ///< some claim or its volume could not be read: not evaluated
};
VolumeKnowledge knowledgeOf(const AllocationRequest& request);

/// A claim that the pod names is not among the claims of its namespace, and these were read; nor is it created with the
/// pod.
bool namesMissingClaim(const AllocationRequest& request);

/// VolumeElsewhere: plugins VolumeBinding (node affinity of bound volumes) and VolumeZone (their zone and region
/// labels) of kube-scheduler. Null when no bound volume of the pod is known. How many volumes a node may attach is not
/// looked at. `request` must outlive the filter.
std::unique_ptr<Filter> makeVolumeFilter(const AllocationRequest& request, const ClusterSnapshot& snapshot);

/// VolumeElsewhere on every node, as VolumeBinding refuses the pod before it looks at one: a claim that does not exist,
/// that is being deleted, or that is open though its class binds at once. Null where no claim is known to be like that.
std::unique_ptr<Filter> makeClaimFilter(const AllocationRequest& request);

/// VolumeElsewhere on every node, as VolumeRestrictions refuses a pod whose ReadWriteOncePod claim a pod uses already.
/// Null where none does.
std::unique_ptr<Filter> makeClaimUseFilter(const AllocationRequest& request, const ClusterSnapshot& snapshot);

/// One of these claims is in use by a pod that is not among `gone`.
bool isClaimUsedBeside(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                       std::span<const std::shared_ptr<const RawPod>> gone);

/// The pod names a ReadWriteOncePod claim: one pod of this form runs at a time.
bool isOfOnePodClaim(const AllocationRequest& request);
/// What the scheduler says to the second of such pods.
Rejection refusalOfSecondPod(const AllocationRequest& request);

}  // namespace cardinal::alloc
