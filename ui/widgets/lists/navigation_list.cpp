// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/lists/navigation_list.h"

#include <QFontMetrics>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {
namespace {
constexpr int kPad = 8;
constexpr int kGap = 2;
constexpr int kWide = 168;
constexpr int kNarrow = 56;
constexpr int kRow = 32;
constexpr int kIcon = 16;
constexpr int kAlone = 20;  // icon without a word
}  // namespace

NavigationList::NavigationList(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setMouseTracking(true);
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
  setAccessibleName(tr("Pages"));
  connect(&theme, &Theme::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void NavigationList::addItem(const QString& id, const QString& iconName, const QString& text, bool atBottom) {
  m_items.push_back({id, iconName, text, {}, {}, false, atBottom});
  if (m_current.isEmpty()) m_current = id;
  updateGeometry();
  update();
}

void NavigationList::setText(const QString& id, const QString& text) {
  for (Item& item : m_items) {
    if (item.id == id) item.text = text;
  }
  update();
}

void NavigationList::setCount(const QString& id, const QString& count, bool strong) {
  for (Item& item : m_items) {
    if (item.id != id) continue;
    item.count = count;
    item.strong = strong;
  }
  update();
}

void NavigationList::setKey(const QString& id, const QString& key) {
  for (Item& item : m_items) {
    if (item.id == id) item.key = key;
  }
}

/// Nothing where the entry says it all itself.
QString NavigationList::tipOf(const Item& item) const {
  if (!item.key.isEmpty()) return tr("%1 (%2)", "page, key").arg(item.text, item.key);
  return m_collapsed ? item.text : QString();
}

const NavigationList::Item* NavigationList::find(const QString& id) const {
  const auto found = std::find_if(m_items.begin(), m_items.end(), [&id](const Item& item) { return item.id == id; });
  return found == m_items.end() ? nullptr : &*found;
}

QString NavigationList::count(const QString& id) const {
  const Item* item = find(id);
  return item == nullptr ? QString() : item->count;
}

QString NavigationList::tip(const QString& id) const {
  const Item* item = find(id);
  return item == nullptr ? QString() : tipOf(*item);
}

void NavigationList::setCurrent(const QString& id) {
  m_current = id;
  for (std::size_t i = 0; i < m_items.size(); ++i) {
    if (m_items[i].id == id) m_focused = static_cast<int>(i);
  }
  update();
}

void NavigationList::setCollapsed(bool collapsed) {
  if (collapsed == m_collapsed) return;
  m_collapsed = collapsed;
  updateGeometry();
  update();
}

QSize NavigationList::sizeHint() const {
  const int row = scaledWidth(m_theme, kRow) + kGap;
  const int width = m_collapsed ? kNarrow : static_cast<int>(kWide * (1 + (m_theme.textScale() - 1) * 0.7));
  return {width, 2 * kPad + static_cast<int>(m_items.size()) * row};
}

QSize NavigationList::minimumSizeHint() const {
  const int row = m_theme.lineHeight(TextRole::Body) + kGap;
  return {sizeHint().width(), 2 * kPad + static_cast<int>(m_items.size()) * row};
}

int NavigationList::rowHeight() const {
  const int room = (height() - 2 * kPad) / std::max(1, static_cast<int>(m_items.size())) - kGap;
  return std::clamp(room, m_theme.lineHeight(TextRole::Body), scaledWidth(m_theme, kRow));
}

QRect NavigationList::itemRect(std::size_t index) const {
  const int row = rowHeight();
  int above = 0;
  int below = 0;
  for (std::size_t i = 0; i < m_items.size(); ++i) {
    if (m_items[i].bottom != m_items[index].bottom) continue;
    if (i < index) ++above;
    if (i > index) ++below;
  }
  const int y =
      m_items[index].bottom ? height() - kPad - (below + 1) * row - below * kGap : kPad + above * (row + kGap);
  return {kPad, y, width() - 2 * kPad, row};
}

int NavigationList::itemAt(const QPoint& point) const {
  for (std::size_t i = 0; i < m_items.size(); ++i) {
    if (itemRect(i).contains(point)) return static_cast<int>(i);
  }
  return -1;
}

void NavigationList::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_theme.tokens().chrome);
  for (std::size_t i = 0; i < m_items.size(); ++i) paintItem(painter, i);
}

