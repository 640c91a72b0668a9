// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/whatif/two_line_list.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {

namespace {

constexpr int kPadding = 16;
constexpr int kGlyph = 14;

class TwoLineDelegate : public QStyledItemDelegate {
 public:
  TwoLineDelegate(Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) {}

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {160, m_theme.lineHeight(TextRole::Body) + m_theme.lineHeight(TextRole::Small) + 16};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const Tokens& t = m_theme.tokens();
    const QRectF area = option.rect;
    painter->save();
    const bool selected = option.state & QStyle::State_Selected;
    const bool hovered = option.state & QStyle::State_MouseOver;
    if (selected || hovered) painter->fillRect(option.rect, selected ? t.selected : t.hover);
    if (selected) painter->fillRect(QRectF(area.left(), area.top(), 3, area.height()), t.accent);
    drawHairline(*painter, QRectF(area.left(), area.bottom() - 1, area.width(), 1), t.line);
    const qreal width = area.width() - 2 * kPadding;
    const qreal first = m_theme.lineHeight(TextRole::Body);
    painter->setFont(m_theme.font(TextRole::Body));
    painter->setPen(t.text1);
    drawLine(*painter, QRectF(area.left() + kPadding, area.top() + 7, width, first),
             index.data(Qt::DisplayRole).toString(), Qt::AlignLeft, Qt::ElideMiddle);
    QRectF words(area.left() + kPadding, area.top() + 8 + first, width, m_theme.lineHeight(TextRole::Small));
    const auto state = static_cast<StateRole>(index.data(TwoLineModel::StateRoleOf).toInt());
    const int side = scaledWidth(m_theme, kGlyph);
    drawGlyph(*painter, m_theme, stateGlyph(state), stateColour(t, state),
              QRectF(words.left(), words.top(), side, words.height()), kGlyph);
    words.setLeft(words.left() + side + 6);
    painter->setFont(m_theme.font(TextRole::Small));
    painter->setPen(selected ? t.text1 : t.text2);
    drawLine(*painter, words, index.data(TwoLineModel::WordsRole).toString());
    if (selected && option.state & QStyle::State_HasFocus)
      drawBox(*painter, area.adjusted(1, 1, -1, -1), {}, t.accent, 2, 2);
    painter->restore();
  }

 private:
  Theme& m_theme;
};

}  // namespace

void TwoLineModel::setItems(std::vector<TwoLineItem> items) {
  if (items == m_items) return;
  const int before = rowCount();
  const int after = static_cast<int>(items.size());
  if (after < before) {
    beginRemoveRows({}, after, before - 1);
    m_items.resize(items.size());
    endRemoveRows();
  }
  if (after > before) {
    beginInsertRows({}, before, after - 1);
    m_items.insert(m_items.end(), items.begin() + before, items.end());
    endInsertRows();
  }
  m_items = std::move(items);
  const int changed = std::min(before, after);
  if (changed > 0) emit dataChanged(index(0), index(changed - 1));
}

int TwoLineModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_items.size());
}

QVariant TwoLineModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const TwoLineItem& item = m_items[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      return item.title;
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: {
      const QString both = item.title + QStringLiteral("\n") + item.words;
      return role == Qt::ToolTipRole ? both.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")) : both;
    }
    case WordsRole:
      return item.words;
    case StateRoleOf:
      return static_cast<int>(item.state);
    default:
      return {};
  }
}

TwoLineList::TwoLineList(Theme& theme, QWidget* parent) : QListView(parent) {
  setFrameShape(QFrame::NoFrame);
  setUniformItemSizes(true);
  setMouseTracking(true);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setItemDelegate(new TwoLineDelegate(theme, this));
  setModel(&m_model);
  // Rows stand at once, also where no event loop runs.
  connect(&m_model, &QAbstractItemModel::rowsInserted, this, [this] { executeDelayedItemsLayout(); });
  connect(this, &QListView::doubleClicked, this, [this](const QModelIndex& index) { emit rowActivated(index.row()); });
  connect(&theme, &Theme::changed, this, [this] {
    scheduleDelayedItemsLayout();
    viewport()->update();
  });
}

void TwoLineList::setCurrentRow(int row) {
  if (row >= 0 && row < m_model.rowCount()) setCurrentIndex(m_model.index(row));
}

void TwoLineList::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QListView::currentChanged(current, previous);
  emit rowChosen(current.row());
}

void TwoLineList::keyPressEvent(QKeyEvent* event) {
  const QModelIndex current = currentIndex();
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && event->modifiers() == Qt::NoModifier && current.isValid()) {
    emit rowActivated(current.row());
  } else if (event->key() == Qt::Key_Delete && current.isValid()) {
    emit removalRequested(current.row());
  } else if (event->matches(QKeySequence::Copy) && current.isValid()) {
    QGuiApplication::clipboard()->setText(current.data().toString() + u'\t' +
                                          current.data(TwoLineModel::WordsRole).toString());
  } else {
    QListView::keyPressEvent(event);
  }
}

void TwoLineList::contextMenuEvent(QContextMenuEvent* event) {
  const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
  const QModelIndex at = byKey ? currentIndex() : indexAt(event->pos());
  if (at.isValid())
    emit menuRequested(byKey ? viewport()->mapToGlobal(visualRect(at).center()) : event->globalPos(), at.row());
}

}  // namespace cardinal::ui
