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

/// False where a pod has the card or a part of it, or another card of the node, and nothing says which: of no such card
/// it is then known what is allocated, and what its figures say is right of the node alone (see Card::holderKnown).
inline bool isAllocationKnown(const NodeRecord& node, const Card& card) {
  return card.holderKnown && (!isSharedMode(node.gpu.mode) || node.memPending <= MemUnits(0));
}

/// One of the whole cards of which the API says only how many are taken.
inline bool isUnnamedCard(const NodeRecord& node, const Card& card) {
  return isWholeCardMode(node.gpu.mode) && !card.holderKnown;
}

/// Whole cards that the device plugin does not offer, and nothing says which they are.
inline int unnamedUnhealthy(const NodeRecord& node) {
  std::int64_t out = 0;
  if (!isWholeCardMode(node.gpu.mode)) return 0;
  for (const Finding& finding : node.findings) {
    if (finding.code == FindingCode::AllocatableBelowCapacity) out = std::max(out, finding.needed - finding.found);
  }
  for (const Card& card : node.cards) out -= card.health == CardHealth::Unhealthy ? 1 : 0;
  return static_cast<int>(std::clamp<std::int64_t>(out, 0, static_cast<std::int64_t>(node.cards.size())));
}

/// How many of them a node has.
struct UnnamedCards {
  int cards = 0;
  int taken = 0;
  int unhealthy = 0;  ///< of `cards`; also those of which the device plugin says only how many
  /// So many healthy ones are free for certain: the unhealthy ones may be among those that are not taken.
  int leastFree() const { return taken > 0 ? std::max(cards - taken - unhealthy, 0) : 0; }
};
inline UnnamedCards unnamedCards(const NodeRecord& node) {
  UnnamedCards out;
  for (const Card& card : node.cards) {
    if (!isUnnamedCard(node, card)) continue;
    ++out.cards;
    out.taken += card.held ? 1 : 0;
    out.unhealthy += card.health == CardHealth::Unhealthy ? 1 : 0;
  }
  if (out.cards > 0) out.unhealthy += unnamedUnhealthy(node);
  return out;
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

/// For certain: nothing is allocated on the card, a Reservation keeps nothing of it, and it could be given away.
inline bool isFreeCard(const NodeRecord& node, const Card& card) {
  return card.health != CardHealth::Unhealthy && isAllocationKnown(node, card) && card.pods == 0 && !card.held &&
         card.memAllocated <= MemUnits(0);
}

/// What is free on the cards of a node, in its unit: every place that says "free" of a node or of more than one goes by
/// it. An unhealthy card has nothing free, and what a terminating pod still holds is not free.
struct FreeMemory {
  std::optional<MemUnits> total;    ///< for certain; nothing where it is known of no card
  std::optional<MemUnits> largest;  ///< on one card; likewise
  int emptyCards = 0;               ///< nothing is allocated on them, for certain
};
FreeMemory freeMemoryOf(const NodeRecord& node);

/// The same in MiB; nothing also where the node's unit is not known.
std::optional<std::int64_t> freeMibOf(const FreeMemory& free, MemoryUnit unit);
std::optional<std::int64_t> largestFreeMibOf(const FreeMemory& free, MemoryUnit unit);

}  // namespace cardinal
