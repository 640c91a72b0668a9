// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/explain/near_miss.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/alloc/demand.h"
#include "core/alloc/explain/within_reach.h"
#include "core/alloc/reserve/card_fit.h"
#include "core/base/saturate.h"

namespace cardinal::alloc {
namespace {

bool hasAmount(ReasonCode code) {
  switch (code) {
    case ReasonCode::InsufficientResource:
    case ReasonCode::TooManyPods:
    case ReasonCode::InsufficientCardMemory:
    case ReasonCode::InsufficientCardCore:
    case ReasonCode::NotEnoughCards:
    case ReasonCode::NotEnoughWholeCards:
      return true;
    default:
      return false;
  }
}

/// The card that comes nearest: of those refused for the same reason the one that has most.
CardIndex nearestCard(const NodeRejection& rejection) {
  CardIndex best = kPendingCard;
  std::int64_t most = 0;
  for (const Rejection& card : rejection.cards) {
    if (card.code != rejection.reason.code) continue;
    if (best != kPendingCard && card.found <= most) continue;
    best = card.card;
    most = card.found;
  }
  return best;
}

double partOf(std::int64_t lacking, std::int64_t needed) {
  return static_cast<double>(lacking) / static_cast<double>(needed);
}

/// A card of the node with what it has free.
struct FreeOnCard {
  std::int64_t free = 0;
  CardIndex card = 0;
};

/// The card that would have to give most: of the fullest set of cards the one with least free.
std::optional<FreeOnCard> bindingCard(const ClusterSnapshot& snapshot, NodeIndex node, int wanted) {
  std::array<FreeOnCard, kMaxCards> candidates;  // not cleared: only the first `size` are read
  std::size_t size = 0;
  const PlacementRow* row = snapshot.rowOf(node);
  if (row != nullptr && row->hasAllCards) {
    for (std::size_t i = 0; i < row->cardCount; ++i) {
      if (((row->knownCards & ~unsigned{row->unhealthyCards}) >> i & 1U) == 0) continue;
      candidates[size++] = {freeOf(row->cards[i].total, row->cards[i].scheduler), static_cast<CardIndex>(i)};
    }
  } else {
    for (const Card& card : snapshot.cardsOf(node)) {
      if (isCandidate(card) && size < kMaxCards) candidates[size++] = {freeMemory(card), card.index};
    }
  }
  const auto count = static_cast<std::size_t>(std::max(wanted, 1));
  if (size < count) return std::nullopt;
  const auto fuller = [](const FreeOnCard& a, const FreeOnCard& b) {
    return a.free != b.free ? a.free > b.free : a.card < b.card;
  };
  const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(size);
  if (count == 1) return *std::min_element(candidates.begin(), end, fuller);
  const auto nth = candidates.begin() + static_cast<std::ptrdiff_t>(count) - 1;
  std::nth_element(candidates.begin(), nth, end, fuller);
  return *nth;
}

/// The miss by the card that binds more than the node's sum does.
void rankByCards(const NodeRejection& rejection, const CardNeed& need, MissRanking::Entry& out) {
  if (need.share <= 0 || rejection.reason.detail != kGpuMemory) return;
  const auto binding = bindingCard(need.snapshot, rejection.node, need.cards);
  if (!binding) return;
  const std::int64_t lacking = need.share - binding->free;
  if (lacking <= 0 || partOf(lacking, need.share) <= out.part) return;
  out.part = partOf(lacking, need.share);
  out.miss = {rejection.node, binding->card, ReasonCode::InsufficientCardMemory, lacking};
}

double partOf(const Rejection& reason) {
  return partOf(saturatedDifference<std::int64_t>(reason.needed, reason.found), reason.needed);
}

}  // namespace

bool isCounted(const Rejection& reason) {
  return hasAmount(reason.code) && reason.needed > 0;
}

Lack lackOf(const Rejection& reason) {
  if (!isCounted(reason) || isOutOfReach(reason)) return {};
  return {true, reason.waiting == Waiting::Never, partOf(reason)};
}

bool lacksLess(const Lack& a, const Lack& b) {
  if (a.counted != b.counted) return a.counted;
  if (!a.counted) return false;
  return a.never != b.never ? !a.never : a.part < b.part;
}

bool lacksLess(const Rejection& a, const Rejection& b) {
  return lacksLess(lackOf(a), lackOf(b));
}

void MissRanking::add(const NodeRejection& rejection) {
  const Rejection& reason = rejection.reason;
  if (!isCounted(reason) || isOutOfReach(reason)) return;
  Entry entry;
  entry.never = reason.waiting == Waiting::Never;
  entry.part = partOf(reason);
  entry.at = rejection.node.value;
  // The cards can only make it worse than the sum says: no look at them for nodes that are out of the race already.
  if (m_entries.size() == m_most && !(entry < m_entries.back())) return;
  if (reason.code == ReasonCode::InsufficientResource) rankByCards(rejection, m_need, entry);
  if (m_entries.size() == m_most && !(entry < m_entries.back())) return;
  if (entry.miss.lacking == 0) {
    entry.miss = {rejection.node, nearestCard(rejection), reason.code,
                  saturatedDifference<std::int64_t>(reason.needed, reason.found)};
  }
  entry.reason = reason;
  if (m_entries.size() == m_most) m_entries.pop_back();
  m_entries.insert(std::upper_bound(m_entries.begin(), m_entries.end(), entry), std::move(entry));
}

const NodeRejection* nearest(std::span<const NodeRejection> rejections) {
  if (rejections.empty()) return nullptr;
  const NodeRejection* best = nullptr;
  Lack least;
  for (const NodeRejection& rejection : rejections) {
    const Lack lack = lackOf(rejection.reason);
    if (!lacksLess(lack, least)) continue;
    best = &rejection;
    least = lack;
  }
  if (best != nullptr) return best;
  const auto aimedAt = std::find_if(rejections.begin(), rejections.end(), [](const NodeRejection& rejection) {
    return rejection.reason.code != ReasonCode::NotAimedAt || rejection.reason.card != kPendingCard;
  });
  return aimedAt != rejections.end() ? &*aimedAt : &rejections.front();
}

}  // namespace cardinal::alloc

namespace cardinal {

bool isOutOfReach(const Rejection& reason) {
  return alloc::isCounted(reason) && reason.waiting == Waiting::Never && reason.found <= 0;
}

bool isNearMiss(const Rejection& reason) {
  constexpr double kHalf = 0.5;
  const alloc::Lack lack = alloc::lackOf(reason);
  return lack.counted && (!lack.never || lack.part < kHalf);
}

}  // namespace cardinal
