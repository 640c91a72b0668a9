// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alloc/demand.h"
#include "core/alloc/reserve/card_fit.h"
#include "core/alloc/reserve/card_rule.h"

namespace cardinal::alloc {

/// ACK Pro modes cgpu, core_mem, share and mps, after the public model (docs/reference/gpushare.md 3.7): M distinct
/// cards with free >= amount / M each, chosen by score = 30 * avg(v) + 70 / M^2 in float32, v = (used + share) / total
/// for binpack and 1 - v for spread; with core the mean of the scores of memory and core. The node's score is that
/// number truncated. Equal scores are tied: the lowest card list unless a tie breaker is given.
class AckPackingRule final : public CardRule {
 public:
  explicit AckPackingRule(const Demand& demand);

  bool choose(const NodeView& view, const TieRule& tie, CardChoice& out, CardRoom& room) const override;
  void explain(const NodeView& view, NodeRejection& out) const override;
  bool takes(const NodeView& view, CardIndex card) const override;
  void take(const CardChoice& choice, std::vector<Card>& cards) const override { takeShares(choice, cards); }
  bool followsRow() const override { return true; }

 private:
  bool chooseOne(const NodeView& view, const TieRule& tie, CardChoice& out, CardRoom& room) const;
  bool chooseSeveral(const NodeView& view, const TieRule& tie, CardChoice& out, CardRoom& room) const;
  /// The same for requests of memory alone, of nodes whose row has all cards, where equal cards are taken by index.
  bool chooseOneInRow(const NodeView& view, CardChoice& out, CardRoom& room) const;
  bool chooseSeveralInRow(const NodeView& view, CardChoice& out, CardRoom& room) const;
  float valueOf(const FittingCard& card, Placement placement) const;
  float scoreOf(float average) const;
  void finish(const NodeView& view, float score, CardChoice& out) const;

  CardShareRequest m_request;
};

}  // namespace cardinal::alloc