void NavigationList::paintItem(QPainter& painter, std::size_t index) const {
  const Tokens& t = m_theme.tokens();
  const Item& item = m_items[index];
  const QRect rect = itemRect(index);
  const bool current = item.id == m_current;
  const bool hovered = static_cast<int>(index) == m_hovered;
  if (current || hovered) drawBox(painter, rect, t.kind == ThemeKind::Light && current ? t.bg : t.hover, {}, 4);
  const int mark = std::min(scaledWidth(m_theme, 20), rect.height());
  if (current) drawBox(painter, QRectF(0, rect.center().y() + 1 - mark / 2, 3, mark), t.accent, {}, 1);
  if (hasFocus() && static_cast<int>(index) == m_focused && window()->testAttribute(Qt::WA_KeyboardFocusChange)) {
    drawBox(painter, rect, {}, t.accent, 4, 2);
  }
  const QColor ink = current || hovered ? t.text1 : t.text2;
  const int size = m_collapsed ? kAlone : kIcon;
  const int side = std::min(scaledWidth(m_theme, size), rect.width());
  const QRectF icon(rect.left() + (m_collapsed ? (rect.width() - side) / 2.0 : 8), rect.top(), side, rect.height());
  drawGlyph(painter, m_theme, item.icon, ink, icon, size);
  if (m_collapsed) return;
  qreal right = rect.right() - 8;
  if (!item.count.isEmpty()) {
    QFont face = m_theme.font(TextRole::Micro);
    if (item.strong) face.setWeight(QFont::DemiBold);
    painter.setFont(face);
    painter.setPen(item.strong ? t.text1 : current ? t.text2 : t.kind == ThemeKind::Light ? t.text2 : t.text3);
    const int w = QFontMetrics(face).horizontalAdvance(item.count);
    drawLine(painter, QRectF(right - w, rect.top(), w + 1, rect.height()), item.count, Qt::AlignRight, Qt::ElideNone);
    right -= w + 8;
  }
  painter.setFont(m_theme.font(current ? TextRole::BodyStrong : TextRole::Body));
  painter.setPen(ink);
  const qreal left = icon.right() + 10;
  drawLine(painter, QRectF(left, rect.top(), right - left, rect.height()), item.text);
}

void NavigationList::mouseMoveEvent(QMouseEvent* event) {
  const int at = itemAt(event->position().toPoint());
  if (at == m_hovered) return;
  m_hovered = at;
  update();
}

void NavigationList::mouseReleaseEvent(QMouseEvent* event) {
  const int at = itemAt(event->position().toPoint());
  if (event->button() != Qt::LeftButton || at < 0) return;
  m_focused = at;
  emit activated(m_items[static_cast<std::size_t>(at)].id);
}

void NavigationList::leaveEvent(QEvent* event) {
  m_hovered = -1;
  update();
  QWidget::leaveEvent(event);
}

void NavigationList::keyPressEvent(QKeyEvent* event) {
  const int last = static_cast<int>(m_items.size()) - 1;
  if (last < 0) return event->ignore();
  switch (event->key()) {
    case Qt::Key_Up:
      m_focused = std::max(0, m_focused - 1);
      break;
    case Qt::Key_Down:
      m_focused = std::min(last, m_focused + 1);
      break;
    case Qt::Key_Home:
      m_focused = 0;
      break;
    case Qt::Key_End:
      m_focused = last;
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      emit activated(m_items[static_cast<std::size_t>(m_focused)].id);
      return;
    default:
      return event->ignore();
  }
  setAccessibleDescription(m_items[static_cast<std::size_t>(m_focused)].text);
  update();
}

void NavigationList::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

void NavigationList::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

bool NavigationList::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int at = itemAt(help->pos());
    const QString tip = at < 0 ? QString() : tipOf(m_items[static_cast<std::size_t>(at)]);
    tip.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), tip.toHtmlEscaped(), this);
    return true;
  }
  return QWidget::event(event);
}

}  // namespace cardinal::ui
