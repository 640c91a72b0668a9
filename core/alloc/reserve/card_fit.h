// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/alloc/reserve/card_rule.h"
#include "core/alloc/types.h"

namespace cardinal::alloc {

/// The share that each chosen card must take.
struct CardShareAsk {
  std::int64_t memory = 0;
  std::int64_t core = 0;        ///< 0 = not asked
  int cards = 1;
  bool wholeDevice = false;     ///< the card must be empty and the share its whole memory
};

/// Free memory by the rule of the scheduler that owns the node, within 0..total: an over-committed card has nothing free
/// (the extender computes unsigned and wraps there), a negative allocation gives nothing extra.
inline std::int64_t freeMemory(const Card& card) {
  return card.memTotal.value - std::clamp<std::int64_t>(card.memScheduler.value, 0, std::max<std::int64_t>(card.memTotal.value, 0));
}
inline std::int64_t freeCore(const Card& card) {
  return card.coreTotal.value - std::clamp(card.coreScheduler.value, 0, std::max(card.coreTotal.value, 0));
}
/// Cards that a scheduler considers at all.
inline bool isCandidate(const Card& card) { return card.health != CardHealth::Unhealthy && card.memoryKnown; }

/// Why one card does not take the share; nothing = it does. `maxPods` is the node's limit of pods per card.
std::optional<Rejection> refuses(const Card& card, const CardShareAsk& ask, std::optional<int> maxPods);
/// The same as a bare yes or no, for scans over many cards.
inline bool fits(const Card& card, const CardShareAsk& ask, std::optional<int> maxPods) {
  if (!isCandidate(card) || freeMemory(card) < ask.memory) return false;
  if (ask.core > 0 && (!card.coreKnown || freeCore(card) < ask.core)) return false;
  if (ask.wholeDevice && (card.memScheduler.value > 0 || card.memTotal.value != ask.memory)) return false;
  return !maxPods || card.pods < *maxPods;
}

/// Explanation for a node on which too few cards fit.
void explainCards(std::span<const Card> cards, const CardShareAsk& ask, std::optional<int> maxPods, NodeRejection& out);

/// Room of the node's cards for shares of this size.
CardRoom roomOf(std::span<const Card> cards, const CardShareAsk& ask, std::optional<int> maxPods);

/// Takes a share from each card of the choice.
void takeShares(const CardChoice& choice, std::vector<Card>& cards);

}  // namespace cardinal::alloc
