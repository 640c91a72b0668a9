// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/common/card_shares.h"

#include <algorithm>
#include <limits>

#include "core/alloc/reserve/card_fit.h"
#include "core/base/saturate.h"

namespace cardinal::alloc {
namespace {

std::uint16_t addCount(std::uint16_t count, int more) {
  return static_cast<std::uint16_t>(std::clamp(count + more, 0, int{std::numeric_limits<std::uint16_t>::max()}));
}

std::int32_t percent(std::int64_t core) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(core, 0, std::numeric_limits<std::int32_t>::max()));
}

}  // namespace

void clearChoice(CardChoice& choice) {
  choice.cards.clear();
  choice.shares.clear();
  choice.cardCount = 0;
  choice.tied = false;
  choice.memoryPerCard = MemUnits(0);
  choice.corePerCard = CorePercent(0);
  choice.score = 0;
  choice.leftOver = 0;
  choice.cardTotal = 0;
}

void addCardShare(std::vector<CardShare>& shares, CardIndex card, std::int64_t memory, std::int64_t core, int slots) {
  const auto same =
      std::find_if(shares.begin(), shares.end(), [card](const CardShare& share) { return share.card == card; });
  CardShare& share = same != shares.end() ? *same : shares.emplace_back(CardShare{card, {}, {}, 0});
  share.memory.value = saturatedSum(share.memory.value, memory);
  share.core.value = saturatedSum(share.core.value, percent(core));
  share.slotsTaken = addCount(share.slotsTaken, slots);
}

void setCardsByShares(CardChoice& choice) {
  std::sort(choice.shares.begin(), choice.shares.end(),
            [](const CardShare& a, const CardShare& b) { return a.card < b.card; });
  for (const CardShare& share : choice.shares) choice.cards.push_back(share.card);
  choice.cardCount = static_cast<int>(choice.cards.size());
  if (choice.shares.empty()) return;
  choice.memoryPerCard = choice.shares.front().memory;
  choice.corePerCard = choice.shares.front().core;
}

void takeCardShares(const CardChoice& choice, std::vector<Card>& cards) {
  if (choice.shares.empty()) {
    takeShares(choice, cards);
    for (const CardIndex index : choice.cards) {
      Card& card = cards[static_cast<std::size_t>(index)];
      card.slotsHeld = addCount(card.slotsHeld, 1);
    }
    return;
  }
  for (const CardShare& share : choice.shares) {
    Card& card = cards[static_cast<std::size_t>(share.card)];
    card.memScheduler.value = saturatedSum(card.memScheduler.value, share.memory.value);
    card.memAllocated.value = saturatedSum(card.memAllocated.value, share.memory.value);
    card.coreScheduler.value = saturatedSum(card.coreScheduler.value, share.core.value);
    card.coreAllocated.value = saturatedSum(card.coreAllocated.value, share.core.value);
    card.slotsHeld = addCount(card.slotsHeld, share.slotsTaken);
    card.pods = addCount(card.pods, 1);
  }
}

std::int64_t freeOnAll(std::span<const Card> cards) {
  std::int64_t free = 0;
  for (const Card& card : cards) {
    if (card.memoryKnown) free = saturatedSum(free, freeMemory(card));
  }
  return free;
}

}  // namespace cardinal::alloc
