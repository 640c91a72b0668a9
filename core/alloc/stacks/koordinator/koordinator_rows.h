// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/alloc/reserve/card_rule.h"
#include "core/alloc/stacks/common/stack_bits.h"
#include "core/alloc/stacks/koordinator/koordinator.h"

namespace cardinal::alloc {

/// Of one device, by koordinator::kCore, kMemory and kRatio.
using KoordinatorAmounts = std::array<std::int64_t, koordinator::kSlots>;

/// A card as the scheduler sees it.
struct KoordinatorCardSeen {
  bool isHealthy = false;
  std::int64_t memory = 0;  ///< bytes in all
  const KoordinatorAmounts& free;
};
/// Why a card has no room for a share of `ask`.
void explainKoordinatorCard(const KoordinatorCardSeen& card, const KoordinatorAmounts& perDevice, CardIndex index,
                            NodeRejection& out);

/// What KoordinatorRule says of a plain request, by the dense rows of the cards alone: GPUs and nothing else, of no
/// partition, label, scope, NUMA policy or Reservation, on nodes without a tree, partitions or a NUMA policy. Serves
/// one thread.
class KoordinatorRows {
 public:
  /// Both must outlive it.
  KoordinatorRows(const koordinator::Request& request, const koordinator::Settings& settings);

  bool isPlain() const { return m_isPlain; }
  /// The cards of the node as rows; empty where the request is not plain, or the node has none.
  std::span<const StackCard> of(const NodeView& view) const {
    return m_isPlain && view.stack() == GpuStack::Koordinator ? view.stackCards() : std::span<const StackCard>();
  }
  /// `cards` = of(view), not empty. As CardRule::choose and explain.
  bool choose(const NodeView& view, std::span<const StackCard> cards, CardChoice& out, CardRoom& room);
  void explain(std::span<const StackCard> cards, NodeRejection& out);

 private:
  using Amounts = KoordinatorAmounts;
  /// Divides by the number that it divided by last without a division.
  class Divider {
   public:
    std::int64_t divide(std::int64_t number, std::int64_t by) {
      if (by != m_by) m_divider = ShareDivider(m_by = by);
      return m_divider(number);
    }

   private:
    std::int64_t m_by = 1;
    ShareDivider m_divider{1};
  };
  /// What one card has in the eyes of the scheduler: nothing where it is sick.
  struct Figures {
    Amounts total{};
    Amounts free{};
  };

  static Figures figuresOf(const StackCard& card);
  void look(std::span<const StackCard> cards);
  bool takes(const Amounts& free) const;
  CardBits taking() const;
  std::int64_t meanOf(const Amounts& total, const Amounts& free);
  CardBits chosenOf(CardBits taking, std::size_t& last);
  Amounts amountsOn(const StackCard& card) const;
  std::int64_t sharesOn(const StackCard& card, const Amounts& free);
  std::int64_t fitting(std::span<const StackCard> cards);

  const koordinator::Amounts& m_perCard;  ///< of one card
  std::int64_t m_gpus = 0;
  bool m_isPlain = false;
  SharedText m_refusal;
  std::array<Divider, koordinator::kSlots> m_percent;
  std::array<Divider, koordinator::kSlots> m_shares;
  std::array<Figures, StackCard::kMaxOnNode> m_figures;  ///< of the node that it looked at last
  std::size_t m_cards = 0;                               ///< how many that node has
};

}  // namespace cardinal::alloc
