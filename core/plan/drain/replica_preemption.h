// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>

#include "core/alloc/engine/preemption.h"

namespace cardinal {

/// preemptionFor() of the first replica of the request that no node takes: the ones before it have taken the places of
/// the answer. Of the replicas after it nothing is said: the scheduler tries them while the evicted pods end, and what
/// they meet depends on who has ended by then. Nothing where all replicas that the namespace lets in have a place.
/// `answer` is that of `allocate(request, snapshot)`. Pure and thread-safe.
std::optional<Preemption> replicaPreemption(const AllocationRequest& request, const AllocationAnswer& answer,
                                            const ClusterSnapshot& snapshot, const std::stop_token& stop = {});

/// A replica of the answer may evict: some have no place.
bool lacksPlaces(const AllocationRequest& request, const AllocationAnswer& answer);

}  // namespace cardinal
