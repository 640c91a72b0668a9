// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/plan/what_if/what_if.h"

namespace cardinal {

/// What shall become free on one card of an open node.
struct DefragGoal {
  std::optional<std::int64_t> memoryMib;  ///< free memory on one card, above 0; nothing = a whole card
  std::string node;                       ///< on this node; empty = on any
  std::optional<GpuMode> mode;            ///< on nodes of this mode
  bool operator==(const DefragGoal&) const = default;
};

enum class DefragVerdict : std::uint8_t {
  AlreadyFree,   ///< nothing has to move
  ProvenFewest,  ///< no list of fewer moves does it, given the places that the engine predicts
  BestFound,     ///< fewer moves were not ruled out
  NoneFound,     ///< no list of moves was found
  Stopped,       ///< stopped before one was found
};
const char* toString(DefragVerdict verdict) noexcept;

struct DefragAnswer {
  std::vector<Error> problems;  ///< the goal makes no sense: nothing else is filled
  DefragVerdict verdict = DefragVerdict::NoneFound;
  std::string node;                       ///< where it becomes free; empty for NoneFound
  CardIndex card = kPendingCard;          ///< kPendingCard = a whole card whose index the API does not report
  std::int64_t freeMib = 0;               ///< on that card afterwards; 0 when it is not known in MiB
  std::vector<MovePod> moves;             ///< in this order
  std::vector<WhatIfPod> places;          ///< where each lands; parallel to `moves`
  std::size_t least = 0;                  ///< no list of fewer moves than this can do it, wherever pods land
  std::optional<std::int64_t> memoryMib;  ///< as the goal
  bool isOfWholeCard = false;  ///< AlreadyFree: of a card that is handed out whole; for workloads that ask for such
  std::size_t nodes = 0;       ///< open nodes whose cards were looked at; for memory those that share cards by it
  std::size_t cards = 0;       ///< cards that moves of their pods could free
  std::size_t blocked = 0;     ///< cards where pods that may not move stand in the way
  std::size_t unknown = 0;     ///< cards whose memory is not known in MiB, left out
  std::size_t tried = 0;       ///< lists of moves that were tried on the engine
  bool bounded = false;        ///< the search ended at its bound
};

/// Bound of the search: lists of moves tried on the engine.
inline constexpr std::size_t kMaxDefragTrials = 2'000;

struct DefragProgress {
  std::size_t tried = 0;
  std::size_t most = 0;
  std::size_t bestMoves = 0;  ///< 0 = none found yet
};

/// The fewest moves that reach the goal. Where no node that shares cards by memory can reach a goal of memory, a free
/// card that is handed out whole and has as much is the answer. A move is a MovePod step: the pod is evicted while its
/// node is cordoned, and the scheduler of core/alloc finds it another. What may move: pods with a controller that is no
/// DaemonSet, not ended nor ending, without local data, and under no disruption budget that allows none now (`budgets`;
/// empty when they are not known). Only pods of the card itself are moved; that other pods could make room for them
/// first is what keeps a result of more than `least` + 1 moves from being proven. The snapshot is never touched.
/// Problems: NotFound (node), InvalidArgument (memory).
DefragAnswer defragment(const SnapshotPtr& snapshot, const DefragGoal& goal,
                        std::span<const RawDisruptionBudget> budgets = {}, const std::stop_token& stop = {},
                        const std::function<void(const DefragProgress&)>& onProgress = {},
                        std::size_t mostTrials = kMaxDefragTrials);

/// What the answer is made of can be done as steps of a scenario.
std::vector<WhatIfStep> stepsOf(const DefragAnswer& answer);

}  // namespace cardinal
