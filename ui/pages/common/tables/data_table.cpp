// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/tables/data_table.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFontMetricsF>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/i18n/format.h"
#include "ui/models/roles.h"
#include "ui/pages/common/cell_states.h"
#include "ui/theme/paint.h"
#include "ui/widgets/basic/inline_bar.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/state.h"

namespace cardinal::ui {

namespace {

StateRole stateOf(const QVariant& value) {
  return stateRoleOf(static_cast<CellState>(value.toInt()));
}

constexpr int kPadding = 8;
constexpr int kChip = 18;
constexpr int kGlyph = 14;
constexpr int kGlyphGap = 6;
constexpr int kBar = 48;
constexpr int kRowsMeasured =
    64;  // for the width of a column; Qt's 1,000 take most of a frame where rows come with every move of a drag

/// Alike in every row, or bars could not be compared: room is left for the longest percentage, whatever the row's own
/// number is.
qreal barLength(qreal room, const QString& number, const Theme& theme) {
  constexpr qreal kMin = 24;
  constexpr qreal kGap = 10;
  const QFontMetricsF metrics(theme.font(TextRole::Small));
  const qreal reserved = std::max(metrics.horizontalAdvance(percent(8.888, 1)) + kGap, room / 2);
  return std::max(kMin, room - std::max(reserved, metrics.horizontalAdvance(number) + kGap));
}

}  // namespace

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const Tokens& t = m_theme.tokens();
  painter->save();
  const bool selected = option.state & QStyle::State_Selected;
  const bool hovered = m_hoveredRow == index.row() && !selected && !index.parent().isValid();
  if (selected) painter->fillRect(option.rect, t.selected);
  if (hovered) painter->fillRect(option.rect, t.hover);
  QRectF rect = option.rect;
  if (m_hairlines) drawHairline(*painter, QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), t.line);

  const bool first = index.column() == 0;
  const bool last = !index.siblingAtColumn(index.column() + 1).isValid();
  rect.adjust(first && m_flush ? 0 : kPadding, 0, last && m_flush ? 0 : -kPadding, 0);

  const QVariant fraction = index.data(FractionRole);
  if (fraction.isValid()) {
    const QRectF bar(rect.left(), rect.center().y() - 2,
                     barLength(rect.width(), index.data(Qt::DisplayRole).toString(), m_theme), 4);
    const bool planned = stateOf(index.data(CellStateRole)) == StateRole::Planned;
    paintInlineBar(*painter, bar, fraction.toDouble(), planned, m_theme);
    rect.setLeft(bar.right() + 4);
  } else if (const QVariant state = index.data(CellStateRole); state.isValid()) {
    const StateRole role = stateOf(state);
    if (role != StateRole::None) {
      const qreal text =
          QFontMetricsF(m_theme.font(TextRole::Small)).horizontalAdvance(index.data(Qt::DisplayRole).toString());
      const bool atRight = index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
      const int side = scaledWidth(m_theme, kGlyph);
      const qreal x = atRight ? std::max(rect.left(), rect.right() - text - side - kGlyphGap - 2) : rect.left();
      drawGlyph(*painter, m_theme, stateGlyph(role), stateColour(t, role), QRectF(x, rect.top(), side, rect.height()),
                kGlyph);
      if (!atRight) rect.setLeft(rect.left() + side + kGlyphGap);
    }
  }
  if (const QVariant letter = index.data(LetterRole); letter.isValid()) {
    const int category = index.data(CategoryRole).toInt();
    const int chipSide = scaledWidth(m_theme, kChip);
    const QRectF chip(rect.left(), rect.center().y() - chipSide / 2.0, chipSide, chipSide);
    const bool known = category >= 0 && category < static_cast<int>(t.categories.size());
    drawBox(*painter, chip, known ? t.categories[static_cast<std::size_t>(category)] : t.hover,
            known ? QColor() : t.control, 3);
    painter->setFont(m_theme.font(TextRole::SmallStrong));
    painter->setPen(known ? QColor(Qt::black) : t.text1);
    drawLine(*painter, chip, letter.toString(), Qt::AlignHCenter);
    rect.setLeft(chip.right() + 8);
  }
  const bool strong = index.data(StrongRole).toBool();
  painter->setFont(m_theme.font(strong ? TextRole::SmallStrong : TextRole::Small));
  const bool enabled = option.state & QStyle::State_Enabled;
  painter->setPen(!enabled ? t.text3 : strong || selected ? t.text1 : t.text2);
  const auto align = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt());
  const bool right = align & Qt::AlignRight;
  drawLine(*painter, rect, index.data(Qt::DisplayRole).toString(), right ? Qt::AlignRight : Qt::AlignLeft,
           right                                              ? Qt::ElideRight
           : first || strong || index.data(NameRole).toBool() ? Qt::ElideMiddle
                                                              : Qt::ElideRight);
  if (option.state & QStyle::State_HasFocus && option.state & QStyle::State_KeyboardFocusChange) {
    drawBox(*painter, QRectF(option.rect), {}, t.accent, 2, 2);
  }
  painter->restore();
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const bool strong = index.data(StrongRole).toBool();
  const QFontMetricsF metrics(m_theme.font(strong ? TextRole::SmallStrong : TextRole::Small));
  qreal width = metrics.horizontalAdvance(index.data(Qt::DisplayRole).toString()) + 2 * kPadding + 2;
  if (index.data(FractionRole).isValid()) {
    width += kBar;
  } else if (index.data(CellStateRole).toInt() != static_cast<int>(CellState::None)) {
    width += scaledWidth(m_theme, kGlyph) + kGlyphGap;
  }
  if (index.data(LetterRole).isValid()) width += scaledWidth(m_theme, kChip) + kPadding;
  Q_UNUSED(option);
  return {static_cast<int>(std::ceil(width)), m_theme.rowHeight()};
}

