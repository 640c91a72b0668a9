// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/alloc/reserve/card_rule.h"
#include "core/alloc/types.h"
#include "core/base/saturate.h"

namespace cardinal::alloc {

/// The share that each chosen card must take.
struct CardShareRequest {
  std::int64_t memory = 0;
  std::int64_t core = 0;  ///< 0 = not requested
  int cards = 1;
  bool wholeDevice = false;  ///< the card must be empty and the share its whole memory
};

/// Free memory by the rule of the scheduler that owns the node, within 0..total: an over-committed card has nothing
/// free (the extender computes unsigned and wraps there), a negative allocation gives nothing extra.
template <typename Number>
constexpr Number freeOf(Number total, Number scheduler) {
  return total - std::clamp<Number>(scheduler, 0, std::max<Number>(total, 0));
}
inline std::int64_t freeMemory(const Card& card) {
  return freeOf(card.memTotal.value, card.memScheduler.value);
}
inline std::int64_t freeCore(const Card& card) {
  return card.coreTotal.value - std::clamp(card.coreScheduler.value, 0, std::max(card.coreTotal.value, 0));
}
/// Cards that a scheduler considers at all.
inline bool isCandidate(const Card& card) {
  return card.health != CardHealth::Unhealthy && card.memoryKnown;
}

/// Memory of one card of the view.
struct CardMemory {
  std::int64_t free = 0;
  std::int64_t total = 0;
};
inline CardMemory memoryOf(const NodeView& view, CardIndex card) {
  const auto at = static_cast<std::size_t>(card);
  if (!view.hasRowCards()) return {freeMemory(view.cards[at]), view.cards[at].memTotal.value};
  const RowCard& rowCard = view.row->cards[at];
  return {freeOf(rowCard.total, rowCard.scheduler), rowCard.total};
}

/// Does one card take the share. `maxPods` is the node's limit of pods per card.
inline bool fits(const Card& card, const CardShareRequest& request, std::optional<int> maxPods) {
  if (!isCandidate(card) || freeMemory(card) < request.memory) return false;
  if (request.core > 0 && (!card.coreKnown || freeCore(card) < request.core)) return false;
  if (request.wholeDevice && (card.memScheduler.value > 0 || card.memTotal.value != request.memory)) return false;
  return !maxPods || card.pods < *maxPods;
}

/// Most requests: nothing but memory, of nodes without a limit of pods.
inline bool requestsMemoryOnly(const CardShareRequest& request, std::optional<int> maxPods) {
  return request.core <= 0 && !request.wholeDevice && !maxPods && request.memory > 0;
}

/// Explanation for a node on which too few cards fit.
void explainCards(const NodeView& view, const CardShareRequest& request, std::optional<int> maxPods,
                  NodeRejection& out);

/// How many shares one card still takes; 0 exactly when it does not fit.
inline std::int64_t sharesOn(const Card& card, const CardShareRequest& request, std::optional<int> maxPods) {
  if (!fits(card, request, maxPods)) return 0;
  if (request.wholeDevice) return 1;
  const std::int64_t free = freeMemory(card);
  std::int64_t shares = std::numeric_limits<std::int64_t>::max();
  if (request.memory > 0) shares = free - request.memory < request.memory ? 1 : free / request.memory;
  if (request.core > 0) shares = std::min(shares, freeCore(card) / request.core);
  if (maxPods) shares = std::min<std::int64_t>(shares, *maxPods - card.pods);
  return shares;
}

/// A card that takes a share.
struct FittingCard {
  CardIndex index = 0;
  std::int64_t free = 0;
  std::int64_t total = 0;
  std::int64_t shares = 0;     ///< how many it takes
  const Card* card = nullptr;  ///< null where the row has it, which happens only where memory alone is requested
};

/// The same as `scanCards` for a request of memory alone, by a row that has all cards. First what fits, without a
/// branch for each card, then those that do.
template <typename OnFit>
CardRoom scanRow(const PlacementRow& row, std::int64_t memory, OnFit&& onFit) {
  std::array<std::int32_t, PlacementRow::kMaxCards> free;  // not cleared: only what `fitting` names is read
  const unsigned candidates = row.knownCards & ~unsigned{row.unhealthyCards};
  unsigned fitting = 0;
  CardRoom room;
  for (std::size_t i = 0; i < row.cardCount; ++i) {
    const unsigned candidate = candidates >> i & 1U;
    free[i] = freeOf(row.cards[i].total, row.cards[i].scheduler);
    room.free += free[i] * static_cast<std::int64_t>(candidate);
    fitting |= (candidate & static_cast<unsigned>(free[i] >= memory)) << i;
  }
  for (; fitting != 0; fitting &= fitting - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(fitting));
    // Both fit 32 bits: the ask is not above what is free.
    const auto request = static_cast<std::int32_t>(memory);
    const std::int32_t shares = free[i] - request < request ? 1 : free[i] / request;
    room.fits += shares;
    room.usable += free[i];
    onFit(FittingCard{static_cast<CardIndex>(i), free[i], row.cards[i].total, shares, nullptr});
  }
  return room;
}

/// One look over the cards: calls `onFit` for each that takes a share, ascending, and returns the room for single cards
/// (`fits` counts shares). Most requests ask memory only, of nodes without a limit of pods: that loop is kept bare.
template <typename OnFit>
CardRoom scanCards(const NodeView& view, const CardShareRequest& request, std::optional<int> maxPods, OnFit&& onFit) {
  CardRoom room;
  const bool memoryOnly = requestsMemoryOnly(request, maxPods);
  if (memoryOnly && view.hasRowCards()) return scanRow(*view.row, request.memory, onFit);
  for (const Card& card : view.cards) {
    if (!isCandidate(card)) continue;
    const std::int64_t free = freeMemory(card);
    room.free += free;
    if (free < request.memory) continue;
    const std::int64_t shares = !memoryOnly                              ? sharesOn(card, request, maxPods)
                                : free - request.memory < request.memory ? 1
                                                                         : free / request.memory;
    if (shares == 0) continue;
    room.fits += shares;
    room.usable += free;
    onFit(FittingCard{card.index, free, card.memTotal.value, shares, &card});
  }
  return room;
}

/// How many sets of `width` distinct cards can be taken one after another when card i takes at most `shares[i]`.
std::int64_t setsThatFit(std::span<const std::int64_t> shares, int width);

/// More cards than any node has; nodes with more are read as absurd by the adapters.
inline constexpr std::size_t kMaxCards = 256;

/// Takes a share from each card of the choice.
void takeShares(const CardChoice& choice, std::vector<Card>& cards);

}  // namespace cardinal::alloc
