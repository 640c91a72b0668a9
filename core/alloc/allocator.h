// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

#include "core/alloc/types.h"

namespace cardinal {

/// Picks one of `count` equal candidates (0..count-1). The default takes the first.
using TieBreaker = std::function<std::size_t(std::size_t count)>;

/// Answers where a request would land. A pure function of request and snapshot (and tie breaker): same input, same answer.
/// Works on an overlay; the snapshot is never touched. Thread-safe.
/// Rules: open-source gpushare extender and ACK model as in docs/placement.md. A stopped token ends the work early with an
/// answer that holds requestProblems = {Cancelled}.
AllocationAnswer allocate(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                          const TieBreaker& breakTie = {}, std::stop_token stop = {});

/// The request of a pod or template, ready to be asked.
AllocationRequest makeRequest(std::shared_ptr<const RawPod> pod, int replicas = 1);

}  // namespace cardinal
