// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/charts/time_chart.h"

#include <QCategoryAxis>
#include <QChart>
#include <QDateTime>
#include <QFontMetrics>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLineSeries>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QValueAxis>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "ui/theme/paint.h"

namespace cardinal::ui {
namespace {

constexpr int kHeight = 104;
constexpr int kValueSteps = 2;
constexpr int kTallSteps = 5;
constexpr int kTallHeight = 180;
constexpr std::size_t kColoured = 6;  // the categories
constexpr std::size_t kSmoothLines =
    8;  // more are drawn without smoothing, and not by QLineSeries: it outlines each for the pointer
constexpr int kMinDrag = 6;     // pixels
constexpr int kLeastWidth = 8;  // pixels
constexpr int kWidthPerTime = 64;
constexpr UnixSeconds kDay = 86'400;

qreal xOf(UnixSeconds at) {
  return static_cast<qreal>(at);
}

/// Distance between time labels: a round step that leaves each label its room.
UnixSeconds labelStep(UnixSeconds range, int labels) {
  constexpr UnixSeconds kSteps[] = {15,     60,     300,    600,  900,      1800,     3600,     7200,
                                    10'800, 21'600, 43'200, kDay, 2 * kDay, 7 * kDay, 14 * kDay};
  for (const UnixSeconds step : kSteps) {
    if (range / step <= labels) return step;
  }
  return 28 * kDay;
}

QString timeLabel(UnixSeconds at, UnixSeconds step) {
  const QDateTime local = QDateTime::fromSecsSinceEpoch(at);
  constexpr UnixSeconds kMinute = 60;
  // Midnight is labelled with the day that begins.
  return local.toString(step >= kDay || local.time() == QTime(0, 0) ? QStringLiteral("MM-dd")
                        : step < kMinute                            ? QStringLiteral("HH:mm:ss")
                                                                    : QStringLiteral("HH:mm"));
}

}  // namespace

double roundStep(double top, int most, bool binary) {
  constexpr double kMantissas[] = {1, 2, 2.5, 5, 10};
  // Powers of two where cards have them; below and above, 5 GiB and 2,500 GiB are rounder.
  constexpr double kFirstPower = 8;
  constexpr double kLastPower = 512;
  const double wanted = top / std::max(1, most);
  if (wanted <= 0) return 1;
  if (binary && wanted > kFirstPower / 2 && wanted <= kLastPower) {
    return std::exp2(std::ceil(std::log2(wanted) - 1e-9));
  }
  const double power = std::pow(10.0, std::floor(std::log10(wanted)));
  for (const double mantissa : kMantissas) {
    if (mantissa * power >= wanted * (1 - 1e-9)) return mantissa * power;
  }
  return 10 * power;
}

const HistoryPoint* pointAt(const std::vector<HistoryPoint>& points, UnixSeconds at, UnixSeconds step) {
  const auto after =
      std::lower_bound(points.begin(), points.end(), at, [](const HistoryPoint& p, UnixSeconds t) { return p.at < t; });
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
  setTall(false);
  viewport()->setAutoFillBackground(false);
  connect(&theme, &Theme::changed, this, [this] { setTall(m_tall); });
}

/// Larger labels need a higher chart, or they leave no room between each other and are cut.
int TimeChart::scaled(int pixels) const {
  return static_cast<int>(std::lround(pixels * std::max(1.0, m_theme.textScale())));
}

QSize TimeChart::sizeHint() const {
  return {240, scaled(m_tall ? 2 * kTallHeight : kHeight)};
}

void TimeChart::setTall(bool tall) {
  m_tall = tall;
  setMinimumHeight(scaled(tall ? kTallHeight : kHeight));
  updateGeometry();
  setSizePolicy(QSizePolicy::Expanding, tall ? QSizePolicy::Expanding : QSizePolicy::Fixed);
  rebuild();
}

void TimeChart::setMark(std::optional<UnixSeconds> at) {
  m_mark = at;
  viewport()->update();
}

void TimeChart::setStrong(int line) {
  if (line == m_strong) return;
  m_strong = line;
  m_strongLine = {};
  viewport()->update();
}

std::optional<int> TimeChart::categoryOf(std::size_t line) const {
  return m_lines.size() > 1 && line < kColoured ? std::optional(static_cast<int>(line)) : std::nullopt;
}

void TimeChart::setFormat(std::function<QString(double)> format, double unit, bool binary) {
  m_format = std::move(format);
  m_unit = unit;
  m_binary = binary;
  rebuild();
}

void TimeChart::setData(UnixSeconds start, UnixSeconds end, UnixSeconds step, std::vector<TimeLine> lines,
                        std::optional<double> top) {
  m_start = start;
  m_end = end;
  m_step = step;
  m_lines = std::move(lines);
  m_top = top;
  if (m_strong >= static_cast<int>(m_lines.size())) m_strong = -1;
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
  const auto category = categoryOf(line);
  if (!category) return m_lines.size() > 1 ? t.text3 : t.accent;
  return t.categories[static_cast<std::size_t>(*category) % t.categories.size()];
}

void TimeChart::fitAxis() {
  const int steps = m_tall ? kTallSteps : kValueSteps;
  if (m_top) {
    // A card may have more given away than it has: the dashed line is seen even so.
    m_shownTop = std::max({*m_top, m_limit.value_or(0), 1e-6});
    m_shownStep = roundStep(m_shownTop / m_unit, steps, m_binary) * m_unit;
    return;
  }
  double most = m_limit.value_or(0);
  for (const TimeLine& line : m_lines) {
    for (const HistoryPoint& point : line.points) most = std::max(most, static_cast<double>(point.value));
  }
  // The axis ends at a label: the next round number above what there is.
  constexpr double kRoom = 1.02;
  const double wanted = most > 0 ? most * kRoom : m_unit;
  m_shownStep = roundStep(wanted / m_unit, steps, m_binary) * m_unit;
  m_shownTop = std::ceil(wanted / m_shownStep - 1e-9) * m_shownStep;
}

/// A round number needs no ",0" behind it.
QString TimeChart::tickText(double value) const {
  QString text = m_format(value);
  const QString tail = QLocale().decimalPoint() + QLocale().zeroDigit();
  const qsizetype at = text.indexOf(tail);
  const bool ends = at > 0 && (at + tail.size() == text.size() || !text.at(at + tail.size()).isDigit());
  return ends ? text.remove(at, tail.size()) : text;
}

void TimeChart::addAxes(QChart& chart) const {
  const Tokens& t = m_theme.tokens();
  QFont face = m_theme.font(TextRole::Micro);
  auto* values = new QCategoryAxis;
  values->setRange(0, topValue());
  values->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
  const int labels = static_cast<int>(m_shownTop / m_shownStep + 1e-9);
  for (int i = 0; i <= labels; ++i) {
    // Categories need different names: small ranges may round to one.
    QString label = tickText(i * m_shownStep);
    while (values->categoriesLabels().contains(label)) label += QChar(0x200b);
    values->append(label, i * m_shownStep);
  }
  auto* times = new QCategoryAxis;
  times->setRange(xOf(m_start), xOf(m_end));
  times->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
  const UnixSeconds step = labelStep(m_end - m_start, std::max(2, width() / scaled(kWidthPerTime)));
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
  for (const auto& stretch : stretchesOf(line, std::max(2, width()))) {
    auto* series = new QLineSeries;
    series->setPen(pen);
    QList<QPointF> points;
    for (const HistoryPoint& point : stretch) points.append({xOf(point.at), static_cast<qreal>(point.value)});
    series->replace(points);
    chart.addSeries(series);
    for (QAbstractAxis* axis : chart.axes()) series->attachAxis(axis);
  }
}

/// What stands between gaps, as few points as so many pixels show.
std::vector<std::vector<HistoryPoint>> TimeChart::stretchesOf(const TimeLine& line, int pixels) const {
  const std::span<const HistoryPoint> all(line.points);
  std::vector<std::vector<HistoryPoint>> stretches;
  for (const auto& run : runsOf(line.points, m_step)) {
    auto& stretch =
        stretches.emplace_back(reducePoints(all.subspan(run.first, run.second - run.first), m_start, m_end, pixels));
    if (stretch.empty()) continue;
    // A few samples, between two gaps or the first of a recording, are still seen, and so are the gaps.
    UnixSeconds gap = std::numeric_limits<UnixSeconds>::max();
    if (run.first > 0) gap = all[run.first].at - all[run.first - 1].at;
    if (run.second < all.size()) gap = std::min(gap, all[run.second].at - all[run.second - 1].at);
    const UnixSeconds least = std::max(m_step / 2, (m_end - m_start) * kLeastWidth / std::max(pixels, 1));
    const UnixSeconds side = std::min((least - (stretch.back().at - stretch.front().at)) / 2, gap / 3);
    if (side <= 0) continue;
    stretch.insert(stretch.begin(), HistoryPoint{stretch.front().at - side, stretch.front().value});
    stretch.push_back(HistoryPoint{stretch.back().at + side, stretch.back().value});
  }
  return stretches;
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
  fitAxis();
  auto* made = new QChart;
  made->setBackgroundVisible(false);
  made->setPlotAreaBackgroundVisible(false);
  // Room for half a label at the top and at the right.
  const QFontMetrics labels(m_theme.font(TextRole::Micro));
  made->setMargins({0, labels.height() / 2 + 2, labels.horizontalAdvance(QStringLiteral("00:00")) / 2 + 4, 0});
  made->layout()->setContentsMargins(0, 0, 0, 0);
  made->legend()->hide();
  made->setAnimationOptions(QChart::NoAnimation);
  setRenderHint(QPainter::Antialiasing, !areMany());
  addAxes(*made);
  addLimit(*made);
  // The first lines lie above the many.
  for (std::size_t i = m_lines.size(); !areMany() && i-- > 0;) addLine(*made, m_lines[i], colourOf(i));
  QChart* old = chart();
  setChart(made);
  delete old;
  forgetPicture();
  connect(scene(), &QGraphicsScene::changed, this, &TimeChart::forgetPicture, Qt::UniqueConnection);
}

void TimeChart::forgetPicture() {
  m_picture = {};
  m_strongLine = {};
  viewport()->update();
}

QPixmap TimeChart::blankPicture() const {
  const qreal ratio = viewport()->devicePixelRatioF();
  QPixmap blank(viewport()->size() * ratio);
  blank.setDevicePixelRatio(ratio);
  blank.fill(Qt::transparent);
  return blank;
}

QPixmap TimeChart::picture() {
  if (m_picture.isNull()) {
    m_picture = blankPicture();
    chart()->layout()->activate();
    QPainter painter(&m_picture);
    painter.setRenderHints(renderHints());
    render(&painter, QRectF(QPointF(), QSizeF(viewport()->size())), viewport()->rect(), Qt::IgnoreAspectRatio);
    if (areMany()) drawMany(painter);
  }
  return m_picture;
}

bool TimeChart::areMany() const {
  return m_lines.size() > kSmoothLines;
}

void TimeChart::drawMany(QPainter& painter) const {
  for (std::size_t i = m_lines.size(); i-- > 0;) drawLine(painter, m_lines[i], QPen(colourOf(i), 1));
}

void TimeChart::paintEvent(QPaintEvent*) {
  const QPixmap drawn = picture();
  QPainter painter(viewport());
  painter.drawPixmap(0, 0, drawn);
  painter.setRenderHint(QPainter::Antialiasing);
  drawMark(painter);
  if (m_strong >= 0) painter.drawPixmap(0, 0, strongLine());
  drawPointer(painter);
}

int TimeChart::plotWidth() const {
  return std::max(2, static_cast<int>(chart()->plotArea().width()));
}

void TimeChart::resizeEvent(QResizeEvent* event) {
  const bool wider = event->oldSize().width() / scaled(kWidthPerTime) != event->size().width() / scaled(kWidthPerTime);
  QChartView::resizeEvent(event);
  forgetPicture();
  if (wider) rebuild();
}

qreal TimeChart::xAt(UnixSeconds at) const {
  const QRectF area = chart()->plotArea();
  return area.left() + area.width() * static_cast<qreal>(at - m_start) /
                           static_cast<qreal>(std::max<UnixSeconds>(1, m_end - m_start));
}

qreal TimeChart::yAt(double value) const {
  const QRectF area = chart()->plotArea();
  return area.bottom() - area.height() * std::clamp(value / topValue(), 0.0, 1.0);
}

UnixSeconds TimeChart::timeAt(qreal x) const {
  const QRectF area = chart()->plotArea();
  const double part = std::clamp((x - area.left()) / std::max(1.0, area.width()), 0.0, 1.0);
  return m_start + static_cast<UnixSeconds>(std::lround(part * static_cast<double>(m_end - m_start)));
}

void TimeChart::mousePressEvent(QMouseEvent* event) {
  QChartView::mousePressEvent(event);
  if (m_zoomable && event->button() == Qt::LeftButton && m_end > m_start) m_pressed = timeAt(event->position().x());
}

void TimeChart::mouseMoveEvent(QMouseEvent* event) {
  QChartView::mouseMoveEvent(event);
  const QRectF area = chart()->plotArea();
  if (!m_pressed && (isBlank() || !area.contains(event->position()))) {
    emit pointerMoved(std::nullopt);
    return;
  }
  emit pointerMoved(timeAt(event->position().x()));
  if (m_pressed) viewport()->update();
}

void TimeChart::mouseReleaseEvent(QMouseEvent* event) {
  QChartView::mouseReleaseEvent(event);
  if (!m_pressed) return;
  const UnixSeconds from = *std::exchange(m_pressed, std::nullopt);
  const UnixSeconds to = timeAt(event->position().x());
  viewport()->update();
  if (std::abs(xAt(to) - xAt(from)) >= kMinDrag) emit rangeChosen(std::min(from, to), std::max(from, to));
}

void TimeChart::mouseDoubleClickEvent(QMouseEvent* event) {
  QChartView::mouseDoubleClickEvent(event);
  m_pressed.reset();
  if (m_zoomable) emit zoomOutRequested();
}

void TimeChart::wheelEvent(QWheelEvent* event) {
  const int turned = event->angleDelta().y();
  if (!m_zoomable || turned == 0 || m_end <= m_start) return event->ignore();
  event->accept();
  if (turned < 0) return emit zoomOutRequested();
  // Half of the time, and what is under the pointer stays there.
  const UnixSeconds at = timeAt(event->position().x());
  emit rangeChosen(at - (at - m_start) / 2, at + (m_end - at) / 2);
}

void TimeChart::leaveEvent(QEvent* event) {
  QChartView::leaveEvent(event);
  emit pointerMoved(std::nullopt);
}

void TimeChart::drawMark(QPainter& painter) const {
  if (!m_mark || *m_mark <= m_start || *m_mark >= m_end) return;
  const QRectF area = chart()->plotArea();
  painter.setPen(QPen(m_theme.tokens().text3, 1, Qt::DashLine));
  painter.drawLine(QPointF(xAt(*m_mark), area.top()), QPointF(xAt(*m_mark), area.bottom()));
}

void TimeChart::drawStrong(QPainter& painter) const {
  if (m_strong < 0 || m_strong >= static_cast<int>(m_lines.size())) return;
  const auto line = static_cast<std::size_t>(m_strong);
  drawLine(painter, m_lines[line], QPen(categoryOf(line) ? colourOf(line) : m_theme.tokens().accent, 2.5));
}

void TimeChart::drawLine(QPainter& painter, const TimeLine& line, const QPen& pen) const {
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  for (const auto& stretch : stretchesOf(line, plotWidth())) {
    QPolygonF shape;
    for (const HistoryPoint& point : stretch) shape << QPointF(xAt(point.at), yAt(static_cast<double>(point.value)));
    painter.drawPolyline(shape);
  }
}

/// Kept: stroking a thousand points takes longer than the rest of a frame.
QPixmap TimeChart::strongLine() {
  if (m_strongLine.isNull()) {
    m_strongLine = blankPicture();
    QPainter painter(&m_strongLine);
    painter.setRenderHint(QPainter::Antialiasing);
    drawStrong(painter);
  }
  return m_strongLine;
}

void TimeChart::drawPointer(QPainter& painter) const {
  if (!m_pointer || m_end <= m_start) return;
  const Tokens& t = m_theme.tokens();
  const QRectF area = chart()->plotArea();
  const qreal x = xAt(*m_pointer);
  if (m_pressed) {
    QColor wash = t.accent;
    wash.setAlphaF(0.12F);
    painter.fillRect(QRectF(QPointF(xAt(*m_pressed), area.top()), QPointF(x, area.bottom())).normalized(), wash);
  }
  painter.fillRect(QRectF(std::round(x), area.top(), 1, area.height()), t.control);
  painter.setPen(Qt::NoPen);
  for (std::size_t i = 0; i < m_lines.size(); ++i) {
    const HistoryPoint* point = pointAt(m_lines[i].points, *m_pointer, m_step);
    if (!point) continue;
    painter.setBrush(colourOf(i));
    painter.drawEllipse(QPointF(xAt(point->at), yAt(static_cast<double>(point->value))), 3, 3);
  }
}

}  // namespace cardinal::ui
