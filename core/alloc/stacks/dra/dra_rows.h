// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/alloc/cel/expression.h"
#include "core/alloc/reserve/card_rule.h"
#include "core/alloc/stacks/common/stack_bits.h"
#include "core/alloc/stacks/dra/dra_claims.h"
#include "core/model/extras/extra.h"

namespace cardinal::alloc {

/// Pods of one form that are counted on a node, at most.
inline constexpr std::int64_t kMaxDraCounted = 256;

/// What DraRule says of a plain claim, by the dense rows of the cards alone: one request for so many devices of a
/// class, by selectors that cards of one type answer alike, in a cluster whose slices are each of one node. Devices are
/// given in the order of publication. Serves one thread.
class DraRows {
 public:
  /// Both must outlive it.
  DraRows(const PodClaims& claims, const ClusterExtras* extras);

  bool isPlain() const { return m_choice != nullptr; }
  /// The cards of the node as rows; empty where the claim is not plain, the node has none, or it is not known whether
  /// one of them is selected.
  std::span<const StackCard> of(const NodeView& view);
  /// True where the claim is plain and the node has no device at all, of whatever driver: it is refused for that.
  bool lacksDevices(const NodeView& view) const {
    return isPlain() && (view.node->extras == nullptr || view.node->extras->slices.empty());
  }
  /// The scheduler's words for a node with too few devices.
  const SharedText& refusal() const { return m_refusal; }
  /// `cards` = of(view), not empty. As CardRule::choose and explain.
  bool choose(const NodeView& view, std::span<const StackCard> cards, CardChoice& out, CardRoom& room) const;
  void explain(std::span<const StackCard> cards, NodeRejection& out) const;

 private:
  enum class Answer : std::uint8_t { No, Yes, NotKnown };
  Answer answerFor(LabelHash type, const NodeView& view, std::size_t card);
  Answer ask(const RawDevice& device, const std::string& driver) const;
  std::size_t count() const { return static_cast<std::size_t>(m_choice->count); }
  CardBits free(std::span<const StackCard> cards) const;
  std::span<const StackCard> afterReplicas(const NodeView& view);

  const RawDeviceChoice* m_choice = nullptr;  ///< null = not plain
  std::vector<cel::Expression> m_selectors;   ///< of the class, then of the request
  std::vector<std::pair<LabelHash, Answer>> m_answers;
  std::vector<StackCard> m_planned;  ///< of the node that a plan has put replicas on
  CardBits m_selected = 0;           ///< of the node that `of` was asked for last
  SharedText m_refusal;
};

}  // namespace cardinal::alloc
