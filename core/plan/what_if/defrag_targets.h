// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/plan/what_if/defragment.h"

namespace cardinal::plan {

/// A pod that may leave, and what its leaving frees of the goal.
struct Movable {
  std::shared_ptr<const RawPod> pod;
  std::int64_t frees = 0;  ///< units of the node; whole cards: 1
};

/// A card, or the cards of a node that takes whole ones, which some moves could free.
struct DefragTarget {
  NodeIndex node;
  CardIndex card = kPendingCard;
  std::int64_t lacking = 0;       ///< units (or cards) that must become free
  std::vector<Movable> movables;  ///< the one that frees most first; equal ones by key
  std::size_t least = 0;          ///< moves that are needed at least
  std::int64_t moved = 0;         ///< units that these move
};

struct DefragTargets {
  std::vector<DefragTarget> targets;    ///< fewest moves first, then least moved, then by node and card
  std::optional<DefragTarget> already;  ///< is free now: the tightest
  /// Memory is asked, and a card that is handed out whole has it: free now, the tightest.
  std::optional<DefragTarget> wholeCard;
  std::int64_t wholeCardMib = 0;  ///< its memory
  std::size_t nodes = 0;          ///< that were looked at
  std::size_t blocked = 0;
  std::size_t unknown = 0;
};

/// No claim holds the card or a part of it (GpuMode::Claims).
bool isUnclaimed(const Card& card);

DefragTargets findTargets(const ClusterSnapshot& snapshot, const DefragGoal& goal,
                          std::span<const RawDisruptionBudget> budgets);

}  // namespace cardinal::plan
