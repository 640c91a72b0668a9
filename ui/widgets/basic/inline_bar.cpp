// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/basic/inline_bar.h"

#include <QPainter>
#include <algorithm>

#include "ui/theme/paint.h"

namespace cardinal::ui {

namespace {
constexpr double kAbove = 1.0005;  // what is written as 100.0 % is not above it
constexpr qreal kMark = 3;
}  // namespace

void paintInlineBar(QPainter& painter, const QRectF& rect, std::optional<double> value, bool planned,
                    const Theme& theme) {
  const Tokens& t = theme.tokens();
  drawBox(painter, rect, t.hover, {}, 2);
  if (!value) return drawStripes(painter, rect, t.control, 6, 2);
  QRectF part = rect;
  part.setWidth(rect.width() * std::clamp(*value, 0.0, 1.0));
  if (*value > 0.0) part.setWidth(std::max(1.0, part.width()));
  if (part.width() > 0) drawBox(painter, part, planned ? t.planned : t.text2, {}, part.width() >= 4 ? 2 : 0);
  // More than there is ends in a mark that is higher than the bar.
  if (*value > kAbove)
    painter.fillRect(QRectF(rect.right() - kMark, rect.top() - 2, kMark, rect.height() + 4), t.warning);
}

InlineBar::InlineBar(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&theme, &Theme::changed, this, QOverload<>::of(&QWidget::update));
}

void InlineBar::setValue(std::optional<double> value) {
  m_value = value;
  update();
}

void InlineBar::setPlanned(bool planned) {
  m_planned = planned;
  update();
}

void InlineBar::setThickness(int px) {
  m_thickness = px;
  updateGeometry();
}

QSize InlineBar::sizeHint() const {
  return {96, m_thickness};
}

QSize InlineBar::minimumSizeHint() const {
  return {24, m_thickness};
}

void InlineBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintInlineBar(painter, QRectF(0, (height() - m_thickness) / 2, width(), m_thickness), m_value, m_planned, m_theme);
}

}  // namespace cardinal::ui
