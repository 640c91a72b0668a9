// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/basic/flow_row.h"

#include <QWidget>
#include <algorithm>

namespace cardinal::ui {

FlowRow::~FlowRow() {
  for (const Item& one : m_items) delete one.item;
}

void FlowRow::addItem(QLayoutItem* item) {
  m_items.push_back({item, false});
}

void FlowRow::addGrowing(QWidget* widget) {
  addWidget(widget);
  m_items.back().grows = true;
}

void FlowRow::addGrowing(QLayout* layout) {
  addChildLayout(layout);
  m_items.push_back({layout, true});
}

void FlowRow::addStretch() {
  m_items.push_back({new QSpacerItem(0, 0, QSizePolicy::Expanding, QSizePolicy::Minimum), true});
  invalidate();
}

QLayoutItem* FlowRow::itemAt(int index) const {
  return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].item : nullptr;
}

QLayoutItem* FlowRow::takeAt(int index) {
  QLayoutItem* taken = itemAt(index);
  if (taken) m_items.erase(m_items.begin() + index);
  return taken;
}

QSize FlowRow::sizeHint() const {
  QSize hint(0, 0);
  for (const Item& one : m_items) {
    if (one.item->isEmpty() && !one.item->spacerItem()) continue;
    const QSize size = one.item->sizeHint();
    hint =
        QSize(hint.width() + (hint.width() > 0 ? spacing() : 0) + size.width(), std::max(hint.height(), size.height()));
  }
  const QMargins edge = contentsMargins();
  return hint + QSize(edge.left() + edge.right(), edge.top() + edge.bottom());
}

QSize FlowRow::minimumSize() const {
  QSize least(0, 0);
  for (const Item& one : m_items) {
    if (!one.item->isEmpty()) least = least.expandedTo(QSize(leastWidth(one), one.item->minimumSize().height()));
  }
  const QMargins edge = contentsMargins();
  return least + QSize(edge.left() + edge.right(), edge.top() + edge.bottom());
}

int FlowRow::leastWidth(const Item& one) {
  return one.grows ? one.item->minimumSize().width() : one.item->sizeHint().width();
}

std::vector<FlowRow::Row> FlowRow::rowsFor(int width) const {
  std::vector<Row> rows;
  int used = 0;
  for (const Item& one : m_items) {
    const bool spacer = one.item->spacerItem() != nullptr;
    if (one.item->isEmpty() && !spacer) continue;
    const int wide = leastWidth(one);
    const bool first = rows.empty() || rows.back().items.empty();
    const int gap = first || spacer ? 0 : spacing();
    if (rows.empty() || (!first && used + gap + wide > width)) {
      rows.emplace_back();
      used = wide;
    } else {
      used += gap + wide;
    }
    Row& row = rows.back();
    row.items.push_back(&one);
    row.height = std::max(row.height, one.item->hasHeightForWidth()
                                          ? one.item->heightForWidth(std::min(width, one.item->maximumSize().width()))
                                          : one.item->sizeHint().height());
    row.left = std::max(0, width - used);
  }
  return rows;
}

int FlowRow::growth(const Item& one, int left, int sharers) {
  return std::min(left / sharers, std::max(0, one.item->maximumSize().width() - leastWidth(one)));
}

void FlowRow::placeRow(const Row& row, int x, int y) const {
  int sharers =
      static_cast<int>(std::count_if(row.items.begin(), row.items.end(), [](const Item* one) { return one->grows; }));
  int left = row.left;
  bool first = true;
  for (const Item* one : row.items) {
    const bool spacer = one->item->spacerItem() != nullptr;
    if (!first && !spacer) x += spacing();
    first = false;
    int wide = leastWidth(*one);
    if (one->grows) {
      const int more = growth(*one, left, sharers--);
      wide += more;
      left -= more;
    }
    const int high = std::min(row.height, std::max(one->item->sizeHint().height(), one->grows ? row.height : 0));
    one->item->setGeometry(QRect(x, y + (row.height - high) / 2, wide, high));
    x += wide;
  }
}

int FlowRow::arrange(const QRect& rect, bool place) const {
  const QMargins edge = contentsMargins();
  int y = rect.y() + edge.top();
  const std::vector<Row> rows = rowsFor(rect.width() - edge.left() - edge.right());
  for (const Row& row : rows) {
    if (place) placeRow(row, rect.x() + edge.left(), y);
    y += row.height + spacing();
  }
  return y - (rows.empty() ? 0 : spacing()) + edge.bottom() - rect.y();
}

void FlowRow::setGeometry(const QRect& rect) {
  QLayout::setGeometry(rect);
  arrange(rect, true);
}

}  // namespace cardinal::ui
