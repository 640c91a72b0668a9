// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/templates/template_chip.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QPainter>

#include "ui/i18n/joining.h"
#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {

namespace {
constexpr int kHandle = 16;
constexpr int kBeside = 4;
constexpr int kGap = 8;
}  // namespace

TemplateChip::TemplateChip(Theme& theme, QWidget* parent) : QAbstractButton(parent), m_theme(theme) {
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::OpenHandCursor);
  connect(&theme, &Theme::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void TemplateChip::setTexts(const QString& name, const QString& request) {
  m_name = name;
  m_request = request;
  setAccessibleName(joinList({name, request}));
  updateGeometry();
  update();
}

QSize TemplateChip::sizeHint() const {
  const qreal width = QFontMetricsF(m_theme.font(TextRole::SmallStrong)).horizontalAdvance(m_name) +
                      QFontMetricsF(m_theme.font(TextRole::Small)).horizontalAdvance(m_request);
  return {static_cast<int>(std::min(width, 320.0 * m_theme.textScale())) + scaledWidth(m_theme, kHandle) + 2 * kBeside +
              kGap + 14,
          m_theme.rowHeight()};
}

void TemplateChip::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  drawBox(painter, QRectF(rect()),
          !isEnabled()               ? t.panel
          : isDown() || underMouse() ? t.hover
                                     : t.raised,
          isEnabled() && underMouse() ? t.planned : t.line2, 4);
  drawGlyph(painter, m_theme, QStringLiteral("drag-handle"), t.text3,
            QRectF(kBeside, 0, scaledWidth(m_theme, kHandle), height()), 14);
  const qreal left = scaledWidth(m_theme, kHandle) + 2 * kBeside;
  painter.setFont(m_theme.font(TextRole::SmallStrong));
  painter.setPen(isEnabled() ? t.text1 : t.text3);
  const qreal name = QFontMetricsF(painter.font()).horizontalAdvance(m_name) + 1;
  drawLine(painter, QRectF(left, 0, name, height()), m_name);
  painter.setFont(m_theme.font(TextRole::Small));
  painter.setPen(isEnabled() ? t.text2 : t.text3);
  drawLine(painter, QRectF(left + name + kGap, 0, width() - left - name - kGap - 4, height()), m_request);
}

void TemplateChip::mousePressEvent(QMouseEvent* event) {
  m_pressed = event->pos();
  QAbstractButton::mousePressEvent(event);
}

void TemplateChip::mouseMoveEvent(QMouseEvent* event) {
  const bool far = (event->pos() - m_pressed).manhattanLength() >= QApplication::startDragDistance();
  if (!(event->buttons() & Qt::LeftButton) || !far) return;
  setDown(false);
  emit dragRequested();
  // Nothing may follow: the chip may be gone when the drag ends.
}

void TemplateChip::contextMenuEvent(QContextMenuEvent* event) {
  emit menuRequested(event->globalPos());
}

void TemplateChip::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    click();
    return;
  }
  QAbstractButton::keyPressEvent(event);
}

void TemplateChip::enterEvent(QEnterEvent* event) {
  QAbstractButton::enterEvent(event);
  update();
}

void TemplateChip::leaveEvent(QEvent* event) {
  QAbstractButton::leaveEvent(event);
  update();
}

}  // namespace cardinal::ui
