// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/alloc/types.h"

namespace cardinal::plan {

/// Why each node that took replicas, or could have, takes none further once all of an answer's placements stand; those
/// that would take one more are left out. Works on an overlay of the answer's own snapshot.
std::vector<NodeRejection> whyFull(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                                   const AllocationAnswer& answer);

}  // namespace cardinal::plan
