// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/volcano/volcano_rows.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/alloc/reserve/card_fit.h"
#include "core/alloc/stacks/common/card_shares.h"
#include "core/alloc/stacks/common/state_of.h"
#include "core/provider/stacks/volcano/volcano_adapter.h"

namespace cardinal::alloc {
namespace {

using provider::VolcanoStackState;

constexpr std::int32_t kWholeCores = 100;

/// The asking container of a request that rows can answer; null = it is of another sort.
const provider::VolcanoContainerRequest* plainRequest(const provider::VolcanoRequest& request) {
  if (request.containers.size() != 1 || request.mode || !request.avoidedGroup.empty()) return nullptr;
  const provider::VolcanoContainerRequest& container = request.containers.front();
  const bool isPlain =
      container.number >= 1 && container.memory >= 0 && container.cores >= 0 && container.percentage.value_or(0) >= 0;
  return isPlain ? &container : nullptr;
}

std::string refusalText(VolcanoRefusal why, const std::string& node, const provider::VolcanoRequest& request,
                        const provider::VolcanoConfig& config) {
  VolcanoFit fit;
  fit.refusal = why;
  VolcanoNodeState state;
  state.name = node;
  return volcanoRefusalText(fit, request, state, config);
}

}  // namespace

VolcanoRows::VolcanoRows(const provider::VolcanoRequest& request, const provider::VolcanoConfig& config)
    : m_request(request), m_config(config), m_container(plainRequest(request)) {
  if (m_container == nullptr) return;
  if (m_container->memory > 0) m_byMemory = ShareDivider(m_container->memory);
  if (m_container->cores > 0) m_byCores = ShareDivider(m_container->cores);
  m_notFitted = refusalText(VolcanoRefusal::NotFitted, {}, m_request, m_config);
}

/// The cards of a type that the pod may get.
CardBits VolcanoRows::allowed(const NodeView& view, std::span<const StackCard> cards) {
  CardBits out = 0;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const bool fits = m_types.get(cards[i].type, [&] {
      const auto* state = stateOf<VolcanoStackState>(view);
      return state != nullptr && volcanoTypeMatches(m_request, state->node.cards[i].type);
    });
    out |= static_cast<CardBits>(fits) << i;
  }
  return out;
}

std::int64_t VolcanoRows::memoryOn(const StackCard& card) const {
  return m_container->percentage ? volcanoPartOf(card.memory, *m_container->percentage) : m_container->memory;
}

/// Without a branch for most requests: asked of every card of the cluster. Types aside.
bool VolcanoRows::takes(const StackCard& card, bool isEmpty) const {
  const std::int32_t slotsUsed = isEmpty ? 0 : card.slotsUsed;
  const std::int64_t memoryUsed = isEmpty ? std::int64_t{0} : card.memoryUsed;
  const std::int64_t coresUsed = isEmpty ? 0 : card.coresUsed;
  const bool hasSlot = card.slotsTotal > slotsUsed;
  const bool hasMemory = card.memory - memoryUsed >= memoryOn(card);
  // Less than nothing is an enormous number.
  const bool hasCores = static_cast<std::uint64_t>(coresUsed + m_container->cores) <= std::uint64_t{kWholeCores};
  const bool isTaken = m_container->cores == kWholeCores && slotsUsed > 0;
  const bool isSpent = m_container->cores == 0 && coresUsed == kWholeCores;
  return hasSlot & hasMemory & hasCores & !isTaken & !isSpent;
}

/// The cards that policy binpack takes of `taking`, which are enough.
CardBits VolcanoRows::binpacked(CardBits taking, std::span<const StackCard> cards, double* score) const {
  CardBits chosen = 0;
  for (std::int32_t i = 0; i < m_container->number; ++i) {
    const std::size_t card = firstCard(
        taking & ~chosen, [&](std::size_t a, std::size_t b) { return cards[a].memoryUsed > cards[b].memoryUsed; });
    chosen |= CardBits{1} << card;
    if (score == nullptr) continue;
    const std::int64_t used = cards[card].memoryUsed + memoryOn(cards[card]);
    *score += 100 * (static_cast<double>(used) / static_cast<double>(cards[card].memory));
  }
  return chosen;
}

/// True where another policy would take other cards.
bool VolcanoRows::isTied(CardBits taking, CardBits chosen, std::span<const StackCard> cards) const {
  if (cards.back().index != static_cast<int>(cards.size()) - 1) return true;
  CardBits spread = 0;
  CardBits byNumber = 0;
  for (std::int32_t i = 0; i < m_container->number; ++i) {
    spread |= CardBits{1} << firstCard(taking & ~spread, [&](std::size_t a, std::size_t b) {
                return cards[a].slotsUsed < cards[b].slotsUsed;
              });
    byNumber |= CardBits{1} << lastCard(taking & ~byNumber);
  }
  return spread != chosen || byNumber != chosen;
}

