// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/reserve/ack_packing.h"

#include <algorithm>
#include <utility>

namespace cardinal::alloc {
namespace {

float packed(std::int64_t used, std::int64_t share, std::int64_t total, Placement placement) {
  const float v = static_cast<float>(used + share) / static_cast<float>(total);
  return placement == Placement::Binpack ? v : 1.0F - v;
}

/// Brings `count` of the equal positions [first, first + group) to its front: the preferred card, then by the tie breaker.
void pickTied(std::vector<CardIndex>& from, std::size_t first, std::size_t group, std::size_t count, const TieRule& tie) {
  if (group <= count) return;
  std::size_t done = 0;
  for (std::size_t i = 0; i < group && done == 0; ++i) {
    if (from[first + i] != tie.preferred) continue;
    std::rotate(from.begin() + static_cast<std::ptrdiff_t>(first), from.begin() + static_cast<std::ptrdiff_t>(first + i),
                from.begin() + static_cast<std::ptrdiff_t>(first + i + 1));
    done = 1;
  }
  if (!tie.breakTie) return;
  for (std::size_t i = done; i < count; ++i) {
    const std::size_t left = group - i;
    std::swap(from[first + i], from[first + i + tie.breakTie(left) % left]);
  }
}

}  // namespace

AckPackingRule::AckPackingRule(const Demand& demand)
    : m_ask{demand.gpu.memoryPerCard().value, demand.gpu.asksCore ? demand.gpu.corePerCard().value : 0,
            std::max(demand.gpu.cards, 1), demand.gpu.wholeDevice} {}

float AckPackingRule::valueOf(const Card& card, Placement placement) const {
  const float memory = packed(card.memTotal.value - freeMemory(card), m_ask.memory, card.memTotal.value, placement);
  if (m_ask.core <= 0) return memory;
  const float core = packed(card.coreTotal.value - freeCore(card), m_ask.core, card.coreTotal.value, placement);
  return (memory + core) / 2.0F;
}

float AckPackingRule::scoreOf(float average) const {
  const auto cards = static_cast<float>(m_ask.cards);
  return 30.0F * average + 70.0F / cards / cards;
}

void AckPackingRule::finish(const NodeView& view, float score, CardChoice& out) const {
  const Card& first = view.cards[static_cast<std::size_t>(out.cards.front())];
  out.cardCount = m_ask.cards;
  out.memoryPerCard = MemUnits(m_ask.memory);
  out.corePerCard = CorePercent(static_cast<std::int32_t>(m_ask.core));
  out.score = std::clamp(static_cast<int>(score), 0, 100);
  out.leftOver = freeMemory(first) - m_ask.memory;
  out.cardTotal = first.memTotal.value;
}

bool AckPackingRule::choose(const NodeView& view, const TieRule& tie, CardChoice& out) const {
  return m_ask.cards == 1 ? chooseOne(view, tie, out) : chooseSeveral(view, tie, out);
}

bool AckPackingRule::chooseOne(const NodeView& view, const TieRule& tie, CardChoice& out) const {
  const Placement placement = view.node->gpu.placement;
  out.cards.clear();
  float best = -1.0F;
  for (const Card& card : view.cards) {
    if (!fits(card, m_ask, view.node->gpu.maxPodsPerCard)) continue;
    const float value = valueOf(card, placement);
    if (value < best) continue;
    if (value > best) out.cards.clear();
    best = value;
    out.cards.push_back(card.index);
  }
  if (out.cards.empty()) return false;
  out.tied = out.cards.size() > 1;
  pickTied(out.cards, 0, out.cards.size(), 1, tie);
  out.cards.resize(1);
  finish(view, scoreOf(best), out);
  return true;
}

bool AckPackingRule::chooseSeveral(const NodeView& view, const TieRule& tie, CardChoice& out) const {
  const Placement placement = view.node->gpu.placement;
  const auto wanted = static_cast<std::size_t>(m_ask.cards);
  std::vector<std::pair<float, CardIndex>> ranked;
  for (const Card& card : view.cards) {
    if (fits(card, m_ask, view.node->gpu.maxPodsPerCard)) ranked.emplace_back(valueOf(card, placement), card.index);
  }
  if (ranked.size() < wanted) return false;
  std::sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
  // The best set takes the highest values; only cards as good as the last one taken can be exchanged.
  const float last = ranked[wanted - 1].first;
  const auto equal = [&](const auto& entry) { return entry.first == last; };
  const auto first = static_cast<std::size_t>(std::find_if(ranked.begin(), ranked.end(), equal) - ranked.begin());
  const auto group = static_cast<std::size_t>(std::count_if(ranked.begin(), ranked.end(), equal));
  out.tied = group > wanted - first;
  out.cards.clear();
  for (const auto& entry : ranked) out.cards.push_back(entry.second);
  pickTied(out.cards, first, group, wanted - first, tie);
  out.cards.resize(wanted);
  std::sort(out.cards.begin(), out.cards.end());
  float sum = 0;
  for (const CardIndex index : out.cards) sum += valueOf(view.cards[static_cast<std::size_t>(index)], placement);
  finish(view, scoreOf(sum / static_cast<float>(wanted)), out);
  return true;
}

void AckPackingRule::explain(const NodeView& view, NodeRejection& out) const {
  explainCards(view.cards, m_ask, view.node->gpu.maxPodsPerCard, out);
}

bool AckPackingRule::takes(const NodeView& view, CardIndex card) const {
  return fits(view.cards[static_cast<std::size_t>(card)], m_ask, view.node->gpu.maxPodsPerCard);
}

CardRoom AckPackingRule::room(const NodeView& view) const { return roomOf(view.cards, m_ask, view.node->gpu.maxPodsPerCard); }

}  // namespace cardinal::alloc
