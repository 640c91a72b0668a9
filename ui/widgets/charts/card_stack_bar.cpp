// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/charts/card_stack_bar.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/i18n/joining.h"
#include "ui/theme/paint.h"
#include "ui/widgets/basic/scaled_width.h"

namespace cardinal::ui {
namespace {

constexpr qreal kMemoryHeight = 24;
constexpr qreal kCoreHeight = 8;
constexpr qreal kRowGap = 3;
constexpr qreal kSegmentGap = 2;
constexpr qreal kCompactHeight = 12;
constexpr qreal kUsedHeight = 4;
constexpr qreal kUsedGap = 2;
constexpr qreal kCompactUsedHeight = 3;
constexpr qreal kNotch = 5;

struct Rows {
  QRectF memory;
  QRectF used;
  QRectF core;
};

/// At texts of 100 %.
qreal heightOf(const StackBarData& data) {
  if (data.compact) return kCompactHeight;
  return kMemoryHeight + (data.used ? kUsedGap + kUsedHeight : 0) + (data.coreTotal ? kRowGap + kCoreHeight : 0);
}

/// From the top: what is allocated, what is used of it, compute. They share the height that the text size gave the bar;
/// a compact bar gives of it to the second.
Rows rowsOf(const QRectF& rect, const StackBarData& data) {
  Rows rows;
  qreal y = rect.top();
  const qreal scale = rect.height() / heightOf(data);
  const auto row = [&](qreal height, qreal gap) {
    const QRectF made(rect.left(), y, rect.width(), height * scale);
    y += (height + gap) * scale;
    return made;
  };
  if (data.compact) {
    rows.memory = row(kCompactHeight - (data.used ? kCompactUsedHeight + 1 : 0), 1);
    if (data.used) rows.used = row(kCompactUsedHeight, 0);
    return rows;
  }
  rows.memory = row(kMemoryHeight, data.used ? kUsedGap : kRowGap);
  if (data.used) rows.used = row(kUsedHeight, kRowGap);
  if (data.coreTotal) rows.core = row(kCoreHeight, 0);
  return rows;
}

double sumOf(const std::vector<double>& amounts) {
  double sum = 0;
  for (const double amount : amounts) sum += std::max(0.0, amount);
  return sum;
}

/// Parts side by side on a track of `total`; over-allocation is squeezed into the track, never drawn beyond it.
std::vector<QRectF> parts(const QRectF& track, const std::vector<double>& amounts, double total) {
  const double scale = track.width() / std::max({total, sumOf(amounts), 1e-9});
  std::vector<QRectF> result;
  qreal x = track.left();
  for (const double amount : amounts) {
    const qreal w = std::max(0.0, amount) * scale;
    result.emplace_back(x, track.top(), std::max(0.0, w - kSegmentGap), track.height());
    x += w;
  }
  return result;
}

std::vector<double> memoryAmounts(const StackBarData& data) {
  std::vector<double> amounts;
  for (const StackSegment& segment : data.segments) amounts.push_back(segment.memory);
  amounts.push_back(data.pending);
  return amounts;
}

/// Where the card's own memory ends on the track: before its end where more was given away than there is.
double cardEnd(const StackBarData& data) {
  const double sum = sumOf(memoryAmounts(data));
  if (!data.memoryTotal || sum <= *data.memoryTotal) return 1.0;
  return *data.memoryTotal / sum;
}

struct Ink {
  QColor fill;
  QColor border;
  QColor text;
};

/// Held by nobody in particular: clearly filled, yet none of the owners' colours.
QColor neutralFill(const Tokens& t) {
  constexpr double kControl = 0.3;
  const auto mix = [](int a, int b) { return static_cast<int>(a + (b - a) * kControl); };
  return {mix(t.hover.red(), t.control.red()), mix(t.hover.green(), t.control.green()),
          mix(t.hover.blue(), t.control.blue())};
}

Ink inkOf(const Tokens& t, const StackSegment& segment) {
  if (segment.planned) return {t.bg, t.planned, t.text1};
  if (segment.category < 0 || segment.category >= static_cast<int>(t.categories.size()))
    return {neutralFill(t), t.control, t.text1};
  return {t.categories[static_cast<std::size_t>(segment.category)], {}, QColor(Qt::black)};
}

/// Letter, name and amount; the label shrinks to name, letter, nothing.
void paintLabel(QPainter& painter, const QRectF& rect, const StackSegment& segment, const Theme& theme) {
  const QFontMetricsF metrics(theme.font(TextRole::Small));
  const QRectF room = rect.adjusted(6, 0, -6, 0);
  const qreal amount = metrics.horizontalAdvance(segment.amount);
  const qreal letter = metrics.horizontalAdvance(segment.letter);
  if (room.width() < letter) return;
  painter.setFont(theme.font(TextRole::Small));
  const QString whole = segment.letter.isEmpty() ? segment.name : segment.letter + QLatin1Char(' ') + segment.name;
  const qreal forName = room.width() - (segment.amount.isEmpty() ? 0 : amount + 8);
  constexpr qreal kMinName = 36;
  if (forName >= kMinName) {
    drawLine(painter, QRectF(room.left(), room.top(), forName, room.height()), whole, Qt::AlignLeft, Qt::ElideRight);
    painter.setFont(theme.font(TextRole::SmallStrong));
    drawLine(painter, room, segment.amount, Qt::AlignRight, Qt::ElideNone);
    return;
  }
  if (room.width() >= letter + 6 + amount) drawLine(painter, room, segment.amount, Qt::AlignRight, Qt::ElideNone);
  drawLine(painter, room, segment.letter, Qt::AlignLeft, Qt::ElideNone);
}

void paintFree(QPainter& painter, const QRectF& rect, const QString& text, bool large, const Theme& theme) {
  const Tokens& t = theme.tokens();
  if (rect.width() < 3) return;
  drawBox(painter, rect, {}, t.control, 2);
  if (!large) return;
  painter.setFont(theme.font(TextRole::Small));
  painter.setPen(t.text2);
  if (QFontMetricsF(painter.font()).horizontalAdvance(text) + 12 <= rect.width())
    drawLine(painter, rect.adjusted(6, 0, -6, 0), text);
}

void paintUnknown(QPainter& painter, const QRectF& rect, const Theme& theme) {
  const Tokens& t = theme.tokens();
  drawStripes(painter, rect.adjusted(1, 1, -1, -1), t.control, 6, 2);
  drawBox(painter, rect, {}, t.control, 2);
  const int side = scaledWidth(theme, 16);
  if (rect.height() < side) return;
  const QRectF plate(rect.center().x() - side / 2.0, rect.center().y() - side / 2.0, side, side);
  drawBox(painter, plate, t.panel, {}, 2);
  painter.setFont(theme.font(TextRole::SmallStrong));
  painter.setPen(t.text1);
  drawLine(painter, plate, QStringLiteral("?"), Qt::AlignHCenter, Qt::ElideNone);
}

void paintMemoryRow(QPainter& painter, const QRectF& row, const StackBarData& data, const Theme& theme, int hovered) {
  const Tokens& t = theme.tokens();
  if (!data.memoryTotal && data.segments.empty()) return paintUnknown(painter, row, theme);
  const std::vector<double> amounts = memoryAmounts(data);
  const std::vector<QRectF> rects = parts(row, amounts, data.memoryTotal.value_or(0));
  for (std::size_t i = 0; i < data.segments.size(); ++i) {
    const Ink ink = inkOf(t, data.segments[i]);
    drawBox(painter, rects[i], ink.fill, ink.border, 2);
    if (data.segments[i].planned) drawStripes(painter, rects[i], t.planned, 6, 2);
    if (static_cast<int>(i) == hovered) drawBox(painter, rects[i], {}, t.text1, 2);
    painter.setPen(ink.text);
    if (!data.compact && !data.segments[i].planned) paintLabel(painter, rects[i], data.segments[i], theme);
  }
  if (data.pending > 0) {
    drawStripes(painter, rects.back(), t.control, 6, 2);
    drawBox(painter, rects.back(), {}, t.control, 2);
  }
  double held = 0;
  for (const double amount : amounts) held += std::max(0.0, amount);
  if (!data.memoryTotal || held >= *data.memoryTotal) return;
  const qreal from = row.left() + row.width() * (*data.memoryTotal > 0 ? held / *data.memoryTotal : 0);
  paintFree(painter, QRectF(from, row.top(), row.right() - from, row.height()), data.freeText, !data.compact, theme);
}

/// Measured use belongs to the card, not to one pod: a bar of its own, below what is allocated and on the same scale.
void paintUsed(QPainter& painter, const QRectF& row, const StackBarData& data, const Theme& theme) {
  const Tokens& t = theme.tokens();
  QRectF bar = row;
  bar.setWidth(row.width() * cardEnd(data));
  drawBox(painter, bar, t.hover, {}, 1);
  bar.setWidth(bar.width() * std::clamp(data.used.value_or(0), 0.0, 1.0));
  if (bar.width() > 0) drawBox(painter, bar, t.text1, {}, 1);
}

/// Notches where the card is full: what stands behind them was given away twice. Words between them stay readable.
void paintCardEnd(QPainter& painter, const QRectF& row, const StackBarData& data, const Theme& theme) {
  const double end = cardEnd(data);
  if (end >= 1.0) return;
  const Tokens& t = theme.tokens();
  const qreal x = std::round(row.left() + row.width() * end);
  const qreal high = data.compact ? row.height() : kNotch;
  for (const qreal top : {row.top(), row.bottom() - high}) {
    painter.fillRect(QRectF(x - 3, top, 6, high), t.bg);
    painter.fillRect(QRectF(x - 1, top, 2, high), t.critical);
  }
}

void paintCoreRow(QPainter& painter, const QRectF& row, const StackBarData& data, const Theme& theme) {
  const Tokens& t = theme.tokens();
  std::vector<double> amounts;
  for (const StackSegment& segment : data.segments) amounts.push_back(segment.core);
  const std::vector<QRectF> rects = parts(row, amounts, *data.coreTotal);
  double held = 0;
  for (std::size_t i = 0; i < amounts.size(); ++i) {
    held += std::max(0.0, amounts[i]);
    const Ink ink = inkOf(t, data.segments[i]);
    if (rects[i].width() > 0) drawBox(painter, rects[i], Tokens::mix(t.panel, ink.fill, 0.8), ink.border, 2);
  }
  if (held >= *data.coreTotal) return;
  const qreal from = row.left() + row.width() * (*data.coreTotal > 0 ? held / *data.coreTotal : 0);
  paintFree(painter, QRectF(from, row.top(), row.right() - from, row.height()), {}, false, theme);
}

}  // namespace

void paintStackBar(QPainter& painter, const QRectF& rect, const StackBarData& data, const Theme& theme, int hovered) {
  const Rows rows = rowsOf(rect, data);
  paintMemoryRow(painter, rows.memory, data, theme, hovered);
  paintCardEnd(painter, rows.memory, data, theme);
  if (!rows.used.isNull()) paintUsed(painter, rows.used, data, theme);
  if (!rows.core.isNull()) paintCoreRow(painter, rows.core, data, theme);
}

int stackSegmentAt(const QPointF& point, const QRectF& rect, const StackBarData& data) {
  const Rows rows = rowsOf(rect, data);
  const std::vector<QRectF> rects = parts(rows.memory, memoryAmounts(data), data.memoryTotal.value_or(0));
  for (std::size_t i = 0; i < data.segments.size(); ++i) {
    if (rects[i].contains(point)) return static_cast<int>(i);
  }
  return -1;
}

CardStackBar::CardStackBar(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&theme, &Theme::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void CardStackBar::setData(StackBarData bar) {
  m_data = std::move(bar);
  m_hovered = -1;
  QStringList words;
  for (const StackSegment& segment : m_data.segments) words += segment.name + QLatin1Char(' ') + segment.amount;
  if (!m_data.freeText.isEmpty()) words += m_data.freeText;
  if (!m_data.usedText.isEmpty()) words += m_data.usedText;
  setAccessibleName(joinClauses(words));
  updateGeometry();
  update();
}

QSize CardStackBar::sizeHint() const {
  return {m_data.compact ? 160 : 320, scaledWidth(m_theme, static_cast<int>(heightOf(m_data)))};
}

QSize CardStackBar::minimumSizeHint() const {
  return {80, sizeHint().height()};
}

void CardStackBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintStackBar(painter, rect(), m_data, m_theme, m_hovered);
}

void CardStackBar::mouseMoveEvent(QMouseEvent* event) {
  const int at = stackSegmentAt(event->position(), rect(), m_data);
  if (at == m_hovered) return;
  m_hovered = at;
  setCursor(at >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
  update();
}

void CardStackBar::mouseReleaseEvent(QMouseEvent* event) {
  const int at = stackSegmentAt(event->position(), rect(), m_data);
  if (event->button() == Qt::LeftButton && at >= 0)
    emit segmentActivated(m_data.segments[static_cast<std::size_t>(at)].key);
}

void CardStackBar::leaveEvent(QEvent* event) {
  m_hovered = -1;
  update();
  QWidget::leaveEvent(event);
}

bool CardStackBar::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int at = stackSegmentAt(help->pos(), rect(), m_data);
  QString text = m_data.freeText;
  if (at >= 0) {
    const StackSegment& segment = m_data.segments[static_cast<std::size_t>(at)];
    text = segment.name + QStringLiteral(" · ") + segment.amount;
    if (m_data.coreTotal) text += tr(" · core %1 %").arg(segment.core);
  } else if (m_data.pending > 0 && !m_data.pendingText.isEmpty()) {
    text = m_data.pendingText;
  }
  if (!m_data.usedText.isEmpty()) text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + m_data.usedText;
  QToolTip::showText(
      help->globalPos(),
      QStringLiteral("<qt>") + text.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")) + QStringLiteral("</qt>"),
      this);
  return true;
}

}  // namespace cardinal::ui
