// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/section_head.h"

#include <QFontMetrics>
#include <QPainter>

#include "ui/theme/paint.h"

namespace cardinal::ui {

SectionHead::SectionHead(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  connect(&theme, &Theme::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void SectionHead::setTitle(const QString& title) {
  m_title = title;
  setAccessibleName(title);
  updateGeometry();
  update();
}

void SectionHead::setCount(const QString& count) {
  m_count = count;
  updateGeometry();
  update();
}

void SectionHead::setNote(const QString& note) {
  m_note = note;
  update();
}

QSize SectionHead::sizeHint() const {
  const QFontMetrics strong(m_theme.font(TextRole::SmallStrong));
  const QFontMetrics small(m_theme.font(TextRole::Small));
  return {strong.horizontalAdvance(m_title) + small.horizontalAdvance(m_count) + small.horizontalAdvance(m_note) + 48,
          m_theme.lineHeight(TextRole::Small) + 4};
}

QSize SectionHead::minimumSizeHint() const { return {80, sizeHint().height()}; }

void SectionHead::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  painter.setFont(m_theme.font(TextRole::SmallStrong));
  painter.setPen(t.text2);
  const int titleWidth = QFontMetrics(painter.font()).horizontalAdvance(m_title);
  drawLine(painter, rect(), m_title);
  qreal x = titleWidth + 8;
  painter.setFont(m_theme.font(TextRole::Micro));
  if (!m_count.isEmpty()) {
    const int w = QFontMetrics(painter.font()).horizontalAdvance(m_count) + 12;
    drawBox(painter, QRectF(x, 0, w, height()), t.hover, {}, 3);
    drawLine(painter, QRectF(x, 0, w, height()), m_count, Qt::AlignHCenter, Qt::ElideNone);
    x += w + 8;
  }
  painter.setFont(m_theme.font(TextRole::Small));
  painter.setPen(t.text3);
  const QRectF note(x, 0, width() - x, height());
  if (note.width() > 16) drawLine(painter, note, m_note, Qt::AlignRight);
}

}  // namespace cardinal::ui
