// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/alloc/reserve/card_rule.h"
#include "core/alloc/saturate.h"
#include "core/alloc/types.h"

namespace cardinal::alloc {

/// The share that each chosen card must take.
struct CardShareAsk {
  std::int64_t memory = 0;
  std::int64_t core = 0;  ///< 0 = not asked
  int cards = 1;
  bool wholeDevice = false;  ///< the card must be empty and the share its whole memory
};

/// Free memory by the rule of the scheduler that owns the node, within 0..total: an over-committed card has nothing
/// free (the extender computes unsigned and wraps there), a negative allocation gives nothing extra.
inline std::int64_t freeMemory(const Card& card) {
  return card.memTotal.value -
         std::clamp<std::int64_t>(card.memScheduler.value, 0, std::max<std::int64_t>(card.memTotal.value, 0));
}
inline std::int64_t freeCore(const Card& card) {
  return card.coreTotal.value - std::clamp(card.coreScheduler.value, 0, std::max(card.coreTotal.value, 0));
}
/// Cards that a scheduler considers at all.
inline bool isCandidate(const Card& card) {
  return card.health != CardHealth::Unhealthy && card.memoryKnown;
}

/// Does one card take the share. `maxPods` is the node's limit of pods per card.
inline bool fits(const Card& card, const CardShareAsk& ask, std::optional<int> maxPods) {
  if (!isCandidate(card) || freeMemory(card) < ask.memory) return false;
  if (ask.core > 0 && (!card.coreKnown || freeCore(card) < ask.core)) return false;
  if (ask.wholeDevice && (card.memScheduler.value > 0 || card.memTotal.value != ask.memory)) return false;
  return !maxPods || card.pods < *maxPods;
}

/// Explanation for a node on which too few cards fit.
void explainCards(std::span<const Card> cards, const CardShareAsk& ask, std::optional<int> maxPods, NodeRejection& out);

/// How many shares one card still takes; 0 exactly when it does not fit.
inline std::int64_t sharesOn(const Card& card, const CardShareAsk& ask, std::optional<int> maxPods) {
  if (!fits(card, ask, maxPods)) return 0;
  if (ask.wholeDevice) return 1;
  const std::int64_t free = freeMemory(card);
  std::int64_t shares = kMostAmount;
  if (ask.memory > 0) shares = free - ask.memory < ask.memory ? 1 : free / ask.memory;
  if (ask.core > 0) shares = std::min(shares, freeCore(card) / ask.core);
  if (maxPods) shares = std::min<std::int64_t>(shares, *maxPods - card.pods);
  return shares;
}

/// One look over the cards: calls `onFit(card, free, shares)` for each that takes a share, ascending, and returns the
/// room for single cards (`fits` counts shares). Most requests ask memory only, of nodes without a limit of pods: that
/// loop is kept bare.
template <typename OnFit>
CardRoom scanCards(std::span<const Card> cards, const CardShareAsk& ask, std::optional<int> maxPods, OnFit&& onFit) {
  CardRoom room;
  const bool memoryOnly = ask.core <= 0 && !ask.wholeDevice && !maxPods && ask.memory > 0;
  for (const Card& card : cards) {
    if (!isCandidate(card)) continue;
    const std::int64_t free = freeMemory(card);
    room.free += free;
    if (free < ask.memory) continue;
    const std::int64_t shares = !memoryOnly                      ? sharesOn(card, ask, maxPods)
                                : free - ask.memory < ask.memory ? 1
                                                                 : free / ask.memory;
    if (shares == 0) continue;
    room.fits += shares;
    room.usable += free;
    onFit(card, free, shares);
  }
  return room;
}

/// How many sets of `width` distinct cards can be taken one after another when card i takes at most `shares[i]`.
std::int64_t setsThatFit(std::span<const std::int64_t> shares, int width);

/// More cards than any node has; nodes with more are read as absurd by the adapters.
inline constexpr std::size_t kMostCards = 256;

/// Takes a share from each card of the choice.
void takeShares(const CardChoice& choice, std::vector<Card>& cards);

}  // namespace cardinal::alloc
