// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/use/charts_page.h"

#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/mebibytes.h"
#include "core/model/card_memory.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/metrics/use_texts.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/tables/chart_file.h"
#include "ui/pages/common/tables/content_or_empty.h"
#include "ui/pages/common/tables/csv_file.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/common/tables/line_table.h"
#include "ui/pages/use/chart_tools.h"
#include "ui/pages/use/history_loader.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/charts/time_chart.h"
#include "ui/widgets/layout/boxes.h"
#include "ui/widgets/layout/title_line.h"
#include "ui/widgets/lists/empty_state.h"

namespace cardinal::ui {

namespace {

constexpr double kFull = 100.0;
constexpr UnixSeconds kMinRange = 120;
constexpr int kTableHeight = 190;
constexpr int kColumnWidth = 150;

}  // namespace

ChartsPage::ChartsPage(const PageContext& context, QWidget* parent)
    : Page(context.theme, SurfaceTone::Bg, parent),
      m_context(context),
      m_loader(new HistoryLoader(context.bridge, this)) {
  build();
  connectParts();
  ChartsPage::retranslate();
}

void ChartsPage::build() {
  Theme& theme = m_context.theme;
  auto* layout = columnIn(this);
  m_tools = new ChartTools(m_context, this);
  layout->addWidget(m_tools);
  m_head = new TitleLine(theme, this);
  m_cancel = new ActionButton(theme, this);
  m_cancel->setIconName(QStringLiteral("stop"));
  m_back = new ActionButton(theme, this);
  m_back->setIconName(QStringLiteral("zoom-out"));
  m_head->addWidget(m_cancel);
  m_head->addWidget(m_back);
  layout->addLayout(m_head);
  m_chart = new TimeChart(theme, this);
  m_chart->setTall(true);
  m_chart->setZoomable(true);
  m_content = new ChartAboveTable(theme, *m_chart, kTableHeight, this);
  layout->addWidget(m_content, 1);
}

void ChartsPage::connectParts() {
  connect(m_tools, &ChartTools::subjectChosen, this, &ChartsPage::choose);
  connect(m_tools, &ChartTools::measureChosen, this, &ChartsPage::ask);
  connect(m_tools, &ChartTools::rangeChosen, this, [this] {
    m_zoomed.reset();
    m_zooms.clear();
    ask();
  });
  connect(m_tools, &ChartTools::imageExportRequested, this,
          [this] { save(QStringLiteral("chart.png"), tr("PNG (*.png)"), true); });
  connect(m_tools, &ChartTools::valuesExportRequested, this,
          [this] { save(QStringLiteral("chart.csv"), tr("CSV (*.csv)"), false); });
  connect(m_tools, &ChartTools::imageCopyRequested, this,
          [this] { QGuiApplication::clipboard()->setImage(QImage::fromData(png(), "PNG")); });
  connect(m_tools, &ChartTools::valuesCopyRequested, this,
          [this] { QGuiApplication::clipboard()->setText(QString::fromUtf8(csv())); });
  connect(m_loader, &HistoryLoader::progressed, this, &ChartsPage::fillNote);
  connect(m_loader, &HistoryLoader::loaded, this, &ChartsPage::show);
  connect(m_loader, &HistoryLoader::failed, this,
          [this](const HistoryQuery&, const Error& error) { showFailure(error); });
  connect(m_chart, &TimeChart::pointerMoved, this, &ChartsPage::point);
  connect(m_chart, &TimeChart::rangeChosen, this, &ChartsPage::zoom);
  connect(m_chart, &TimeChart::zoomOutRequested, this, &ChartsPage::zoomOut);
  connect(m_back, &QAbstractButton::clicked, this, &ChartsPage::zoomOut);
  connect(m_cancel, &QAbstractButton::clicked, this, [this] {
    m_loader->cancel();
    fillNote();
    fillEmpty();
  });
  connect(&m_content->table(), &DataTable::keyChosen, this,
          [this](const QString& key) { m_chart->setStrong(m_content->rows().rowOf(key)); });
  connect(&m_content->empty(), &EmptyState::actionTriggered, this, [this] {
    if (m_error) return m_context.selection.requestMetricsSource();
    ask();
  });
  connect(&m_context.bridge, &SnapshotBridge::useChanged, this, &ChartsPage::askWhenOld);
  connect(&m_context.bridge, &SnapshotBridge::sourceChanged, this, [this] {
    m_loader->cancel();
    m_key.clear();
    m_history.reset();
    m_error.reset();
    m_asked = {};
    fillEmpty();
  });
}

bool ChartsPage::showKey(const QString& key) {
  QString wanted = key;
  if (key.isEmpty() && m_key.isEmpty()) {
    const auto& chosen = m_context.selection.cards();
    wanted = chosen.empty() ? chartKey(ChartScope::Cluster) : chartKey(chosen);
  } else if (key.isEmpty()) {
    return true;
  }
  const auto scope = chartScope(wanted);
  if (!scope) return false;
  if (*scope == ChartScope::Cards && !wanted.startsWith(QLatin1String("cards:")))
    wanted.prepend(QLatin1String("cards:"));
  const bool known = chartSubject(wanted, m_context).known;
  choose(wanted);
  return known || m_context.bridge.snapshot()->cards.empty();
}

void ChartsPage::choose(const QString& key) {
  m_key = key;
  m_history.reset();
  m_chart->setStrong(-1);
  ask();
}

ChartsPage::Range ChartsPage::range() const {
  if (m_zoomed) return *m_zoomed;
  const UnixSeconds now = m_context.bridge.now();
  if (const auto window = m_tools->window()) return {now - *window, now};
  return {m_tools->ownStart(), m_tools->ownEnd()};
}

void ChartsPage::ask() {
  if (m_key.isEmpty()) return;
  m_subject = chartSubject(m_key, m_context);
  m_tools->setSubject(m_subject);
  m_error.reset();
  const bool whole = m_subject.scope == ChartScope::Cluster;
  const bool can =
      m_subject.known && (whole || (!m_subject.cards.empty() && m_subject.cards.size() <= ChartSubject::kMaxCards));
  if (!isVisible() || !m_context.bridge.isOpen()) return;
  if (!can) {
    m_loader->cancel();
    m_history.reset();
    fillNote();
    return fillEmpty();
  }
  const Range wanted = range();
  m_asked = {};
  m_asked.wholeCluster = whole;
  m_asked.measure = m_tools->measure();
  if (!whole) m_asked.cards = m_subject.cards;
  m_asked.start = wanted.start;
  m_asked.end = wanted.end;
  m_asked.points = pixels();
  if (m_asked.end <= m_asked.start)
    return showFailure(makeError(ErrorCode::InvalidArgument, "range", {}, std::to_string(m_asked.end - m_asked.start)));
  m_loader->start(m_asked);
  fillNote();
  fillEmpty();
}

int ChartsPage::pixels() const {
  // Before the chart was laid out for the first time the page's width stands for it.
  constexpr int kAxisRoom = 100;
  constexpr int kMin = 240;
  return std::max({kMin, m_chart->plotWidth(), width() - kAxisRoom});
}

void ChartsPage::askWhenOld() {
  if (!isVisible() || m_loader->isLoading() || m_key.isEmpty()) return;
  // A range that ends in the past does not change.
  const bool moves = !m_zoomed && m_tools->window();
  const bool wider = m_asked.points * 3 < pixels() * 2;
  const bool old = wider || m_asked.end == 0 || m_error || !m_history ||
                   (moves && m_context.bridge.now() - m_asked.end >= historyStep(m_asked));
  if (old) ask();
}

void ChartsPage::show(const HistoryQuery& query, const History& history) {
  m_asked = query;
  m_history = history;
  m_folded = {};
  const bool together = m_subject.together && !query.wholeCluster;
  if (together) m_folded = foldSeries(history.series, foldOf(query.measure), history.step);
  fillChart();
  fillTable();
  fillNote();
  fillEmpty();
}

void ChartsPage::showFailure(const Error& error) {
  m_error = error;
  m_history.reset();
  fillNote();
  fillEmpty();
}

QString ChartsPage::lineName(const HistorySeries& series) const {
  if (series.card.card < 0) return tr("All measured cards");
  if (m_subject.scope == ChartScope::Node) return tr("Card %1").arg(series.card.card);
  return plain(series.card.node, 80) + u'/' + QString::number(series.card.card);
}

void ChartsPage::fillChart() {
  std::vector<TimeLine> lines;
  if (m_folded.most > 0) {
    lines.push_back({tr("Together"), m_folded.points});
  } else {
    for (const HistorySeries& series : m_history->series) lines.push_back({lineName(series), series.points});
  }
  std::optional<double> top;
  if (m_asked.measure == UseMeasure::GpuPercent) top = kFull;
  const bool memory = m_asked.measure == UseMeasure::MemoryUsedMib;
  if (memory) top = capacityMib(lines);
  m_chart->setFormat([this](double value) { return valueText(value); }, memory ? static_cast<double>(kMibPerGib) : 1.0,
                     memory);
  m_chart->setMark(m_subject.since);
  m_chart->setData(m_asked.start, m_asked.end, m_history->step, std::move(lines), top);
}

/// Where the axis of memory ends: what the cards of a line have together, or the largest of them. Nothing where the
/// memory of one is not known, and never below what was measured.
std::optional<double> ChartsPage::capacityMib(const std::vector<TimeLine>& lines) const {
  const SnapshotPtr snapshot = m_context.bridge.snapshot();
  std::int64_t sum = 0;
  std::int64_t largest = 0;
  const auto add = [&](const Card& card, MemoryUnit unit) {
    const auto memory = memoryOf(card, unit);
    if (!memory) return false;
    sum += memory->totalMib;
    largest = std::max(largest, memory->totalMib);
    return true;
  };
  for (const CardPlace& place : m_subject.cards) {
    const auto node = snapshot->findNode(place.node);
    if (!node) return std::nullopt;
    const auto cards = snapshot->cardsOf(*node);
    const auto card =
        std::find_if(cards.begin(), cards.end(), [&](const Card& one) { return one.index == place.card; });
    if (card == cards.end() || !add(*card, snapshot->node(*node).gpu.unit)) return std::nullopt;
  }
  const bool isSum = m_subject.together && foldOf(m_asked.measure) == HistoryFold::Sum;
  const std::int64_t capacity = isSum ? sum : largest;
  if (capacity <= 0) return std::nullopt;
  auto top = static_cast<double>(capacity);
  for (const TimeLine& line : lines) {
    for (const HistoryPoint& point : line.points) top = std::max(top, static_cast<double>(point.value));
  }
  return top;
}

QString ChartsPage::valueText(double value) const {
  switch (m_asked.measure) {
    case UseMeasure::MemoryUsedMib:
      return gib(value);
    case UseMeasure::GpuPercent:
      return percent(value / kFull);
    case UseMeasure::TemperatureC:
      return celsius(value);
    case UseMeasure::PowerW:
      break;
  }
  return watts(value);
}

void ChartsPage::fillTable() {
  m_content->rows().setRows(lineRows(
      *m_chart, m_pointer, [this](double value) { return valueText(value); }, tr("no sample")));
}

void ChartsPage::fillNote() {
  m_cancel->setVisible(m_loader->isLoading());
  m_back->setVisible(m_zoomed.has_value());
  const int cards = static_cast<int>(m_subject.cards.size());
  switch (m_subject.scope) {
    case ChartScope::Cards:
      m_head->setTitle(cards == 1
                           ? tr("Card %1 of %2").arg(m_subject.cards[0].card).arg(plain(m_subject.cards[0].node, 120))
                           : tr("%n card(s) compared", nullptr, cards));
      break;
    case ChartScope::Cluster:
      m_head->setTitle(tr("Whole cluster"));
      break;
    default:
      m_head->setTitle(tr("%1: %n card(s)", nullptr, cards).arg(plain(m_subject.name.toStdString(), 120)));
  }
  if (m_loader->isLoading()) {
    m_head->setNote(
        m_loader->parts() > 1
            ? tr("asking the metrics source, part %1 of %2…").arg(m_loader->done() + 1).arg(m_loader->parts())
            : tr("asking the metrics source…"));
    return;
  }
  QStringList words;
  const HistoryFold fold = foldOf(m_asked.measure);
  if (m_subject.together)
    words += fold == HistoryFold::Sum ? tr("sum") : fold == HistoryFold::Average ? tr("average") : tr("maximum");
  if (m_folded.most > 0) {
    const auto least = *std::min_element(m_folded.cards.begin(), m_folded.cards.end());
    if (least < m_folded.most) words += tr("of %1 to %2 measured cards").arg(least).arg(m_folded.most);
  }
  if (!m_subject.indexesKnown) words += tr("cards whose index is unknown are left out");
  if (!m_subject.cardsKnown) words += tr("cards whose pod is unknown are left out");
  if (m_subject.since && *m_subject.since > m_asked.start)
    words += tr("before the dashed line the cards were allocated to others");
  if (m_history && !m_history->warnings.empty()) words += plain(m_history->warnings.front(), 160);
  if (m_pointer) words.prepend(QDateTime::fromSecsSinceEpoch(*m_pointer).toString(QStringLiteral("MM-dd HH:mm:ss")));
  m_head->setNote(words.join(QStringLiteral(" · ")));
}

void ChartsPage::fillEmpty() {
  const bool drawn = m_history && !m_error && !m_chart->isBlank();
  const bool keep = m_loader->isLoading() && m_history;
  m_content->setFilled(drawn || keep);
  m_tools->setExportable(drawn);
  if (drawn || keep) return;
  EmptyState& empty = m_content->empty();
  empty.setAction({});
  empty.setIconName(QStringLiteral("charts"));
  const MetricsState& state = m_context.bridge.use()->state;
  if (m_error) {
    empty.setIconName(QStringLiteral("connections"));
    empty.setTitle(errorTitle(*m_error));
    empty.setCause(errorText(*m_error));
    return empty.setAction(tr("Why?"));
  }
  if (m_loader->isLoading()) {
    empty.setTitle(tr("Asking the metrics source"));
    return empty.setCause(metricsText(state, m_context.bridge.now()));
  }
  if (!m_subject.indexesKnown && m_subject.cards.empty()) {
    empty.setTitle(tr("No past values of these cards"));
    return empty.setCause(tr(
        "Past values are stored by GPU index. The API names these cards by UUID alone: their indexes are not known."));
  }
  if (m_subject.scope == ChartScope::Cards && m_subject.cards.empty()) {
    empty.setTitle(tr("No card is chosen"));
    return empty.setCause(tr("Choose cards on the map (Ctrl+click or drag a frame), up to 64 of them are compared."));
  }
  if (!m_subject.known) {
    empty.setTitle(tr("Not in the cluster"));
    return empty.setCause(tr("%1 does not exist or uses no cards.").arg(plain(m_subject.name.toStdString(), 120)));
  }
  if (m_subject.cards.size() > ChartSubject::kMaxCards) {
    empty.setTitle(tr("Too many cards for one chart"));
    return empty.setCause(
        tr("%1 cards; at most %2 are asked for one by one. The whole cluster is added up by the metrics source.")
            .arg(count(static_cast<std::int64_t>(m_subject.cards.size())),
                 count(static_cast<std::int64_t>(ChartSubject::kMaxCards))));
  }
  if (m_subject.cards.empty() && m_subject.scope != ChartScope::Cluster) {
    empty.setTitle(tr("Which cards it uses is unknown"));
    return empty.setCause(tr("It uses whole cards; neither the API nor an exporter says which ones."));
  }
  if (m_asked.end == 0 || !m_history) {
    empty.setTitle(tr("Nothing was asked yet"));
    empty.setCause(metricsText(state, m_context.bridge.now()));
    return empty.setAction(tr("Ask again"));
  }
  empty.setTitle(tr("No samples in this time"));
  empty.setCause(tr("The metrics source answered, and has nothing of these cards between %1 and %2.")
                     .arg(dateTime(m_asked.start), dateTime(m_asked.end)));
}

void ChartsPage::zoom(UnixSeconds start, UnixSeconds end) {
  if (end - start < kMinRange) {
    const UnixSeconds middle = start + (end - start) / 2;
    start = middle - kMinRange / 2;
    end = middle + kMinRange / 2;
  }
  m_zooms.push_back({m_asked.start, m_asked.end});
  m_zoomed = Range{start, end};
  ask();
}

void ChartsPage::zoomOut() {
  if (m_zooms.empty()) return;
  const Range before = m_zooms.back();
  m_zooms.pop_back();
  m_zoomed = m_zooms.empty() ? std::nullopt : std::optional(before);
  ask();
}

void ChartsPage::point(std::optional<UnixSeconds> at) {
  m_pointer = at;
  m_chart->setPointer(at);
  fillTable();
  fillNote();
}

QByteArray ChartsPage::csv() const {
  return linesCsv(m_chart->lines());
}

QByteArray ChartsPage::png() const {
  return pngOf(m_chart->picture(), m_context.theme.tokens().bg);
}

void ChartsPage::save(const QString& suggested, const QString& filter, bool picture) {
  saveAs(this, m_context.selection, picture ? tr("Save the chart as a picture") : tr("Save the values of the chart"),
         suggested, filter, [this, picture](const QString&) { return picture ? png() : csv(); });
}

void ChartsPage::showEvent(QShowEvent* event) {
  TranslatablePage::showEvent(event);
  askWhenOld();
}

void ChartsPage::hideEvent(QHideEvent* event) {
  TranslatablePage::hideEvent(event);
  m_loader->cancel();
}

void ChartsPage::retranslate() {
  m_cancel->setText(tr("Cancel"));
  m_back->setText(tr("Back"));
  m_back->setToolTip(tr("The time before the zoom (double click)"));
  m_content->rows().setHeads(lineHeads());
  setLineColumns(m_context.theme, m_content->table(), kColumnWidth);
  if (m_history) {
    fillChart();
    fillTable();
  }
  fillNote();
  fillEmpty();
}

}  // namespace cardinal::ui
