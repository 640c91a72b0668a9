// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/reserve/no_cards.h"

#include <limits>

namespace cardinal::alloc {

bool NoCardRule::choose(const NodeView& /*view*/, const TieRule& /*tie*/, CardChoice& out, CardRoom& room) const {
  room = {0, 0, std::numeric_limits<std::int64_t>::max()};
  out = CardChoice{};
  return true;
}

bool UnknownRule::choose(const NodeView& /*view*/, const TieRule& /*tie*/, CardChoice& out, CardRoom& room) const {
  room = {};
  out = CardChoice{};
  return false;
}

void UnknownRule::explain(const NodeView& view, NodeRejection& out) const {
  out.reason = Rejection{ReasonCode::ModeNotPlaceable, Waiting::Unknown, kPendingCard, 0, 0, toString(view.mode())};
}

}  // namespace cardinal::alloc
