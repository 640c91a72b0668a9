// SPDX-License-Identifier: Apache-2.0
#include "core/plan/drain/replica_preemption.h"

#include <algorithm>

#include "core/alloc/admission.h"
#include "core/alloc/engine/allocator.h"
#include "core/plan/drain/group_placement.h"
#include "core/plan/drain/taken_places.h"

namespace cardinal {
namespace {

/// Replicas that the namespace lets in.
int admittedOf(const AllocationRequest& request, const AllocationAnswer& answer) {
  return answer.admission ? std::min(request.replicas, static_cast<int>(answer.admitted)) : request.replicas;
}

std::optional<Preemption> behindTheOthers(const AllocationRequest& request, const AllocationAnswer& answer,
                                          const ClusterSnapshot& snapshot, const std::stop_token& stop) {
  TakenPlaces places(snapshot);
  if (request.claims) places.addClaims(*request.claims, alloc::namespaceOf(request));
  const auto pod = alloc::admit(request, snapshot).request.pod;
  for (const ReplicaPlacement& placement : answer.placements) places.take(placement.place, *pod);
  AllocationRequest next = request;
  next.replicas = 1;
  const AllocationAnswer alone = allocate(next, places.state(), {}, stop);
  return preemptionFor(next, alone, places.state(), stop);
}

}  // namespace

bool lacksPlaces(const AllocationRequest& request, const AllocationAnswer& answer) {
  return answer.requestProblems.empty() && static_cast<int>(answer.placements.size()) < admittedOf(request, answer);
}

std::optional<Preemption> replicaPreemption(const AllocationRequest& request, const AllocationAnswer& answer,
                                            const ClusterSnapshot& snapshot, const std::stop_token& stop) {
  if (!lacksPlaces(request, answer)) return std::nullopt;
  const int placed = static_cast<int>(answer.placements.size());
  auto out =
      placed > 0 ? behindTheOthers(request, answer, snapshot, stop) : preemptionFor(request, answer, snapshot, stop);
  if (!out) return out;
  out->placed = placed;
  out->further = admittedOf(request, answer) - placed - 1;
  out->afterADraw = std::any_of(answer.placements.begin(), answer.placements.end(), isDrawn);
  return out;
}

}  // namespace cardinal
