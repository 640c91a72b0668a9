// SPDX-License-Identifier: Apache-2.0
// What lies over the cached picture: selection, changes, hover, focus, rubber band, stale veil.
#include <QPaintEngine>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>

#include "ui/theme/paint.h"
#include "ui/widgets/map/heatmap_view_impl.h"

namespace cardinal::ui {

void HeatmapView::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  // Inside QWidget::render the pixels belong to another device, with a ratio of its own.
  m_impl->renderBase(painter.paintEngine()->paintDevice()->devicePixelRatioF());
  painter.drawImage(QPoint(0, 0), m_impl->image);
  m_impl->paintOverlay(painter);
}

QImage HeatmapView::toImage(const QSize& size, qreal ratio) {
  QImage picture;
  m_impl->canvas = size;
  m_impl->relayout();
  m_impl->renderer.render(m_impl->frame(size, ratio), picture);
  QPainter painter(&picture);
  m_impl->paintOverlay(painter);
  painter.end();
  m_impl->canvas = {};
  m_impl->relayout();
  return picture;
}

void HeatmapView::Impl::renderBase(qreal ratio) {
  const QSize size = view.viewport()->size();
  if (!dirty && image.devicePixelRatio() == ratio && image.size() == (QSizeF(size) * ratio).toSize()) return;
  renderer.render(frame(size, ratio), image);
  dirty = false;
}

void HeatmapView::Impl::paintOverlay(QPainter& painter) {
  if (stale) {
    QColor veil = theme.tokens().bg;
    veil.setAlphaF(0.55F);
    painter.fillRect(QRect(QPoint(), canvasSize()), veil);
  }
  painter.save();
  painter.translate(0, -scrollY());
  paintMarks(painter);
  paintChanges(painter);
  paintSelection(painter);
  paintPointer(painter);
  paintFocus(painter);
  paintRubberBand(painter);
  painter.restore();
}

std::vector<QRectF> HeatmapView::Impl::selectedRuns() const {
  std::vector<QRectF> runs;
  if (selection.empty()) return runs;
  const LevelMetrics& metrics = layout.metrics();
  for (const VisibleBlocks& blocks : layout.visible(scrollY(), canvasSize().height())) {
    for (int block = blocks.first; block <= blocks.last; ++block) {
      const MapPlace place{blocks.group, block};
      const std::size_t first = snapshot->firstCard[layout.node(place).value];
      QRectF run;
      for (int i = 0; i < layout.cardCount(place); ++i) {
        if (!selected[first + static_cast<std::size_t>(i)]) {
          if (!run.isNull()) runs.push_back(run);
          run = {};
          continue;
        }
        const QRectF box = layout.cellRect(place, i);
        const bool continues = !run.isNull() && box.top() == run.top() && box.left() - run.right() <= metrics.cellGap;
        if (!run.isNull() && !continues) runs.push_back(run);
        run = continues ? run.united(box) : box;
      }
      if (!run.isNull()) runs.push_back(run);
    }
  }
  return runs;
}

void HeatmapView::Impl::paintSelection(QPainter& painter) const {
  const Tokens& t = theme.tokens();
  std::vector<QRectF> runs = selectedRuns();
  // A node without known cards has nothing else to be lit.
  const auto lit = litNode.isEmpty() ? std::nullopt : find(CardRef{litNode, kPendingCard});
  if (lit) runs.push_back(layout.cellsRect(lit->first));
  if (runs.empty()) return;
  if (layout.metrics().level == MapLevel::Pixel) {
    for (const QRectF& run : runs) drawBox(painter, run.adjusted(-1, -1, 1, 1), {}, t.accent, 0, 1);
    return;
  }
  const bool large = layout.metrics().level >= MapLevel::Cell;
  const qreal line = t.kind == ThemeKind::Contrast ? 3 : large ? 2 : 1.5;
  const qreal radius = large ? 4 : 1;
  const qreal out = large ? 2 : 1.5;  // stays below the descenders of the node's name
  for (const QRectF& run : runs) drawBox(painter, run.adjusted(-out, -out, out, out), {}, t.halo, radius, line + 1);
  for (const QRectF& run : runs) drawBox(painter, run.adjusted(-out, -out, out, out), {}, t.accent, radius, line);
}

