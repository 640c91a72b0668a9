// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/reserve/no_cards.h"

namespace cardinal::alloc {

bool NoCardRule::choose(const NodeView& /*view*/, const TieRule& /*tie*/, CardChoice& out) const {
  out = CardChoice{};
  return true;
}

}  // namespace cardinal::alloc
