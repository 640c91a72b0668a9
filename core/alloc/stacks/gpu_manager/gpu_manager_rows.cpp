// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/gpu_manager/gpu_manager_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/alloc/reserve/card_fit.h"
#include "core/alloc/stacks/common/card_shares.h"
#include "core/provider/stacks/gpu_manager/gpu_manager_adapter.h"

namespace cardinal::alloc {
namespace {

using provider::GpuManagerContainerRequest;
using provider::GpuManagerStackState;
using provider::kGpuManagerUnitMiB;

constexpr std::int32_t kWhole = static_cast<std::int32_t>(provider::kGpuManagerWholeCard);

/// The asking container of a request that rows can answer; null = it is of another sort.
const GpuManagerContainerRequest* plainRequest(const provider::GpuManagerRequest& request) {
  if (!request.isGpuPod || request.containers.size() != 1) return nullptr;
  const GpuManagerContainerRequest& container = request.containers.front();
  const bool fits = std::in_range<std::int32_t>(container.cores) && std::in_range<std::int32_t>(container.memory);
  return fits && container.requestsCards() ? &container : nullptr;
}

std::int32_t freeCores(const StackCard& card) {
  return card.cores - card.coresUsed;
}
std::int64_t freeMemory(const StackCard& card) {
  return card.memory - card.memoryUsed;
}

}  // namespace

int gpuManagerPoints(std::int64_t freeCores) {
  constexpr double kHalfAt = 400.0;
  const double free = static_cast<double>(std::max<std::int64_t>(freeCores, 0));
  return static_cast<int>(std::floor(100.0 * kHalfAt / (kHalfAt + free)));
}

GpuManagerRows::GpuManagerRows(const provider::GpuManagerRequest& request, bool mayStart)
    : m_container(mayStart ? plainRequest(request) : nullptr) {
  if (m_container == nullptr) return;
  m_cores = std::min(static_cast<std::int32_t>(m_container->cores), kWhole);
  m_memory = m_container->memory;
  m_whole = m_container->requestsWholeCards() ? m_container->cores / kWhole : 0;
  m_byCores = ShareDivider(m_cores);
  if (m_whole == 0) m_byMemory = ShareDivider(m_memory);
  GpuManagerFit refused;
  refused.failedContainer = 0;
  const std::string event = gpuManagerRefusalText(GpuManagerRefusal::DoesNotMatch, request);
  m_matches = event;
  m_doesNotMatch = event + ": " + gpuManagerError(refused, request);
}

/// The cards that the extender takes: the fullest that has the share; empty = it finds none.
CardBits GpuManagerRows::chosenOf(std::span<const StackCard> cards) const {
  if (m_whole > static_cast<std::int64_t>(cards.size())) return 0;
  const std::int64_t memory = m_whole > 0 ? 0 : m_memory;
  // both compared without a jump between
  CardBits left = bitsOf(cards, [&](const StackCard& card) {
    return (int{freeCores(card) >= m_cores} & int{freeMemory(card) >= memory}) != 0;
  });
  const auto isFuller = [&](std::size_t a, std::size_t b) {
    return std::pair(freeCores(cards[a]), freeMemory(cards[a])) < std::pair(freeCores(cards[b]), freeMemory(cards[b]));
  };
  CardBits chosen = 0;
  for (std::int64_t i = 0; i < std::max<std::int64_t>(m_whole, 1); ++i) {
    if (left == 0) return 0;
    const std::size_t card = firstCard(left, isFuller);
    // Cards with all cores but not all memory come first in the order, and cannot be charged.
    if (m_whole > 0 && freeMemory(cards[card]) < cards[card].memory) return 0;
    chosen |= CardBits{1} << card;
    left &= ~(CardBits{1} << card);
  }
  return chosen;
}

bool GpuManagerRows::choose(std::span<const StackCard> cards, CardChoice& out, CardRoom& room) const {
  clearChoice(out);
  room = CardRoom{};
  std::int64_t free = 0;
  std::int64_t whole = 0;
  for (const StackCard& card : cards) {
    const bool isKnown = card.has(GpuManagerStackState::kMarkMemoryKnown);
    room.free += isKnown ? freeOf(card.memory, card.memoryUsed) * kGpuManagerUnitMiB : 0;
    free += freeCores(card);
    whole += freeCores(card) == kWhole ? 1 : 0;
  }
  const CardBits chosen = chosenOf(cards);
  if (chosen == 0) return false;
  forEachCard(chosen, [&](std::size_t card) {
    const std::int64_t memory = m_whole > 0 ? cards[card].memory : m_memory;
    addCardShare(out.shares, static_cast<CardIndex>(card), memory * kGpuManagerUnitMiB, m_cores, 0);
  });
  setCardsByShares(out);
  out.tied = m_whole > 0 && whole > m_whole;
  out.score = gpuManagerPoints(free);
  room.fits = fitting(cards);
  room.usable = room.free;
  return true;
}

std::int64_t GpuManagerRows::sharesOn(const StackCard& card) const {
  if (m_whole > 0) return freeCores(card) == kWhole && freeMemory(card) >= card.memory ? 1 : 0;
  const bool fits = freeCores(card) >= m_cores && freeMemory(card) >= m_memory;
  return fits ? std::min(m_byCores(freeCores(card)), m_byMemory(freeMemory(card))) : 0;
}

/// How many pods like this one follow one after another; at least the one that was just placed.
std::int64_t GpuManagerRows::fitting(std::span<const StackCard> cards) const {
  std::int64_t count = 0;
  for (const StackCard& card : cards) count += sharesOn(card);
  if (m_whole > 0) count /= m_whole;
  return std::max<std::int64_t>(count, 1);
}

/// Empty cards of a node are equal.
bool GpuManagerRows::fitsEmpty(std::span<const StackCard> cards) const {
  if (m_whole > 0) return m_whole <= static_cast<std::int64_t>(cards.size()) && cards.front().memory >= 0;
  return cards.front().memory >= m_memory;
}

void GpuManagerRows::explain(std::span<const StackCard> cards, NodeRejection& out) const {
  out.reason = Rejection{ReasonCode::StackRefused,
                         fitsEmpty(cards) ? Waiting::NotNow : Waiting::Never,
                         kPendingCard,
                         0,
                         0,
                         chosenOf(cards) != 0 ? m_matches : m_doesNotMatch};
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (sharesOn(cards[i]) == 0) explainCard(cards[i], static_cast<CardIndex>(i), out);
  }
}

void GpuManagerRows::explainCard(const StackCard& card, CardIndex index, NodeRejection& out) const {
  if (m_whole > 0) {
    out.cards.add(ReasonCode::CardNotEmpty, Waiting::NotNow, index, kWhole, freeCores(card));
  } else if (freeMemory(card) < m_memory) {
    out.cards.add(ReasonCode::InsufficientCardMemory, card.memory < m_memory ? Waiting::Never : Waiting::NotNow, index,
                  m_memory * kGpuManagerUnitMiB, std::max<std::int64_t>(freeMemory(card), 0) * kGpuManagerUnitMiB);
  } else {
    out.cards.add(ReasonCode::InsufficientCardCore, Waiting::NotNow, index, m_cores, std::max(freeCores(card), 0));
  }
}

}  // namespace cardinal::alloc
