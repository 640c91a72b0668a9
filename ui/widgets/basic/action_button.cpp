// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/basic/action_button.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>

#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {
namespace {

constexpr int kTickMs = 50;
constexpr int kStep = 18;  // one turn a second

constexpr int kIcon = 14;

QPixmap ring(const QColor& colour, int angle, int size, qreal ratio) {
  QPixmap pixmap(QSize(size, size) * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap));
  painter.drawArc(QRectF(2, 2, size - 4, size - 4), -angle * 16, 270 * 16);
  return pixmap;
}

}  // namespace

ActionButton::ActionButton(Theme& theme, QWidget* parent) : QPushButton(parent), m_theme(theme) {
  connect(&theme, &Theme::changed, this, &ActionButton::dress);
  setCursor(Qt::ArrowCursor);
  setAutoDefault(false);
  dress();
}

void ActionButton::setKind(ButtonKind kind) {
  setProperty("primary", kind == ButtonKind::Primary);
  setProperty("quiet", kind == ButtonKind::Quiet);
  dress();
}

void ActionButton::setIconName(const QString& name) {
  m_iconName = name;
  dress();
}

void ActionButton::setLarge(bool large) {
  setProperty("large", large);
  updateGeometry();
  update();
}

void ActionButton::setBusy(bool busy) {
  if (busy == m_busy) return;
  m_busy = busy;
  if (busy && m_theme.animations()) {
    m_timer = startTimer(kTickMs);
  } else if (m_timer) {
    killTimer(m_timer);
    m_timer = 0;
  }
  dress();
}

void ActionButton::setRefusal(const QString& reason) {
  if (reason.isEmpty()) {
    if (m_refused) setToolTip(m_toolTip);
    m_refused = false;
    setEnabled(true);
    return;
  }
  if (!m_refused) m_toolTip = toolTip();
  m_refused = true;
  setToolTip(reason.toHtmlEscaped());
  setEnabled(false);
}

void ActionButton::dress() {
  const Tokens& t = m_theme.tokens();
  const int side = scaledWidth(m_theme, kIcon);
  const QColor ink = property("primary").toBool() ? t.onAccent : t.text1;
  if (m_busy) {
    setIcon(QIcon(ring(ink, m_angle, side, devicePixelRatioF())));
  } else {
    setIcon(m_iconName.isEmpty() ? QIcon() : m_theme.icon(m_iconName, ink));
  }
  setIconSize({side, side});
  update();
}

void ActionButton::timerEvent(QTimerEvent*) {
  m_angle = (m_angle + kStep) % 360;
  dress();
}

/// Return as well as the space bar, but once: the key may be held since before the button appeared.
void ActionButton::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (!enter) return QPushButton::keyPressEvent(event);
  if (event->modifiers() & ~Qt::KeypadModifier) return event->ignore();
  if (!event->isAutoRepeat()) click();
}

bool ActionButton::event(QEvent* event) {
  if (event->type() == QEvent::ToolTipChange && text().isEmpty()) setAccessibleName(toolTip());
  return QPushButton::event(event);
}

}  // namespace cardinal::ui
