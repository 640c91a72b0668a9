// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plans/plan_lines.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <utility>

#include "ui/i18n/joining.h"
#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {

namespace {

constexpr int kRow = 24;
constexpr int kLine = 20;  // of a folded row
constexpr int kFoldedEdge = 2;
constexpr int kEdge = 5;
constexpr qreal kPad = 10;
constexpr qreal kGap = 12;
constexpr int kGlyph = 14;
constexpr int kGlyphRoom = 22;

QString whole(const PlanLines::Line& line) {
  QString name = line.aside.isEmpty() ? line.name : line.aside + u'/' + line.name;
  name = labelled(name, line.word);
  return joinClauses({name, line.place, line.now});
}

}  // namespace

PlanLines::PlanLines(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  connect(&theme, &Theme::changed, this, [this] {
    measure();
    updateGeometry();
    update();
  });
  hide();
}

void PlanLines::setLines(std::vector<Line> lines) {
  if (lines == m_lines) return;
  m_lines = std::move(lines);
  QStringList words;
  for (const Line& line : m_lines) words << whole(line);
  setAccessibleName(words.join(u'\n'));
  setVisible(!m_lines.empty());
  measure();
  updateGeometry();
  update();
}

void PlanLines::measure() {
  const QFontMetricsF strong(m_theme.font(TextRole::SmallStrong));
  const QFontMetricsF plain(m_theme.font(TextRole::Small));
  m_widths = {};
  for (const Line& line : m_lines) {
    m_widths.name = std::max(m_widths.name, strong.horizontalAdvance(line.name));
    m_widths.aside = std::max(m_widths.aside, plain.horizontalAdvance(line.aside));
    m_widths.word = std::max(m_widths.word, plain.horizontalAdvance(line.word));
    for (const QString& place : {line.place, line.now})
      m_widths.place = std::max(m_widths.place, plain.horizontalAdvance(place));
  }
}

/// More lines where fewer would elide what becomes of a pod or where it lands.
int PlanLines::linesFor(qreal width) const {
  const Widths& w = m_widths;
  const qreal fate = glyphRoom() + w.word + (w.place > 0 ? kGap + w.place : 0) + 2 * kPad;
  if (w.name + kGap + (w.aside > 0 ? w.aside + kGap : 0) + fate <= width) return 1;
  return w.place > 0 && fate > width ? 3 : 2;
}

qreal PlanLines::glyphRoom() const {
  return scaledWidth(m_theme, kGlyphRoom);
}

int PlanLines::lineHeight(int lines) const {
  return scaledWidth(m_theme, lines > 1 ? kLine : kRow);
}

int PlanLines::rowHeight(const Line& line, int lines) const {
  const int own = (line.place.isEmpty() ? std::min(lines, 2) : lines) + (line.now.isEmpty() ? 0 : 1);
  return own * lineHeight(lines) + (lines > 1 ? 2 * kFoldedEdge : 0);
}

int PlanLines::heightOf(int lines) const {
  int height = 2 * kEdge;
  for (const Line& line : m_lines) height += rowHeight(line, lines);
  return height;
}

int PlanLines::heightForWidth(int width) const {
  return heightOf(linesFor(width));
}

void PlanLines::setChosen(int row) {
  m_chosen = row;
  update();
}

void PlanLines::setChoosable(bool on) {
  m_choosable = on;
  setFocusPolicy(on ? Qt::StrongFocus : Qt::NoFocus);
}

QSize PlanLines::sizeHint() const {
  return {320, heightOf(linesFor(width()))};
}

int PlanLines::rowAt(const QPoint& point) const {
  const int lines = linesFor(width());
  int bottom = kEdge;
  if (point.y() < bottom) return -1;
  for (std::size_t i = 0; i < m_lines.size(); ++i) {
    bottom += rowHeight(m_lines[i], lines);
    if (point.y() < bottom) return static_cast<int>(i);
  }
  return -1;
}

void PlanLines::choose(int row) {
  if (!m_choosable || row < 0 || row >= static_cast<int>(m_lines.size())) return;
  setChosen(row);
  emit chosen(row);
}

