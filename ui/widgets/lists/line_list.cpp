// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/lists/line_list.h"

#include <QKeyEvent>
#include <QPainter>

#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {

namespace {
constexpr int kPadding = 16;
constexpr int kGlyph = 14;
}  // namespace

void LineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const Tokens& t = m_theme.tokens();
  const QRectF area = option.rect;
  painter->save();
  const bool selected = option.state & QStyle::State_Selected;
  const bool hovered = option.state & QStyle::State_MouseOver;
  if (selected || hovered) painter->fillRect(option.rect, selected ? t.selected : t.hover);
  if (selected) painter->fillRect(QRectF(area.left(), area.top(), 3, area.height()), t.accent);
  drawHairline(*painter, QRectF(area.left(), area.bottom() - 1, area.width(), 1), t.line);
  paintLines(*painter, area.adjusted(kPadding, 0, -kPadding, 0), index, selected);
  if (selected && option.state & QStyle::State_HasFocus)
    drawBox(*painter, area.adjusted(1, 1, -1, -1), {}, t.accent, 2, 2);
  painter->restore();
}

QRectF LineDelegate::paintState(QPainter& painter, const QRectF& line, StateRole state) const {
  const int side = scaledWidth(m_theme, kGlyph);
  drawGlyph(painter, m_theme, stateGlyph(state), stateColour(m_theme.tokens(), state),
            QRectF(line.left(), line.top(), side, line.height()), kGlyph);
  return line.adjusted(side + 6, 0, 0, 0);
}

LineList::LineList(Theme& theme, LineDelegate* delegate, QWidget* parent) : QListView(parent) {
  setFrameShape(QFrame::NoFrame);
  setUniformItemSizes(true);
  setMouseTracking(true);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  delegate->setParent(this);
  setItemDelegate(delegate);
  connect(this, &QListView::doubleClicked, this, [this](const QModelIndex& index) { emit rowActivated(index.row()); });
  connect(&theme, &Theme::changed, this, [this] {
    scheduleDelayedItemsLayout();
    viewport()->update();
  });
}

void LineList::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QListView::currentChanged(current, previous);
  emit rowChosen(current.row());
}

void LineList::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && event->modifiers() == Qt::NoModifier && currentIndex().isValid()) {
    emit rowActivated(currentIndex().row());
    return;
  }
  QListView::keyPressEvent(event);
}

}  // namespace cardinal::ui
