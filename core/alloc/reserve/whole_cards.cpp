// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/reserve/whole_cards.h"

#include <algorithm>

#include "core/alloc/reserve/linked_cards.h"
#include "core/base/saturate.h"

namespace cardinal::alloc {

std::int64_t WholeCardRule::freeCards(const NodeView& view) const {
  const Quantity* allocatable = find(view.raw().allocatable, m_resource);
  const Quantity* requested = find(view.node->requested, m_resource);
  const std::int64_t total = allocatable != nullptr ? allocatable->value() : 0;
  const std::int64_t held = requested != nullptr ? requested->value() : 0;
  return std::max<std::int64_t>(
      saturatedDifference<std::int64_t>(saturatedDifference<std::int64_t>(total, held), view.placed * m_cards), 0);
}

std::vector<CardIndex> WholeCardRule::linked(const NodeView& view) const {
  if (!view.node->links || view.node->gpu.mode != GpuMode::Topology) return {};
  std::vector<CardIndex> free;
  for (const Card& card : view.cards) {
    if (!card.holderKnown) return {};
    if (!card.held && card.health != CardHealth::Unhealthy) free.push_back(static_cast<CardIndex>(card.index));
  }
  return bestLinkedCards(view.node->links->bandwidth, free, m_cards);
}

bool WholeCardRule::choose(const NodeView& view, const TieRule& /*tie*/, CardChoice& out, CardRoom& room) const {
  const MemUnits memory =
      !view.cards.empty() && view.cards.front().memoryKnown ? view.cards.front().memTotal : MemUnits();
  const std::int64_t free = freeCards(view);
  room.free = saturatedProduct<std::int64_t>(free, memory.value);
  room.usable = free >= m_cards ? room.free : 0;
  room.fits = free / m_cards;
  out.cards = free >= m_cards ? linked(view) : std::vector<CardIndex>();
  out.cardCount = m_cards;
  out.tied = false;
  out.memoryPerCard = memory;
  out.corePerCard = CorePercent(100);
  out.score = 0;
  out.leftOver = 0;
  out.cardTotal = 0;
  return free >= m_cards;
}

void WholeCardRule::explain(const NodeView& view, NodeRejection& out) const {
  out.reason = Rejection{ReasonCode::NotEnoughWholeCards, Waiting::NotNow, kPendingCard, m_cards, freeCards(view),
                         std::string(m_resource)};
}

bool WholeCardRule::takes(const NodeView& /*view*/, CardIndex /*card*/) const {
  return true;
}

std::optional<Caveat> WholeCardRule::doubt(const NodeView& /*view*/) const {
  return m_requestsNuma ? std::optional(Caveat::NumaNotEvaluated) : std::nullopt;
}

void WholeCardRule::take(const CardChoice& choice, std::vector<Card>& cards) const {
  for (const CardIndex card : choice.cards) cards[static_cast<std::size_t>(card)].held = true;
}

}  // namespace cardinal::alloc