void PlanLines::mousePressEvent(QMouseEvent* event) {
  choose(rowAt(event->position().toPoint()));
}

void PlanLines::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Up) return choose(m_chosen - 1);
  if (event->key() == Qt::Key_Down) return choose(m_chosen + 1);
  QWidget::keyPressEvent(event);
}

bool PlanLines::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int row = rowAt(help->pos());
  if (row < 0) {
    QToolTip::hideText();
  } else {
    QToolTip::showText(help->globalPos(), whole(m_lines[static_cast<std::size_t>(row)]).toHtmlEscaped(), this);
  }
  return true;
}

/// Each column as wide as its longest text. In folded rows the words begin at the left again.
PlanLines::Columns PlanLines::columns(int lines) const {
  const Widths& w = m_widths;
  const qreal wide = width();
  const bool folded = lines > 1;
  Columns at;
  at.aside = kPad + (folded ? std::min(w.name, wide * 0.7) : w.name) + kGap;
  at.word = folded ? kPad : at.aside + (w.aside > 0 ? w.aside + kGap : 0);
  at.place = at.word + glyphRoom() + (lines == 3 ? 0 : w.word + kGap);
  return at;
}

void PlanLines::paintLine(QPainter& painter, const Line& line, const QRectF& row, int lines) const {
  const Tokens& t = m_theme.tokens();
  const Columns at = columns(lines);
  const qreal end = row.right() - kPad;
  const qreal tall = lineHeight(lines);
  const qreal first = row.top() + (lines > 1 ? kFoldedEdge : 0);
  const qreal second = lines > 1 ? first + tall : first;
  const qreal third = lines > 2 ? second + tall : second;
  painter.setFont(m_theme.font(TextRole::SmallStrong));
  painter.setPen(t.text1);
  drawLine(painter, QRectF(kPad, first, at.aside - kPad - kGap, tall), line.name, Qt::AlignLeft, Qt::ElideMiddle);
  painter.setFont(m_theme.font(TextRole::Small));
  painter.setPen(t.text2);
  const qreal asideEnd = lines > 1 ? end : at.word - kGap;
  drawLine(painter, QRectF(at.aside, first, asideEnd - at.aside, tall), line.aside);
  const int glyph = scaledWidth(m_theme, kGlyph);
  drawGlyph(painter, m_theme, stateGlyph(line.state), stateColour(t, line.state),
            QRectF(at.word, second, glyph + 2, tall), kGlyph);
  painter.setPen(t.text1);
  const qreal wordEnd = line.place.isEmpty() || lines > 2 ? end : at.place - kGap;
  drawLine(painter, QRectF(at.word + glyphRoom(), second, wordEnd - at.word - glyphRoom(), tall), line.word);
  painter.setPen(t.text2);
  drawLine(painter, QRectF(at.place, third, end - at.place, tall), line.place, Qt::AlignLeft,
           lines > 2 ? Qt::ElideMiddle : Qt::ElideRight);
  const qreal last = (line.place.isEmpty() ? second : third) + tall;
  drawLine(painter, QRectF(at.place, last, end - at.place, tall), line.now, Qt::AlignLeft,
           lines > 2 ? Qt::ElideMiddle : Qt::ElideRight);
}

void PlanLines::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  drawBox(painter, QRectF(rect()), t.field, hasFocus() ? t.accent : t.line2, 4);
  const qreal wide = width();
  const int lines = linesFor(wide);
  qreal top = kEdge;
  for (std::size_t i = 0; i < m_lines.size(); ++i) {
    const QRectF row(0, top, wide, rowHeight(m_lines[i], lines));
    top = row.bottom();
    if (static_cast<int>(i) == m_chosen) painter.fillRect(row.adjusted(1, 0, -1, 0), t.selected);
    if (i > 0) drawHairline(painter, QRectF(kPad, row.top(), wide - 2 * kPad, 1), t.line);
    paintLine(painter, m_lines[i], row, lines);
  }
}

}  // namespace cardinal::ui
