// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/model/stack_card.h"

namespace cardinal::alloc {

/// Some cards of one node, a bit each.
using CardBits = std::uint32_t;
static_assert(StackCard::kMaxOnNode <= 32);

/// The cards for which `holds(card)` is true. Without a branch for each card where `holds` has none.
template <typename Holds>
CardBits bitsOf(std::span<const StackCard> cards, Holds holds) {
  CardBits out = 0;
  for (std::size_t i = 0; i < cards.size(); ++i) out |= static_cast<CardBits>(holds(cards[i])) << i;
  return out;
}

/// Calls `each(index)`, ascending.
template <typename Each>
void forEachCard(CardBits bits, Each each) {
  for (; bits != 0; bits &= bits - 1) each(static_cast<std::size_t>(std::countr_zero(bits)));
}

/// The card before which no other of `bits` comes; of equal ones the lowest. `bits` holds at least one.
template <typename Before>
std::size_t firstCard(CardBits bits, Before before) {
  auto first = static_cast<std::size_t>(std::countr_zero(bits));
  forEachCard(bits & (bits - 1), [&](std::size_t card) { first = before(card, first) ? card : first; });
  return first;
}

/// The last card of `bits`, which holds at least one.
inline std::size_t lastCard(CardBits bits) {
  return static_cast<std::size_t>(std::bit_width(bits)) - 1;
}

/// Divides by one number many times: how many shares fit into what is free. Exact for amounts of 0 .. 2^50: the half
/// that is added is further from the next whole number than the product can be wrong.
class ShareDivider {
 public:
  static constexpr std::int64_t kMax = std::int64_t{1} << 50;
  /// `share` above 0.
  explicit ShareDivider(std::int64_t share) : m_inverse(1.0 / static_cast<double>(share)) {}
  std::int64_t operator()(std::int64_t free) const {
    constexpr double kHalf = 0.5;
    return static_cast<std::int64_t>((static_cast<double>(free) + kHalf) * m_inverse);
  }

 private:
  double m_inverse;
};

/// Answers about the types of cards, of which a cluster has few.
class TypeAnswers {
 public:
  /// `ask()` where this type was not asked for yet.
  template <typename Answer>
  bool get(LabelHash type, Answer answerOf) {
    for (const auto& [known, answer] : m_answers) {
      if (known == type) return answer;
    }
    const bool answer = answerOf();
    // Hostile clusters have as many types as cards.
    constexpr std::size_t kMax = 64;
    if (m_answers.size() < kMax) m_answers.emplace_back(type, answer);
    return answer;
  }

 private:
  std::vector<std::pair<LabelHash, bool>> m_answers;
};

}  // namespace cardinal::alloc
