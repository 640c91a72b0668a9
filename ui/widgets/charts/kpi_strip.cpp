// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/charts/kpi_strip.h"

#include <QFontMetrics>
#include <QHelpEvent>
#include <QPainter>
#include <QStringList>
#include <QToolTip>
#include <algorithm>
#include <numeric>

#include "ui/i18n/joining.h"
#include "ui/theme/paint.h"

namespace cardinal::ui {
namespace {
constexpr int kPadX = 16;
constexpr int kPadY = 12;
}  // namespace

KpiStrip::KpiStrip(Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  connect(&theme, &Theme::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void KpiStrip::setItems(std::vector<KpiItem> items) {
  m_items = std::move(items);
  QStringList words;
  QStringList notes;
  for (const KpiItem& item : m_items) {
    words += item.label + QLatin1Char(' ') + item.figure;
    if (!item.note.isEmpty()) notes += labelled(item.label, item.note);
  }
  setAccessibleName(joinClauses(words));
  setAccessibleDescription(joinClauses(notes));
  updateGeometry();
  update();
}

QSize KpiStrip::sizeHint() const {
  const QFontMetrics kpi(m_theme.font(TextRole::Kpi));
  const QFontMetrics small(m_theme.font(TextRole::Small));
  int width = 0;
  for (const KpiItem& item : m_items) {
    width += 2 * kPadX + std::max({kpi.horizontalAdvance(item.figure), small.horizontalAdvance(item.label),
                                   small.horizontalAdvance(item.note)});
  }
  return {width, 2 * kPadY + m_theme.lineHeight(TextRole::Micro) + m_theme.lineHeight(TextRole::Kpi) +
                     m_theme.lineHeight(TextRole::Small)};
}

QSize KpiStrip::minimumSizeHint() const {
  return {120, sizeHint().height()};
}

/// The room that each item needs for its words and its figure; where all of that is more than there is, for the figure.
std::vector<qreal> KpiStrip::needs() const {
  const QFontMetrics kpi(m_theme.font(TextRole::Kpi));
  const QFontMetrics micro(m_theme.font(TextRole::Micro));
  const QFontMetrics small(m_theme.font(TextRole::Small));
  std::vector<qreal> figures;
  std::vector<qreal> whole;
  for (const KpiItem& item : m_items) {
    const int figure = kpi.horizontalAdvance(item.figure);
    figures.push_back(2 * kPadX + figure);
    whole.push_back(2 * kPadX + 1 +
                    std::max({figure, micro.horizontalAdvance(item.label), small.horizontalAdvance(item.note)}));
  }
  return std::accumulate(whole.begin(), whole.end(), 0.0) <= width() ? whole : figures;
}

/// The first figure is a pair or triple and gets a third more. Where an item does not fit that way, each gets the room
/// that it needs, and its share of what is left or missing.
qreal KpiStrip::leftOf(std::size_t item) const {
  constexpr qreal kFirst = 1.3;
  const qreal unit = width() / (static_cast<qreal>(m_items.size()) - 1 + kFirst);
  const std::vector<qreal> needed = needs();
  qreal all = 0;
  qreal before = 0;
  bool fits = true;
  for (std::size_t i = 0; i < needed.size(); ++i) {
    fits = fits && needed[i] <= (i == 0 ? kFirst * unit : unit);
    if (i < item) before += needed[i];
    all += needed[i];
  }
  if (fits) return item == 0 ? 0 : unit * (static_cast<qreal>(item) - 1 + kFirst);
  if (all > width()) return before * width() / all;
  return before + (width() - all) * static_cast<qreal>(item) / static_cast<qreal>(m_items.size());
}

/// The largest in which the whole figure can be read; a figure that is cut would be another one.
QFont KpiStrip::figureFont(const QString& figure, qreal room) const {
  for (const TextRole role : {TextRole::Kpi, TextRole::Title, TextRole::BodyStrong}) {
    const QFont font = m_theme.font(role);
    if (QFontMetrics(font).horizontalAdvance(figure) <= room) return font;
  }
  return m_theme.font(TextRole::Small);
}

bool KpiStrip::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || m_items.empty()) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  std::size_t item = m_items.size() - 1;
  while (item > 0 && leftOf(item) > help->pos().x()) --item;
  const QStringList lines = {m_items[item].label, m_items[item].figure, m_items[item].note};
  QToolTip::showText(help->globalPos(),
                     QStringLiteral("<qt>") + lines.join(u'\n').toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")) +
                         QStringLiteral("</qt>"),
                     this);
  return true;
}

void KpiStrip::paintEvent(QPaintEvent*) {
  const Tokens& t = m_theme.tokens();
  QPainter painter(this);
  painter.fillRect(rect(), t.panel);
  drawHairline(painter, QRectF(0, height() - 1, width(), 1), t.line);
  for (std::size_t i = 0; i < m_items.size(); ++i) {
    const qreal x = leftOf(i);
    const qreal w = leftOf(i + 1) - x;
    const KpiItem& item = m_items[i];
    if (i > 0) drawHairline(painter, QRectF(std::round(x), 0, 1, height()), t.line);
    QRectF line(x + kPadX, kPadY, w - 2 * kPadX, m_theme.lineHeight(TextRole::Micro));
    painter.setFont(m_theme.font(TextRole::Micro));
    painter.setPen(t.text2);
    drawLine(painter, line, item.label);
    line.translate(0, line.height());
    line.setHeight(m_theme.lineHeight(TextRole::Kpi));
    painter.setFont(figureFont(item.figure, line.width()));
    painter.setPen(t.text1);
    drawLine(painter, line, item.figure, Qt::AlignLeft, Qt::ElideNone);
    line.translate(0, line.height());
    line.setHeight(m_theme.lineHeight(TextRole::Small));
    painter.setFont(m_theme.font(TextRole::Small));
    painter.setPen(t.text2);
    drawLine(painter, line, item.note);
  }
}

}  // namespace cardinal::ui
