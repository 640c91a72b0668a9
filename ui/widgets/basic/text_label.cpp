// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/basic/text_label.h"

#include <QPainter>

#include "ui/theme/paint.h"

namespace cardinal::ui {
namespace {

QColor toneColour(const Tokens& t, TextTone tone) {
  switch (tone) {
    case TextTone::Strong:
      return t.text1;
    case TextTone::Normal:
      return t.text2;
    case TextTone::Quiet:
      return t.text3;
    case TextTone::Accent:
      return t.accent;
    case TextTone::Ok:
      return t.ok;
    case TextTone::Warning:
      return t.warning;
    case TextTone::Critical:
      return t.critical;
    case TextTone::Planned:
      return t.planned;
  }
  return t.text1;
}

}  // namespace

TextLabel::TextLabel(Theme& theme, TextRole role, TextTone tone, QWidget* parent)
    : QLabel(parent), m_theme(theme), m_role(role), m_tone(tone) {
  setTextFormat(Qt::PlainText);
  setOpenExternalLinks(false);
  connect(&theme, &Theme::changed, this, &TextLabel::dress);
  dress();
}

void TextLabel::setRole(TextRole role) {
  m_role = role;
  dress();
}

void TextLabel::setTone(TextTone tone) {
  m_tone = tone;
  dress();
}

void TextLabel::setElide(Qt::TextElideMode mode) {
  m_elide = mode;
  updateGeometry();
  update();
}

QSize TextLabel::minimumSizeHint() const {
  if (m_elide == Qt::ElideNone) return QLabel::minimumSizeHint();
  return {fontMetrics().averageCharWidth() * 4, QLabel::minimumSizeHint().height()};
}

void TextLabel::paintEvent(QPaintEvent* event) {
  if (m_elide == Qt::ElideNone || wordWrap()) return QLabel::paintEvent(event);
  QPainter painter(this);
  painter.setFont(font());
  painter.setPen(palette().color(foregroundRole()));
  const QRect room = contentsRect();
  const bool cut = fontMetrics().horizontalAdvance(text()) > room.width();
  if (cut && toolTip().isEmpty()) setToolTip(text().toHtmlEscaped());
  drawLine(painter, room, text(), alignment() & (Qt::AlignRight | Qt::AlignHCenter | Qt::AlignLeft), m_elide);
}

void TextLabel::dress() {
  setFont(m_theme.font(m_role));
  QPalette look = palette();
  look.setColor(QPalette::WindowText, toneColour(m_theme.tokens(), m_tone));
  setPalette(look);
  updateGeometry();
}

}  // namespace cardinal::ui
