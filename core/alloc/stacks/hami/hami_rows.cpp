// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/hami/hami_rows.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/alloc/reserve/card_fit.h"
#include "core/alloc/stacks/common/card_shares.h"
#include "core/alloc/stacks/common/state_of.h"
#include "core/provider/stacks/hami/hami_adapter.h"

// Compiled without fused multiply-add (CMakeLists.txt): scores are compared bit for bit.

namespace cardinal::alloc {
namespace {

using hami::CardReason;
using hami::kAllCores;

/// The asking container of a request that rows can answer; null = it is of another sort.
const hami::ContainerRequest* plainRequest(const hami::Request& request, const hami::Quota& quota) {
  const hami::Choice& choice = request.choice;
  const bool isRestricted = choice.numaBind || choice.isTopologyAware || choice.vgpuMode || choice.nvidia.ids.present ||
                            choice.nvidia.noIds.present || quota.limits();
  if (isRestricted || !choice.weightsError.empty() || request.admission != hami::Admission::Admitted) return nullptr;
  const auto requestsCards = [](const hami::ContainerRequest& requested) { return requested.requestsCards(); };
  if (std::count_if(request.containers.begin(), request.containers.end(), requestsCards) != 1) return nullptr;
  const auto requested = std::find_if(request.containers.begin(), request.containers.end(), requestsCards);
  const bool isOfApp = requested - request.containers.begin() >= static_cast<std::ptrdiff_t>(request.initContainers);
  return isOfApp && requested->vendor == hami::kNvidia ? &*requested : nullptr;
}

// The adapter fills rows with amounts of 32 bits only.
std::int32_t memoryOf(const StackCard& card) {
  return static_cast<std::int32_t>(card.memory);
}
std::int32_t freeMemory(const StackCard& card) {
  return static_cast<std::int32_t>(std::max<std::int64_t>(card.memory - card.memoryUsed, 0));
}

hami::CardFigures figuresOf(const StackCard& card) {
  return {card.slotsTotal, memoryOf(card), card.cores, card.slotsUsed, static_cast<std::int32_t>(card.memoryUsed),
          card.coresUsed};
}

}  // namespace

HamiRows::HamiRows(const hami::Request& request, const hami::Quota& quota)
    : m_request(request), m_requested(plainRequest(request, quota)) {
  if (m_requested == nullptr) return;
  if (m_requested->memoryMib > 0) m_byMemory = ShareDivider(m_requested->memoryMib);
  if (hami::plainCoresOn(*m_requested) > 0) m_byCores = ShareDivider(hami::plainCoresOn(*m_requested));
}

/// The cards whose type the pod's annotations allow.
CardBits HamiRows::allowed(const NodeView& view, std::span<const StackCard> cards) {
  const hami::CardRestrictions& restrictions = m_request.choice.nvidia;
  if (!restrictions.types.present && !restrictions.noTypes.present) return ~CardBits{0};
  CardBits out = 0;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const bool fits = m_types.get(cards[i].type, [&] {
      const auto* state = stateOf<hami::NodeState>(view);
      return state != nullptr && hami::typeFits(restrictions, state->node.cards[i]);
    });
    out |= static_cast<CardBits>(fits) << i;
  }
  return out;
}

/// In HAMi's order, from the last test to the first. Cards that are not offered are not asked about.
CardReason HamiRows::reasonOf(const StackCard& card, bool isOfType, When when) const {
  hami::CardFigures figures = figuresOf(card);
  if (when != When::Now) figures.usedSlots = figures.usedMemoryMib = figures.usedCores = 0;
  CardReason out = hami::roomReason(figures, *m_requested, hami::plainMemoryOn(memoryOf(card), *m_requested),
                                    hami::plainCoresOn(*m_requested));
  out = m_request.choice.isMutex && figures.usedSlots > 0 ? CardReason::ExclusiveConflict : out;
  out = figures.slots <= figures.usedSlots ? CardReason::TimeSlicingExhausted : out;
  out = isOfType ? out : CardReason::TypeMismatch;
  if (when == When::Mended) return out;
  out = card.has(hami::kMarkCordoned) ? CardReason::Cordoned : out;
  return card.has(hami::kMarkHealthy) ? out : CardReason::NotHealth;
}

