// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/alloc/reserve/card_rule.h"
#include "core/alloc/stacks/common/stack_bits.h"
#include "core/alloc/stacks/gpu_manager/gpu_manager.h"

namespace cardinal::alloc {

/// The node's score in a list where the fullest node comes first: a hundred for one without free cores, fifty where
/// four cards are free. `freeCores` in percent.
int gpuManagerPoints(std::int64_t freeCores);

/// What GpuManagerRule says of a plain request, by the dense rows of the cards alone: one container asks for a share or
/// for whole cards. Serves one thread.
class GpuManagerRows {
 public:
  /// `request` must outlive it. `mayStart`: some node may start the pod.
  GpuManagerRows(const provider::GpuManagerRequest& request, bool mayStart);

  bool isPlain() const { return m_container != nullptr; }
  /// The cards of the node as rows; empty where the request is not plain, or the node has none.
  std::span<const StackCard> of(const NodeView& view) const {
    return m_container != nullptr && view.stack() == GpuStack::GpuManager ? view.stackCards()
                                                                          : std::span<const StackCard>();
  }
  /// `cards` = of(view), not empty. As CardRule::choose and explain.
  bool choose(std::span<const StackCard> cards, CardChoice& out, CardRoom& room) const;
  void explain(std::span<const StackCard> cards, NodeRejection& out) const;

 private:
  CardBits chosenOf(std::span<const StackCard> cards) const;
  bool fitsEmpty(std::span<const StackCard> cards) const;
  std::int64_t sharesOn(const StackCard& card) const;
  std::int64_t fitting(std::span<const StackCard> cards) const;
  void explainCard(const StackCard& card, CardIndex index, NodeRejection& out) const;

  const provider::GpuManagerContainerRequest* m_container = nullptr;  ///< null = not plain
  std::int32_t m_cores = 0;                                           ///< of one card
  std::int64_t m_memory = 0;                                          ///< units of one card; not for whole cards
  std::int64_t m_whole = 0;                                           ///< whole cards requested; 0 = a share
  ShareDivider m_byMemory{1};
  ShareDivider m_byCores{1};
  SharedText m_matches;
  SharedText m_doesNotMatch;
};

}  // namespace cardinal::alloc
