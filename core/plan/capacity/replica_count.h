// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stop_token>

#include "core/alloc/types.h"
#include "core/model/snapshot.h"

namespace cardinal::plan {

/// How many replicas find a place, whichever of equal places earlier ones take.
struct ReplicaCount {
  std::int64_t least = 0;
  bool isExact = true;  ///< false: at least `least`
};

/// `answer`: allocate() for the request on the snapshot. Where the answer says that another choice between equal places
/// changes the number, the others are tried: replicas that follow the first into its domain are placed once for each
/// domain. Pure; the snapshot is never touched.
ReplicaCount countReplicas(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                           const AllocationAnswer& answer, const std::stop_token& stop);

}  // namespace cardinal::plan
