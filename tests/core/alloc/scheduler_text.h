// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/alloc/types.h"

namespace cardinal::testing {

/// What kube-scheduler 1.20 or the extender writes for a refusal of a gpu-mem pod on one node.
std::string schedulerText(const NodeRejection& rejection, const AllocationRequest& request,
                          const ClusterSnapshot& cluster);

/// True when the open-source extender, not the scheduler's own filter, said no.
bool fromExtender(const NodeRejection& rejection, const AllocationRequest& request);

/// "0/4 nodes are available: 1 Insufficient GPU Memory in one device, 3 Insufficient aliyun.com/gpu-mem."
std::string schedulerMessage(const AllocationAnswer& answer, const AllocationRequest& request,
                             const ClusterSnapshot& cluster);

}  // namespace cardinal::testing
