// SPDX-License-Identifier: Apache-2.0
// Keyboard: one focus that walks over heads and cells; selection follows as in any list.
#include <QAccessible>
#include <QKeyEvent>
#include <QScrollBar>
#include <algorithm>
#include <cstdlib>

#include "ui/widgets/map/heatmap_view_impl.h"

namespace cardinal::ui {

void HeatmapView::Impl::announceFocus() const {
  QAccessibleEvent event(&view, QAccessible::NameChanged);
  QAccessible::updateAccessibility(&event);
}

void HeatmapView::Impl::setFocusCard(const CardRef& ref, bool scroll) {
  focus = ref;
  focusGroup.clear();
  const auto found = find(ref);
  if (found && scroll) scrollTo(layout.blockRect(found->first));
  view.viewport()->update();
  announceFocus();
}

void HeatmapView::Impl::setFocusHead(int group) {
  focusGroup = groupName(group);
  scrollTo(layout.headRect(group));
  view.viewport()->update();
  announceFocus();
}

std::optional<std::pair<MapPlace, int>> HeatmapView::Impl::firstCard() const {
  for (int g = 0; g < layout.groupCount(); ++g) {
    if (!layout.isFolded(g) && layout.blockCount(g) > 0) return std::pair{MapPlace{g, 0}, 0};
  }
  return std::nullopt;
}

std::optional<std::pair<MapPlace, int>> HeatmapView::Impl::lastCard() const {
  for (int g = layout.groupCount() - 1; g >= 0; --g) {
    if (layout.isFolded(g) || layout.blockCount(g) == 0) continue;
    const MapPlace place{g, layout.blockCount(g) - 1};
    return std::pair{place, std::max(0, layout.cardCount(place) - 1)};
  }
  return std::nullopt;
}

/// The cell that a key leads to inside of the unfolded groups; nothing where the way ends at a group's head or the
/// edge.
std::optional<std::pair<MapPlace, int>> HeatmapView::Impl::step(const MapPlace& place, int position, int key) const {
  if (key == Qt::Key_Left || key == Qt::Key_Right) {
    const int way = key == Qt::Key_Right ? 1 : -1;
    const int next = position + way;
    if (next >= 0 && next < layout.cardCount(place)) return std::pair{place, next};
    const MapPlace neighbour{place.group, place.block + way};
    if (neighbour.block < 0 || neighbour.block >= layout.blockCount(place.group)) return std::nullopt;
    return std::pair{neighbour, way > 0 ? 0 : std::max(0, layout.cardCount(neighbour) - 1)};
  }
  const int columns = layout.columns(place.group);
  const MapPlace neighbour{place.group, place.block + (key == Qt::Key_Down ? columns : -columns)};
  if (neighbour.block >= 0 && neighbour.block < layout.blockCount(place.group)) {
    return std::pair{neighbour, std::clamp(layout.cardCount(neighbour) - 1, 0, position)};
  }
  // A shorter last row still takes the step down.
  const int last = layout.blockCount(place.group) - 1;
  if (key == Qt::Key_Down && last / columns > place.block / columns) return std::pair{MapPlace{place.group, last}, 0};
  return std::nullopt;
}

bool HeatmapView::Impl::moveOnHead(int key) {
  const int group = groupNamed(focusGroup);
  if (group < 0) return false;
  const bool isFoldedNow = layout.isFolded(group);
  switch (key) {
    case Qt::Key_Left:
      view.setFolded(focusGroup, true);
      break;
    case Qt::Key_Right:
      view.setFolded(focusGroup, false);
      break;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
      view.setFolded(focusGroup, !isFoldedNow);
      break;
    case Qt::Key_Down:
      if (!isFoldedNow && layout.blockCount(group) > 0) {
        setFocusCard(refOf(MapPlace{group, 0}, 0), true);
        anchor = focus;
      } else if (group + 1 < layout.groupCount()) {
        setFocusHead(group + 1);
      }
      break;
    case Qt::Key_Up:
      if (group == 0) break;
      if (layout.isFolded(group - 1) || layout.blockCount(group - 1) == 0) {
        setFocusHead(group - 1);
      } else {
        setFocusCard(refOf(MapPlace{group - 1, layout.blockCount(group - 1) - 1}, 0), true);
        anchor = focus;
      }
      break;
    default:
      return false;
  }
  return true;
}

void HeatmapView::Impl::moveFocus(int key, bool extend) {
  if (!focusGroup.isEmpty() && moveOnHead(key)) return;
  const auto here = focus ? find(*focus) : std::nullopt;
  std::optional<std::pair<MapPlace, int>> next;
  if (key == Qt::Key_Home || (!here && key != Qt::Key_End)) {
    next = firstCard();
  } else if (key == Qt::Key_End) {
    next = lastCard();
  } else {
    next = step(here->first, here->second, key);
    if (!next && !extend && key == Qt::Key_Up) return setFocusHead(here->first.group);
    if (!next && !extend && key == Qt::Key_Down && here->first.group + 1 < layout.groupCount())
      return setFocusHead(here->first.group + 1);
  }
  if (!next) return;
  if (extend && !anchor) anchor = focus;
  const CardRef ref = refOf(next->first, next->second);
  setFocusCard(ref, true);
  if (extend) {
    extendTo(ref);
  } else {
    anchor = ref;
  }
}

void HeatmapView::Impl::toggleFocused() {
  const auto found = focus ? find(*focus) : std::nullopt;
  if (!found) return;
  if (layout.cardCount(found->first) == 0) return chooseNode(found->first);
  std::set<CardRef> cards = selection;
  if (!cards.insert(*focus).second) cards.erase(*focus);
  anchor = focus;
  setSelection(std::move(cards));
}

void HeatmapView::keyPressEvent(QKeyEvent* event) {
  const bool onHead = !m_impl->focusGroup.isEmpty();
  switch (event->key()) {
    case Qt::Key_Escape:
      if (!m_impl->rubberBand) return event->ignore();
      return m_impl->cancelRubberBand();
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End:
      if (event->modifiers() & (Qt::AltModifier | Qt::ControlModifier)) return event->ignore();
      return m_impl->moveFocus(event->key(), event->modifiers() & Qt::ShiftModifier);
    case Qt::Key_PageDown:
      return verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepAdd);
    case Qt::Key_PageUp:
      return verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepSub);
    case Qt::Key_Space:
      if (onHead) {
        m_impl->moveOnHead(event->key());
      } else {
        m_impl->toggleFocused();
      }
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (event->modifiers() & ~Qt::KeypadModifier) return event->ignore();
      if (onHead) {
        m_impl->moveOnHead(event->key());
      } else if (m_impl->focus && m_impl->find(*m_impl->focus)) {
        if (m_impl->focus->card == kPendingCard)
          emit nodeActivated(m_impl->focus->node);
        else
          emit cardActivated(*m_impl->focus);
      }
      return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoomIn();
    case Qt::Key_Minus:
      return zoomOut();
    case Qt::Key_0:
      if (event->modifiers() & ~(Qt::KeypadModifier | Qt::ControlModifier)) return event->ignore();
      return zoomToFit();
    default:
      break;
  }
  if (event->matches(QKeySequence::SelectAll)) {
    std::set<CardRef> all;
    for (int g = 0; g < m_impl->layout.groupCount(); ++g) {
      if (m_impl->layout.isFolded(g)) continue;
      for (int block = 0; block < m_impl->layout.blockCount(g); ++block) {
        const MapPlace place{g, block};
        for (int i = 0; i < m_impl->layout.cardCount(place); ++i) all.insert(all.end(), m_impl->refOf(place, i));
      }
    }
    return m_impl->setSelection(std::move(all));
  }
  event->ignore();
}

void HeatmapView::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  if (!m_impl->focus || !m_impl->find(*m_impl->focus)) {
    const auto first = m_impl->firstCard();
    if (first) m_impl->focus = m_impl->refOf(first->first, first->second);
  }
  m_impl->announceFocus();
  viewport()->update();
}

void HeatmapView::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  viewport()->update();
}

}  // namespace cardinal::ui
