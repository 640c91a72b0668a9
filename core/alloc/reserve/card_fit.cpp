// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/reserve/card_fit.h"
#include "core/base/saturate.h"

#include <limits>

namespace cardinal::alloc {
namespace {

Waiting waitingFor(bool emptyWouldDo) {
  return emptyWouldDo ? Waiting::NotNow : Waiting::Never;
}

bool emptyTakes(const Card& card, const CardShareRequest& request) {
  if (request.wholeDevice && card.memTotal.value != request.memory) return false;
  return isCandidate(card) && card.memTotal.value >= request.memory &&
         (request.core <= 0 || card.coreTotal.value >= request.core);
}

/// What the cards of a node have at best, each resource by itself.
struct Best {
  std::int64_t memory = 0;
  std::int64_t core = 0;
  std::int64_t candidates = 0;
  std::int64_t open = 0;  ///< candidates below the limit of pods
  std::int64_t fitting = 0;
  std::int64_t emptyFitting = 0;
  std::int64_t freeSum = 0;
  std::int64_t coreSum = 0;
  bool unknown = false;  ///< a card of which the memory is not known
};

/// Why a card that does not fit does not.
void addRefusal(const Card& card, const CardShareRequest& request, std::optional<int> maxPods, std::int64_t free,
                bool emptyTakesIt, CardRefusals& out) {
  const auto say = [&](ReasonCode code, std::int64_t needed, std::int64_t found) {
    const Waiting waiting = isCandidate(card) ? waitingFor(emptyTakesIt) : Waiting::Unknown;
    out.add(code, waiting, card.index, needed, found);
  };
  if (!isCandidate(card)) {
    say(card.health == CardHealth::Unhealthy ? ReasonCode::CardUnhealthy : ReasonCode::InsufficientCardMemory,
        request.memory, 0);
  } else if (free < request.memory) {
    say(ReasonCode::InsufficientCardMemory, request.memory, free);
  } else if (request.core > 0 && freeCore(card) < request.core) {
    say(ReasonCode::InsufficientCardCore, request.core, freeCore(card));
  } else if (maxPods && card.pods >= *maxPods) {
    say(ReasonCode::CardFull, *maxPods, card.pods);
  } else {
    say(ReasonCode::CardNotEmpty, request.memory, free);
  }
}

/// Adds what one card has; `free` is its free memory.
void addTo(Best& best, const Card& card, const CardShareRequest& request, std::optional<int> maxPods, std::int64_t free,
           bool emptyTakesIt) {
  if (!isCandidate(card)) {
    best.unknown = best.unknown || card.health != CardHealth::Unhealthy;
    return;
  }
  ++best.candidates;
  if (emptyTakesIt) ++best.emptyFitting;
  if (maxPods && card.pods >= *maxPods) return;
  ++best.open;
  best.memory = std::max(best.memory, free);
  best.freeSum += free;
  if (request.core <= 0) return;
  best.core = std::max(best.core, freeCore(card));
  best.coreSum += freeCore(card);
}

Rejection nodeReason(const Best& best, const CardShareRequest& request, std::optional<int> maxPods, bool hasCards) {
  const Waiting waiting = waitingFor(best.emptyFitting >= request.cards);
  const auto make = [&](ReasonCode code, std::int64_t needed, std::int64_t found) {
    return Rejection{code, waiting, kPendingCard, needed, found, {}};
  };
  if (best.candidates == 0 && hasCards) {
    Rejection none =
        make(best.unknown ? ReasonCode::InsufficientCardMemory : ReasonCode::CardUnhealthy, request.memory, 0);
    none.waiting = Waiting::Unknown;
    return none;
  }
  if (best.open == 0 && best.candidates > 0)
    return make(ReasonCode::CardFull, maxPods.value_or(0), maxPods.value_or(0));
  if (request.cards > 1) return make(ReasonCode::NotEnoughCards, request.cards, best.fitting);
  if (best.memory < request.memory) return make(ReasonCode::InsufficientCardMemory, request.memory, best.memory);
  if (best.core < request.core) return make(ReasonCode::InsufficientCardCore, request.core, best.core);
  if (request.wholeDevice) return make(ReasonCode::CardNotEmpty, request.memory, best.memory);
  return make(ReasonCode::NoCommonCard, 0, 0);
}

}  // namespace

namespace {

/// The same for a request of memory alone, by a row that has all cards.
void explainRow(const PlacementRow& row, const CardShareRequest& request, NodeRejection& out) {
  Best best;
  for (std::size_t i = 0; i < row.cardCount; ++i) {
    const bool unhealthy = (row.unhealthyCards >> i & 1U) != 0;
    const auto index = static_cast<CardIndex>(i);
    if (unhealthy || (row.knownCards >> i & 1U) == 0) {
      best.unknown = best.unknown || !unhealthy;
      out.cards.add(unhealthy ? ReasonCode::CardUnhealthy : ReasonCode::InsufficientCardMemory, Waiting::Unknown, index,
                    request.memory, 0);
      continue;
    }
    const std::int64_t free = freeOf(row.cards[i].total, row.cards[i].scheduler);
    const bool emptyTakesIt = row.cards[i].total >= request.memory;
    ++best.candidates;
    ++best.open;
    best.emptyFitting += emptyTakesIt ? 1 : 0;
    best.memory = std::max(best.memory, free);
    best.freeSum += free;
    if (free >= request.memory) {
      ++best.fitting;
    } else {
      out.cards.add(ReasonCode::InsufficientCardMemory, waitingFor(emptyTakesIt), index, request.memory, free);
    }
  }
  out.reason = nodeReason(best, request, std::nullopt, row.cardCount > 0);
  out.sumWouldFit = best.open > 0 && best.freeSum >= request.memory * request.cards;
}

}  // namespace

void explainCards(const NodeView& view, const CardShareRequest& request, std::optional<int> maxPods,
                  NodeRejection& out) {
  if (requestsMemoryOnly(request, maxPods) && view.hasRowCards()) return explainRow(*view.row, request, out);
  const std::span<const Card> cards = view.cards;
  Best best;
  for (const Card& card : cards) {
    const std::int64_t free = freeMemory(card);
    const bool emptyTakesIt = emptyTakes(card, request);
    addTo(best, card, request, maxPods, free, emptyTakesIt);
    if (fits(card, request, maxPods)) {
      ++best.fitting;
    } else {
      addRefusal(card, request, maxPods, free, emptyTakesIt, out.cards);
    }
  }
  out.reason = nodeReason(best, request, maxPods, !cards.empty());
  out.sumWouldFit =
      best.open > 0 && best.freeSum >= request.memory * request.cards && best.coreSum >= request.core * request.cards;
}

std::int64_t setsThatFit(std::span<const std::int64_t> shares, int width) {
  // The largest t with sum(min(shares, t)) >= width * t.
  std::int64_t sum = 0;
  for (const std::int64_t count : shares) sum = saturatedSum<std::int64_t>(sum, count);
  std::int64_t low = 0;
  std::int64_t high = sum / width;
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    std::int64_t capped = 0;
    for (const std::int64_t count : shares) capped = saturatedSum<std::int64_t>(capped, std::min(count, middle));
    if (capped >= saturatedProduct<std::int64_t>(middle, width)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

void takeShares(const CardChoice& choice, std::vector<Card>& cards) {
  for (const CardIndex index : choice.cards) {
    Card& card = cards[static_cast<std::size_t>(index)];
    card.memScheduler += choice.memoryPerCard;
    card.memAllocated += choice.memoryPerCard;
    card.coreScheduler += choice.corePerCard;
    card.coreAllocated += choice.corePerCard;
    if (card.pods < std::numeric_limits<std::uint16_t>::max()) ++card.pods;
  }
}

}  // namespace cardinal::alloc
