// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/time_chart.h"

#include <QCategoryAxis>
#include <QChart>
#include <QDateTime>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <QMouseEvent>
#include <QValueAxis>
#include <algorithm>
#include <cmath>

#include "ui/theme/paint.h"

namespace cardinal::ui {
namespace {

constexpr int kHeight = 104;
constexpr int kValueTicks = 3;
constexpr int kWidthPerTime = 64;
constexpr UnixSeconds kDay = 86'400;

qreal xOf(UnixSeconds at) { return static_cast<qreal>(at); }

/// Distance between time labels: a round step that leaves each label its room.
UnixSeconds labelStep(UnixSeconds range, int labels) {
  constexpr UnixSeconds kSteps[] = {300, 600, 900, 1800, 3600, 7200, 10'800, 21'600, 43'200, kDay, 2 * kDay};
  for (const UnixSeconds step : kSteps) {
    if (range / step <= labels) return step;
  }
  return 7 * kDay;
}

QString timeLabel(UnixSeconds at, UnixSeconds step) {
  const QDateTime local = QDateTime::fromSecsSinceEpoch(at);
  return local.toString(step >= kDay ? QStringLiteral("MM-dd") : QStringLiteral("HH:mm"));
}

}  // namespace

const HistoryPoint* pointAt(const std::vector<HistoryPoint>& points, UnixSeconds at, UnixSeconds step) {
  const auto after = std::lower_bound(points.begin(), points.end(), at, [](const HistoryPoint& p, UnixSeconds t) { return p.at < t; });
  const HistoryPoint* nearest = nullptr;
  for (auto candidate : {after == points.begin() ? points.end() : after - 1, after}) {
    if (candidate == points.end() || std::abs(candidate->at - at) > step) continue;
    if (!nearest || std::abs(candidate->at - at) < std::abs(nearest->at - at)) nearest = &*candidate;
  }
  return nearest;
}

std::vector<std::pair<std::size_t, std::size_t>> runsOf(const std::vector<HistoryPoint>& points, UnixSeconds step) {
  std::vector<std::pair<std::size_t, std::size_t>> runs;
  std::size_t first = 0;
  for (std::size_t i = 1; i <= points.size(); ++i) {
    // Half a step of slack: servers place the steps of a range, but not to the second.
    if (i < points.size() && points[i].at - points[i - 1].at <= step + step / 2) continue;
    runs.emplace_back(first, i);
    first = i;
  }
  return runs;
}

TimeChart::TimeChart(Theme& theme, QWidget* parent)
    : QChartView(parent), m_theme(theme), m_format([](double value) { return QString::number(value); }) {
  setFrameShape(QFrame::NoFrame);
  setBackgroundBrush(Qt::NoBrush);
  setRenderHint(QPainter::Antialiasing);
  setMouseTracking(true);
  setMinimumHeight(kHeight);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  viewport()->setAutoFillBackground(false);
  connect(&theme, &Theme::changed, this, &TimeChart::rebuild);
  rebuild();
}

QSize TimeChart::sizeHint() const { return {240, kHeight}; }

void TimeChart::setFormat(std::function<QString(double)> format) {
  m_format = std::move(format);
  rebuild();
}

void TimeChart::setData(UnixSeconds start, UnixSeconds end, UnixSeconds step, std::vector<TimeLine> lines, std::optional<double> top) {
  m_start = start;
  m_end = end;
  m_step = step;
  m_lines = std::move(lines);
  m_top = top;
  rebuild();
}

void TimeChart::setLimit(std::optional<double> value) {
  if (value == m_limit) return;
  m_limit = value;
  rebuild();
}

void TimeChart::setPointer(std::optional<UnixSeconds> at) {
  if (at == m_pointer) return;
  m_pointer = at;
  viewport()->update();
}

bool TimeChart::isBlank() const {
  return std::all_of(m_lines.begin(), m_lines.end(), [](const TimeLine& line) { return line.points.empty(); });
}

QString TimeChart::pointerText() const {
  if (!m_pointer) return {};
  QStringList words;
  for (const TimeLine& line : m_lines) {
    const HistoryPoint* point = pointAt(line.points, *m_pointer, m_step);
    const QString value = point ? m_format(point->value) : tr("no sample");
    words += line.name.isEmpty() ? value : line.name + QLatin1Char(' ') + value;
  }
  return QDateTime::fromSecsSinceEpoch(*m_pointer).toString(QStringLiteral("MM-dd HH:mm")) + QStringLiteral("  ") +
         words.join(QStringLiteral(" · "));
}

QColor TimeChart::colourOf(std::size_t line) const {
  const Tokens& t = m_theme.tokens();
  return line == 0 ? t.accent : t.categories[(line - 1) % t.categories.size()];
}

double TimeChart::topValue() const {
  if (m_top) return std::max(*m_top, 1e-6);
  double most = m_limit.value_or(0);
  for (const TimeLine& line : m_lines) {
    for (const HistoryPoint& point : line.points) most = std::max(most, static_cast<double>(point.value));
  }
  return most > 0 ? most * 1.1 : 1;
}

void TimeChart::addAxes(QChart& chart) const {
  const Tokens& t = m_theme.tokens();
  QFont face = m_theme.font(TextRole::Micro);
  auto* values = new QCategoryAxis;
  values->setRange(0, topValue());
  values->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
  for (int i = 0; i < kValueTicks; ++i) {
    const double value = topValue() * i / (kValueTicks - 1);
    values->append(m_format(value), value);
  }
  auto* times = new QCategoryAxis;
  times->setRange(xOf(m_start), xOf(m_end));
  times->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
  const UnixSeconds step = labelStep(m_end - m_start, std::max(2, width() / kWidthPerTime));
  const UnixSeconds zone = QDateTime::fromSecsSinceEpoch(m_end).offsetFromUtc();
  for (UnixSeconds at = ((m_start + zone) / step + 1) * step - zone; at <= m_end; at += step) {
    // Categories need different names: a time of day returns every day.
    QString label = timeLabel(at, step);
    while (times->categoriesLabels().contains(label)) label += QChar(0x200b);
    times->append(label, xOf(at));
  }
  times->setGridLineVisible(false);
  for (QCategoryAxis* axis : {values, times}) {
    axis->setLabelsFont(face);
    axis->setLabelsBrush(t.text3);
    axis->setLineVisible(false);
    axis->setGridLinePen(QPen(t.line, 1));
  }
  chart.addAxis(values, Qt::AlignLeft);
  chart.addAxis(times, Qt::AlignBottom);
}

void TimeChart::addLine(QChart& chart, const TimeLine& line, const QColor& colour) const {
  QPen pen(colour, 1.5);
  pen.setCosmetic(true);
  for (const auto& run : runsOf(line.points, m_step)) {
    auto* series = new QLineSeries;
    series->setPen(pen);
    QList<QPointF> points;
    for (std::size_t i = run.first; i < run.second; ++i) points.append({xOf(line.points[i].at), static_cast<qreal>(line.points[i].value)});
    // A lone sample between two gaps is still seen.
    if (points.size() == 1) points.append({points.front().x() + static_cast<qreal>(m_step) / 2, points.front().y()});
    series->replace(points);
    chart.addSeries(series);
    for (QAbstractAxis* axis : chart.axes()) series->attachAxis(axis);
  }
}

void TimeChart::addLimit(QChart& chart) const {
  if (!m_limit) return;
  auto* series = new QLineSeries;
  QPen pen(m_theme.tokens().chartAllocated, 1.5);
  pen.setDashPattern({4, 3});
  pen.setCosmetic(true);
  series->setPen(pen);
  series->replace(QList<QPointF>{{xOf(m_start), *m_limit}, {xOf(m_end), *m_limit}});
  chart.addSeries(series);
  for (QAbstractAxis* axis : chart.axes()) series->attachAxis(axis);
}

void TimeChart::rebuild() {
  auto* made = new QChart;
  made->setBackgroundVisible(false);
  made->setPlotAreaBackgroundVisible(false);
  made->setMargins({0, 8, 16, 0});  // room for half a label at the top and at the right
  made->layout()->setContentsMargins(0, 0, 0, 0);
  made->legend()->hide();
  made->setAnimationOptions(QChart::NoAnimation);
  addAxes(*made);
  addLimit(*made);
  for (std::size_t i = 0; i < m_lines.size(); ++i) addLine(*made, m_lines[i], colourOf(i));
  QChart* old = chart();
  setChart(made);
  delete old;
  viewport()->update();
}

void TimeChart::resizeEvent(QResizeEvent* event) {
  const bool wider = event->oldSize().width() / kWidthPerTime != event->size().width() / kWidthPerTime;
  QChartView::resizeEvent(event);
  if (wider) rebuild();
}

void TimeChart::mouseMoveEvent(QMouseEvent* event) {
  QChartView::mouseMoveEvent(event);
  const QRectF area = chart()->plotArea();
  if (isBlank() || !area.contains(event->position())) {
    emit pointerMoved(std::nullopt);
    return;
  }
  const double part = (event->position().x() - area.left()) / area.width();
  emit pointerMoved(m_start + static_cast<UnixSeconds>(std::lround(part * static_cast<double>(m_end - m_start))));
}

void TimeChart::leaveEvent(QEvent* event) {
  QChartView::leaveEvent(event);
  emit pointerMoved(std::nullopt);
}

void TimeChart::drawForeground(QPainter* painter, const QRectF& rect) {
  QChartView::drawForeground(painter, rect);
  if (!m_pointer || m_end <= m_start) return;
  const Tokens& t = m_theme.tokens();
  const QRectF area = chart()->plotArea();
  const qreal x = area.left() + area.width() * static_cast<qreal>(*m_pointer - m_start) / static_cast<qreal>(m_end - m_start);
  painter->fillRect(QRectF(std::round(x), area.top(), 1, area.height()), t.control);
  for (std::size_t i = 0; i < m_lines.size(); ++i) {
    const HistoryPoint* point = pointAt(m_lines[i].points, *m_pointer, m_step);
    if (!point) continue;
    const qreal y = area.bottom() - area.height() * std::min(1.0, static_cast<double>(point->value) / topValue());
    painter->setPen(Qt::NoPen);
    painter->setBrush(colourOf(i));
    painter->drawEllipse(QPointF(x, y), 3, 3);
  }
}

}  // namespace cardinal::ui