void HeatmapView::Impl::paintMarks(QPainter& painter) const {
  if (marks.empty()) return;
  const Tokens& t = theme.tokens();
  const MapLevel level = layout.metrics().level;
  const bool large = level >= MapLevel::Cell;
  const QRect seen(0, scrollY(), canvasSize().width(), canvasSize().height());
  for (const CardRef& mark : marks) {
    const auto found = find(mark);
    if (!found) continue;
    const QRect box = layout.cellRect(found->first, found->second);
    if (!box.intersects(seen)) continue;
    if (level == MapLevel::Pixel) {
      painter.fillRect(box, t.planned);
    } else {
      drawBox(painter, QRectF(box).adjusted(-1, -1, 1, 1), {}, t.planned, large ? 4 : 0, large ? 2 : 1);
    }
  }
}

void HeatmapView::Impl::paintChanges(QPainter& painter) const {
  if (changed.empty()) return;
  const Tokens& t = theme.tokens();
  for (const VisibleBlocks& blocks : layout.visible(scrollY(), canvasSize().height())) {
    for (int block = blocks.first; block <= blocks.last; ++block) {
      const MapPlace place{blocks.group, block};
      const std::size_t first = snapshot->firstCard[layout.node(place).value];
      for (int i = 0; i < layout.cardCount(place); ++i) {
        const bool marked =
            std::find(changed.begin(), changed.end(), first + static_cast<std::size_t>(i)) != changed.end();
        if (marked)
          drawBox(painter, layout.cellRect(place, i), {}, t.text1, layout.metrics().level >= MapLevel::Text ? 3 : 0, 1);
      }
    }
  }
}

void HeatmapView::Impl::paintPointer(QPainter& painter) const {
  const Tokens& t = theme.tokens();
  if (drag.active) {
    const auto node = snapshot->findNode(drag.node.toStdString());
    const auto place = node ? layout.find(*node) : std::nullopt;
    if (!place) return;
    const auto card = find(CardRef{drag.node, drag.card});
    const QRectF rect = card ? QRectF(layout.cellRect(*place, card->second)) : QRectF(layout.cellsRect(*place));
    return drawBox(painter, rect.adjusted(-3, -3, 3, 3), {}, t.accent, 4, 2);
  }
  if (hover.kind == MapHit::Kind::Card) {
    drawBox(painter, layout.cellRect(hover.place, hover.card), {}, t.text1,
            layout.metrics().level >= MapLevel::Text ? 3 : 0, 1);
  } else if (hover.kind == MapHit::Kind::Node && layout.cardCount(hover.place) == 0) {
    drawBox(painter, layout.cellsRect(hover.place), {}, t.text1, layout.metrics().level >= MapLevel::Text ? 3 : 0, 1);
  } else if (hover.kind == MapHit::Kind::Node && layout.metrics().level <= MapLevel::Compact) {
    drawBox(painter, QRectF(layout.cellsRect(hover.place)).adjusted(-2, -2, 2, 2), {}, t.text2, 0, 1);
  }
}

void HeatmapView::Impl::paintFocus(QPainter& painter) const {
  if (!view.hasFocus() || !view.window()->testAttribute(Qt::WA_KeyboardFocusChange)) return;
  const Tokens& t = theme.tokens();
  QRectF rect;
  if (!focusGroup.isEmpty()) {
    const int group = groupNamed(focusGroup);
    if (group < 0) return;
    rect = QRectF(layout.headRect(group)).adjusted(8, 2, -8, -2);
  } else {
    const auto found = focus ? find(*focus) : std::nullopt;
    if (!found) return;
    rect = QRectF(layout.cellRect(found->first, found->second)).adjusted(-3, -3, 3, 3);
  }
  drawBox(painter, rect, {}, t.halo, 0, 2);
  QPen pen(t.accent, 2, Qt::CustomDashLine, Qt::FlatCap);
  pen.setDashPattern(t.kind == ThemeKind::Contrast ? QList<qreal>{4, 2} : QList<qreal>{2, 1});
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(rect.adjusted(1, 1, -1, -1));
}

void HeatmapView::Impl::paintRubberBand(QPainter& painter) const {
  if (!rubberBand || !rubberBand->active) return;
  const Tokens& t = theme.tokens();
  const QRectF rect = rubberBand->rect;
  QColor wash = t.accent;
  wash.setAlphaF(0.08F);
  painter.fillRect(rect, wash);
  drawBox(painter, rect.adjusted(-1.5, -1.5, 1.5, 1.5), {}, t.halo, 4, 5);
  drawBox(painter, rect, {}, t.accent, 4, 2);
}

}  // namespace cardinal::ui
