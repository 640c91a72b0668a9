// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/evaluation/overlay.h"

namespace cardinal::alloc {

NodeView Overlay::view(NodeIndex node) const {
  const auto touched = m_touched.find(node.value);
  if (touched == m_touched.end()) return viewOf(m_snapshot, node);
  return {node, &m_snapshot.node(node), touched->second.cards, touched->second.placed};
}

void Overlay::take(NodeIndex node, const CardRule& rule, const CardChoice& choice) {
  auto [touched, isNew] = m_touched.try_emplace(node.value);
  if (isNew) {
    const auto cards = m_snapshot.cardsOf(node);
    touched->second.cards.assign(cards.begin(), cards.end());
  }
  rule.take(choice, touched->second.cards);
  ++touched->second.placed;
}

}  // namespace cardinal::alloc
