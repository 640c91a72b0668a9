// SPDX-License-Identifier: Apache-2.0
#include "core/model/card_memory.h"

#include "core/base/saturate.h"

namespace cardinal {
namespace {

void addFree(MemUnits amount, FreeMemory& out) {
  out.total = out.total.value_or(MemUnits(0)) + amount;
}

void addNamed(const NodeRecord& node, const Card& card, FreeMemory& out) {
  if (isFreeCard(node, card)) ++out.emptyCards;
  const auto free = usableFree(card);
  if (!free || !card.holderKnown) return;
  addFree(*free, out);
  const bool isHealthy = card.health != CardHealth::Unhealthy;
  if (isHealthy && isAllocationKnown(node, card)) out.largest = std::max(out.largest.value_or(MemUnits(0)), *free);
}

/// Of cards that are alike it does not matter which are taken.
void addUnnamed(const NodeRecord& node, FreeMemory& out) {
  const int free = unnamedCards(node).leastFree();
  out.emptyCards += free;
  std::optional<MemUnits> least;
  for (const Card& card : node.cards) {
    if (!isUnnamedCard(node, card)) continue;
    if (!card.memoryKnown) return;
    least = std::min(least.value_or(card.memTotal), card.memTotal);
  }
  if (!least) return;
  addFree(MemUnits(saturatedProduct<std::int64_t>(least->value, free)), out);
  if (free == 0) return;
  out.largest = std::max(out.largest.value_or(MemUnits(0)), *least);
}

/// Of the free cards so many may be the ones that are not offered.
void leaveOutUnhealthy(const NodeRecord& node, FreeMemory& out) {
  const bool isCounted = unnamedCards(node).cards > 0;
  const int unhealthy = isCounted ? 0 : std::min(unnamedUnhealthy(node), out.emptyCards);
  if (unhealthy == 0) return;
  out.emptyCards -= unhealthy;
  if (out.total && out.largest)
    out.total = *out.total - MemUnits(saturatedProduct<std::int64_t>(out.largest->value, unhealthy));
  if (out.emptyCards == 0) out.largest.reset();
}

}  // namespace

FreeMemory freeMemoryOf(const NodeRecord& node) {
  FreeMemory out;
  for (const Card& card : node.cards) {
    if (!isUnnamedCard(node, card)) addNamed(node, card, out);
  }
  addUnnamed(node, out);
  leaveOutUnhealthy(node, out);
  if (out.total) out.total = std::max(*out.total - heldSomewhere(node), MemUnits(0));
  return out;
}

std::optional<std::int64_t> freeMibOf(const FreeMemory& free, MemoryUnit unit) {
  return free.total ? toMib(*free.total, unit) : std::nullopt;
}

std::optional<std::int64_t> largestFreeMibOf(const FreeMemory& free, MemoryUnit unit) {
  return free.largest ? toMib(*free.largest, unit) : std::nullopt;
}

}  // namespace cardinal
