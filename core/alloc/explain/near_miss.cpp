// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/explain/near_miss.h"

#include <algorithm>

#include "core/alloc/demand.h"
#include "core/alloc/reserve/card_fit.h"
#include "core/alloc/saturate.h"

namespace cardinal::alloc {
namespace {

constexpr std::size_t kMostMisses = 8;

/// A lack and how it compares with others.
struct Ranked {
  bool never = false;
  double part = 0;  ///< lacking / needed
  std::size_t at = 0;
  const Card* card = nullptr;  ///< the card that binds more than the node's sum
  bool operator<(const Ranked& o) const {
    if (never != o.never) return !never;
    return part != o.part ? part < o.part : at < o.at;
  }
};

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
  const Rejection* best = nullptr;
  for (const Rejection& card : rejection.cards) {
    if (card.code != rejection.reason.code) continue;
    if (best == nullptr || card.found > best->found) best = &card;
  }
  return best != nullptr ? best->card : kPendingCard;
}

double partOf(std::int64_t lacking, std::int64_t needed) {
  return static_cast<double>(lacking) / static_cast<double>(needed);
}

/// The card that would have to give most: of the fullest set of cards the one with least free.
const Card* bindingCard(std::span<const Card> cards, int wanted) {
  std::vector<const Card*> candidates;
  candidates.reserve(cards.size());
  for (const Card& card : cards) {
    if (isCandidate(card)) candidates.push_back(&card);
  }
  const auto count = static_cast<std::size_t>(std::max(wanted, 1));
  if (candidates.size() < count) return nullptr;
  const auto nth = candidates.begin() + static_cast<std::ptrdiff_t>(count) - 1;
  std::nth_element(candidates.begin(), nth, candidates.end(), [](const Card* a, const Card* b) {
    return freeMemory(*a) != freeMemory(*b) ? freeMemory(*a) > freeMemory(*b) : a->index < b->index;
  });
  return *nth;
}

void rankByCards(const NodeRejection& rejection, const CardNeed& need, Ranked& out) {
  if (need.share <= 0 || rejection.reason.detail != kGpuMemory) return;
  const Card* card = bindingCard(need.snapshot.cardsOf(rejection.node), need.cards);
  if (card == nullptr) return;
  const std::int64_t lacking = need.share - freeMemory(*card);
  if (lacking <= 0 || partOf(lacking, need.share) <= out.part) return;
  out.part = partOf(lacking, need.share);
  out.card = card;
}

Ranked rankOne(const NodeRejection& rejection, std::size_t at, const CardNeed* need) {
  const Rejection& reason = rejection.reason;
  Ranked out;
  out.never = reason.waiting == Waiting::Never;
  out.at = at;
  out.part = partOf(subSaturated(reason.needed, reason.found), reason.needed);
  if (need != nullptr && reason.code == ReasonCode::InsufficientResource) rankByCards(rejection, *need, out);
  return out;
}

NearMiss missOf(const Ranked& ranked, const NodeRejection& rejection, const CardNeed& need) {
  if (ranked.card == nullptr) {
    return {rejection.node, nearestCard(rejection), rejection.reason.code,
            subSaturated(rejection.reason.needed, rejection.reason.found)};
  }
  return {rejection.node, ranked.card->index, ReasonCode::InsufficientCardMemory,
          need.share - freeMemory(*ranked.card)};
}

std::vector<Ranked> rank(std::span<const NodeRejection> rejections, std::size_t most, const CardNeed* need) {
  std::vector<Ranked> best;
  for (std::size_t i = 0; i < rejections.size(); ++i) {
    const Rejection& reason = rejections[i].reason;
    if (!hasAmount(reason.code) || reason.needed <= 0) continue;
    // The cards can only make it worse than the sum says: no look at them for nodes that are out of the race already.
    const Ranked atBest = rankOne(rejections[i], i, nullptr);
    if (best.size() == most && !(atBest < best.back())) continue;
    const Ranked ranked = need != nullptr ? rankOne(rejections[i], i, need) : atBest;
    if (best.size() == most && !(ranked < best.back())) continue;
    best.insert(std::upper_bound(best.begin(), best.end(), ranked), ranked);
    if (best.size() > most) best.pop_back();
  }
  return best;
}

}  // namespace

std::vector<NearMiss> nearMisses(std::span<const NodeRejection> rejections, const CardNeed& need) {
  std::vector<NearMiss> out;
  for (const Ranked& ranked : rank(rejections, kMostMisses, &need))
    out.push_back(missOf(ranked, rejections[ranked.at], need));
  return out;
}

const NodeRejection* nearest(std::span<const NodeRejection> rejections) {
  if (rejections.empty()) return nullptr;
  const auto best = rank(rejections, 1, nullptr);
  if (!best.empty()) return &rejections[best.front().at];
  const auto aimedAt = std::find_if(rejections.begin(), rejections.end(), [](const NodeRejection& rejection) {
    return rejection.reason.code != ReasonCode::NotAimedAt || rejection.reason.card != kPendingCard;
  });
  return aimedAt != rejections.end() ? &*aimedAt : &rejections.front();
}

}  // namespace cardinal::alloc
