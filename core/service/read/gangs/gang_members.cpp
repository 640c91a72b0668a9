// SPDX-License-Identifier: Apache-2.0
#include "core/service/read/gangs/gang_members.h"

#include <algorithm>

#include "core/alloc/explain/within_reach.h"
#include "core/model/pods/pod_fields.h"
#include "core/plan/drain/group_placement.h"

namespace cardinal {
namespace {

/// Some form has too little room even where nothing of the other forms was placed before it.
bool isShortAlone(std::span<const AllocationRequest> requests, const ClusterSnapshot& snapshot,
                  const std::stop_token& stop) {
  return std::any_of(requests.begin(), requests.end(), [&](const AllocationRequest& request) {
    const auto alone = allocateInOrder(std::span<const AllocationRequest>(&request, 1), snapshot, stop);
    return alone.front().placements.size() < static_cast<std::size_t>(request.replicas) &&
           unknownNodes(alone.front()) == 0;
  });
}

/// All of its pods are needed, none is drawn to another or kept away from it, and one form alone lacks room.
bool isShortInAnyOrder(std::span<const AllocationRequest> requests, std::int64_t needed,
                       const ClusterSnapshot& snapshot, const std::stop_token& stop) {
  std::int64_t pods = 0;
  bool areApart = true;
  for (const AllocationRequest& request : requests) {
    pods += request.replicas;
    areApart = areApart && !request.pod->spec.hasPodAffinity && request.pod->spec.topologySpread.empty();
  }
  return pods <= needed && areApart && isShortAlone(requests, snapshot, stop);
}

}  // namespace

void eachPlacedMember(const ClusterSnapshot& snapshot, const std::function<bool(std::string_view)>& isAsked,
                      const std::function<void(const RawPod&, const GangName&)>& use) {
  for (const NodePtr& node : snapshot.nodes) {
    for (const auto& pod : node->scheduler.pods) {
      if (isTerminating(*pod) || !isAsked(pod->meta.key.ns)) continue;
      const GangName name = gangNameOf(*pod);
      if (name.system != GangSystem::None) use(*pod, name);
    }
    // Volcano counts members that have done their work.
    for (const PodPtr& pod : node->pods) {
      if (pod->raw->phase != PodPhase::Succeeded || !isAsked(pod->raw->meta.key.ns)) continue;
      const GangName name = gangNameOf(*pod->raw);
      if (name.system == GangSystem::Volcano) use(*pod->raw, name);
    }
  }
}

GangFit fitGang(std::span<const AllocationRequest> requests, std::int64_t needed, const ClusterSnapshot& snapshot,
                const std::stop_token& stop) {
  GangFit out;
  if (requests.empty()) return out;
  std::int64_t fits = 0;
  bool isUnknown = false;
  for (const AllocationAnswer& answer : allocateInOrder(requests, snapshot, stop)) {
    if (!answer.requestProblems.empty()) return out;
    fits += static_cast<std::int64_t>(answer.placements.size());
    isUnknown = isUnknown || unknownNodes(answer) > 0;
  }
  out.fits = fits;
  if (fits >= needed) return out;
  out.isOpen = requests.size() > 1 ? !isShortInAnyOrder(requests, needed, snapshot, stop) : isUnknown;
  return out;
}

bool isGangModelled(GangSystem system, bool isAssumed) {
  return isAssumed || system == GangSystem::Yunikorn;
}

}  // namespace cardinal
