// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/model/snapshot.h"

namespace cardinal {

/// Memory of one card in MiB. Every sum over cards goes by this, so that no two places show different ones.
struct CardMemory {
  std::int64_t totalMib = 0;
  std::int64_t allocatedMib = 0;  ///< may be more than there is
};

/// Nothing where the card's memory, or the unit in which its node counts, is not known.
inline std::optional<CardMemory> memoryOf(const Card& card, MemoryUnit unit) {
  if (!card.memoryKnown) return std::nullopt;
  const auto total = toMib(card.memTotal, unit);
  const auto allocated = toMib(card.memAllocated, unit);
  if (!total || !allocated) return std::nullopt;
  return CardMemory{*total, *allocated};
}

/// Free memory of a card that a pod can get, in the node's unit: an unhealthy card has none. Nothing where it is not
/// known.
inline std::optional<MemUnits> usableFree(const Card& card) {
  if (!card.memoryKnown) return std::nullopt;
  if (card.health == CardHealth::Unhealthy) return MemUnits(0);
  return std::max(card.memTotal - card.memAllocated, MemUnits(0));
}
/// The same in MiB; nothing also where the unit is not known.
inline std::optional<std::int64_t> usableFreeMib(const Card& card, MemoryUnit unit) {
  const auto free = usableFree(card);
  return free ? toMib(*free, unit) : std::nullopt;
}

/// False where a pod has a part of a card of the node and nothing says of which: of no card it is then known what is
/// allocated, and what its figures say is the least. Of whole cards as many as are held are marked, so that their sums
/// are right (see Card::holderKnown).
inline bool isAllocationKnown(const NodeRecord& node, const Card& card) {
  if (isWholeCardMode(node.gpu.mode)) return true;
  return card.holderKnown && (!isSharedMode(node.gpu.mode) || node.memPending <= MemUnits(0));
}

/// What pods hold on cards of the node that nothing names, in the node's unit: part of what the node has allocated.
inline MemUnits heldSomewhere(const NodeRecord& node) {
  return isSharedMode(node.gpu.mode) ? std::max(node.memPending, MemUnits(0)) : MemUnits(0);
}
/// The same in MiB; 0 where the unit is not known.
inline std::int64_t heldSomewhereMib(const NodeRecord& node) {
  return toMib(heldSomewhere(node), node.gpu.unit).value_or(0);
}

// Figures of one card as they are shown; nothing also where the allocation is not known.
inline std::optional<double> memoryFraction(const NodeRecord& node, const Card& card) {
  return isAllocationKnown(node, card) ? memoryFraction(card) : std::nullopt;
}
inline std::optional<double> coreFraction(const NodeRecord& node, const Card& card) {
  return isAllocationKnown(node, card) ? coreFraction(card) : std::nullopt;
}
inline std::optional<MemUnits> usableFree(const NodeRecord& node, const Card& card) {
  return isAllocationKnown(node, card) ? usableFree(card) : std::nullopt;
}

}  // namespace cardinal
