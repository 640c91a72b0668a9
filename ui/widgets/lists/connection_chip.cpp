// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/lists/connection_chip.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

#include "ui/i18n/joining.h"
#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {
namespace {
constexpr int kGlyph = 16;
constexpr int kTickMs = 50;
constexpr int kStep = 18;  // one turn a second
}  // namespace

ConnectionChip::ConnectionChip(Theme& theme, QWidget* parent) : QAbstractButton(parent), m_theme(theme) {
  setFocusPolicy(Qt::TabFocus);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  connect(&theme, &Theme::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void ConnectionChip::setState(StateRole state, const QString& word, const QString& detail, bool busy,
                              std::optional<double> share) {
  m_state = state;
  m_word = word;
  m_detail = detail;
  m_share = busy ? share : std::nullopt;
  setAccessibleName(joinList({word, detail}));
  const bool turns = busy && !share && m_theme.animations();
  if (turns && !m_timer) m_timer = startTimer(kTickMs);
  if (!turns && m_timer) {
    killTimer(m_timer);
    m_timer = 0;
  }
  updateGeometry();
  update();
}

QSize ConnectionChip::sizeHint() const {
  const QFontMetrics strong(m_theme.font(TextRole::SmallStrong));
  const QFontMetrics small(m_theme.font(TextRole::Small));
  const int detail = m_detail.isEmpty() ? 0 : 8 + small.horizontalAdvance(m_detail);
  return {16 + scaledWidth(m_theme, kGlyph) + 6 + strong.horizontalAdvance(m_word) + detail + 2,
          static_cast<int>(28 * m_theme.textScale())};
}

/// The detail gives way where the bar is narrow; the tooltip has it.
QSize ConnectionChip::minimumSizeHint() const {
  const int word = QFontMetrics(m_theme.font(TextRole::SmallStrong)).horizontalAdvance(m_word);
  return {16 + scaledWidth(m_theme, kGlyph) + 6 + word + 2, sizeHint().height()};
}

void ConnectionChip::timerEvent(QTimerEvent*) {
  m_angle = (m_angle + kStep) % 360;
  update();
}

void ConnectionChip::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  if (underMouse() || isDown()) drawBox(painter, rect(), t.hover, {}, 4);
  const QColor colour = stateColour(t, m_state);
  const int side = scaledWidth(m_theme, kGlyph);
  const QRectF glyph(8, 0, side, height());
  const QRectF ring(10, (height() - side) / 2.0 + 2, side - 4, side - 4);
  painter.setRenderHint(QPainter::Antialiasing, m_timer || m_share);
  if (m_share) {
    painter.setPen(QPen(t.line2, 1.5));
    painter.drawEllipse(ring);
    painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap));
    painter.drawArc(ring, 90 * 16, static_cast<int>(std::clamp(*m_share, 0.0, 1.0) * -360 * 16));
  } else if (m_timer) {
    painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap));
    painter.drawArc(ring, -m_angle * 16, 270 * 16);
  } else {
    drawGlyph(painter, m_theme, stateGlyph(m_state), colour, glyph, kGlyph);
  }
  const qreal x = 8 + side + 6;
  painter.setFont(m_theme.font(TextRole::SmallStrong));
  const int wordWidth = QFontMetrics(painter.font()).horizontalAdvance(m_word);
  // In the dark the top bar is darker than the ground, so the word may carry the colour there.
  painter.setPen(t.kind == ThemeKind::Light ? t.text1 : colour);
  drawLine(painter, QRectF(x, 0, wordWidth + 1, height()), m_word, Qt::AlignLeft, Qt::ElideNone);
  painter.setFont(m_theme.font(TextRole::Small));
  painter.setPen(t.text2);
  drawLine(painter, QRectF(x + wordWidth + 8, 0, width() - x - wordWidth - 8, height()), m_detail);
}

}  // namespace cardinal::ui
