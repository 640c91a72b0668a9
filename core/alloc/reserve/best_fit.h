// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alloc/demand.h"
#include "core/alloc/reserve/card_fit.h"
#include "core/alloc/reserve/card_rule.h"

namespace cardinal::alloc {

/// The open-source gpushare extender: the whole amount on one healthy card, the one with the smallest free memory that
/// suffices, the lowest index among equals. The labels gpu-count and placement are not read, nodes are not scored. With
/// nothing requested by regular containers (`Demand::extenderOnly`) the filter passes and every bind fails: NeverBound.
/// Source: gpushare-scheduler-extender pkg/cache/nodeinfo.go, proven against recorded decisions.
class BestFitRule final : public CardRule {
 public:
  explicit BestFitRule(const Demand& demand);

  bool choose(const NodeView& view, const TieRule& tie, CardChoice& out, CardRoom& room) const override;
  void explain(const NodeView& view, NodeRejection& out) const override;
  bool takes(const NodeView& view, CardIndex card) const override;
  void take(const CardChoice& choice, std::vector<Card>& cards) const override { takeShares(choice, cards); }
  bool followsRow() const override { return true; }

 private:
  CardShareRequest m_request;
  bool m_extenderOnly;
};

}  // namespace cardinal::alloc
