// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/bars/context_button.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/i18n/joining.h"
#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {

namespace {
constexpr int kPadding = 12;
constexpr int kStrip = 4;
constexpr int kChevron = 16;

int chevronRoom(const Theme& theme) {
  return scaledWidth(theme, kChevron) + 8;
}
}  // namespace

ContextButton::ContextButton(Theme& theme, QWidget* parent) : QAbstractButton(parent), m_theme(theme) {
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ContextButton::setSource(SourceKind kind, const QString& name, const QString& facts) {
  m_kind = kind;
  m_name = name;
  m_facts = facts;
  setAccessibleName(joinList({name, facts}));
  updateGeometry();
  update();
}

QSize ContextButton::sizeHint() const {
  const qreal width = QFontMetricsF(m_theme.font(TextRole::BodyStrong)).horizontalAdvance(m_name) +
                      QFontMetricsF(m_theme.font(TextRole::Small)).horizontalAdvance(m_facts);
  return {static_cast<int>(std::ceil(std::min(width, 440.0 * m_theme.textScale()))) + kStrip + 2 * kPadding +
              chevronRoom(m_theme) + 14,
          m_theme.rowHeight()};
}

void ContextButton::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  drawBox(painter, QRectF(rect()), underMouse() ? t.hover : t.raised, t.line2, 4);
  painter.fillRect(QRectF(0, 0, kStrip, height()), sourceColour(t, m_kind));
  const int chevron = chevronRoom(m_theme);
  const qreal room = width() - kStrip - 2 * kPadding - chevron;
  painter.setFont(m_theme.font(TextRole::BodyStrong));
  painter.setPen(t.text1);
  const qreal name = std::min(room, QFontMetricsF(painter.font()).horizontalAdvance(m_name) + 1);
  drawLine(painter, QRectF(kStrip + kPadding, 0, name, height()), m_name, Qt::AlignLeft, Qt::ElideMiddle);
  painter.setFont(m_theme.font(TextRole::Small));
  painter.setPen(t.text2);
  drawLine(painter, QRectF(kStrip + kPadding + name + 8, 0, std::max(0.0, room - name - 8), height()), m_facts);
  drawGlyph(painter, m_theme, QStringLiteral("chevron-down"), t.text2,
            QRectF(width() - chevron, 0, chevron - 8, height()), 14);
}

void ContextButton::enterEvent(QEnterEvent* event) {
  QAbstractButton::enterEvent(event);
  update();
}

void ContextButton::leaveEvent(QEvent* event) {
  QAbstractButton::leaveEvent(event);
  update();
}

}  // namespace cardinal::ui
