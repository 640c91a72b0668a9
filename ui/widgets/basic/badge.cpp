// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/basic/badge.h"

#include <QFontMetrics>
#include <QPainter>

#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {
namespace {
constexpr int kPad = 6;
constexpr int kGlyph = 12;
}  // namespace

Badge::Badge(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  connect(&theme, &Theme::changed, this, [this] {
    updateGeometry();
    update();
  });
}

Badge::Badge(Theme& theme, const QString& text, BadgeKind kind, QWidget* parent) : Badge(theme, parent) {
  setKind(kind);
  setText(text);
}

void Badge::setText(const QString& text) {
  m_text = text;
  setAccessibleName(text);
  updateGeometry();
  update();
}

void Badge::setKind(BadgeKind kind) {
  m_kind = kind;
  update();
}

void Badge::setState(StateRole state) {
  m_state = state;
  updateGeometry();
  update();
}

void Badge::setTall(bool tall) {
  m_tall = tall;
  updateGeometry();
}

QSize Badge::sizeHint() const {
  const QFontMetrics metrics(m_theme.font(m_kind == BadgeKind::Prod ? TextRole::SmallStrong : TextRole::Micro));
  const int glyph = m_state == StateRole::None ? 0 : scaledWidth(m_theme, kGlyph) + 4;
  const int height = static_cast<int>((m_tall ? 24 : 20) * m_theme.textScale());
  return {metrics.horizontalAdvance(m_text) + 2 * kPad + glyph + 1, height};
}

void Badge::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  QRectF inner = rect();
  QColor ink = t.text1;
  if (m_kind == BadgeKind::Prod) {
    drawBox(painter, inner, t.critical, {}, 3);
    ink = t.prodText;
  } else if (m_state != StateRole::None) {
    drawBox(painter, inner, {}, stateColour(t, m_state), 3);
    ink = stateColour(t, m_state);
  } else if (m_kind == BadgeKind::Outlined) {
    drawBox(painter, inner, {}, t.line2, 3);
  } else {
    drawBox(painter, inner, t.hover, {}, 3);
    ink = t.text2;
  }
  inner.adjust(kPad, 0, -kPad, 0);
  if (m_state != StateRole::None) {
    const int side = scaledWidth(m_theme, kGlyph);
    drawGlyph(painter, m_theme, stateGlyph(m_state), ink, QRectF(inner.left(), 0, side, height()), kGlyph);
    inner.setLeft(inner.left() + side + 4);
  }
  painter.setFont(m_theme.font(m_kind == BadgeKind::Prod ? TextRole::SmallStrong : TextRole::Micro));
  painter.setPen(ink);
  drawLine(painter, inner.adjusted(0, 0, 1, 0), m_text);
}

}  // namespace cardinal::ui
