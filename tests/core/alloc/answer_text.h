// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/alloc/engine/allocator.h"
#include "tests/support/builders.h"

namespace cardinal::testing {

/// A pod of the open-source stack that asks for so many units.
inline PodBuilder asks(std::int64_t units) {
  PodBuilder out = pod("asked");
  out.gpuMem(units);
  return out;
}

inline AllocationAnswer ask(const SnapshotPtr& cluster, const PodBuilder& pod, int replicas = 1,
                            const TieBreaker& breakTie = {}) {
  return allocate(makeRequest(pod.raw(), replicas), *cluster, breakTie);
}

inline std::string text(const Candidate& place, const ClusterSnapshot& cluster) {
  std::string out = cluster.node(place.node).name + "[";
  for (std::size_t i = 0; i < place.cards.size(); ++i) out += (i > 0 ? "," : "") + std::to_string(place.cards[i]);
  return out + "]";
}

/// Feasible places, best first: "a[0] b[1,2]".
inline std::string places(const AllocationAnswer& answer, const SnapshotPtr& cluster) {
  std::string out;
  for (const Candidate& candidate : answer.candidates) out += (out.empty() ? "" : " ") + text(candidate, *cluster);
  return out;
}

/// Where the replicas go, in order.
inline std::string plan(const AllocationAnswer& answer, const SnapshotPtr& cluster) {
  std::string out;
  for (const ReplicaPlacement& placement : answer.placements)
    out += (out.empty() ? "" : " ") + text(placement.place, *cluster);
  return out;
}

inline std::string text(const Rejection& reason) {
  std::string out = toString(reason.code);
  if (reason.card != kPendingCard) out += " card " + std::to_string(reason.card);
  if (reason.needed != 0 || reason.found != 0)
    out += " " + std::to_string(reason.needed) + "/" + std::to_string(reason.found);
  if (!reason.detail.empty()) out += " " + reason.detail.text();
  const char* waiting[] = {"", " never", " ?"};
  return out + waiting[static_cast<int>(reason.waiting)];
}

inline const NodeRejection& refusal(const AllocationAnswer& answer, const SnapshotPtr& cluster,
                                    const std::string& node) {
  static const NodeRejection kNone;
  for (const NodeRejection& rejection : answer.rejections) {
    if (cluster->node(rejection.node).name == node) return rejection;
  }
  ADD_FAILURE() << node << " was not refused";
  return kNone;
}

/// "InsufficientCardMemory 8/5": code, needed/found, detail, then " never" or " ?" (unknown) when waiting cannot be
/// trusted to help.
inline std::string why(const AllocationAnswer& answer, const SnapshotPtr& cluster, const std::string& node) {
  return text(refusal(answer, cluster, node).reason);
}

inline bool has(const AllocationAnswer& answer, Caveat caveat) {
  return std::find(answer.caveats.begin(), answer.caveats.end(), caveat) != answer.caveats.end();
}

/// Score of the packing model that decides, -1 when the candidate has none.
inline int packing(const Candidate& candidate) {
  for (const ScorePart& part : candidate.parts) {
    if (part.code == ScoreCode::CardPacking) return part.decides ? part.value : -2;
  }
  return -1;
}

/// A pod that holds `units` on one card of an open-source node.
inline PodBuilder held(const std::string& name, const std::string& node, int card, std::int64_t units) {
  PodBuilder out = pod(name);
  out.gpuMem(units).on(node).card(card);
  return out;
}

/// A pod that holds `units` (and `core`) on one card of an ACK node.
inline PodBuilder ackHeld(const std::string& name, const std::string& node, int card, std::int64_t units,
                          std::int64_t core = 0) {
  PodBuilder out = pod(name);
  const std::string at = "{\"0\":{\"" + std::to_string(card) + "\":";
  out.gpuMem(units).on(node).v2(at + std::to_string(units) + "}}");
  if (core > 0) out.core(core).v2Core(at + std::to_string(core) + "}}");
  return out;
}

}  // namespace cardinal::testing
