// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "core/alloc/reserve/card_rule.h"

namespace cardinal::alloc {

/// For pods that ask for no GPU: no card is chosen.
class NoCardRule final : public CardRule {
 public:
  bool choose(const NodeView& view, const TieRule& tie, CardChoice& out) const override;
  void explain(const NodeView& /*view*/, NodeRejection& /*out*/) const override {}
  bool takes(const NodeView& /*view*/, CardIndex /*card*/) const override { return true; }
  void take(const CardChoice& /*choice*/, std::vector<Card>& /*cards*/) const override {}
  CardRoom room(const NodeView& /*view*/) const override { return {0, 0, std::numeric_limits<std::int64_t>::max()}; }
};

}  // namespace cardinal::alloc