bool HamiRows::isBetter(const StackCard& a, float scoreOfA, const StackCard& b, float scoreOfB) const {
  const auto& order = m_request.choice.order;
  for (std::size_t part = 0; part < std::min(order.size(), hami::kMaxSortKeys); ++part) {
    const double keyOfA = hami::keyPart(order[part], a.numa, a.index, a.slotsUsed, scoreOfA);
    const double keyOfB = hami::keyPart(order[part], b.numa, b.index, b.slotsUsed, scoreOfB);
    if (keyOfA != keyOfB) return keyOfA > keyOfB;
  }
  return true;
}

/// HAMi tries the cards from the end of its order; equal ones keep their places there.
std::size_t HamiRows::bestOf(CardBits bits, std::span<const StackCard> cards) const {
  const auto scoreOf = [&](std::size_t card) {
    return hami::cardScore(figuresOf(cards[card]), cards[card].has(hami::kMarkIsWord), *m_requested,
                           m_request.choice.weights);
  };
  auto best = static_cast<std::size_t>(std::countr_zero(bits));
  if ((bits & (bits - 1)) == 0) return best;
  float most = scoreOf(best);
  forEachCard(bits & (bits - 1), [&](std::size_t card) {
    const float score = scoreOf(card);
    if (!isBetter(cards[card], score, cards[best], most)) return;
    best = card;
    most = score;
  });
  return best;
}

bool HamiRows::choose(const NodeView& view, std::span<const StackCard> cards, CardChoice& out, CardRoom& room) {
  clearChoice(out);
  room = CardRoom{};
  const CardBits ofType = allowed(view, cards);
  hami::NodeSums sums;
  CardBits taking = 0;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const StackCard& card = cards[i];
    sums.add(figuresOf(card));
    const bool isUsable = card.has(hami::kMarkHealthy) && !card.has(hami::kMarkCordoned);
    room.free += isUsable ? freeMemory(card) : 0;
    const bool takes = reasonOf(card, (ofType >> i & 1U) != 0, When::Now) == hami::kPasses;
    taking |= static_cast<CardBits>(takes && card.has(hami::kMarkOffered)) << i;
  }
  if (std::popcount(taking) < m_requested->number) return false;
  CardBits chosen = 0;
  for (std::int32_t i = 0; i < m_requested->number; ++i) chosen |= CardBits{1} << bestOf(taking & ~chosen, cards);
  out.cardCount = m_requested->number;
  out.corePerCard = CorePercent(hami::plainCoresOn(*m_requested));
  bool isEqual = true;
  forEachCard(chosen, [&](std::size_t card) {
    const MemUnits memory(hami::plainMemoryOn(memoryOf(cards[card]), *m_requested));
    if (out.cards.empty()) out.memoryPerCard = memory;
    out.cards.push_back(static_cast<CardIndex>(card));
    isEqual = isEqual && memory == out.memoryPerCard;
  });
  if (!isEqual) fillShares(cards, chosen, out);
  out.score = hami::pointsOf(sums.score(), m_request.choice.spreadsNodes);
  room.fits = fitting(cards);
  room.usable = room.free;
  return true;
}

/// A percentage is another amount on cards of another size.
void HamiRows::fillShares(std::span<const StackCard> cards, CardBits chosen, CardChoice& out) const {
  forEachCard(chosen, [&](std::size_t card) {
    addCardShare(out.shares, static_cast<CardIndex>(card), hami::plainMemoryOn(memoryOf(cards[card]), *m_requested),
                 hami::plainCoresOn(*m_requested), 1);
  });
}

/// How many shares a card still takes by memory, compute and slots.
std::int64_t HamiRows::sharesOn(const StackCard& card) const {
  const std::int32_t cores = hami::plainCoresOn(*m_requested);
  const bool isUsable = card.has(hami::kMarkHealthy | hami::kMarkOffered) && !card.has(hami::kMarkCordoned);
  if (!isUsable || (cores == kAllCores && card.cores == kAllCores && card.slotsUsed > 0)) return 0;
  std::int64_t shares = std::max(card.slotsTotal - card.slotsUsed, 0);
  const std::int32_t memory = hami::plainMemoryOn(memoryOf(card), *m_requested);
  if (m_requested->memoryMib > 0)
    shares = std::min(shares, m_byMemory(freeMemory(card)));
  else if (memory > 0)
    shares = std::min<std::int64_t>(shares, freeMemory(card) / memory);
  if (cores > 0) shares = std::min(shares, m_byCores(std::max(card.cores - card.coresUsed, 0)));
  return shares;
}

