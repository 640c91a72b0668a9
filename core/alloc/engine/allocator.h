// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stop_token>

#include "core/alloc/make_request.h"
#include "core/alloc/tie_breaker.h"
#include "core/alloc/types.h"

namespace cardinal {

/// Fragmentation::fits where nodes share devices: what each of them could take is no sum.
inline constexpr std::int64_t kFitsUnknown = -1;

/// Answers where a request would land. A pure function of request and snapshot (and tie breaker): same input, same
/// answer. Works on an overlay; the snapshot is never touched. Thread-safe. Rules: open-source gpushare extender and
/// ACK model as in docs/placement.md. A stopped token ends the work early with an answer that holds requestProblems =
/// {Cancelled}.
AllocationAnswer allocate(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                          const TieBreaker& breakTie = {}, std::stop_token stop = {});

}  // namespace cardinal
