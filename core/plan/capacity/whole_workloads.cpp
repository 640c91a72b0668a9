// SPDX-License-Identifier: Apache-2.0
#include "core/plan/capacity/whole_workloads.h"

#include "core/alloc/engine/allocator.h"
#include "core/plan/drain/taken_places.h"

namespace cardinal {

namespace {

/// False where some pod of the role finds no place.
bool takeRole(const AllocationRequest& role, TakenPlaces& places, const std::stop_token& stop) {
  if (role.replicas < 1) return true;
  const AllocationAnswer answer = allocate(role, places.state(), {}, stop);
  if (answer.placements.size() < static_cast<std::size_t>(role.replicas)) return false;
  for (const ReplicaPlacement& placement : answer.placements) places.take(placement.place, *role.pod);
  return true;
}

}  // namespace

WholeWorkloads countWholeWorkloads(std::span<const AllocationRequest> roles, const ClusterSnapshot& snapshot,
                                   const std::stop_token& stop, int limit) {
  WholeWorkloads out;
  TakenPlaces places(snapshot);
  for (; out.fits < limit; ++out.fits) {
    for (const AllocationRequest& role : roles) {
      const bool fits = takeRole(role, places, stop);
      if (stop.stop_requested()) return {out.fits, true};
      if (!fits) return out;
    }
  }
  out.isLeast = true;
  return out;
}

}  // namespace cardinal
