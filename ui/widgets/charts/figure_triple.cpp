// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/charts/figure_triple.h"

#include <QFontMetrics>
#include <QPainter>

#include "ui/i18n/joining.h"
#include "ui/theme/paint.h"

namespace cardinal::ui {

FigureTriple::FigureTriple(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  connect(&theme, &Theme::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void FigureTriple::setTitle(const QString& title) {
  m_title = title;
  update();
}

void FigureTriple::setWords(const QString& words) {
  m_words = words;
  update();
}

/// What stands in small print is read as well: that a figure is not known is of no use without the reason.
void FigureTriple::nameForReaders() {
  QStringList parts{m_title, m_words, m_figure};
  if (!m_note.isEmpty()) parts << m_note;
  setAccessibleName(joinList(parts));
}

void FigureTriple::setFigure(const QString& figure) {
  m_figure = figure;
  nameForReaders();
  updateGeometry();
  update();
}

void FigureTriple::setNote(const QString& note) {
  m_note = note;
  nameForReaders();
  update();
}

QSize FigureTriple::sizeHint() const {
  const QFontMetrics figure(m_theme.font(TextRole::Figure));
  const QFontMetrics small(m_theme.font(TextRole::Small));
  const int head = small.horizontalAdvance(m_title) + 16 + small.horizontalAdvance(m_words);
  const int line = figure.horizontalAdvance(m_figure) + 12 + small.horizontalAdvance(m_note);
  const int headHeight = m_title.isEmpty() && m_words.isEmpty() ? 0 : m_theme.lineHeight(TextRole::Small) + 4;
  return {std::max(head, line), headHeight + m_theme.lineHeight(TextRole::Figure)};
}

QSize FigureTriple::minimumSizeHint() const {
  return {QFontMetrics(m_theme.font(TextRole::Figure)).horizontalAdvance(m_figure), sizeHint().height()};
}

void FigureTriple::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  const int headHeight = m_title.isEmpty() && m_words.isEmpty() ? 0 : m_theme.lineHeight(TextRole::Small) + 4;
  const QRectF head(0, 0, width(), m_theme.lineHeight(TextRole::Small));
  if (headHeight > 0) {
    painter.setFont(m_theme.font(TextRole::SmallStrong));
    painter.setPen(t.text2);
    drawLine(painter, head, m_title);
    painter.setFont(m_theme.font(TextRole::Small));
    painter.setPen(t.text3);
    drawLine(painter, head, m_words, Qt::AlignRight);
  }
  const QRectF line(0, headHeight, width(), m_theme.lineHeight(TextRole::Figure));
  painter.setFont(m_theme.font(TextRole::Figure));
  const int figureWidth = QFontMetrics(painter.font()).horizontalAdvance(m_figure);
  painter.setPen(t.text1);
  drawLine(painter, line, m_figure, Qt::AlignLeft, Qt::ElideNone);
  painter.setFont(m_theme.font(TextRole::Small));
  painter.setPen(t.text2);
  const QRectF note = line.adjusted(figureWidth + 12, 4, 0, 0);
  if (note.width() > 24) drawLine(painter, note, m_note, Qt::AlignRight);
}

}  // namespace cardinal::ui