DataTable::DataTable(Theme& theme, QWidget* parent)
    : QTableView(parent), m_theme(theme), m_delegate(new CellDelegate(theme, this)) {
  setItemDelegate(m_delegate);
  setShowGrid(false);
  setFrameShape(QFrame::NoFrame);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setSelectionMode(QAbstractItemView::SingleSelection);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setWordWrap(false);
  setTabKeyNavigation(false);
  setMouseTracking(true);
  verticalHeader()->hide();
  verticalHeader()->setMinimumSectionSize(16);
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setStretchLastSection(true);
  horizontalHeader()->setMinimumSectionSize(40);
  horizontalHeader()->setResizeContentsPrecision(kRowsMeasured);
  horizontalHeader()->setSectionsMovable(true);
  dress();
  connect(&theme, &Theme::changed, this, &DataTable::dress);
}

void DataTable::dress() {
  verticalHeader()->setDefaultSectionSize(m_theme.rowHeight());
  horizontalHeader()->setFixedHeight(m_theme.rowHeight());
  viewport()->update();
}

void DataTable::setFlush(bool flush) {
  m_flush = flush;
  m_delegate->setFlush(flush);
  setHorizontalScrollBarPolicy(flush ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
  setVerticalScrollBarPolicy(flush ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
  setSizePolicy(QSizePolicy::Expanding, flush ? QSizePolicy::Fixed : QSizePolicy::Expanding);
  horizontalHeader()->setProperty("flush", flush);
}

void DataTable::setModel(QAbstractItemModel* model) {
  QTableView::setModel(model);
  if (!model) return;
  const auto resized = [this] {
    if (m_flush) updateGeometry();
  };
  connect(model, &QAbstractItemModel::rowsInserted, this, resized);
  connect(model, &QAbstractItemModel::rowsRemoved, this, resized);
  connect(model, &QAbstractItemModel::modelReset, this, resized);
}

QSize DataTable::sizeHint() const {
  if (!m_flush || !model()) return QTableView::sizeHint();
  const int head = horizontalHeader()->isHidden() ? 0 : horizontalHeader()->height();
  return {200, head + model()->rowCount() * m_theme.rowHeight()};
}

QSize DataTable::minimumSizeHint() const {
  return m_flush ? QSize(120, sizeHint().height()) : QSize(200, 120);
}

QString DataTable::currentKey() const {
  return currentIndex().data(KeyRole).toString();
}

void DataTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTableView::currentChanged(current, previous);
  if (current.isValid() && current.row() != previous.row() && !m_entering)
    emit keyChosen(current.data(KeyRole).toString());
}

/// Qt makes the first row the current one of a table that gets the focus; nobody has chosen it, and the first Down
/// would pass it by.
void DataTable::focusInEvent(QFocusEvent* event) {
  m_entering = true;
  const bool chosen = currentIndex().isValid();
  QTableView::focusInEvent(event);
  if (!chosen && currentIndex().isValid()) selectionModel()->setCurrentIndex({}, QItemSelectionModel::NoUpdate);
  m_entering = false;
}

void DataTable::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    copySelection();
    return;
  }
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    if (event->modifiers() == Qt::NoModifier && currentIndex().isValid()) {
      emit keyActivated(currentKey());
      return;
    }
    event->ignore();
    return;
  }
  QTableView::keyPressEvent(event);
}

void DataTable::copySelection() const {
  QStringList lines;
  for (const QModelIndex& row : selectionModel()->selectedRows()) {
    QStringList cells;
    for (int column = 0; column < model()->columnCount(); ++column)
      cells << row.siblingAtColumn(column).data(RawTextRole).toString();
    lines << cells.join(u'\t');
  }
  if (!lines.isEmpty()) QApplication::clipboard()->setText(lines.join(u'\n'));
}

void DataTable::mouseMoveEvent(QMouseEvent* event) {
  QTableView::mouseMoveEvent(event);
  m_delegate->setHovered(indexAt(event->pos()));
  viewport()->update();
}

void DataTable::mouseDoubleClickEvent(QMouseEvent* event) {
  QTableView::mouseDoubleClickEvent(event);
  const QModelIndex index = indexAt(event->pos());
  if (index.isValid() && event->button() == Qt::LeftButton) emit keyActivated(index.data(KeyRole).toString());
}

void DataTable::leaveEvent(QEvent* event) {
  QTableView::leaveEvent(event);
  m_delegate->setHovered({});
  viewport()->update();
}

void DataTable::contextMenuEvent(QContextMenuEvent* event) {
  const QModelIndex index = event->reason() == QContextMenuEvent::Mouse ? indexAt(event->pos()) : currentIndex();
  if (index.isValid()) emit menuRequested(event->globalPos(), index.data(KeyRole).toString());
}

}  // namespace cardinal::ui
