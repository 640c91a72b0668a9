// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/alloc/types.h"

namespace cardinal::sim {

/// The message of the PodScheduled condition that kube-scheduler 1.20 with the GPU schedulers behind it would write for
/// this answer: "0/2 nodes are available: 2 Insufficient aliyun.com/gpu-mem." Entries sorted as plain strings.
std::string unschedulableMessage(const AllocationAnswer& answer, const AllocationRequest& request,
                                 const ClusterSnapshot& snapshot);

/// True when the open-source extender, not one of the scheduler's own filters, refuses the node.
bool refusedByExtender(const NodeRejection& rejection, const AllocationRequest& request);

}  // namespace cardinal::sim
