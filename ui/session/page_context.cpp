// SPDX-License-Identifier: Apache-2.0
#include "ui/session/page_context.h"

#include <algorithm>

namespace cardinal::ui {

UnixSeconds PageContext::referenceTime() const {
  const bool saved = bridge.connection().phase == ConnectionPhase::Static;
  const UnixSeconds taken = bridge.snapshot()->time;
  return saved && taken != 0 ? taken : bridge.now() + bridge.connection().clockOffset.value_or(0);
}

std::vector<CardUse> PageContext::useOfCards() const {
  const UsePtr use = bridge.use();
  if (use->measured == 0) return {};
  std::vector<CardUse> cards = usePerCard(*use, *bridge.snapshot());
  const UnixSeconds oldest = bridge.now() - kForgetAfter;
  bool any = false;
  for (CardUse& card : cards) {
    if (card.at < oldest) card = {};
    if (card.known()) card.ageSeconds = static_cast<float>(std::max<UnixSeconds>(0, bridge.now() - card.at));
    any = any || card.known();
  }
  if (!any) cards.clear();
  return cards;
}

std::optional<CardUse> PageContext::useOf(const std::string& node, int card) const {
  const CardUse* found = bridge.use()->find(node, card);
  if (!found || found->at < bridge.now() - kForgetAfter) return std::nullopt;
  return *found;
}

MeasuredHolders PageContext::measuredHolders(const NodeRecord& node) const {
  return cardinal::measuredHolders(node, *bridge.use(), bridge.now() - kForgetAfter);
}

TableFacts PageContext::facts() const {
  return {referenceTime(), bridge.snapshot()->counts.commonUnit(), bridge.use()};
}

}  // namespace cardinal::ui
