// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/alloc/demand.h"
#include "core/alloc/filter/resources.h"
#include "core/provider/pod_request.h"

namespace cardinal::alloc {

/// NodeResourcesLeastAllocated of 1.20: mean over cpu and memory of (allocatable - requested) * 100 / allocatable.
/// Nothing when cpu or memory of the node is not known. Requests of running pods that name nothing are not weighed as
/// the scheduler does: the snapshot does not hold them one by one.
std::optional<int> leastAllocated(const BasicResources& node, const provider::WeighedRequest& pod);
/// NodeResourcesBalancedAllocation of 1.20: 100 - 100 * |cpu share - memory share|, 0 when one is full.
std::optional<int> balancedAllocation(const BasicResources& node, const provider::WeighedRequest& pod);

}  // namespace cardinal::alloc
