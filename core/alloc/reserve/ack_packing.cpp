// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/reserve/ack_packing.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace cardinal::alloc {
namespace {

float packed(std::int64_t used, std::int64_t share, std::int64_t total, Placement placement) {
  const float v = static_cast<float>(used + share) / static_cast<float>(total);
  return placement == Placement::Binpack ? v : 1.0F - v;
}

/// Brings `count` of the equal positions [first, first + group) to its front: the preferred card, then by the tie
/// breaker.
void pickTied(std::vector<CardIndex>& from, std::size_t first, std::size_t group, std::size_t count,
              const TieRule& tie) {
  if (group <= count) return;
  std::size_t done = 0;
  for (std::size_t i = 0; i < group && done == 0; ++i) {
    if (from[first + i] != tie.preferred) continue;
    std::rotate(from.begin() + static_cast<std::ptrdiff_t>(first),
                from.begin() + static_cast<std::ptrdiff_t>(first + i),
                from.begin() + static_cast<std::ptrdiff_t>(first + i + 1));
    done = 1;
  }
  if (!tie.breakTie) return;
  for (std::size_t i = done; i < count; ++i) {
    const std::size_t left = group - i;
    std::swap(from[first + i], from[first + i + tie.breakTie(left) % left]);
  }
}

struct RankedCard {
  float value;
  CardIndex index;
};

/// The cards of one node that take a share; on the stack, since a scan makes one per node.
struct FittingCards {
  std::array<RankedCard, kMaxCards> cards;  // not cleared: only the first `size` are read
  std::array<std::int64_t, kMaxCards> shares;
  std::size_t size = 0;

  void add(CardIndex index, float value, std::int64_t count) {
    if (size == kMaxCards) return;
    cards[size] = {value, index};
    shares[size] = count;
    ++size;
  }
  std::span<const RankedCard> sort() {
    std::sort(cards.begin(), cards.begin() + static_cast<std::ptrdiff_t>(size),
              [](const RankedCard& a, const RankedCard& b) {
                return a.value != b.value ? a.value > b.value : a.index < b.index;
              });
    return {cards.data(), size};
  }
};

/// Up to eight cards by value, greatest first, then by index. Sorted by a network: its comparisons are known before the
/// values are, so that nothing is guessed wrong.
class RowRanking {
 public:
  RowRanking() { m_keys.fill(~std::uint64_t{0}); }

  /// `value` is not negative: its bits are in the order of the numbers.
  void put(std::size_t at, float value, CardIndex index) {
    m_keys[at] = std::uint64_t{~std::bit_cast<std::uint32_t>(value)} << kBits | static_cast<std::uint32_t>(index);
  }
  void sort() {
    constexpr std::array<std::pair<std::uint8_t, std::uint8_t>, 19> kNetwork = {{{0, 2},
                                                                                 {1, 3},
                                                                                 {4, 6},
                                                                                 {5, 7},
                                                                                 {0, 4},
                                                                                 {1, 5},
                                                                                 {2, 6},
                                                                                 {3, 7},
                                                                                 {0, 1},
                                                                                 {2, 3},
                                                                                 {4, 5},
                                                                                 {6, 7},
                                                                                 {2, 4},
                                                                                 {3, 5},
                                                                                 {1, 4},
                                                                                 {3, 6},
                                                                                 {1, 2},
                                                                                 {3, 4},
                                                                                 {5, 6}}};
    for (const auto& [a, b] : kNetwork) {
      const std::uint64_t less = std::min(m_keys[a], m_keys[b]);
      m_keys[b] = std::max(m_keys[a], m_keys[b]);
      m_keys[a] = less;
    }
  }
  float value(std::size_t place) const {
    return std::bit_cast<float>(~static_cast<std::uint32_t>(m_keys[place] >> kBits));
  }
  std::uint32_t index(std::size_t place) const { return static_cast<std::uint32_t>(m_keys[place]); }

 private:
  static constexpr int kBits = 32;
  std::array<std::uint64_t, PlacementRow::kMaxCards> m_keys;
};

}  // namespace

AckPackingRule::AckPackingRule(const Demand& demand) {
  if (const auto requested = demand.gpu.shared())
    m_request = {requested->memoryPerCard().value, requested->asksCore ? requested->corePerCard().value : 0,
                 std::max(requested->cards, 1), requested->wholeDevice};
}

float AckPackingRule::valueOf(const FittingCard& card, Placement placement) const {
  const float memory = packed(card.total - card.free, m_request.memory, card.total, placement);
  if (m_request.core <= 0) return memory;
  const std::int64_t total = card.card->coreTotal.value;
  const float core = packed(total - freeCore(*card.card), m_request.core, total, placement);
  return (memory + core) / 2.0F;
}

float AckPackingRule::scoreOf(float average) const {
  const auto cards = static_cast<float>(m_request.cards);
  return 30.0F * average + 70.0F / cards / cards;
}

void AckPackingRule::finish(const NodeView& view, float score, CardChoice& out) const {
  const CardMemory first = memoryOf(view, out.cards.front());
  out.cardCount = m_request.cards;
  out.memoryPerCard = MemUnits(m_request.memory);
  out.corePerCard = CorePercent(static_cast<std::int32_t>(m_request.core));
  out.score = std::clamp(static_cast<int>(score), 0, 100);
  out.leftOver = first.free - m_request.memory;
  out.cardTotal = first.total;
}

