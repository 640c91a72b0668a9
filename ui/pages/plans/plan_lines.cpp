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

#include "ui/theme/paint.h"

namespace cardinal::ui {

namespace {

constexpr int kRow = 24;
constexpr int kFoldedRow = 44;
constexpr int kLine = 20;  // of a folded row
constexpr int kFoldedEdge = 2;
constexpr int kEdge = 5;
constexpr qreal kPad = 10;
constexpr qreal kGap = 12;
constexpr qreal kGlyph = 22;

QString whole(const PlanLines::Line& line) {
  QString name = line.aside.isEmpty() ? line.name : line.aside + u'/' + line.name;
  name += QStringLiteral(": ") + line.word;
  return line.place.isEmpty() ? name : name + QStringLiteral("; ") + line.place;
}

}  // namespace

PlanLines::PlanLines(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
  hide();
}

void PlanLines::setLines(std::vector<Line> lines) {
  if (lines == m_lines) return;
  m_lines = std::move(lines);
  QStringList words;
  for (const Line& line : m_lines) words << whole(line);
  setAccessibleName(words.join(u'\n'));
  setVisible(!m_lines.empty());
  fold();
  updateGeometry();
  update();
}

int PlanLines::rowHeight() const { return m_folded ? kFoldedRow : kRow; }

/// Two lines where one would elide what becomes of a pod or where it lands.
void PlanLines::fold() {
  const QFontMetricsF strong(m_theme.font(TextRole::SmallStrong));
  const QFontMetricsF plain(m_theme.font(TextRole::Small));
  qreal name = 0;
  qreal aside = 0;
  qreal word = 0;
  qreal place = 0;
  for (const Line& line : m_lines) {
    name = std::max(name, strong.horizontalAdvance(line.name));
    aside = std::max(aside, plain.horizontalAdvance(line.aside));
    word = std::max(word, plain.horizontalAdvance(line.word));
    place = std::max(place, plain.horizontalAdvance(line.place));
  }
  const qreal needed = kPad + name + kGap + (aside > 0 ? aside + kGap : 0) + kGlyph + word + (place > 0 ? kGap + place : 0) + kPad;
  const bool folded = needed > width();
  if (folded == m_folded) return;
  m_folded = folded;
  updateGeometry();
}

void PlanLines::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fold();
}

void PlanLines::setChosen(int row) {
  m_chosen = row;
  update();
}

void PlanLines::setChoosable(bool on) {
  m_choosable = on;
  setFocusPolicy(on ? Qt::StrongFocus : Qt::NoFocus);
}

QSize PlanLines::sizeHint() const { return {320, static_cast<int>(m_lines.size()) * rowHeight() + 2 * kEdge}; }

int PlanLines::rowAt(const QPoint& point) const {
  const int row = (point.y() - kEdge) / rowHeight();
  return point.y() >= kEdge && row < static_cast<int>(m_lines.size()) ? row : -1;
}

void PlanLines::choose(int row) {
  if (!m_choosable || row < 0 || row >= static_cast<int>(m_lines.size())) return;
  setChosen(row);
  emit chosen(row);
}

void PlanLines::mousePressEvent(QMouseEvent* event) { choose(rowAt(event->position().toPoint())); }

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

/// Each column as wide as its longest text, the names no wider than a third; the places get what is left. In folded rows the words
/// begin at the left again.
PlanLines::Columns PlanLines::columns() const {
  const QFontMetricsF strong(m_theme.font(TextRole::SmallStrong));
  const QFontMetricsF plain(m_theme.font(TextRole::Small));
  qreal name = 0;
  qreal aside = 0;
  qreal word = 0;
  qreal place = 0;
  bool places = false;
  for (const Line& line : m_lines) {
    place = std::max(place, plain.horizontalAdvance(line.place));
    name = std::max(name, strong.horizontalAdvance(line.name));
    aside = std::max(aside, plain.horizontalAdvance(line.aside));
    word = std::max(word, plain.horizontalAdvance(line.word));
    places = places || !line.place.isEmpty();
  }
  const qreal wide = width();
  Columns at;
  if (m_folded) {
    at.aside = kPad + std::min(name, wide * 0.7) + kGap;
    at.word = kPad;
    at.place = places ? std::min(at.word + kGlyph + word + kGap, std::max(wide * 0.5, wide - kPad - place)) : wide - kPad;
    return at;
  }
  at.aside = kPad + std::min(name, wide / 3) + kGap;
  at.word = at.aside + (aside > 0 ? std::min(aside, wide / 6) + kGap : 0);
  const qreal most = places ? std::max(wide * 0.62, at.word + wide / 5) : wide - kPad;
  at.place = std::min(at.word + kGlyph + word + kGap, most);
  if (!places) at.place = wide - kPad;
  return at;
}

void PlanLines::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  drawBox(painter, QRectF(rect()), t.field, hasFocus() ? t.accent : t.line2, 4);
  const qreal wide = width();
  const Columns at = columns();
  for (std::size_t i = 0; i < m_lines.size(); ++i) {
    const Line& line = m_lines[i];
    const qreal top = kEdge + static_cast<qreal>(i) * rowHeight();
    if (static_cast<int>(i) == m_chosen) painter.fillRect(QRectF(1, top, wide - 2, rowHeight()), t.selected);
    if (i > 0) drawHairline(painter, QRectF(kPad, top, wide - 2 * kPad, 1), t.line);
    const qreal tall = m_folded ? kLine : kRow;
    const qreal first = m_folded ? top + kFoldedEdge : top;
    const qreal second = m_folded ? first + kLine : top;
    painter.setFont(m_theme.font(TextRole::SmallStrong));
    painter.setPen(t.text1);
    drawLine(painter, QRectF(kPad, first, at.aside - kPad - kGap, tall), line.name, Qt::AlignLeft, Qt::ElideMiddle);
    painter.setFont(m_theme.font(TextRole::Small));
    painter.setPen(t.text2);
    const qreal asideEnd = m_folded ? wide - kPad : at.word - kGap;
    drawLine(painter, QRectF(at.aside, first, asideEnd - at.aside, tall), line.aside);
    drawGlyph(painter, m_theme, stateGlyph(line.state), stateColour(t, line.state), QRectF(at.word, second, 16, tall), 14);
    painter.setPen(t.text1);
    const qreal end = line.place.isEmpty() ? wide - kPad : at.place - kGap;
    drawLine(painter, QRectF(at.word + kGlyph, second, end - at.word - kGlyph, tall), line.word);
    painter.setPen(t.text2);
    drawLine(painter, QRectF(at.place, second, wide - at.place - kPad, tall), line.place);
  }
}

}  // namespace cardinal::ui
