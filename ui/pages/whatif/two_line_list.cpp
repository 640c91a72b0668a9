// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/whatif/two_line_list.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QPainter>

#include "ui/theme/paint.h"

namespace cardinal::ui {

namespace {

class TwoLineDelegate : public LineDelegate {
 public:
  using LineDelegate::LineDelegate;

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {160, theme().lineHeight(TextRole::Body) + theme().lineHeight(TextRole::Small) + 16};
  }

 protected:
  void paintLines(QPainter& painter, const QRectF& area, const QModelIndex& index, bool isChosen) const override {
    const Tokens& t = theme().tokens();
    const qreal first = theme().lineHeight(TextRole::Body);
    painter.setFont(theme().font(TextRole::Body));
    painter.setPen(t.text1);
    drawLine(painter, QRectF(area.left(), area.top() + 7, area.width(), first), index.data(Qt::DisplayRole).toString(),
             Qt::AlignLeft, Qt::ElideMiddle);
    const QRectF second(area.left(), area.top() + 8 + first, area.width(), theme().lineHeight(TextRole::Small));
    const auto state = static_cast<StateRole>(index.data(TwoLineModel::StateRoleOf).toInt());
    const QRectF words = paintState(painter, second, state);
    painter.setFont(theme().font(TextRole::Small));
    painter.setPen(isChosen ? t.text1 : t.text2);
    drawLine(painter, words, index.data(TwoLineModel::WordsRole).toString());
  }
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

TwoLineList::TwoLineList(Theme& theme, QWidget* parent) : LineList(theme, new TwoLineDelegate(theme, nullptr), parent) {
  setModel(&m_model);
  // Rows stand at once, also where no event loop runs.
  connect(&m_model, &QAbstractItemModel::rowsInserted, this, [this] { executeDelayedItemsLayout(); });
}

void TwoLineList::setCurrentRow(int row) {
  if (row >= 0 && row < m_model.rowCount()) setCurrentIndex(m_model.index(row));
}

void TwoLineList::keyPressEvent(QKeyEvent* event) {
  const QModelIndex current = currentIndex();
  if (event->key() == Qt::Key_Delete && current.isValid()) {
    emit removalRequested(current.row());
  } else if (event->matches(QKeySequence::Copy) && current.isValid()) {
    QGuiApplication::clipboard()->setText(current.data().toString() + u'\t' +
                                          current.data(TwoLineModel::WordsRole).toString());
  } else {
    LineList::keyPressEvent(event);
  }
}

void TwoLineList::contextMenuEvent(QContextMenuEvent* event) {
  const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
  const QModelIndex at = byKey ? currentIndex() : indexAt(event->pos());
  if (at.isValid())
    emit menuRequested(byKey ? viewport()->mapToGlobal(visualRect(at).center()) : event->globalPos(), at.row());
}

}  // namespace cardinal::ui
