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
  std::vector<AnsweredRole> roles;
  for (std::size_t i = 0; i < requests.size() && i < answers.size(); ++i) {
    roles.push_back({&requests[i], &answers[i], i < roleGangs.size() ? roleGangs[i] : std::nullopt});
  }
  return outcomeOf(roles, gang);
}

GroupOutcome outcomeOf(std::span<const AnsweredRole> roles, std::optional<std::int64_t> gang) {
  GroupOutcome out;
  out.gang = gang;
  bool enough = true;
  for (const AnsweredRole& role : roles) {
    const auto& placements = role.answer->placements;
    const auto fits = static_cast<std::int64_t>(placements.size());
    out.wanted += role.request->replicas;
    out.fits += fits;
    enough = enough && fits >= role.gang.value_or(0);
    if (role.request->gpu.kind == GpuRequest::Kind::None) continue;
    for (const ReplicaPlacement& placement : placements) out.cards += placement.place.cardCount;
  }
  out.starts = enough && out.fits >= std::min(gang.value_or(out.wanted), out.wanted);
  return out;
}

}  // namespace cardinal
