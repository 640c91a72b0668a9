// SPDX-License-Identifier: Apache-2.0
// Mouse: selection, rubber band, hover, tooltip, wheel, context menu.
#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/widgets/map/heatmap_tip.h"
#include "ui/widgets/map/heatmap_view_impl.h"

namespace cardinal::ui {

void HeatmapView::Impl::setSelection(std::set<CardRef> cards) {
  if (cards == selection) return;
  selection = std::move(cards);
  indexSelection();
  invalidate();
  emit view.selectionChanged();
}

void HeatmapView::Impl::clickCard(const MapHit& hit, Qt::KeyboardModifiers modifiers) {
  const CardRef ref = refOf(hit.place, hit.card);
  if (modifiers & Qt::ShiftModifier && anchor) {
    setFocusCard(ref, false);
    return extendTo(ref);
  }
  setFocusCard(ref, false);
  anchor = ref;
  if (modifiers & Qt::ControlModifier) {
    std::set<CardRef> cards = selection;
    if (!cards.insert(ref).second) cards.erase(ref);
    return setSelection(std::move(cards));
  }
  setSelection({ref});
}

void HeatmapView::Impl::chooseNode(const MapPlace& place) {
  setFocusCard(refOf(place, 0), false);
  anchor = focus;
  setSelection({});
  litNode = focus->node;
  invalidate();
  emit view.nodeChosen(focus->node);
}

void HeatmapView::Impl::clickNode(const MapHit& hit, Qt::KeyboardModifiers modifiers) {
  if (layout.cardCount(hit.place) == 0) return chooseNode(hit.place);
  std::set<CardRef> cards = modifiers & (Qt::ControlModifier | Qt::ShiftModifier) ? selection : std::set<CardRef>();
  for (int i = 0; i < layout.cardCount(hit.place); ++i) cards.insert(refOf(hit.place, i));
  setSelection(std::move(cards));
}

/// Everything between the anchor and `to`, in reading order.
void HeatmapView::Impl::extendTo(const CardRef& to) {
  const auto from = anchor ? find(*anchor) : std::nullopt;
  const auto until = find(to);
  if (!from || !until) return setSelection({to});
  const auto key = [](const std::pair<MapPlace, int>& p) { return std::tuple(p.first.group, p.first.block, p.second); };
  auto low = *from;
  auto high = *until;
  if (key(high) < key(low)) std::swap(low, high);
  std::set<CardRef> cards;
  for (int g = low.first.group; g <= high.first.group; ++g) {
    if (layout.isFolded(g)) continue;
    const int firstBlock = g == low.first.group ? low.first.block : 0;
    const int lastBlock = g == high.first.group ? high.first.block : layout.blockCount(g) - 1;
    for (int block = firstBlock; block <= lastBlock; ++block) {
      const MapPlace place{g, block};
      for (int i = 0; i < layout.cardCount(place); ++i) {
        const auto here = key({place, i});
        if (here >= key(low) && here <= key(high)) cards.insert(refOf(place, i));
      }
    }
  }
  setSelection(std::move(cards));
}

void HeatmapView::mousePressEvent(QMouseEvent* event) {
  m_impl->hideTip();
  if (event->button() != Qt::LeftButton) return;
  Impl::RubberBand rubberBand;
  rubberBand.origin = m_impl->toContent(event->position().toPoint());
  rubberBand.adds = event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier);
  rubberBand.pressed = m_impl->layout.hit(rubberBand.origin);
  m_impl->rubberBand = rubberBand;
}

void HeatmapView::mouseMoveEvent(QMouseEvent* event) {
  const QPoint point = event->position().toPoint();
  if (m_impl->rubberBand && event->buttons() & Qt::LeftButton)
    return m_impl->updateRubberBand(m_impl->toContent(point));
  m_impl->hoverAt(point);
  if (m_impl->tip && m_impl->tip->isVisible()) m_impl->showTip(event->globalPosition().toPoint());
}

void HeatmapView::Impl::updateRubberBand(const QPoint& content) {
  const QPoint origin = rubberBand->origin;
  rubberBand->rect = QRect(origin, content).normalized();
  if (!rubberBand->active && (content - origin).manhattanLength() < QApplication::startDragDistance()) return;
  rubberBand->active = true;
  QScrollBar* bar = view.verticalScrollBar();
  constexpr int kEdge = 16;
  const int y = content.y() - scrollY();
  if (y < kEdge) bar->setValue(bar->value() - kEdge);
  if (y > view.viewport()->height() - kEdge) bar->setValue(bar->value() + kEdge);
  view.viewport()->update();
}

void HeatmapView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !m_impl->rubberBand) return;
  const bool wasRubberBand = m_impl->rubberBand->active;
  const std::optional<MapHit> pressed = m_impl->rubberBand->pressed;
  if (wasRubberBand) {
    m_impl->finishRubberBand();
    return;
  }
  m_impl->rubberBand.reset();
  const MapHit hit = m_impl->layout.hit(m_impl->toContent(event->position().toPoint()));
  m_impl->clickedCard.reset();
  m_impl->clickedNode.clear();
  if (!pressed || hit.kind != pressed->kind || !(hit.place == pressed->place)) return;
  // A pane that opens beside the map makes it narrower: the rows move, but not from under the pointer.
  if (hit.kind == MapHit::Kind::Card || hit.kind == MapHit::Kind::Node) m_impl->keepUnderPointer(hit.place);
  switch (hit.kind) {
    case MapHit::Kind::Card:
      m_impl->clickedCard = m_impl->refOf(hit.place, hit.card);
      return m_impl->clickCard(hit, event->modifiers());
    case MapHit::Kind::Node:
      m_impl->clickedNode = QString::fromStdString(m_impl->snapshot->node(m_impl->layout.node(hit.place)).name);
      return m_impl->clickNode(hit, event->modifiers());
    case MapHit::Kind::GroupHead: {
      const QString group = m_impl->groupName(hit.place.group);
      m_impl->setFocusHead(hit.place.group);
      return setFolded(group, !isFolded(group));
    }
    case MapHit::Kind::None:
      if (!(event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier))) m_impl->setSelection({});
      return;
  }
}

