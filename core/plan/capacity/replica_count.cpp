// SPDX-License-Identifier: Apache-2.0
#include "core/plan/capacity/replica_count.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/alloc/admission.h"
#include "core/alloc/engine/allocator.h"
#include "core/plan/drain/taken_places.h"

namespace cardinal::plan {
namespace {

/// First places that are tried; of more domains than these it is only known that one replica fits.
constexpr std::size_t kMaxTried = 64;

/// Rules between the replicas let another number of them in where equal places are taken in another order.
bool isOpen(const AllocationRequest& request, const AllocationAnswer& answer) {
  const RawPodSpec& spec = request.pod->spec;
  return (spec.hasPodAffinity || spec.hasTopologySpread) &&
         std::find(answer.caveats.begin(), answer.caveats.end(), Caveat::ReplicasInteract) != answer.caveats.end();
}

/// One of the possible first places for each domain that the other replicas would follow into.
std::vector<const Candidate*> firstPlaces(const RawPod& pod, const ClusterSnapshot& snapshot,
                                          const AllocationAnswer& answer) {
  std::set<std::vector<std::string>> seen;
  std::vector<const Candidate*> out;
  const bool isRated = answer.tied > 0 && answer.certainty != Certainty::Modelled;
  const std::size_t likely =
      isRated ? std::min<std::size_t>(answer.tied, answer.candidates.size()) : answer.candidates.size();
  for (std::size_t i = 0; i < likely; ++i) {
    std::vector<std::string> domain;
    for (const PodAffinityTerm& term : pod.spec.podAffinity) {
      if (term.kind != PodAffinityTerm::Kind::RequiredAffinity) continue;
      const std::string* value = find(snapshot.node(answer.candidates[i].node).raw->meta.labels, term.topologyKey);
      domain.push_back(value != nullptr ? *value : std::string());
    }
    if (seen.insert(std::move(domain)).second) out.push_back(&answer.candidates[i]);
  }
  return out;
}

/// The others of a request, as the API server makes it, once the first has gone there.
AllocationAnswer behind(const Candidate& first, const AllocationRequest& created, const ClusterSnapshot& snapshot,
                        const std::stop_token& stop) {
  TakenPlaces places(snapshot);
  if (created.claims) places.addClaims(*created.claims, alloc::namespaceOf(created));
  places.take(first, *created.pod);
  AllocationRequest others = created;
  --others.replicas;
  // Of equal nodes the last this time.
  const TieBreaker last = [](std::size_t equal) { return equal - 1; };
  return allocate(others, places.state(), last, stop);
}

}  // namespace

ReplicaCount countReplicas(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                           const AllocationAnswer& answer, const std::stop_token& stop) {
  const auto found = static_cast<std::int64_t>(answer.placements.size());
  ReplicaCount out;
  out.least = found;
  if (!isOpen(request, answer) || found == 0 || request.replicas < 2) return out;
  const std::vector<const Candidate*> first = firstPlaces(*request.pod, snapshot, answer);
  if (first.size() > kMaxTried) return {1, false};
  // Made once: beside the first its controller would be one that has pods.
  AllocationRequest created = alloc::admit(request, snapshot).request;
  created.replicas = request.replicas;
  std::int64_t most = found;
  for (const Candidate* place : first) {
    if (stop.stop_requested()) return {1, false};
    const AllocationAnswer others = behind(*place, created, snapshot, stop);
    const auto fits = static_cast<std::int64_t>(others.placements.size()) + 1;
    out.least = std::min(out.least, fits);
    most = std::max(most, fits);
    out.isExact = out.isExact && !isOpen(request, others);
  }
  out.isExact = out.isExact && out.least == most;
  return out;
}

}  // namespace cardinal::plan
