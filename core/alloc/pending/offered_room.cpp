// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/pending/offered_room.h"

#include <algorithm>

#include "core/alloc/reserve/card_fit.h"
#include "core/base/saturate.h"

namespace cardinal::alloc {
namespace {

/// Amounts of nodes that count in another unit are converted where both units are known.
std::optional<std::int64_t> inUnit(std::int64_t amount, MemoryUnit from, MemoryUnit to) {
  if (from == to) return amount;
  const auto fromMib = mibPerUnit(from);
  const auto toMib = mibPerUnit(to);
  if (!fromMib || !toMib) return std::nullopt;
  return saturatedProduct<std::int64_t>(amount, *fromMib) / *toMib;
}

/// A row in the unit of the sums.
void addRow(OfferedRoom& room, const PlacementRow& row) {
  for (std::size_t i = 0; i < row.cardCount; ++i) {
    if ((row.unhealthyCards >> i & 1U) != 0) continue;
    if ((row.knownCards >> i & 1U) == 0) {
      ++room.cardsUnknown;
      continue;
    }
    const std::int64_t free = freeOf(row.cards[i].total, row.cards[i].scheduler);
    ++room.cards;
    room.free.value = saturatedSum<std::int64_t>(room.free.value, free);
    room.largest.value = std::max(room.largest.value, free);
    room.largestTotal.value = std::max<std::int64_t>(room.largestTotal.value, row.cards[i].total);
  }
}

void addShared(OfferedRoom& room, const NodeView& view) {
  const MemoryUnit unit = view.unit();
  if (room.nodes == 1) room.unit = unit;
  room.mostCards = std::max(room.mostCards, static_cast<std::int64_t>(view.cards.size()));
  if (view.hasRowCards() && unit == room.unit) return addRow(room, *view.row);
  for (const Card& card : view.cards) {
    if (card.health == CardHealth::Unhealthy) continue;
    const auto free = card.memoryKnown ? inUnit(freeMemory(card), unit, room.unit) : std::nullopt;
    if (!free) {
      ++room.cardsUnknown;
      continue;
    }
    ++room.cards;
    room.free.value = saturatedSum<std::int64_t>(room.free.value, *free);
    room.largest.value = std::max(room.largest.value, *free);
    room.largestTotal.value =
        std::max(room.largestTotal.value, inUnit(card.memTotal.value, unit, room.unit).value_or(0));
  }
}

void addWhole(OfferedRoom& room, const NodeView& view, const GpuRequest& gpu) {
  const std::string_view resource = wholeCardResource(gpu.kind());
  const Quantity* allocatable = find(view.raw().allocatable, resource);
  const Quantity* requested = find(view.node->requested, resource);
  const std::int64_t total = allocatable != nullptr ? allocatable->value() : 0;
  const std::int64_t held = requested != nullptr ? requested->value() : 0;
  const std::int64_t free = std::max<std::int64_t>(saturatedDifference<std::int64_t>(total, held), 0);
  room.cards += static_cast<std::uint32_t>(std::clamp<std::int64_t>(total, 0, kMaxCards));
  room.freeCards = saturatedSum<std::int64_t>(room.freeCards, free);
  room.largestCards = std::max(room.largestCards, free);
  room.mostCards = std::max(room.mostCards, total);
}

}  // namespace

void addRoom(OfferedRoom& room, const NodeView& view, const Verdict& verdict, const GpuRequest& gpu) {
  ++room.nodes;
  if (verdict.family == Family::WholeCards) {
    addWhole(room, view, gpu);
  } else {
    addShared(room, view);
  }
}

bool isFragmented(const OfferedRoom& room, const GpuRequest& gpu, std::uint32_t fitting) {
  if (fitting > 0 || room.blocked > 0 || room.ruled > 0) return false;
  if (const auto shared = gpu.shared()) return shared->memory.value > 0 && room.free >= shared->memory;
  const auto cards = gpu.wholeCards();
  return cards && *cards > 0 && room.freeCards >= *cards;
}

}  // namespace cardinal::alloc