void HeatmapView::Impl::finishRubberBand() {
  const QRect area = rubberBand->rect;
  std::set<CardRef> cards = rubberBand->adds ? selection : std::set<CardRef>();
  rubberBand.reset();
  for (const VisibleBlocks& blocks : layout.visible(area.top(), area.height())) {
    for (int block = blocks.first; block <= blocks.last; ++block) {
      const MapPlace place{blocks.group, block};
      for (const int card : layout.cardsIn(place, area)) cards.insert(refOf(place, card));
    }
  }
  setSelection(std::move(cards));
  view.viewport()->update();
}

void HeatmapView::Impl::cancelRubberBand() {
  rubberBand.reset();
  view.viewport()->update();
}

void HeatmapView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  // The first click may have opened a pane, and the map has moved under the pointer.
  if (m_impl->clickedCard) return emit cardActivated(CardRef(*m_impl->clickedCard));
  if (!m_impl->clickedNode.isEmpty()) emit nodeActivated(QString(m_impl->clickedNode));
}

void HeatmapView::wheelEvent(QWheelEvent* event) {
  if (!(event->modifiers() & Qt::ControlModifier)) return QAbstractScrollArea::wheelEvent(event);
  const double notches = event->angleDelta().y() / 120.0;
  if (notches == 0.0) return;
  const int cell = m_impl->cell;
  int wanted = static_cast<int>(std::lround(cell * std::pow(1.2, notches)));
  if (wanted == cell) wanted += notches > 0 ? 1 : -1;
  m_impl->zoomTo(wanted, event->position().toPoint());
  event->accept();
}

void HeatmapView::contextMenuEvent(QContextMenuEvent* event) {
  m_impl->hideTip();
  if (event->reason() == QContextMenuEvent::Keyboard) {
    const auto found = m_impl->focus && m_impl->focusGroup.isEmpty() ? m_impl->find(*m_impl->focus) : std::nullopt;
    if (!found) return;
    const QRect cell = m_impl->layout.cellRect(found->first, found->second).translated(0, -m_impl->scrollY());
    emit contextMenuRequested(viewport()->mapToGlobal(cell.center()), *m_impl->focus,
                              m_impl->focus->card == kPendingCard);
    return;
  }
  const MapHit hit = m_impl->layout.hit(m_impl->toContent(viewport()->mapFromGlobal(event->globalPos())));
  if (hit.kind == MapHit::Kind::Card) {
    const CardRef ref = m_impl->refOf(hit.place, hit.card);
    if (m_impl->selection.count(ref) == 0) m_impl->clickCard(hit, Qt::NoModifier);
    emit contextMenuRequested(event->globalPos(), ref, false);
  } else if (hit.kind == MapHit::Kind::Node) {
    emit contextMenuRequested(event->globalPos(), m_impl->refOf(hit.place, 0), true);
  }
}

// --- hover and tooltip
// --------------------------------------------------------------------------------------------------------

void HeatmapView::Impl::hoverAt(const QPoint& viewportPoint) {
  const MapHit now = layout.hit(toContent(viewportPoint));
  if (now.kind == hover.kind && now.place == hover.place && now.card == hover.card) return;
  hover = now;
  view.viewport()->setCursor(now.kind == MapHit::Kind::GroupHead ? Qt::PointingHandCursor : Qt::ArrowCursor);
  view.viewport()->update();
}

void HeatmapView::leaveEvent(QEvent* event) {
  m_impl->hover = {};
  m_impl->hideTip();
  viewport()->update();
  QAbstractScrollArea::leaveEvent(event);
}

bool HeatmapView::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    m_impl->hoverAt(help->pos());
    m_impl->showTip(help->globalPos());
    return true;
  }
  if (event->type() == QEvent::Leave) leaveEvent(event);
  return QAbstractScrollArea::viewportEvent(event);
}

void HeatmapView::Impl::showTip(const QPoint& global) {
  const MapPreview* shown = preview ? &*preview : nullptr;
  TipContent content;
  if (hover.kind == MapHit::Kind::Card) {
    content = cardTip(*snapshot, layout.node(hover.place), hover.card, shown, previewIndex,
                      useOf(layout.node(hover.place), hover.card), reported.get());
  } else if (hover.kind == MapHit::Kind::Node) {
    content = nodeTip(*snapshot, layout.node(hover.place), shown, previewIndex);
  }
  if (content.isEmpty()) return hideTip();
  if (!tip) tip = new TipTable(theme, &view);
  tip->showAt(global, content);
}

void HeatmapView::Impl::hideTip() {
  if (tip) tip->hide();
}

}  // namespace cardinal::ui