/// How many pods like this one follow one after another; at least the one that was placed.
std::int64_t HamiRows::fitting(std::span<const StackCard> cards) {
  if (m_requested->number == 1) {
    std::int64_t sum = 0;
    for (const StackCard& card : cards) sum += sharesOn(card);
    return std::max<std::int64_t>(sum, 1);
  }
  m_shares.clear();
  for (const StackCard& card : cards) m_shares.push_back(sharesOn(card));
  return std::max<std::int64_t>(setsThatFit(m_shares, m_requested->number), 1);
}

void HamiRows::explain(const NodeView& view, std::span<const StackCard> cards, NodeRejection& out) {
  const CardBits ofType = allowed(view, cards);
  Refusals refusals;
  std::int32_t fitEmpty = 0;
  std::int32_t fitMended = 0;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (!cards[i].has(hami::kMarkOffered)) continue;
    const bool isOfType = (ofType >> i & 1U) != 0;
    ++refusals.offered;
    ++refusals.counts[static_cast<std::size_t>(reasonOf(cards[i], isOfType, When::Now))];
    fitEmpty += reasonOf(cards[i], isOfType, When::Empty) == hami::kPasses ? 1 : 0;
    fitMended += reasonOf(cards[i], isOfType, When::Mended) == hami::kPasses ? 1 : 0;
  }
  const Waiting waiting = fitEmpty >= m_requested->number    ? Waiting::NotNow
                          : fitMended >= m_requested->number ? Waiting::Unknown
                                                             : Waiting::Never;
  out.reason = Rejection{ReasonCode::StackRefused, waiting, kPendingCard, 0, 0, textOf(refusals)};
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (cards[i].has(hami::kMarkOffered) && sharesOn(cards[i]) == 0)
      explainCard(cards[i], static_cast<CardIndex>(i), out);
  }
}

/// A cluster's nodes are refused for a few reasons, each of which is put into words once.
const SharedText& HamiRows::textOf(const Refusals& refusals) {
  constexpr unsigned kBits = 4;
  static_assert(hami::kMaxRowCards < 1U << kBits && (hami::kCardReasons + 2) * kBits <= 64);
  std::uint64_t key = refusals.offered;
  for (const std::uint8_t count : refusals.counts) key = key << kBits | count;
  const auto [found, isNew] = m_texts.try_emplace(key);
  if (!isNew) return found->second;
  const std::int32_t passing = refusals.counts.back();
  hami::Refusal refusal;
  if (passing >= m_requested->number) return found->second;
  refusal.kind =
      refusals.offered < m_requested->number ? hami::Refusal::Kind::InsufficientDevice : hami::Refusal::Kind::Cards;
  refusal.cards = refusals.offered;
  std::copy(refusals.counts.begin(), refusals.counts.end() - 1, refusal.counts.begin());
  refusal.counts[static_cast<std::size_t>(CardReason::AllocatedInsufficient)] = passing;
  found->second = hami::textOf(refusal);
  return found->second;
}

void HamiRows::explainCard(const StackCard& card, CardIndex index, NodeRejection& out) const {
  const std::int32_t memory = hami::plainMemoryOn(memoryOf(card), *m_requested);
  const std::int32_t free = freeMemory(card);
  if (!card.has(hami::kMarkHealthy) || card.has(hami::kMarkCordoned)) {
    out.cards.add(ReasonCode::CardUnhealthy, Waiting::Unknown, index, 0, 0);
  } else if (card.slotsUsed >= card.slotsTotal) {
    out.cards.add(ReasonCode::CardFull, Waiting::NotNow, index, card.slotsUsed + 1, card.slotsTotal);
  } else if (free < memory) {
    out.cards.add(ReasonCode::InsufficientCardMemory, card.memory < memory ? Waiting::Never : Waiting::NotNow, index,
                  memory, free);
  } else {
    out.cards.add(ReasonCode::InsufficientCardCore, Waiting::NotNow, index, hami::plainCoresOn(*m_requested),
                  std::max(card.cores - card.coresUsed, 0));
  }
}

}  // namespace cardinal::alloc
