// SPDX-License-Identifier: Apache-2.0
#include "ui/session/selection_state.h"

namespace cardinal::ui {

namespace {
constexpr std::size_t kHistoryLimit = 64;
}

void SelectionState::set(Kind kind, const QString& key, const std::set<CardRef>& cards) {
  ++m_choices;
  if (kind == m_kind && key == m_key && cards == m_cards) return;
  m_kind = kind;
  m_key = key;
  m_cards = cards;
  emit subjectChanged();
}

void SelectionState::selectCards(const std::set<CardRef>& cards) {
  set(cards.empty() ? Kind::Nothing : Kind::Cards, {}, cards);
}

void SelectionState::selectNode(const QString& node) {
  set(node.isEmpty() ? Kind::Nothing : Kind::Node, node, {});
}
void SelectionState::selectPod(const QString& key) {
  set(key.isEmpty() ? Kind::Nothing : Kind::Pod, key, {});
}
void SelectionState::clear() {
  set(Kind::Nothing, {}, {});
}

void SelectionState::setNamespace(const QString& ns) {
  if (ns == m_namespace) return;
  m_namespace = ns;
  emit namespaceChanged();
}

void SelectionState::go(const QString& page, const QString& key) {
  const Place place{page, key};
  if (m_at < 0 || m_history[static_cast<std::size_t>(m_at)] != place) {
    m_history.resize(static_cast<std::size_t>(m_at + 1));
    m_history.push_back(place);
    if (m_history.size() > kHistoryLimit) m_history.erase(m_history.begin());
    m_at = static_cast<int>(m_history.size()) - 1;
  }
  emit pageRequested(page, key);
}

void SelectionState::back() {
  if (!canGoBack()) return;
  const Place place = m_history[static_cast<std::size_t>(--m_at)];
  emit pageRequested(place.page, place.key);
}

void SelectionState::forward() {
  if (!canGoForward()) return;
  const Place place = m_history[static_cast<std::size_t>(++m_at)];
  emit pageRequested(place.page, place.key);
}

}  // namespace cardinal::ui
