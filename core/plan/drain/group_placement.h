// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/alloc/tied.h"
#include "core/alloc/types.h"

namespace cardinal {

/// Answers for several requests of one workload in the order of creation: each is asked of the state in which the pods
/// before it have taken the first of their places; once one of these was one of several, what follows is OneOf with
/// kTiedUnknown places where it would be more certain. A pure function; the snapshot is never touched. Thread-safe.
/// Cost: as many calls of allocate() as requests (times `gangs`), and a copy of the nodes that are landed on. `gangs`:
/// as gangsOf(); each is asked whole before the next, with its part of every request's replicas. Where these cannot be
/// shared out evenly it is taken for 1.
std::vector<AllocationAnswer> allocateInOrder(std::span<const AllocationRequest> requests,
                                              const ClusterSnapshot& snapshot, const std::stop_token& stop = {},
                                              int gangs = 1);

/// Another place than this one is as likely, or more.
bool isDrawn(const ReplicaPlacement& placement);

/// What the answers mean for pods that only work together.
struct GroupOutcome {
  std::int64_t wanted = 0;           ///< pods
  std::int64_t fits = 0;             ///< of them
  std::optional<std::int64_t> gang;  ///< how many must start together; nothing = not stated
  bool starts = true;                ///< enough of them fit; of several gangs: for one at least
  std::int64_t cards = 0;            ///< physical cards that the pods which fit would hold
  int gangs = 1;                     ///< of `gang` pods, each of which starts by itself
  int gangsThatStart = 0;            ///< of them; only where there are several
  bool operator==(const GroupOutcome&) const = default;
};
/// `gang` and `roleGangs` (one for each request): as ManifestObject::gang and ManifestRole::gang. Without one all pods
/// are needed for the group to start. `gangs` as in allocateInOrder().
GroupOutcome outcomeOf(std::span<const AllocationRequest> requests, std::span<const AllocationAnswer> answers,
                       std::optional<std::int64_t> gang, std::span<const std::optional<std::int64_t>> roleGangs,
                       int gangs = 1);

/// What one role asks, and its answer: for those who hold the answers elsewhere.
struct AnsweredRole {
  const AllocationRequest* request = nullptr;
  const AllocationAnswer* answer = nullptr;
  std::optional<std::int64_t> gang;
};
GroupOutcome outcomeOf(std::span<const AnsweredRole> roles, std::optional<std::int64_t> gang, int gangs = 1);

}  // namespace cardinal
