// SPDX-License-Identifier: Apache-2.0
#include "core/plan/drain/group_placement.h"

#include <algorithm>

#include "core/alloc/admission.h"
#include "core/alloc/engine/allocator.h"
#include "core/plan/drain/taken_places.h"

namespace cardinal {

namespace {

bool isShared(std::span<const AllocationRequest> requests, int gangs) {
  return gangs > 1 && std::all_of(requests.begin(), requests.end(), [gangs](const AllocationRequest& request) {
           return request.replicas >= gangs && request.replicas % gangs == 0;
         });
}

/// Replicas of a further gang behind those of the ones before it.
void append(AllocationAnswer& all, AllocationAnswer&& more, int before) {
  for (ReplicaPlacement& placement : more.placements) {
    placement.replica += before;
    all.placements.push_back(std::move(placement));
  }
  if (!all.firstMiss) all.firstMiss = std::move(more.firstMiss);
  all.after = more.after;
}

/// What follows from a place that was drawn is not certain, and how many are as likely is unknown.
void loosen(AllocationAnswer& answer) {
  const auto loosenOne = [](Certainty& certainty, std::uint32_t& tied) {
    if (certainty == Certainty::Modelled) return;
    certainty = Certainty::OneOf;
    tied = kTiedUnknown;
  };
  if (!answer.candidates.empty()) loosenOne(answer.certainty, answer.tied);
  for (ReplicaPlacement& placement : answer.placements) loosenOne(placement.certainty, placement.tied);
}

}  // namespace

bool isDrawn(const ReplicaPlacement& placement) {
  return placement.certainty == Certainty::Modelled || placement.tied > 1 || placement.tied == kTiedUnknown;
}

std::vector<AllocationAnswer> allocateInOrder(std::span<const AllocationRequest> requests,
                                              const ClusterSnapshot& snapshot, const std::stop_token& stop, int gangs) {
  std::vector<AllocationAnswer> out;
  if (requests.size() == 1) {
    out.push_back(allocate(requests.front(), snapshot, {}, stop));
    return out;
  }
  const int rounds = isShared(requests, gangs) ? gangs : 1;
  out.reserve(requests.size());
  TakenPlaces places(snapshot);
  for (const AllocationRequest& request : requests) {
    if (request.claims) places.addClaims(*request.claims, alloc::namespaceOf(request));
  }
  // The namespace counts the pods of all gangs, and the controller of a role is created once.
  std::vector<alloc::Admission> ofAll;
  for (std::size_t i = 0; rounds > 1 && i < requests.size(); ++i) ofAll.push_back(alloc::admit(requests[i], snapshot));
  std::vector<std::shared_ptr<const RawPod>> pods;
  bool afterADraw = false;
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      AllocationRequest request = requests[i];
      request.replicas /= rounds;
      const int before = round * request.replicas;
      if (round > 0) {
        request.pod = pods[i];
        request.replicas = std::min(request.replicas, ofAll[i].request.replicas - before);
        if (request.replicas <= 0) continue;
      }
      AllocationAnswer answer = allocate(request, places.state(), {}, stop);
      if (round == 0) pods.push_back(alloc::admit(request, places.state()).request.pod);
      if (afterADraw) loosen(answer);
      for (const ReplicaPlacement& placement : answer.placements) {
        places.take(placement.place, *pods[i]);
        afterADraw = afterADraw || isDrawn(placement);
      }
      if (round == 0) {
        out.push_back(std::move(answer));
      } else {
        append(out[i], std::move(answer), before);
      }
    }
  }
  for (std::size_t i = 0; i < ofAll.size(); ++i) {
    if (!requests[i].rules || !out[i].requestProblems.empty()) continue;
    out[i].admission = std::move(ofAll[i].limit);
    out[i].admitted = static_cast<std::uint32_t>(ofAll[i].request.replicas);
  }
  return out;
}

GroupOutcome outcomeOf(std::span<const AllocationRequest> requests, std::span<const AllocationAnswer> answers,
                       std::optional<std::int64_t> gang, std::span<const std::optional<std::int64_t>> roleGangs,
                       int gangs) {
  std::vector<AnsweredRole> roles;
  for (std::size_t i = 0; i < requests.size() && i < answers.size(); ++i) {
    roles.push_back({&requests[i], &answers[i], i < roleGangs.size() ? roleGangs[i] : std::nullopt});
  }
  return outcomeOf(roles, gang, gangs);
}

GroupOutcome outcomeOf(std::span<const AnsweredRole> roles, std::optional<std::int64_t> gang, int gangs) {
  GroupOutcome out;
  out.gang = gang;
  bool enough = true;
  std::int64_t whole = gangs;
  for (const AnsweredRole& role : roles) {
    const auto& placements = role.answer->placements;
    const auto fits = static_cast<std::int64_t>(placements.size());
    out.wanted += role.request->replicas;
    out.fits += fits;
    enough = enough && fits >= role.gang.value_or(0);
    if (gangs > 1) whole = std::min(whole, fits / std::max(role.request->replicas / gangs, 1));
    if (role.request->gpu.kind() == GpuRequest::Kind::None) continue;
    for (const ReplicaPlacement& placement : placements) out.cards += placement.place.cardCount;
  }
  if (gangs > 1) {
    out.gangs = gangs;
    out.gangsThatStart = static_cast<int>(whole);
    out.starts = whole > 0;
    return out;
  }
  out.starts = enough && out.fits >= std::min(gang.value_or(out.wanted), out.wanted);
  return out;
}

}  // namespace cardinal
