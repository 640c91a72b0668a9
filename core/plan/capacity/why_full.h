// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/alloc/types.h"

namespace cardinal::plan {

/// Why each of an answer's candidates takes no further replica once all its placements stand, by node; candidates that
/// would take one more are left out. Works on an overlay of the answer's own snapshot.
std::vector<NodeRejection> whyFull(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                                   const AllocationAnswer& answer);

}  // namespace cardinal::plan
