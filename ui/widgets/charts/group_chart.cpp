// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/charts/group_chart.h"

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QCategoryAxis>
#include <QChart>
#include <QGraphicsLayout>
#include <QHorizontalStackedBarSeries>
#include <QLineSeries>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/charts/time_chart.h"

namespace cardinal::ui {
namespace {

constexpr int kLabels = 5;
constexpr std::size_t kColoured = 6;  // the categories
constexpr int kLongestName = 28;
constexpr double kBarWidth = 0.62;
constexpr int kBarHeight = 30;   ///< pixels of a bar and its name at text of 100 %; with less Qt writes "..." for it
constexpr int kAxisHeight = 48;  ///< of the values below the bars, and the edge above

QString shortName(const QString& name) {
  return name.size() <= kLongestName ? name : name.left(kLongestName - 1) + QChar(0x2026);
}

}  // namespace

double heightAt(const GroupChart::Line& line, double x) {
  const auto step = std::lower_bound(line.steps.begin(), line.steps.end(), x,
                                     [](const QPointF& one, double wanted) { return one.x() < wanted; });
  return step == line.steps.end() ? 0 : step->y();
}

GroupChart::GroupChart(Theme& theme, QWidget* parent)
    : QChartView(parent),
      m_theme(theme),
      m_format([](double value) { return QString::number(value); }),
      m_heights(m_format) {
  setFrameShape(QFrame::NoFrame);
  setBackgroundBrush(Qt::NoBrush);
  setRenderHint(QPainter::Antialiasing);
  setMouseTracking(true);
  viewport()->setAutoFillBackground(false);
  connect(&theme, &Theme::changed, this, &GroupChart::rebuild);
  rebuild();
}

void GroupChart::setFormat(std::function<QString(double)> format, double unit, bool binary) {
  m_format = std::move(format);
  m_formatChanged = true;
  m_unit = unit;
  m_binary = binary;
}

void GroupChart::setBars(std::vector<Bar> bars) {
  // What looks the same is not drawn again: the pointer keeps its place.
  const bool same = m_lines.empty() && std::equal(bars.begin(), bars.end(), m_bars.begin(), m_bars.end(),
                                                  [](const Bar& a, const Bar& b) { return a.isLike(b); });
  m_bars = std::move(bars);
  m_lines.clear();
  if (same && !m_formatChanged) return;
  rebuild();
}

void GroupChart::setLines(std::vector<Line> lines, std::function<QString(double)> heights) {
  const bool same = m_bars.empty() && lines == m_lines;
  m_lines = std::move(lines);
  m_heights = std::move(heights);
  m_bars.clear();
  if (same && !m_formatChanged) return;
  rebuild();
}

std::optional<int> GroupChart::categoryOf(std::size_t line) {
  return line < kColoured ? std::optional(static_cast<int>(line)) : std::nullopt;
}

QColor GroupChart::colourOf(std::size_t line) const {
  const Tokens& t = m_theme.tokens();
  const auto category = categoryOf(line);
  return category ? t.categories[static_cast<std::size_t>(*category) % t.categories.size()] : t.text3;
}

void GroupChart::dress(QAbstractAxis& axis, bool grid) const {
  const Tokens& t = m_theme.tokens();
  axis.setLabelsFont(m_theme.font(TextRole::Micro));
  axis.setLabelsBrush(t.text3);
  axis.setLineVisible(false);
  axis.setGridLineVisible(grid);
  axis.setGridLinePen(QPen(t.line, 1));
}

QAbstractAxis* GroupChart::valueAxis(double most, const std::function<QString(double)>& format, double unit,
                                     bool binary) const {
  auto* axis = new QCategoryAxis;
  const double step = roundStep(most / unit, kLabels, binary) * unit;
  const double top = std::max(std::ceil(most / step - 1e-9), 1.0) * step;
  axis->setRange(0, top);
  axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
  for (int i = 0; i <= static_cast<int>(std::lround(top / step)); ++i) {
    // Categories need different names: small ranges may round to one.
    QString label = format(i * step);
    while (axis->categoriesLabels().contains(label)) label += QChar(0x200b);
    axis->append(label, i * step);
  }
  return axis;
}

void GroupChart::rebuild() {
  m_formatChanged = false;
  // Each bar keeps room for its name; where that is more than there is, whoever shows the chart lets it scroll.
  const int bars = static_cast<int>(m_bars.size());
  setMinimumHeight(bars == 0 ? 0 : scaledWidth(m_theme, bars * kBarHeight + kAxisHeight));
  m_tip.reset();
  m_pointer.reset();
  auto* made = new QChart;
  made->setBackgroundVisible(false);
  made->setPlotAreaBackgroundVisible(false);
  made->setMargins({0, 8, 44, 0});  // room for half a label at the top and at the right
  made->layout()->setContentsMargins(0, 0, 0, 0);
  made->legend()->hide();
  made->setAnimationOptions(QChart::NoAnimation);
  if (!m_bars.empty()) addBars(*made);
  if (!m_lines.empty()) addLines(*made);
  QChart* old = chart();
  setChart(made);
  delete old;
}

void GroupChart::addBars(QChart& made) {
  const Tokens& t = m_theme.tokens();
  auto* held = new QBarSet(QString());
  auto* rest = new QBarSet(QString());
  QStringList names;
  double most = 0;
  // Qt counts categories from the bottom: the largest stands at the top.
  for (auto bar = m_bars.rbegin(); bar != m_bars.rend(); ++bar) {
    QString name = shortName(bar->name);
    while (names.contains(name)) name += QChar(0x200b);
    names += name;
    *held << bar->held;
    *rest << std::max(bar->total.value_or(bar->held) - bar->held, 0.0);
    most = std::max({most, bar->held, bar->total.value_or(0)});
  }
  held->setColor(t.accent);
  held->setBorderColor(Qt::transparent);
  rest->setColor(t.line);
  rest->setBorderColor(Qt::transparent);
  auto* series = new QHorizontalStackedBarSeries;
  series->append(held);
  series->append(rest);
  series->setBarWidth(kBarWidth);
  made.addSeries(series);
  auto* categories = new QBarCategoryAxis;
  categories->append(names);
  dress(*categories, false);
  QAbstractAxis* values = valueAxis(std::max(most, m_unit), m_format, m_unit, m_binary);
  dress(*values, true);
  made.addAxis(categories, Qt::AlignLeft);
  made.addAxis(values, Qt::AlignBottom);
  series->attachAxis(categories);
  series->attachAxis(values);
}

void GroupChart::addLines(QChart& made) {
  m_most = m_unit;
  double highest = 1;
  for (const Line& line : m_lines) {
    if (line.steps.empty()) continue;
    m_most = std::max(m_most, line.steps.back().x());
    highest = std::max(highest, line.steps.front().y());
  }
  QAbstractAxis* across = valueAxis(m_most, m_format, m_unit, m_binary);
  QAbstractAxis* up = valueAxis(highest, m_heights, 1, false);
  // One zero in the corner: two would touch.
  if (auto* heights = qobject_cast<QCategoryAxis*>(up)) heights->replaceLabel(m_heights(0), QString(QChar(0x200b)));
  dress(*across, false);
  dress(*up, true);
  made.addAxis(across, Qt::AlignBottom);
  made.addAxis(up, Qt::AlignLeft);
  // The first lines lie above the others.
  for (std::size_t i = m_lines.size(); i-- > 0;) {
    auto* series = new QLineSeries;
    QPen pen(colourOf(i), 1.5);
    pen.setCosmetic(true);
    series->setPen(pen);
    QList<QPointF> points;
    double from = 0;
    for (const QPointF& step : m_lines[i].steps) {
      points << QPointF(from, step.y()) << step;
      from = step.x();
    }
    if (!points.isEmpty()) points << QPointF(from, 0);
    series->replace(points);
    made.addSeries(series);
    series->attachAxis(across);
    series->attachAxis(up);
  }
}

std::optional<std::size_t> GroupChart::barAt(const QPointF& position) const {
  const QRectF area = chart()->plotArea();
  if (m_bars.empty() || position.y() < area.top() || position.y() >= area.bottom() || position.x() > area.right())
    return std::nullopt;
  const double part = (position.y() - area.top()) / area.height();
  return std::min(static_cast<std::size_t>(part * static_cast<double>(m_bars.size())), m_bars.size() - 1);
}

TipContent GroupChart::tipAt(const QPointF& position) const {
  if (const auto bar = barAt(position)) return m_bars[*bar].tip;
  const QRectF area = chart()->plotArea();
  if (m_lines.empty() || !area.contains(position)) return {};
  const auto* axis = qobject_cast<QCategoryAxis*>(chart()->axes(Qt::Horizontal).value(0));
  const double x = (position.x() - area.left()) / area.width() * (axis ? axis->max() : m_most);
  TipContent tip;
  tip.title = m_format(x);
  for (const Line& line : m_lines) tip.rows.emplace_back(line.name, m_heights(heightAt(line, x)));
  return tip;
}

QPixmap GroupChart::picture() {
  m_pointer.reset();
  m_tip.reset();
  return viewport()->grab();
}

void GroupChart::mouseMoveEvent(QMouseEvent* event) {
  QChartView::mouseMoveEvent(event);
  const TipContent tip = tipAt(event->position());
  const QRectF area = chart()->plotArea();
  m_pointer.reset();
  if (!m_lines.empty() && area.contains(event->position())) {
    const auto* axis = qobject_cast<QCategoryAxis*>(chart()->axes(Qt::Horizontal).value(0));
    m_pointer = (event->position().x() - area.left()) / area.width() * (axis ? axis->max() : m_most);
  }
  emit pointerMoved(m_pointer);
  viewport()->update();
  if (tip.isEmpty()) {
    m_tip.reset();
    return;
  }
  if (!m_tip) m_tip = std::make_unique<TipTable>(m_theme, this);
  m_tip->showAt(viewport()->mapToGlobal(event->position().toPoint()), tip);
}

void GroupChart::leaveEvent(QEvent* event) {
  QChartView::leaveEvent(event);
  m_tip.reset();
  m_pointer.reset();
  emit pointerMoved(std::nullopt);
  viewport()->update();
}

void GroupChart::drawForeground(QPainter* painter, const QRectF& rect) {
  QChartView::drawForeground(painter, rect);
  if (!m_pointer) return;
  const QRectF area = chart()->plotArea();
  const auto* axis = qobject_cast<QCategoryAxis*>(chart()->axes(Qt::Horizontal).value(0));
  const double top = axis ? axis->max() : m_most;
  const qreal x = area.left() + area.width() * *m_pointer / std::max(top, 1e-9);
  painter->fillRect(QRectF(std::round(x), area.top(), 1, area.height()), m_theme.tokens().control);
}

}  // namespace cardinal::ui
