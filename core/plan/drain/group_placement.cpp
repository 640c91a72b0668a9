// SPDX-License-Identifier: Apache-2.0
#include "core/plan/drain/group_placement.h"

#include <algorithm>

#include "core/alloc/engine/allocator.h"
#include "core/plan/drain/taken_places.h"

namespace cardinal {

std::vector<AllocationAnswer> allocateInOrder(std::span<const AllocationRequest> requests,
                                              const ClusterSnapshot& snapshot, const std::stop_token& stop) {
  std::vector<AllocationAnswer> out;
  if (requests.size() == 1) {
    out.push_back(allocate(requests.front(), snapshot, {}, stop));
    return out;
  }
  TakenPlaces places(snapshot);
  for (const AllocationRequest& request : requests) {
    out.push_back(allocate(request, places.state(), {}, stop));
    for (const ReplicaPlacement& placement : out.back().placements) places.take(placement.place, *request.pod);
  }
  return out;
}

GroupOutcome outcomeOf(std::span<const AllocationRequest> requests, std::span<const AllocationAnswer> answers,
                       std::optional<std::int64_t> gang, std::span<const std::optional<std::int64_t>> roleGangs) {
  GroupOutcome out;
  out.gang = gang;
  for (std::size_t i = 0; i < requests.size() && i < answers.size(); ++i) {
    out.wanted += requests[i].replicas;
    out.fits += static_cast<std::int64_t>(answers[i].placements.size());
    if (requests[i].gpu.kind == GpuRequest::Kind::None) continue;
    for (const ReplicaPlacement& placement : answers[i].placements) out.cards += placement.place.cardCount;
  }
  bool roles = true;
  for (std::size_t i = 0; i < roleGangs.size() && i < answers.size(); ++i) {
    roles = roles && static_cast<std::int64_t>(answers[i].placements.size()) >= roleGangs[i].value_or(0);
  }
  out.starts = roles && out.fits >= std::min(gang.value_or(out.wanted), out.wanted);
  return out;
}

}  // namespace cardinal
