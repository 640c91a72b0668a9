// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/basic/state_label.h"

#include <QFontMetrics>
#include <QPainter>

#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {
namespace {
constexpr int kGlyph = 14;
constexpr int kGap = 6;
}  // namespace

StateLabel::StateLabel(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  connect(&theme, &Theme::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void StateLabel::setState(StateRole state, const QString& word) {
  m_state = state;
  m_word = word;
  setAccessibleName(word);
  updateGeometry();
  update();
}

void StateLabel::setDetail(const QString& detail) {
  m_detail = detail;
  updateGeometry();
  update();
}

void StateLabel::setWordColoured(bool coloured) {
  m_coloured = coloured;
  update();
}

QSize StateLabel::sizeHint() const {
  const QFontMetrics metrics(m_theme.font(TextRole::Small));
  const int glyph = m_state == StateRole::None ? 0 : scaledWidth(m_theme, kGlyph) + kGap;
  const int detail = m_detail.isEmpty() ? 0 : metrics.horizontalAdvance(m_detail) + 8;
  return {glyph + metrics.horizontalAdvance(m_word) + detail + 2, m_theme.lineHeight(TextRole::Small) + 4};
}

QSize StateLabel::minimumSizeHint() const {
  return {std::min(scaledWidth(m_theme, 60), sizeHint().width()), sizeHint().height()};
}

void StateLabel::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  QRectF line = rect();
  const QColor colour = stateColour(t, m_state);
  if (m_state != StateRole::None) {
    const int side = scaledWidth(m_theme, kGlyph);
    drawGlyph(painter, m_theme, stateGlyph(m_state), colour, QRectF(0, 0, side, height()), kGlyph);
    line.setLeft(side + kGap);
  }
  painter.setFont(m_theme.font(TextRole::Small));
  const QFontMetrics metrics(painter.font());
  painter.setPen(m_coloured && m_state != StateRole::None ? colour : t.text1);
  drawLine(painter, line, m_word);
  if (m_detail.isEmpty()) return;
  line.setLeft(line.left() + metrics.horizontalAdvance(m_word) + 8);
  if (line.width() < 12) return;
  painter.setPen(t.text3);
  drawLine(painter, line, m_detail);
}

}  // namespace cardinal::ui
