// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alloc/reserve/card_rule.h"

namespace cardinal::alloc {

/// For pods that ask for no GPU: no card is chosen.
class NoCardRule final : public CardRule {
 public:
  bool choose(const NodeView& view, const TieRule& tie, CardChoice& out, CardRoom& room) const override;
  void explain(const NodeView& /*view*/, NodeRejection& /*out*/) const override {}
  bool takes(const NodeView& /*view*/, CardIndex /*card*/) const override { return true; }
  void take(const CardChoice& /*choice*/, std::vector<Card>& /*cards*/) const override {}
  bool followsRow() const override { return true; }
};

/// For stacks whose scheduler is not predicted: nothing fits as far as is known.
class UnknownRule final : public CardRule {
 public:
  bool choose(const NodeView& view, const TieRule& tie, CardChoice& out, CardRoom& room) const override;
  void explain(const NodeView& view, NodeRejection& out) const override;
  bool takes(const NodeView& /*view*/, CardIndex /*card*/) const override { return false; }
  void take(const CardChoice& /*choice*/, std::vector<Card>& /*cards*/) const override {}
};

}  // namespace cardinal::alloc
