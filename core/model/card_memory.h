// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace cardinal