bool VolcanoRows::choose(const NodeView& view, std::span<const StackCard> cards, CardChoice& out, CardRoom& room) {
  clearChoice(out);
  room = CardRoom{};
  for (const StackCard& card : cards) {
    const std::int64_t free = freeOf(card.memory, card.memoryUsed);
    room.free += card.has(VolcanoStackState::kMarkMemoryKnown) ? free : 0;
  }
  const CardBits ofType = allowed(view, cards);
  const CardBits taking = bitsOf(cards, [&](const StackCard& card) { return takes(card, false); }) & ofType;
  if (std::popcount(taking) < m_container->number) return false;
  double score = 0;
  const CardBits chosen = binpacked(taking, cards, &score);
  forEachCard(chosen, [&](std::size_t card) {
    addCardShare(out.shares, static_cast<CardIndex>(card), std::max<std::int64_t>(memoryOn(cards[card]), 0),
                 std::max(m_container->cores, 0), 1);
  });
  setCardsByShares(out);
  out.score = volcanoPoints(score, static_cast<std::size_t>(m_container->number));
  out.tied = isTied(taking, chosen, cards);
  room.fits = fitting(taking, ofType, cards);
  room.usable = room.free;
  return true;
}

/// How many pods that ask one card follow one after another on this one, which takes the first.
std::int64_t VolcanoRows::sharesOn(const StackCard& card) const {
  if (m_container->cores == kWholeCores) return 1;
  std::int64_t shares = card.slotsTotal - card.slotsUsed;
  const std::int64_t memory = memoryOn(card);
  const std::int64_t free = card.memory - card.memoryUsed;
  if (memory > 0) shares = std::min(shares, m_container->percentage ? free / memory : m_byMemory(free));
  if (m_container->cores > 0) shares = std::min(shares, m_byCores(kWholeCores - card.coresUsed));
  return std::max<std::int64_t>(shares, 1);
}

/// How many pods like this one follow one after another; at least the one that was just placed.
std::int64_t VolcanoRows::fitting(CardBits taking, CardBits ofType, std::span<const StackCard> cards) {
  std::int64_t count = 0;
  if (m_container->number == 1) {
    forEachCard(taking, [&](std::size_t card) { count += sharesOn(cards[card]); });
    return std::max<std::int64_t>(count, 1);
  }
  m_filling.assign(cards.begin(), cards.end());
  for (; count < kMaxVolcanoRepeats; ++count) {
    const CardBits left = bitsOf(m_filling, [&](const StackCard& card) { return takes(card, false); }) & ofType;
    if (std::popcount(left) < m_container->number) break;
    forEachCard(binpacked(left, m_filling, nullptr), [&](std::size_t at) {
      StackCard& card = m_filling[at];
      ++card.slotsUsed;
      card.memoryUsed += memoryOn(card);
      card.coresUsed = static_cast<std::int16_t>(card.coresUsed + m_container->cores);
    });
  }
  return std::max<std::int64_t>(count, 1);
}

SharedText VolcanoRows::textOf(const NodeView& view, VolcanoRefusal refusal) const {
  if (refusal == VolcanoRefusal::NotFitted) return m_notFitted;
  if (refusal == VolcanoRefusal::None) return {};
  return refusalText(refusal, view.node->name, m_request, m_config);
}

void VolcanoRows::explain(const NodeView& view, std::span<const StackCard> cards, NodeRejection& out) {
  const CardBits ofType = allowed(view, cards);
  const CardBits taking = bitsOf(cards, [&](const StackCard& card) { return takes(card, false); }) & ofType;
  const CardBits whenEmpty = bitsOf(cards, [&](const StackCard& card) { return takes(card, true); }) & ofType;
  const VolcanoRefusal refusal = m_container->number > static_cast<std::int64_t>(cards.size())
                                     ? VolcanoRefusal::TooFewCards
                                 : std::popcount(taking) < m_container->number ? VolcanoRefusal::NotFitted
                                                                               : VolcanoRefusal::None;
  const bool fitsEmpty = std::popcount(whenEmpty) >= m_container->number;
  out.reason = Rejection{ReasonCode::StackRefused, fitsEmpty ? Waiting::NotNow : Waiting::Never, kPendingCard, 0, 0,
                         textOf(view, refusal)};
  if (refusal != VolcanoRefusal::NotFitted) return;
  const auto all = static_cast<CardBits>((std::uint64_t{1} << cards.size()) - 1);
  forEachCard(all & ~taking, [&](std::size_t card) { explainCard(cards[card], static_cast<CardIndex>(card), out); });
}

void VolcanoRows::explainCard(const StackCard& card, CardIndex index, NodeRejection& out) const {
  const std::int64_t memory = memoryOn(card);
  const std::int64_t free = std::max<std::int64_t>(card.memory - card.memoryUsed, 0);
  const std::int64_t cores = std::max(kWholeCores - card.coresUsed, 0);
  if (card.slotsTotal <= card.slotsUsed) {
    out.cards.add(ReasonCode::CardFull, card.slotsTotal == 0 ? Waiting::Never : Waiting::NotNow, index,
                  card.slotsUsed + 1, card.slotsTotal);
  } else if (free < memory) {
    out.cards.add(ReasonCode::InsufficientCardMemory, card.memory < memory ? Waiting::Never : Waiting::NotNow, index,
                  memory, free);
  } else if (cores < m_container->cores || (cores == 0 && m_container->cores == 0)) {
    out.cards.add(ReasonCode::InsufficientCardCore, m_container->cores > kWholeCores ? Waiting::Never : Waiting::NotNow,
                  index, m_container->cores, cores);
  } else if (m_container->cores == kWholeCores && card.slotsUsed > 0) {
    out.cards.add(ReasonCode::CardNotEmpty, Waiting::NotNow, index, 0, card.slotsUsed);
  } else {
    // Its type: no figure of the card says that.
    out.cards.add(ReasonCode::StackRefused, Waiting::Never, index, 0, 0);
  }
}

}  // namespace cardinal::alloc
