// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/basic/segmented_control.h"

#include <QFontMetrics>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {
namespace {
constexpr int kPad = 10;
constexpr int kIcon = 14;
}  // namespace

SegmentedControl::SegmentedControl(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setMouseTracking(true);
  setFocusPolicy(Qt::TabFocus);
  setProperty("focusRing", true);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  connect(&theme, &Theme::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void SegmentedControl::addItem(const QString& id, const QString& text, const QString& iconName) {
  m_items.push_back({id, text, iconName, {}, true});
  if (m_current.isEmpty()) m_current = id;
  updateGeometry();
  update();
}

void SegmentedControl::clear() {
  m_items.clear();
  m_current.clear();
  m_hovered = -1;
  updateGeometry();
  update();
}

void SegmentedControl::setText(const QString& id, const QString& text) {
  for (Item& item : m_items) {
    if (item.id == id) item.text = text;
  }
  updateGeometry();
  update();
}

void SegmentedControl::setItemEnabled(const QString& id, bool enabled, const QString& reason) {
  for (Item& item : m_items) {
    if (item.id != id) continue;
    item.enabled = enabled;
    item.reason = reason;
  }
  update();
}

void SegmentedControl::setCurrent(const QString& id) {
  m_current = id;
  for (const Item& item : m_items) {
    if (item.id == id) setAccessibleDescription(item.text);
  }
  update();
}

int SegmentedControl::itemWidth(const Item& item) const {
  // Widths are those of the heavier face, so that nothing moves when the choice does.
  QFont face = m_theme.font(TextRole::Body);
  face.setWeight(QFont::DemiBold);
  const int icon = item.icon.isEmpty() ? 0 : scaledWidth(m_theme, kIcon) + (item.text.isEmpty() ? 0 : 6);
  return QFontMetrics(face).horizontalAdvance(item.text) + icon + 2 * kPad;
}

QRect SegmentedControl::itemRect(std::size_t index) const {
  int x = 0;
  for (std::size_t i = 0; i < index; ++i) x += itemWidth(m_items[i]);
  return {x, 0, itemWidth(m_items[index]), height()};
}

int SegmentedControl::itemAt(const QPoint& point) const {
  for (std::size_t i = 0; i < m_items.size(); ++i) {
    if (itemRect(i).contains(point)) return static_cast<int>(i);
  }
  return -1;
}

QSize SegmentedControl::sizeHint() const {
  int width = 0;
  for (const Item& item : m_items) width += itemWidth(item);
  return {width, static_cast<int>(28 * m_theme.textScale())};
}

void SegmentedControl::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  drawBox(painter, rect(), t.raised, t.line2, 4);
  for (std::size_t i = 0; i < m_items.size(); ++i) {
    const Item& item = m_items[i];
    const QRect r = itemRect(i);
    const bool on = item.id == m_current;
    if (on) {
      drawBox(painter, r, t.selected, t.line2, 4);
    } else if (static_cast<int>(i) == m_hovered && item.enabled) {
      drawBox(painter, r.adjusted(1, 1, -1, -1), t.hover, {}, 3);
    }
    QFont face = m_theme.font(TextRole::Body);
    face.setWeight(on ? QFont::DemiBold : QFont::Normal);
    painter.setFont(face);
    const QColor ink = !item.enabled ? t.text3 : on ? t.text1 : t.text2;
    painter.setPen(ink);
    QRectF words = r.adjusted(kPad, 0, -kPad + 1, 0);
    if (!item.icon.isEmpty()) {
      const int side = scaledWidth(m_theme, kIcon);
      drawGlyph(painter, m_theme, item.icon, ink, QRectF(words.left(), 0, side, height()), kIcon);
      words.setLeft(words.left() + side + 6);
    }
    drawLine(painter, words, item.text, item.icon.isEmpty() ? Qt::AlignHCenter : Qt::AlignLeft, Qt::ElideNone);
  }
}

void SegmentedControl::choose(std::size_t index) {
  if (index >= m_items.size() || !m_items[index].enabled || m_items[index].id == m_current) return;
  setCurrent(m_items[index].id);
  emit changed(m_current);
}

void SegmentedControl::mouseMoveEvent(QMouseEvent* event) {
  m_hovered = itemAt(event->position().toPoint());
  update();
}

void SegmentedControl::mouseReleaseEvent(QMouseEvent* event) {
  const int at = itemAt(event->position().toPoint());
  if (event->button() == Qt::LeftButton && at >= 0 && isEnabled()) choose(static_cast<std::size_t>(at));
}

void SegmentedControl::leaveEvent(QEvent* event) {
  m_hovered = -1;
  update();
  QWidget::leaveEvent(event);
}

void SegmentedControl::keyPressEvent(QKeyEvent* event) {
  const int way = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
  if (way == 0) return event->ignore();
  int at = 0;
  for (std::size_t i = 0; i < m_items.size(); ++i) {
    if (m_items[i].id == m_current) at = static_cast<int>(i);
  }
  for (at += way; at >= 0 && at < static_cast<int>(m_items.size()); at += way) {
    if (m_items[static_cast<std::size_t>(at)].enabled) return choose(static_cast<std::size_t>(at));
  }
}

bool SegmentedControl::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int at = itemAt(help->pos());
    const QString reason = at >= 0 ? m_items[static_cast<std::size_t>(at)].reason : QString();
    if (reason.isEmpty()) {
      QToolTip::hideText();
    } else {
      QToolTip::showText(help->globalPos(), reason.toHtmlEscaped(), this);
    }
    return true;
  }
  return QWidget::event(event);
}

}  // namespace cardinal::ui
