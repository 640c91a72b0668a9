// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/alloc/types.h"

namespace cardinal {

/// What becomes of a pod that is made to leave its node.
enum class EvictionTargetKind : std::uint8_t {
  Placed,        ///< its successor finds a place now
  WaitsForRoom,  ///< its successor stays pending until something frees
  FitsNowhere,   ///< no other node ever takes its form of request, not even an empty one
  NotRemade,     ///< no controller makes a successor: what it did ends
  Unknown,       ///< the pod is not in the state that was asked about, or its request cannot be read
};
const char* toString(EvictionTargetKind kind) noexcept;

struct EvictionTarget {
  ObjectKey pod;
  EvictionTargetKind kind = EvictionTargetKind::Unknown;
  std::string node;              ///< Placed
  std::vector<CardIndex> cards;  ///< Placed; empty = unknown which
  Certainty certainty = Certainty::OneOf;
  std::uint32_t tied = 1;               ///< Placed: how many places are equally likely
  std::vector<std::string> equalNodes;  ///< Placed: all nodes that are as good, this one too; empty = none is
  std::vector<CardIndex> equalCards;    ///< the same of single cards of the node
  std::string nearest;                  ///< WaitsForRoom, FitsNowhere: the node that lacks least; empty = none
  std::optional<Rejection> reason;      ///< likewise: what that node says
  std::optional<Error> problem;         ///< Unknown: why the request cannot be read
};

/// A node that pods are made to leave.
struct LeavingNode {
  std::string node;
  std::vector<ObjectKey> pods;
};

/// How many of the pods are answered, of how many; called often, on the calling thread.
using EvictionTargetProgress = std::function<void(std::size_t done, std::size_t all)>;

/// Where the successors of the pods go, in the order of the question. All nodes of the question count as closed, so
/// nobody is placed on a node that is to be emptied too; larger requests are placed first, and each place is taken
/// before the next pod is asked. A pure function; the snapshot is never touched. A stopped token ends early: the pods
/// not reached are Unknown with problem Cancelled.
std::vector<EvictionTarget> predictEvictionTargets(const ClusterSnapshot& snapshot,
                                                   const std::vector<LeavingNode>& leaving,
                                                   const std::stop_token& stop = {},
                                                   const EvictionTargetProgress& progress = {});

}  // namespace cardinal
