// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/alloc/stacks/hami/hami.h"
#include "core/provider/stacks/hami/hami_arithmetic.h"

// Private to core/alloc/stacks/hami: what HAMi computes of one card, whether its figures stand in objects or in rows.
// To be compiled without fused multiply-add (CMakeLists.txt): scores are compared bit for bit.

namespace cardinal::hami {

inline constexpr std::int32_t kAllCores = 100;
inline constexpr float kScoreWeight = 10;
inline constexpr std::size_t kMaxSortKeys = 4;  ///< that a request names

struct CardFigures {
  std::int32_t slots = 0;
  std::int32_t memoryMib = 0;
  std::int32_t cores = 0;
  std::int32_t usedSlots = 0;
  std::int32_t usedMemoryMib = 0;
  std::int32_t usedCores = 0;
};

inline CardFigures figuresOf(const Card& card, const CardUse& use) {
  return {card.slots, card.memoryMib, card.cores, use.slots, use.memoryMib, use.cores};
}

inline float ratio(std::int32_t used, std::int32_t total) {
  return static_cast<float>(used) / static_cast<float>(total);
}

/// `isWord`: the card's type is exactly HAMi's word for the vendor. Only then does the request enter.
inline float cardScore(CardFigures card, bool isWord, const ContainerRequest& requested, const Weights& weights) {
  if (card.slots == 0 || card.cores == 0 || card.memoryMib == 0) return 0;
  if (isWord) {
    const bool percent = requested.percent != 0 && requested.percent != ContainerRequest::kPercentUnset;
    const auto part = static_cast<std::int32_t>(std::int64_t{card.memoryMib} * requested.percent / 100);
    card.usedSlots = wrappedSum(card.usedSlots, 1);
    card.usedCores = wrappedSum(card.usedCores, requested.cores);
    card.usedMemoryMib = wrappedSum(card.usedMemoryMib, percent ? part : requested.memoryMib);
  }
  const float slotPart = static_cast<float>(weights.slot) * ratio(card.usedSlots, card.slots);
  const float corePart = static_cast<float>(weights.core) * ratio(card.usedCores, card.cores);
  const float memoryPart = static_cast<float>(weights.memory) * ratio(card.usedMemoryMib, card.memoryMib);
  return kScoreWeight * (slotPart + corePart + memoryPart);
}

inline double keyPart(SortKey key, std::int64_t numa, std::int64_t index, std::int32_t usedSlots, float score) {
  switch (key) {
    case SortKey::ScoreUp:
      return score;
    case SortKey::ScoreDown:
      return -score;
    case SortKey::NumaUp:
      return static_cast<double>(numa);
    case SortKey::NumaDown:
      return -static_cast<double>(numa);
    case SortKey::UsedDown:
      return -static_cast<double>(usedSlots);
    case SortKey::IndexUp:
      return static_cast<double>(index);
  }
  return 0;
}

/// Sums over the cards of a node.
class NodeSums {
 public:
  void add(const CardFigures& card) {
    m_sums.slots = wrappedSum(m_sums.slots, card.slots);
    m_sums.cores = wrappedSum(m_sums.cores, card.cores);
    m_sums.memoryMib = wrappedSum(m_sums.memoryMib, card.memoryMib);
    m_sums.usedSlots = wrappedSum(m_sums.usedSlots, card.usedSlots);
    m_sums.usedCores = wrappedSum(m_sums.usedCores, card.usedCores);
    m_sums.usedMemoryMib = wrappedSum(m_sums.usedMemoryMib, card.usedMemoryMib);
  }
  float score() const {
    if (m_sums.slots == 0 || m_sums.cores == 0 || m_sums.memoryMib == 0) return 0;
    return kScoreWeight * (ratio(m_sums.usedSlots, m_sums.slots) + ratio(m_sums.usedCores, m_sums.cores) +
                           ratio(m_sums.usedMemoryMib, m_sums.memoryMib));
  }

 private:
  CardFigures m_sums;
};

/// Three parts of ten points each, as a share of a hundred.
inline int pointsOf(float score, bool spreadsNodes) {
  constexpr float kMaxPoints = 30.0F;
  const float share = std::clamp(score / kMaxPoints, 0.0F, 1.0F);
  const int points = static_cast<int>(std::lround(share * 100.0F));
  return spreadsNodes ? 100 - points : points;
}

/// True where the annotations of the pod allow the card's type.
bool typeFits(const CardRestrictions& restrictions, const Card& card);

/// Memory and cores that a request takes of a card, for every vendor but AMD.
inline std::int32_t plainMemoryOn(std::int32_t cardMemoryMib, const ContainerRequest& requested) noexcept {
  if (requested.memoryMib != 0) return std::max(requested.memoryMib, 0);
  return requested.percent == ContainerRequest::kPercentUnset ? 0
                                                              : wrappedProduct(cardMemoryMib, requested.percent) / 100;
}
inline std::int32_t plainCoresOn(const ContainerRequest& requested) noexcept {
  return std::min(requested.cores, kAllCores);
}

/// No reason: the card passes.
inline constexpr CardReason kPasses = static_cast<CardReason>(kCardReasons);

/// Why a card of a vendor other than AMD lacks room for `memory` and `cores`, or passes. Without a branch: asked of
/// every card of the cluster. The last test that is written here is the first that HAMi makes.
inline CardReason roomReason(const CardFigures& card, const ContainerRequest& requested, std::int32_t memory,
                             std::int32_t cores) {
  CardReason out = kPasses;
  const bool isSpent = card.cores != 0 && card.usedCores == card.cores && requested.cores == 0;
  out = isSpent ? CardReason::ComputeUnitsExhausted : out;
  const bool isTaken = card.cores == kAllCores && cores == kAllCores && card.usedSlots > 0;
  out = isTaken ? CardReason::ExclusiveConflict : out;
  out = wrappedDifference(card.cores, card.usedCores) < cores ? CardReason::InsufficientCore : out;
  out = wrappedDifference(card.memoryMib, card.usedMemoryMib) < memory ? CardReason::InsufficientMemory : out;
  return out;
}

}  // namespace cardinal::hami
