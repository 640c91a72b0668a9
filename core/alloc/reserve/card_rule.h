// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/alloc/node_view.h"
#include "core/alloc/tie_breaker.h"
#include "core/alloc/types.h"

namespace cardinal::alloc {

/// The cards a rule chose on one node.
struct CardChoice {
  std::vector<CardIndex> cards;  ///< ascending; empty = the rule does not choose cards
  int cardCount = 0;
  bool tied = false;  ///< other cards are as good and the stack has no rule between them
  MemUnits memoryPerCard;
  CorePercent corePerCard;
  int score = 0;               ///< 0..100; decides between nodes only where the rule's stack scores nodes
  std::int64_t leftOver = 0;   ///< memory that stays free on the first chosen card
  std::int64_t cardTotal = 0;  ///< memory of that card
  /// What is put on each card, one entry per card, where cards may get different amounts; empty = memoryPerCard and
  /// corePerCard on each. Read by the rule that filled it.
  std::vector<CardShare> shares{};
};

/// What a node's cards still have for a request, in the node's units.
struct CardRoom {
  std::int64_t free = 0;    ///< on all cards that could ever be chosen
  std::int64_t usable = 0;  ///< of it, on cards that have room for one share, when there are enough such cards
  std::int64_t fits = 0;    ///< how many more of the request, one card set after another
};

/// How ties between equally good cards are broken.
struct TieRule {
  const TieBreaker& breakTie;          ///< empty = the lowest index
  CardIndex preferred = kPendingCard;  ///< the card the user aimed at: taken when it is as good as the best
};

/// How a stack chooses cards on one node. Stateless, built for one request; the test that says whether a card takes a
/// share is the same for choosing, explaining and counting room.
class CardRule {
 public:
  virtual ~CardRule() = default;

  /// False when the node's cards do not take the request; `out` then means nothing. `room` is filled in any case: one
  /// look at the cards gives both.
  virtual bool choose(const NodeView& view, const TieRule& tie, CardChoice& out, CardRoom& room) const = 0;
  /// Why `choose` said no: fills reason, cards and sumWouldFit.
  virtual void explain(const NodeView& view, NodeRejection& out) const = 0;
  /// True when this one card would take its share; whole-card rules say true.
  virtual bool takes(const NodeView& view, CardIndex card) const = 0;
  /// The cards with the choice taken from them.
  virtual void take(const CardChoice& choice, std::vector<Card>& cards) const = 0;
  /// The rule reads nothing of a node but what its row says too, and `take` changes the memory of the chosen cards and
  /// what no rule of this kind reads: a row whose cards are kept up with says all. What a candidate says of its cards
  /// is the whole choice.
  virtual bool followsRow() const { return false; }
  /// The annotations in which the stack's scheduler writes down what it takes on the node, container by container, by
  /// key. Empty where the stack has none of its own, its rules do not decide, or the node does not take the pod.
  /// `cards`: ascending, those that were chosen; others are not written.
  virtual StringMap annotations(const NodeView& /*view*/, const CardList& /*cards*/) const { return {}; }
  /// False where rows of cards answer most nodes: what their adapters left is then hardly read.
  virtual bool readsStates() const { return true; }
  /// What lowers the certainty of a choice on this node, or was not looked at; nothing = nothing.
  virtual std::optional<Caveat> doubt(const NodeView& /*view*/) const { return std::nullopt; }
  /// The memory that `choose` reads first of a state of its stack, for a scan to fetch ahead; empty = none. `state` is
  /// that of a node of the rule's family.
  virtual std::span<const std::byte> readFirst(const StackState& /*state*/) const { return {}; }
};

}  // namespace cardinal::alloc
