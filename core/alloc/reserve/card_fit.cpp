// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/reserve/card_fit.h"

#include <array>
#include <limits>

namespace cardinal::alloc {
namespace {

constexpr std::size_t kManyCards = 256;

Waiting waitingFor(bool emptyWouldDo) { return emptyWouldDo ? Waiting::NotNow : Waiting::Never; }

bool emptyTakes(const Card& card, const CardShareAsk& ask) {
  if (ask.wholeDevice && card.memTotal.value != ask.memory) return false;
  return isCandidate(card) && card.memTotal.value >= ask.memory && (ask.core <= 0 || card.coreTotal.value >= ask.core);
}

/// What the cards of a node have at best, each resource by itself.
struct Best {
  std::int64_t memory = 0;
  std::int64_t core = 0;
  std::int64_t candidates = 0;
  std::int64_t open = 0;       ///< candidates below the limit of pods
  std::int64_t fitting = 0;
  std::int64_t emptyFitting = 0;
  std::int64_t freeSum = 0;
  std::int64_t coreSum = 0;
  bool unknown = false;        ///< a card of which the memory is not known
};

Best bestOf(std::span<const Card> cards, const CardShareAsk& ask, std::optional<int> maxPods) {
  Best best;
  for (const Card& card : cards) {
    if (!card.memoryKnown && card.health != CardHealth::Unhealthy) best.unknown = true;
    if (!isCandidate(card)) continue;
    ++best.candidates;
    if (emptyTakes(card, ask)) ++best.emptyFitting;
    if (maxPods && card.pods >= *maxPods) continue;
    ++best.open;
    best.memory = std::max(best.memory, freeMemory(card));
    best.core = std::max(best.core, freeCore(card));
    best.freeSum += freeMemory(card);
    best.coreSum += freeCore(card);
    if (fits(card, ask, maxPods)) ++best.fitting;
  }
  return best;
}

Rejection nodeReason(const Best& best, const CardShareAsk& ask, std::optional<int> maxPods, bool hasCards) {
  const Waiting waiting = waitingFor(best.emptyFitting >= ask.cards);
  const auto make = [&](ReasonCode code, std::int64_t needed, std::int64_t found) {
    return Rejection{code, waiting, kPendingCard, needed, found, {}};
  };
  if (best.candidates == 0 && hasCards) {
    Rejection none = make(best.unknown ? ReasonCode::InsufficientCardMemory : ReasonCode::CardUnhealthy, ask.memory, 0);
    none.waiting = Waiting::Unknown;
    return none;
  }
  if (best.open == 0 && best.candidates > 0) return make(ReasonCode::CardFull, maxPods.value_or(0), maxPods.value_or(0));
  if (ask.cards > 1) return make(ReasonCode::NotEnoughCards, ask.cards, best.fitting);
  if (best.memory < ask.memory) return make(ReasonCode::InsufficientCardMemory, ask.memory, best.memory);
  if (best.core < ask.core) return make(ReasonCode::InsufficientCardCore, ask.core, best.core);
  if (ask.wholeDevice) return make(ReasonCode::CardNotEmpty, ask.memory, best.memory);
  return make(ReasonCode::NoCommonCard, 0, 0);
}

std::int64_t sharesOn(const Card& card, const CardShareAsk& ask, std::optional<int> maxPods) {
  if (!fits(card, ask, maxPods)) return 0;
  if (ask.wholeDevice) return 1;
  std::int64_t shares = ask.memory > 0 ? freeMemory(card) / ask.memory : std::numeric_limits<std::int64_t>::max();
  if (ask.core > 0) shares = std::min(shares, freeCore(card) / ask.core);
  if (maxPods) shares = std::min<std::int64_t>(shares, *maxPods - card.pods);
  return shares;
}

/// How many sets of `width` distinct cards can be taken when card i takes at most `shares[i]`: the largest t with
/// sum(min(shares, t)) >= width * t.
std::int64_t setsOf(std::span<const std::int64_t> shares, int width) {
  std::int64_t sum = 0;
  for (const std::int64_t count : shares) sum += count;
  std::int64_t low = 0;
  std::int64_t high = sum / width;
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    std::int64_t capped = 0;
    for (const std::int64_t count : shares) capped += std::min(count, middle);
    if (capped >= middle * width) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

}  // namespace

std::optional<Rejection> refuses(const Card& card, const CardShareAsk& ask, std::optional<int> maxPods) {
  if (fits(card, ask, maxPods)) return std::nullopt;
  const Waiting waiting = waitingFor(emptyTakes(card, ask));
  const auto make = [&](ReasonCode code, Waiting when, std::int64_t needed, std::int64_t found) {
    return Rejection{code, when, card.index, needed, found, {}};
  };
  if (card.health == CardHealth::Unhealthy) return make(ReasonCode::CardUnhealthy, Waiting::Unknown, ask.memory, 0);
  if (!card.memoryKnown) return make(ReasonCode::InsufficientCardMemory, Waiting::Unknown, ask.memory, 0);
  if (freeMemory(card) < ask.memory) return make(ReasonCode::InsufficientCardMemory, waiting, ask.memory, freeMemory(card));
  if (ask.core > 0 && freeCore(card) < ask.core) return make(ReasonCode::InsufficientCardCore, waiting, ask.core, freeCore(card));
  if (maxPods && card.pods >= *maxPods) return make(ReasonCode::CardFull, waiting, *maxPods, card.pods);
  return make(ReasonCode::CardNotEmpty, waiting, ask.memory, freeMemory(card));
}

void explainCards(std::span<const Card> cards, const CardShareAsk& ask, std::optional<int> maxPods, NodeRejection& out) {
  const Best best = bestOf(cards, ask, maxPods);
  out.reason = nodeReason(best, ask, maxPods, !cards.empty());
  const std::int64_t memory = ask.memory * ask.cards;
  out.sumWouldFit = best.open > 0 && best.freeSum >= memory && best.coreSum >= ask.core * ask.cards;
  out.cards.reserve(cards.size());
  for (const Card& card : cards) {
    if (auto refused = refuses(card, ask, maxPods)) out.cards.push_back(std::move(*refused));
  }
}

CardRoom roomOf(std::span<const Card> cards, const CardShareAsk& ask, std::optional<int> maxPods) {
  CardRoom room;
  std::int64_t shares = 0;
  int fitting = 0;
  for (const Card& card : cards) {
    if (!isCandidate(card)) continue;
    const std::int64_t free = freeMemory(card);
    room.free += free;
    const std::int64_t count = sharesOn(card, ask, maxPods);
    if (count == 0) continue;
    ++fitting;
    shares += count;
    room.usable += free;
  }
  if (fitting < ask.cards) {
    room.usable = 0;
    return room;
  }
  room.fits = shares;
  if (ask.cards <= 1) return room;
  std::array<std::int64_t, kManyCards> counts{};
  const std::size_t size = std::min(cards.size(), kManyCards);
  for (std::size_t i = 0; i < size; ++i) counts[i] = sharesOn(cards[i], ask, maxPods);
  room.fits = setsOf({counts.data(), size}, ask.cards);
  return room;
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
