// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/alloc/reserve/card_rule.h"
#include "core/alloc/stacks/common/stack_bits.h"
#include "core/alloc/stacks/hami/hami_figures.h"

namespace cardinal::alloc {

/// What HamiRule says of a plain request, by the dense rows of the cards alone: one container asks for cards of
/// NVIDIA's, which no quota, UUID, NUMA binding or topology restricts. Without a list to order: each card is looked at
/// once, and the best of those that take the share are chosen. Serves one thread.
class HamiRows {
 public:
  /// Both must outlive it.
  HamiRows(const hami::Request& request, const hami::Quota& quota);

  bool isPlain() const { return m_requested != nullptr; }
  /// The cards of the node as rows; empty where the request is not plain, or the node has none.
  std::span<const StackCard> of(const NodeView& view) const {
    return m_requested != nullptr && view.stack() == GpuStack::Hami ? view.stackCards() : std::span<const StackCard>();
  }
  /// `cards` = of(view), not empty. As CardRule::choose and explain.
  bool choose(const NodeView& view, std::span<const StackCard> cards, CardChoice& out, CardRoom& room);
  void explain(const NodeView& view, std::span<const StackCard> cards, NodeRejection& out);

 private:
  struct Refusals {
    std::array<std::uint8_t, hami::kCardReasons + 1> counts{};  ///< by CardReason; the last: cards that pass
    std::uint8_t offered = 0;
  };
  CardBits allowed(const NodeView& view, std::span<const StackCard> cards);
  /// As it is, without pods, or without pods and with all cards healthy and not cordoned.
  enum class When : std::uint8_t { Now, Empty, Mended };
  hami::CardReason reasonOf(const StackCard& card, bool isOfType, When when) const;
  std::size_t bestOf(CardBits bits, std::span<const StackCard> cards) const;
  bool isBetter(const StackCard& a, float scoreOfA, const StackCard& b, float scoreOfB) const;
  void fillShares(std::span<const StackCard> cards, CardBits chosen, CardChoice& out) const;
  std::int64_t sharesOn(const StackCard& card) const;
  std::int64_t fitting(std::span<const StackCard> cards);
  const SharedText& textOf(const Refusals& refusals);
  void explainCard(const StackCard& card, CardIndex index, NodeRejection& out) const;

  const hami::Request& m_request;
  const hami::ContainerRequest* m_requested = nullptr;  ///< null = not plain
  ShareDivider m_byMemory{1};                           ///< where the request names an amount
  ShareDivider m_byCores{1};
  TypeAnswers m_types;
  std::unordered_map<std::uint64_t, SharedText> m_texts;
  std::vector<std::int64_t> m_shares;
};

}  // namespace cardinal::alloc
