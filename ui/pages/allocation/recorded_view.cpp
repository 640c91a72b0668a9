// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/allocation/recorded_view.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QDateTime>
#include <algorithm>

#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/pages/allocation/allocation_texts.h"
#include "ui/pages/common/tables/chart_file.h"
#include "ui/pages/common/tables/content_or_empty.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/common/tables/line_table.h"
#include "ui/session/rights/record_refusal.h"
#include "ui/widgets/charts/time_chart.h"
#include "ui/widgets/lists/empty_state.h"

namespace cardinal::ui {
namespace {

constexpr int kTableHeight = 214;
constexpr int kColumnWidth = 150;
constexpr int kMinPoints = 240;
constexpr int kAxisRoom = 100;

}  // namespace

RecordedView::RecordedView(const PageContext& context, HistoryController& history, QWidget* parent)
    : AllocationView(context.theme, parent), m_context(context), m_history(history) {
  build();
  connect(m_chart, &TimeChart::pointerMoved, this, &RecordedView::point);
  connect(&m_content->table(), &DataTable::keyChosen, this,
          [this](const QString& key) { m_chart->setStrong(m_content->rows().rowOf(key)); });
  RecordedView::retranslate();
}

void RecordedView::build() {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  m_chart = new TimeChart(m_context.theme, this);
  m_chart->setTall(true);
  m_content = new ChartAboveTable(m_context.theme, *m_chart, kTableHeight, this);
  layout->addWidget(m_content);
}

void RecordedView::refresh(const AllocationChoice& choice) {
  m_choice = choice;
  m_asked.by = choice.by;
  m_asked.measure = choice.measure;
  m_asked.end = m_context.bridge.now();
  m_asked.start = m_asked.end - choice.window;
  m_asked.points = std::max({kMinPoints, m_chart->plotWidth() / 2, (width() - kAxisRoom) / 2});
  // A demo cluster is recorded more finely: somebody looks at it for minutes.
  m_asked.leastStep = m_context.bridge.info().kind == SourceKind::Demo ? 5 : 60;
  m_history.lines(this, m_asked, [this](const Result<AllocationLines>& lines) { take(lines); });
  fillEmpty();
}

void RecordedView::take(const Result<AllocationLines>& lines) {
  m_error.reset();
  m_lines.reset();
  if (lines) {
    m_lines = *lines;
  } else {
    m_error = m_history.state().problem ? *m_history.state().problem : lines.error();
  }
  fillChart();
  fillTable();
  fillEmpty();
  emit drawn();
}

void RecordedView::fillChart() {
  std::vector<TimeLine> shown;
  if (m_lines) {
    for (const AllocationLine& line : m_lines->lines) {
      shown.push_back({allocationGroupName(m_asked.by, line.kind, line.mode, line.name), line.points});
    }
    // The sum stands beside what there is.
    if (m_asked.by == AllocationBy::Total && !shown.empty()) shown.push_back({tr("capacity"), m_lines->total});
  }
  const AmountMeasure measure = m_asked.measure;
  m_chart->setFormat([measure](double value) { return amountText(measure, value); }, amountUnit(measure),
                     measure == AmountMeasure::Memory);
  m_chart->setData(m_asked.start, m_asked.end, m_lines ? m_lines->step : linesStep(m_asked), std::move(shown),
                   std::nullopt);
}

void RecordedView::fillTable() {
  const auto text = [this](double value) { return amountText(m_asked.measure, value); };
  m_content->rows().setRows(lineRows(*m_chart, m_pointer, text, tr("not recorded")));
}

void RecordedView::point(std::optional<UnixSeconds> at) {
  m_pointer = at;
  m_chart->setPointer(at);
  fillTable();
  emit drawn();
}

bool RecordedView::isDrawn() const {
  return m_lines && !m_chart->isBlank();
}
QPixmap RecordedView::picture() {
  return m_chart->picture();
}
QByteArray RecordedView::values() const {
  std::vector<TimeLine> lines = m_chart->lines();
  for (TimeLine& line : lines) line.name += QStringLiteral(" (") + exportUnit(m_asked.measure) + u')';
  return linesCsv(lines);
}

QString RecordedView::title() const {
  switch (m_choice.by) {
    case AllocationBy::Total:
      return tr("Allocated over time");
    case AllocationBy::Mode:
      return tr("Allocated over time, by mode");
    case AllocationBy::Model:
      return tr("Allocated over time, by model");
    case AllocationBy::Namespace:
      return tr("Allocated over time, by namespace");
    case AllocationBy::Owner:
      break;
  }
  return tr("Allocated over time, by owner");
}

QString RecordedView::note() const {
  QStringList words;
  if (m_pointer) words += QDateTime::fromSecsSinceEpoch(*m_pointer).toString(QStringLiteral("MM-dd HH:mm:ss"));
  const RecordState& state = m_history.state();
  if (state.recorded > 0) words += tr("recorded until %1").arg(timeOfDay(state.recorded));
  if (!state.writes && state.recorded == 0 && !state.problem && state.keeps)
    words += tr("another console records this cluster");
  words += state.keeps ? tr("kept on this machine") : tr("kept until the console is closed");
  if (m_choice.measure == AmountMeasure::Memory) words += tr("cards of unknown size are left out");
  return words.join(QStringLiteral(" · "));
}

void RecordedView::fillEmpty() {
  m_content->setFilled(isDrawn());
  if (isDrawn()) return;
  if (m_error) {
    m_content->empty().setTitle(errorTitle(*m_error));
    return m_content->empty().setCause(errorText(*m_error));
  }
  m_content->empty().setTitle(tr("Nothing is recorded of this time"));
  const QString refusal = recordRefusalText(m_history.refusal());
  m_content->empty().setCause(refusal.isEmpty() ? tr("The console writes down what is allocated while it is open and "
                                                     "connected. The first state comes a moment after the "
                                                     "cluster is complete.")
                                                : refusal);
}

void RecordedView::retranslate() {
  m_content->rows().setHeads(lineHeads());
  setLineColumns(m_context.theme, m_content->table(), kColumnWidth);
  fillChart();
  fillTable();
  fillEmpty();
}

}  // namespace cardinal::ui
