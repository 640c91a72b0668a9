// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/lists/section_head.h"

#include <QFontMetrics>
#include <QPainter>
#include <QStringList>

#include "ui/i18n/joining.h"
#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {

namespace {

/// Painted words for those who do not see them.
QString spoken(const QStringList& words) {
  return joinList(words);
}

}  // namespace

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
  setAccessibleDescription(spoken({m_count, m_note}));
}

void SectionHead::setNote(const QString& note) {
  m_note = note;
  update();
  setAccessibleDescription(spoken({m_count, m_note}));
}

void SectionHead::setOwners(std::vector<Owner> owners) {
  m_owners = std::move(owners);
  update();
}

qreal SectionHead::paintOwners(QPainter& painter, qreal x, qreal right) const {
  const int chipSide = scaledWidth(m_theme, 16);
  const Tokens& t = m_theme.tokens();
  const QFont letterFont = m_theme.font(TextRole::Micro);
  const QFont nameFont = m_theme.font(TextRole::Small);
  for (const Owner& owner : m_owners) {
    const qreal name = QFontMetricsF(nameFont).horizontalAdvance(owner.name);
    if (x + chipSide + 6 + name > right) break;
    const QRectF chip(x, (height() - chipSide) / 2.0, chipSide, chipSide);
    const bool known = owner.category >= 0 && owner.category < static_cast<int>(t.categories.size());
    drawBox(painter, chip, known ? t.categories[static_cast<std::size_t>(owner.category)] : t.hover, {}, 3);
    painter.setFont(letterFont);
    painter.setPen(known ? QColor(Qt::black) : t.text1);
    drawLine(painter, chip, owner.letter, Qt::AlignHCenter);
    painter.setFont(nameFont);
    painter.setPen(t.text2);
    drawLine(painter, QRectF(chip.right() + 6, 0, name + 1, height()), owner.name, Qt::AlignLeft, Qt::ElideNone);
    x = chip.right() + 6 + name + 14;
  }
  return x;
}

QSize SectionHead::sizeHint() const {
  const QFontMetrics strong(m_theme.font(TextRole::SmallStrong));
  const QFontMetrics small(m_theme.font(TextRole::Small));
  return {strong.horizontalAdvance(m_title) + small.horizontalAdvance(m_count) + small.horizontalAdvance(m_note) + 48,
          m_theme.lineHeight(TextRole::Small) + 4};
}

QSize SectionHead::minimumSizeHint() const {
  return {80, sizeHint().height()};
}

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
  const qreal noteWidth = QFontMetricsF(m_theme.font(TextRole::Small)).horizontalAdvance(m_note);
  if (!m_owners.empty()) x = paintOwners(painter, x + 8, width() - noteWidth - 16);
  painter.setFont(m_theme.font(TextRole::Small));
  painter.setPen(t.text3);
  const QRectF note(x, 0, width() - x, height());
  if (note.width() > 16) drawLine(painter, note, m_note, Qt::AlignRight);
}

}  // namespace cardinal::ui
