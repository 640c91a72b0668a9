// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/alloc/reserve/card_rule.h"
#include "core/alloc/stacks/common/stack_bits.h"
#include "core/alloc/stacks/volcano/volcano.h"

namespace cardinal::alloc {

/// Decisions that are repeated to count room where containers or cards of one pod interact; what is beyond is not
/// counted.
inline constexpr int kMaxVolcanoRepeats = 32;

/// What VolcanoRule says of a plain request, by the dense rows of the cards alone: one container asks, in no mode and
/// away from no group. Which cards take the share is found once, and each policy chooses among those. Serves one
/// thread.
class VolcanoRows {
 public:
  /// Both must outlive it.
  VolcanoRows(const provider::VolcanoRequest& request, const provider::VolcanoConfig& config);

  bool isPlain() const { return m_container != nullptr; }
  /// The cards of the node as rows; empty where the request is not plain, or the node has none.
  std::span<const StackCard> of(const NodeView& view) const {
    return m_container != nullptr && view.stack() == GpuStack::Volcano ? view.stackCards()
                                                                       : std::span<const StackCard>();
  }
  /// `cards` = of(view), not empty. As CardRule::choose and explain.
  bool choose(const NodeView& view, std::span<const StackCard> cards, CardChoice& out, CardRoom& room);
  void explain(const NodeView& view, std::span<const StackCard> cards, NodeRejection& out);

 private:
  CardBits allowed(const NodeView& view, std::span<const StackCard> cards);
  std::int64_t memoryOn(const StackCard& card) const;
  bool takes(const StackCard& card, bool isEmpty) const;
  CardBits binpacked(CardBits taking, std::span<const StackCard> cards, double* score) const;
  bool isTied(CardBits taking, CardBits chosen, std::span<const StackCard> cards) const;
  std::int64_t sharesOn(const StackCard& card) const;
  std::int64_t fitting(CardBits taking, CardBits ofType, std::span<const StackCard> cards);
  SharedText textOf(const NodeView& view, VolcanoRefusal refusal) const;
  void explainCard(const StackCard& card, CardIndex index, NodeRejection& out) const;

  const provider::VolcanoRequest& m_request;
  const provider::VolcanoConfig& m_config;
  const provider::VolcanoContainerRequest* m_container = nullptr;  ///< null = not plain
  ShareDivider m_byMemory{1};                                      ///< where the request names an amount
  ShareDivider m_byCores{1};
  SharedText m_notFitted;
  TypeAnswers m_types;
  std::vector<StackCard> m_filling;
};

}  // namespace cardinal::alloc
