// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "core/model/snapshot.h"

namespace cardinal::alloc {

/// A node as a plan sees it: the snapshot's node, its cards with what the plan put on them, and how many replicas of
/// the request the plan already placed there.
struct NodeView {
  NodeIndex index;
  const NodeRecord* node = nullptr;  ///< never null
  std::span<const Card> cards;
  std::int64_t placed = 0;
  const PlacementRow* row = nullptr;    ///< says the same of `node` and `cards`, quicker; may be null
  const PlacementRows* rows = nullptr;  ///< that `row` is of; null where it is

  /// Only where the node exists.
  const RawNode& raw() const { return *node->raw; }

  bool exists() const { return row != nullptr || node->exists(); }
  bool hasSpreadLabels() const { return row != nullptr ? row->hasSpreadLabels : node->scheduler.hasSpreadLabels; }
  NodeReadiness readiness() const { return row != nullptr ? row->readiness : node->readiness; }
  GpuStack stack() const { return row != nullptr ? row->stack : node->gpu.stack; }
  GpuMode mode() const { return row != nullptr ? row->mode : node->gpu.mode; }
  Placement placement() const { return row != nullptr ? row->placement : node->gpu.placement; }
  MemoryUnit unit() const { return row != nullptr ? row->unit : node->gpu.unit; }
  std::int64_t weighedCpuMilli() const { return row != nullptr ? row->weighedCpuMilli : node->scheduler.cpuMilli; }
  std::int64_t weighedMemory() const { return row != nullptr ? row->weighedMemory : node->scheduler.memory; }
  bool hasRowCards() const { return row != nullptr && row->hasAllCards; }
  /// Resources without a slot in the row; only where there is one.
  std::span<const RowResource> rowResources() const { return rows->resources(index.value); }
  /// The cards as the scheduler of the node's stack has them; empty where no row tells.
  std::span<const StackCard> stackCards() const {
    return row != nullptr ? rows->stackCards(index.value) : std::span<const StackCard>();
  }
  std::optional<int> maxPodsPerCard() const { return hasRowCards() ? std::nullopt : node->gpu.maxPodsPerCard; }
};

/// The node as the snapshot has it.
inline NodeView viewOf(const ClusterSnapshot& snapshot, NodeIndex node) {
  return {node, &snapshot.node(node), snapshot.cardsOf(node), 0, snapshot.rowOf(node), &snapshot.rows};
}

}  // namespace cardinal::alloc
