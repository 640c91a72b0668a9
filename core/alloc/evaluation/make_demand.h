// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/alloc/demand.h"

namespace cardinal::alloc {

/// `request.pod` must not be null and `request` must outlive the demand.
Demand makeDemand(const AllocationRequest& request);

/// Rules that the request breaks by itself, before any node is looked at; empty = can be requested.
std::vector<Error> problemsOf(const AllocationRequest& request, const ClusterSnapshot& snapshot);

}  // namespace cardinal::alloc
