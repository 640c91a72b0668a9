// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/evaluation/overlay.h"

#include <utility>

namespace cardinal::alloc {

const Overlay::Touched* Overlay::find(NodeIndex node) const {
  if (m_last != nullptr && m_lastNode == node.value) return m_last;
  const auto touched = m_touched.find(node.value);
  if (touched == m_touched.end()) return nullptr;
  m_lastNode = node.value;
  m_last = &touched->second;
  return m_last;
}

NodeView Overlay::view(NodeIndex node) const {
  const Touched* touched = find(node);
  if (touched == nullptr) return viewOf(m_snapshot, node);
  NodeView out{node, &m_snapshot.node(node), touched->cards, touched->placed};
  if (touched->row.of == nullptr) return out;
  out.row = &touched->row;
  out.rows = &m_snapshot.rows;
  return out;
}

bool Overlay::take(NodeIndex node, const CardRule& rule, const CardChoice& choice) {
  const auto [at, isNew] = m_touched.try_emplace(node.value);
  Touched& touched = at->second;
  if (isNew) {
    const auto cards = m_snapshot.cardsOf(node);
    touched.cards.assign(cards.begin(), cards.end());
    const PlacementRow* row = rule.followsRow() ? m_snapshot.rowOf(node) : nullptr;
    if (row != nullptr) touched.row = *row;
  }
  m_lastNode = node.value;
  m_last = &touched;
  rule.take(choice, touched.cards);
  ++touched.placed;
  follow(choice, touched);
  return isNew;
}

/// The row's cards as those that were changed.
void Overlay::follow(const CardChoice& choice, Touched& touched) {
  PlacementRow& row = touched.row;
  if (row.of == nullptr || !row.hasAllCards) return;
  for (const CardIndex index : choice.cards) {
    const auto at = static_cast<std::size_t>(index);
    const std::int64_t scheduler = touched.cards[at].memScheduler.value;
    if (!std::in_range<std::int32_t>(scheduler)) {
      row.of = nullptr;
      return;
    }
    row.cards[at].scheduler = static_cast<std::int32_t>(scheduler);
  }
}

}  // namespace cardinal::alloc
