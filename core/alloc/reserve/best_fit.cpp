// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/reserve/best_fit.h"

#include <limits>

namespace cardinal::alloc {
namespace {

/// The extender takes all of it from one card, whatever the label of the count says.
std::int64_t memoryOf(const GpuRequest& request) {
  const auto requested = request.shared();
  return requested ? std::max<std::int64_t>(requested->memory.value, 0) : 0;
}

}  // namespace

BestFitRule::BestFitRule(const Demand& demand)
    : m_request{memoryOf(demand.gpu), 0, 1, false}, m_extenderOnly(demand.extenderOnly) {}

bool BestFitRule::choose(const NodeView& view, const TieRule& /*tie*/, CardChoice& out, CardRoom& room) const {
  room = CardRoom{};
  if (m_extenderOnly) return false;
  std::int64_t leastFree = std::numeric_limits<std::int64_t>::max();
  std::int64_t total = 0;
  CardIndex best = kPendingCard;
  room = scanCards(view, m_request, std::nullopt, [&](const FittingCard& card) {
    const bool better = card.free < leastFree;
    leastFree = better ? card.free : leastFree;
    total = better ? card.total : total;
    best = better ? card.index : best;
  });
  if (best == kPendingCard) return false;
  out.cards.assign(1, best);
  out.cardCount = 1;
  out.tied = false;
  out.memoryPerCard = MemUnits(m_request.memory);
  out.corePerCard = CorePercent(0);
  out.score = 0;
  out.leftOver = leastFree - m_request.memory;
  out.cardTotal = total;
  return true;
}

void BestFitRule::explain(const NodeView& view, NodeRejection& out) const {
  if (!m_extenderOnly) return explainCards(view, m_request, std::nullopt, out);
  if (view.node->gpu.memCapacity.value <= 0) {
    out.reason = Rejection{ReasonCode::NoGpu, Waiting::Never, kPendingCard, 0, 0, {}};
    return;
  }
  const bool passes = std::any_of(view.cards.begin(), view.cards.end(), isCandidate);
  out.reason = Rejection{passes ? ReasonCode::NeverBound : ReasonCode::CardUnhealthy,
                         passes ? Waiting::Never : Waiting::Unknown,
                         kPendingCard,
                         0,
                         0,
                         {}};
}

bool BestFitRule::takes(const NodeView& view, CardIndex card) const {
  return !m_extenderOnly && fits(view.cards[static_cast<std::size_t>(card)], m_request, std::nullopt);
}

}  // namespace cardinal::alloc