bool AckPackingRule::choose(const NodeView& view, const TieRule& tie, CardChoice& out, CardRoom& room) const {
  const bool byIndex = !tie.breakTie && tie.preferred == kPendingCard;
  if (byIndex && requestsMemoryOnly(m_request, view.maxPodsPerCard()) && view.hasRowCards()) {
    return m_request.cards == 1 ? chooseOneInRow(view, out, room) : chooseSeveralInRow(view, out, room);
  }
  return m_request.cards == 1 ? chooseOne(view, tie, out, room) : chooseSeveral(view, tie, out, room);
}

bool AckPackingRule::chooseOne(const NodeView& view, const TieRule& tie, CardChoice& out, CardRoom& room) const {
  const Placement placement = view.placement();
  out.cards.clear();
  float best = -1.0F;
  room = scanCards(view, m_request, view.maxPodsPerCard(), [&](const FittingCard& card) {
    const float value = valueOf(card, placement);
    if (value < best) return;
    if (value > best) out.cards.clear();
    best = value;
    out.cards.push_back(card.index);
  });
  if (out.cards.empty()) return false;
  out.tied = out.cards.size() > 1;
  pickTied(out.cards, 0, out.cards.size(), 1, tie);
  out.cards.resize(1);
  finish(view, scoreOf(best), out);
  return true;
}

bool AckPackingRule::chooseSeveral(const NodeView& view, const TieRule& tie, CardChoice& out, CardRoom& room) const {
  const Placement placement = view.placement();
  const auto wanted = static_cast<std::size_t>(m_request.cards);
  FittingCards fitting;
  room = scanCards(view, m_request, view.maxPodsPerCard(),
                   [&](const FittingCard& card) { fitting.add(card.index, valueOf(card, placement), card.shares); });
  room.fits = 0;
  if (fitting.size < wanted) {
    room.usable = 0;
    return false;
  }
  room.fits = setsThatFit({fitting.shares.data(), fitting.size}, m_request.cards);
  const auto ranked = fitting.sort();
  // The best set takes the highest values; only cards as good as the last one taken can be exchanged.
  const float last = ranked[wanted - 1].value;
  const auto equal = [&](const RankedCard& card) { return card.value == last; };
  const auto first = static_cast<std::size_t>(std::find_if(ranked.begin(), ranked.end(), equal) - ranked.begin());
  const auto group = static_cast<std::size_t>(std::count_if(ranked.begin(), ranked.end(), equal));
  out.tied = group > wanted - first;
  float sum = 0;
  for (std::size_t i = 0; i < wanted; ++i) sum += ranked[i].value;
  out.cards.clear();
  for (const RankedCard& card : ranked) out.cards.push_back(card.index);
  pickTied(out.cards, first, group, wanted - first, tie);
  out.cards.resize(wanted);
  std::sort(out.cards.begin(), out.cards.end());
  finish(view, scoreOf(sum / static_cast<float>(wanted)), out);
  return true;
}

bool AckPackingRule::chooseOneInRow(const NodeView& view, CardChoice& out, CardRoom& room) const {
  const Placement placement = view.placement();
  float best = -1.0F;
  CardIndex chosen = kPendingCard;
  bool tied = false;
  room = scanRow(*view.row, m_request.memory, [&](const FittingCard& card) {
    const float value = packed(card.total - card.free, m_request.memory, card.total, placement);
    tied = value > best ? false : tied || value == best;
    chosen = value > best ? card.index : chosen;
    best = std::max(best, value);
  });
  if (chosen == kPendingCard) return false;
  out.tied = tied;
  out.cards.assign(1, chosen);
  finish(view, scoreOf(best), out);
  return true;
}

bool AckPackingRule::chooseSeveralInRow(const NodeView& view, CardChoice& out, CardRoom& room) const {
  const Placement placement = view.placement();
  const auto wanted = static_cast<std::size_t>(m_request.cards);
  RowRanking ranking;
  std::array<std::int64_t, PlacementRow::kMaxCards> shares;  // only what was found is read
  std::size_t found = 0;
  bool severalOnOne = false;
  room = scanRow(*view.row, m_request.memory, [&](const FittingCard& card) {
    shares[found] = card.shares;
    severalOnOne = severalOnOne || card.shares > 1;
    ranking.put(found++, packed(card.total - card.free, m_request.memory, card.total, placement), card.index);
  });
  room.fits = 0;
  if (found < wanted) {
    room.usable = 0;
    return false;
  }
  room.fits =
      severalOnOne ? setsThatFit({shares.data(), found}, m_request.cards) : static_cast<std::int64_t>(found / wanted);
  ranking.sort();
  out.tied = found > wanted && ranking.value(wanted) == ranking.value(wanted - 1);
  float sum = 0;
  unsigned chosen = 0;
  for (std::size_t i = 0; i < wanted; ++i) {
    sum += ranking.value(i);
    chosen |= 1U << ranking.index(i);
  }
  out.cards.clear();
  for (; chosen != 0; chosen &= chosen - 1) out.cards.push_back(std::countr_zero(chosen));
  finish(view, scoreOf(sum / static_cast<float>(wanted)), out);
  return true;
}

void AckPackingRule::explain(const NodeView& view, NodeRejection& out) const {
  explainCards(view, m_request, view.maxPodsPerCard(), out);
}

bool AckPackingRule::takes(const NodeView& view, CardIndex card) const {
  return fits(view.cards[static_cast<std::size_t>(card)], m_request, view.maxPodsPerCard());
}

}  // namespace cardinal::alloc
