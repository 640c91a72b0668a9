// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <stop_token>

#include "core/alloc/types.h"
#include "core/model/snapshot.h"

namespace cardinal {

inline constexpr int kMaxWholeWorkloads = 100;

/// How many more of a workload of several roles fit, each with all its pods.
struct WholeWorkloads {
  int fits = 0;
  bool isLeast = false;  ///< counting stopped there
};

/// Roles in the order of creation, as allocateInOrder() takes them; `replicas` of each count for one workload. The next
/// workload is asked where those before it have taken their places; it counts when every pod of it fits. Pure,
/// thread-safe. Cost: a call of allocate() for each role of each workload. A stopped token ends early with what fits so
/// far, isLeast.
WholeWorkloads countWholeWorkloads(std::span<const AllocationRequest> roles, const ClusterSnapshot& snapshot,
                                   const std::stop_token& stop = {}, int limit = kMaxWholeWorkloads);

}  // namespace cardinal
