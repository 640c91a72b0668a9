// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/alloc/types.h"
#include "core/model/snapshot.h"
#include "core/plan/what_if/overlay_state.h"
#include "core/queues/remedies/group_remedy.h"

namespace cardinal {

/// Pods of a gang that are missing, of which too few fit.
struct GangShortage {
  std::span<const AllocationRequest> requests;    ///< in the order of the previews
  std::int64_t needed = 0;                        ///< of them
  std::int64_t fits = 0;                          ///< of them, now
  std::int64_t bound = 0;                         ///< members that are placed already
  std::function<bool(const RawPod&)> isMember{};  ///< of the gang: those do not end for it
};

/// Changes after which as many fit, each tried by the arithmetic of previews with nothing else changed: others end, or,
/// where they would not fit an empty cluster either, as few pods as fit now. Nothing for pods that ask for no device by
/// a resource (for claims alone). At most a few dozen of the workloads that hold something are tried. `trial`: a state
/// made from the snapshot, which is as it was when the call returns.
std::vector<queues::GroupRemedy> gangRemedies(const GangShortage& shortage, const ClusterSnapshot& snapshot,
                                              plan::OverlayState& trial, const std::stop_token& stop);

}  // namespace cardinal
