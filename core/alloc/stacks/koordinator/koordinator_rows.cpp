// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/koordinator/koordinator_rows.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "core/alloc/reserve/card_fit.h"
#include "core/alloc/stacks/common/card_shares.h"
#include "core/base/saturate.h"
#include "core/provider/stacks/koordinator/koordinator_adapter.h"

namespace cardinal::alloc {
namespace {

using koordinator::DeviceType;
using koordinator::kBytesPerMib;
using koordinator::kCore;
using koordinator::kMemory;
using koordinator::kRatio;
using koordinator::kSlots;
using koordinator::kWhole;

constexpr std::size_t kGpu = indexOf(DeviceType::Gpu);
/// The amounts that score, one as much as the other; those of the default settings.
constexpr std::array kScoring{kMemory, kRatio};

bool isPlainRequest(const koordinator::Request& request, const koordinator::Settings& settings) {
  const koordinator::Hint& hint = request.hints[kGpu];
  const bool isDefault = !settings.mostAllocated && settings.unsharedModels.empty() &&
                         settings.weights[kGpu] == std::array<std::int64_t, kSlots>{0, 1, 1};
  const bool isOfGpus = request.requested[kGpu] && !request.requested[indexOf(DeviceType::Rdma)] &&
                        !request.requested[indexOf(DeviceType::Fpga)] && request.joint.empty();
  const bool isFree = !request.hasPartitionSpec && !hint.selector && !hint.functionSelector && !hint.scopeLevel &&
                      request.isolationProvider.empty() && !request.reservations.isNeeded && request.numaPolicy.empty();
  const auto& asked = request.perCard[kGpu].value;
  const bool isSmall = std::all_of(asked.begin(), asked.end(), [](std::int64_t amount) {
    return amount >= 0 && amount < ShareDivider::kMax / kWhole;
  });
  return isDefault && isOfGpus && isFree && isSmall && request.gpus >= 1 && request.isEvaluated &&
         request.requestsDevices && request.refusals.empty();
}

/// Of memory in MiB on cards that a scheduler considers.
std::int64_t freeOnCards(const NodeView& view) {
  std::int64_t free = 0;
  if (!view.hasRowCards()) {
    for (const Card& card : view.cards)
      free = saturatedSum<std::int64_t>(free, isCandidate(card) ? freeMemory(card) : 0);
    return free;
  }
  const unsigned candidates = view.row->knownCards & ~unsigned{view.row->unhealthyCards};
  for (std::size_t i = 0; i < view.row->cardCount; ++i) {
    const RowCard& card = view.row->cards[i];
    free += (candidates >> i & 1U) != 0 ? alloc::freeOf(card.total, card.scheduler) : 0;
  }
  return free;
}

}  // namespace

KoordinatorRows::KoordinatorRows(const koordinator::Request& request, const koordinator::Settings& settings)
    : m_perCard(request.perCard[kGpu]), m_gpus(request.gpus), m_isPlain(isPlainRequest(request, settings)) {
  m_refusal = koordinator::textOf({koordinator::RefusalReason::InsufficientDevices}, koordinator::Node());
}

KoordinatorRows::Figures KoordinatorRows::figuresOf(const StackCard& card) {
  Figures out;
  if (!card.has(koordinator::kMarkHealthy)) return out;
  out.total[kCore] = card.cores;
  out.total[kMemory] = card.memory;
  out.total[kRatio] = card.slotsTotal;
  out.free[kCore] = std::max<std::int64_t>(out.total[kCore] - card.coresUsed, 0);
  out.free[kMemory] = std::max<std::int64_t>(out.total[kMemory] - card.memoryUsed, 0);
  out.free[kRatio] = std::max<std::int64_t>(out.total[kRatio] - card.slotsUsed, 0);
  return out;
}

void KoordinatorRows::look(std::span<const StackCard> cards) {
  m_cards = cards.size();
  for (std::size_t i = 0; i < m_cards; ++i) m_figures[i] = figuresOf(cards[i]);
}

bool KoordinatorRows::takes(const Amounts& free) const {
  // counted, so that there is one jump and not four
  const int missing = int{(free[kCore] | free[kMemory] | free[kRatio]) == 0} +
                      int{m_perCard.value[kCore] > free[kCore]} + int{m_perCard.value[kMemory] > free[kMemory]} +
                      int{m_perCard.value[kRatio] > free[kRatio]};
  return missing == 0;
}

CardBits KoordinatorRows::taking() const {
  CardBits out = 0;
  for (std::size_t i = 0; i < m_cards; ++i) out |= static_cast<CardBits>(takes(m_figures[i].free)) << i;
  return out;
}

/// What stays free with the request, in percent of the whole, as a mean over the amounts that score.
std::int64_t KoordinatorRows::meanOf(const Amounts& total, const Amounts& free) {
  std::int64_t sum = 0;
  std::int64_t count = 0;
  for (const std::size_t slot : kScoring) {
    if (total[slot] <= 0) continue;
    ++count;
    const std::int64_t left = free[slot] - m_perCard.value[slot];
    if (left > 0) sum += m_percent[slot].divide(left * kWhole, total[slot]);
  }
  return count == 2 ? sum / 2 : sum;
}

/// The best of `taking`, which are enough; of equal ones the lowest. `last` is the one that is taken last.
CardBits KoordinatorRows::chosenOf(CardBits taking, std::size_t& last) {
  std::array<std::int64_t, StackCard::kMaxOnNode> scores;  // not cleared: only what `taking` names is read
  forEachCard(taking, [&](std::size_t card) { scores[card] = meanOf(m_figures[card].total, m_figures[card].free); });
  CardBits chosen = 0;
  for (std::int64_t i = 0; i < m_gpus; ++i) {
    last = firstCard(taking & ~chosen, [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
    chosen |= CardBits{1} << last;
  }
  return chosen;
}

bool KoordinatorRows::choose(const NodeView& view, std::span<const StackCard> cards, CardChoice& out, CardRoom& room) {
  clearChoice(out);
  room = CardRoom{};
  room.free = freeOnCards(view);
  look(cards);
  const CardBits left = taking();
  if (std::popcount(left) < m_gpus) return false;
  std::size_t last = 0;
  forEachCard(chosenOf(left, last), [&](std::size_t card) { out.cards.push_back(static_cast<CardIndex>(card)); });
  out.cardCount = static_cast<int>(out.cards.size());
  const std::int64_t bytes =
      m_perCard.names(kRatio) ? m_perCard.value[kRatio] * cards[last].memory / kWhole : m_perCard.value[kMemory];
  out.memoryPerCard = MemUnits(bytes / kBytesPerMib);
  out.corePerCard = CorePercent(static_cast<std::int32_t>(std::min<std::int64_t>(m_perCard.value[kCore], INT32_MAX)));
  Figures sums;
  for (std::size_t i = 0; i < m_cards; ++i) {
    for (const std::size_t slot : kScoring) {
      sums.total[slot] += m_figures[i].total[slot];
      sums.free[slot] += m_figures[i].free[slot];
    }
  }
  out.score = static_cast<int>(std::clamp<std::int64_t>(meanOf(sums.total, sums.free), 0, kWhole));
  room.fits = fitting(cards);
  room.usable = room.free;
  return true;
}

/// What one share of the request takes of a card: bytes and percent follow from each other.
KoordinatorRows::Amounts KoordinatorRows::amountsOn(const StackCard& card) const {
  Amounts out = m_perCard.value;
  if (m_perCard.names(kRatio)) {
    out[kMemory] = static_cast<std::int64_t>(static_cast<double>(card.memory) * static_cast<double>(out[kRatio]) /
                                             static_cast<double>(kWhole));
  } else if (m_perCard.names(kMemory) && card.memory > 0) {
    out[kRatio] = static_cast<std::int64_t>(static_cast<double>(out[kMemory]) / static_cast<double>(card.memory) *
                                            static_cast<double>(kWhole));
  }
  return out;
}

std::int64_t KoordinatorRows::sharesOn(const StackCard& card, const Amounts& free) {
  const Amounts perDevice = amountsOn(card);
  std::int64_t shares = std::numeric_limits<std::int32_t>::max();
  bool isRequested = false;
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    if (perDevice[slot] <= 0) continue;
    isRequested = true;
    shares = std::min(shares, m_shares[slot].divide(free[slot], perDevice[slot]));
  }
  return isRequested && card.has(koordinator::kMarkHealthy) ? shares : 0;
}

/// How many pods like this one follow one after another; at least the one that was placed. Pods on one card each are
/// counted by the room of the cards, others by placing them as long as it goes.
std::int64_t KoordinatorRows::fitting(std::span<const StackCard> cards) {
  std::int64_t fits = 0;
  if (m_gpus == 1) {
    for (std::size_t i = 0; i < m_cards; ++i) fits += sharesOn(cards[i], m_figures[i].free);
    return std::max<std::int64_t>(fits, 1);
  }
  for (; fits < koordinator::kMaxCounted; ++fits) {
    const CardBits left = taking();
    if (std::popcount(left) < m_gpus) break;
    std::size_t last = 0;
    forEachCard(chosenOf(left, last), [&](std::size_t card) {
      const Amounts amounts = amountsOn(cards[card]);
      for (std::size_t slot = 0; slot < kSlots; ++slot) m_figures[card].free[slot] -= amounts[slot];
      for (std::int64_t& amount : m_figures[card].free) amount = std::max<std::int64_t>(amount, 0);
    });
  }
  return std::max<std::int64_t>(fits, 1);
}

void KoordinatorRows::explain(std::span<const StackCard> cards, NodeRejection& out) {
  look(cards);
  std::int64_t whenEmpty = 0;
  for (std::size_t i = 0; i < m_cards; ++i) whenEmpty += takes(m_figures[i].total) ? 1 : 0;
  out.reason = Rejection{ReasonCode::StackRefused,
                         whenEmpty >= m_gpus ? Waiting::NotNow : Waiting::Never,
                         kPendingCard,
                         0,
                         0,
                         std::popcount(taking()) >= m_gpus ? SharedText() : m_refusal};
  for (std::size_t i = 0; i < m_cards; ++i) {
    if (sharesOn(cards[i], m_figures[i].free) > 0) continue;
    explainKoordinatorCard({cards[i].has(koordinator::kMarkHealthy), cards[i].memory, m_figures[i].free},
                           amountsOn(cards[i]), static_cast<CardIndex>(i), out);
  }
}

void explainKoordinatorCard(const KoordinatorCardSeen& card, const KoordinatorAmounts& perDevice, CardIndex index,
                            NodeRejection& out) {
  const auto& [healthy, memory, free] = card;
  if (!healthy) {
    out.cards.add(ReasonCode::CardUnhealthy, Waiting::Unknown, index, 0, 0);
  } else if (free[kMemory] < perDevice[kMemory] || free[kRatio] < perDevice[kRatio]) {
    out.cards.add(ReasonCode::InsufficientCardMemory, memory < perDevice[kMemory] ? Waiting::Never : Waiting::NotNow,
                  index, saturatedSum(perDevice[kMemory], kBytesPerMib - 1) / kBytesPerMib,
                  free[kMemory] / kBytesPerMib);
  } else {
    out.cards.add(ReasonCode::InsufficientCardCore, Waiting::NotNow, index, perDevice[kCore], free[kCore]);
  }
}

}  // namespace cardinal::alloc
