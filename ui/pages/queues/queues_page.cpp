// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/queues/queues_page.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QSplitter>
#include <QStackedWidget>
#include <algorithm>
#include <memory>
#include <utility>

#include "core/model/extras/extra.h"
#include "ui/i18n/format.h"
#include "ui/i18n/placement/queue_texts.h"
#include "ui/i18n/texts.h"
#include "ui/pages/common/tables/column_fit.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/queues/queue_rows.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/empty_state.h"

namespace cardinal::ui {

namespace {

using namespace queues;

constexpr int kPausePerWork = 9;
constexpr int kBetweenAges = 2000;  // milliseconds
constexpr std::size_t kMostRows = 2000;
constexpr int kQueueHeight = 260;
constexpr int kDetailHeight = 460;

QString keyOf(const WaitingWorkload& waiting) {
  return QString::fromStdString(waiting.key.ns + "/" + waiting.key.name);
}

}  // namespace

QueuesPage::QueuesPage(const PageContext& context, QWidget* parent)
    : Page(context.theme, SurfaceTone::Bg, parent), m_context(context), m_job(new BackgroundJob(this)) {
  build();
  m_pause.setSingleShot(true);
  connect(&m_pause, &QTimer::timeout, this, &QueuesPage::follow);
  connect(&context.bridge, &SnapshotBridge::snapshotChanged, this, &QueuesPage::follow);
  connect(&context.bridge, &SnapshotBridge::sourceChanged, this, [this] {
    m_job->drop();
    m_pause.stop();
    m_report.reset();
    m_snapshot.reset();
    m_chosen.clear();
    m_workload.clear();
    fill();
    follow();
  });
  connect(m_queueTable, &DataTable::keyChosen, this, [this](const QString& key) {
    m_chosen = key;
    m_workload.clear();
    fillDetails();
  });
  connect(m_lineTable, &DataTable::keyChosen, this, [this](const QString& key) {
    m_workload = key;
    fillWords();
  });
  QueuesPage::retranslate();
}

void QueuesPage::build() {
  Theme& theme = m_context.theme;
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  m_stack = new QStackedWidget(this);
  m_splitter = new QSplitter(Qt::Vertical, this);
  m_splitter->setChildrenCollapsible(false);
  m_splitter->setHandleWidth(1);
  m_queues = new RowsModel(this);
  m_queueOrder = new RowsSorter(*m_queues, this);
  m_queueTable = new DataTable(theme, this);
  m_queueTable->setModel(m_queueOrder);
  m_queueTable->setSortingEnabled(true);
  m_queueTable->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
  // Name, cohort, what the quota is of, nominal, used, reserved, borrowed, free, waiting, admitted: the pane repeats
  // the cohort, and what is reserved.
  new ColumnFit(*m_queueTable, {{150, true, 0},
                                {110, true, 1},
                                {200, true, 0},
                                {76, false, 0},
                                {96, false, 0},
                                {96, false, 2},
                                {96, false, 0},
                                {64, false, 0},
                                {76, false, 0},
                                {84, false, 0}});
  m_splitter->addWidget(m_queueTable);
  m_splitter->addWidget(buildDetails());
  m_splitter->setStretchFactor(0, 0);
  m_splitter->setStretchFactor(1, 1);
  m_splitter->setSizes({kQueueHeight, kDetailHeight});
  m_empty = new EmptyState(theme, this);
  m_stack->addWidget(m_splitter);
  m_stack->addWidget(m_empty);
  layout->addWidget(m_stack);
}

QWidget* QueuesPage::buildDetails() {
  Theme& theme = m_context.theme;
  auto* panel = new Surface(theme, SurfaceTone::Panel, this);
  panel->setEdges(Qt::TopEdge);
  auto* column = new QVBoxLayout(panel);
  column->setContentsMargins(16, 12, 16, 12);
  column->setSpacing(8);
  m_title = new TextLabel(theme, TextRole::Title, TextTone::Strong, panel);
  m_notes = new TextLabel(theme, TextRole::Small, TextTone::Warning, panel);
  m_notes->setWordWrap(true);
  m_quotas = new RowsModel(this);
  m_quotaTable = new DataTable(theme, panel);
  m_quotaTable->setFlush(true);
  m_quotaTable->setModel(m_quotas);
  m_quotaTable->setSelectionMode(QAbstractItemView::NoSelection);
  m_lineTitle = new TextLabel(theme, TextRole::BodyStrong, TextTone::Strong, panel);
  m_line = new RowsModel(this);
  m_lineOrder = new RowsSorter(*m_line, this);
  m_lineTable = new DataTable(theme, panel);
  m_lineTable->setModel(m_lineOrder);
  m_lineTable->setSortingEnabled(true);
  m_lineTable->horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
  m_words = new TextLabel(theme, TextRole::Body, TextTone::Normal, panel);
  m_words->setWordWrap(true);
  column->addWidget(m_title);
  column->addWidget(m_notes);
  column->addWidget(m_quotaTable);
  column->addWidget(m_lineTitle);
  column->addWidget(m_lineTable, 1);
  column->addWidget(m_words);
  return panel;
}

void QueuesPage::showEvent(QShowEvent* event) {
  TranslatablePage::showEvent(event);
  follow();
}

void QueuesPage::answerNow() {
  if (m_snapshot != m_context.bridge.snapshot() && !m_job->isRunning()) judge();
  m_job->finish();
}

/// Only while it is looked at; a cluster that changes all the time costs a tenth of a core.
void QueuesPage::follow() {
  if (!isVisible() || m_job->isRunning() || m_pause.isActive()) return;
  if (m_snapshot != m_context.bridge.snapshot()) judge();
}

void QueuesPage::judge() {
  const SnapshotPtr now = m_context.bridge.snapshot();
  if (m_report && m_snapshot && m_snapshot->extras == now->extras) {
    // Pods and nodes changed, no queue: only the ages are older.
    m_snapshot = now;
    m_pause.start(kBetweenAges);
    return fill();
  }
  m_took.start();
  m_job->start([this, on = now](const std::stop_token&, const BackgroundJob::Report&) -> BackgroundJob::Finish {
    auto report = std::make_shared<QueueReport>(queueReport(KueueIndex(on->extras)));
    return [this, on, report] {
      m_snapshot = on;
      m_report = std::move(*report);
      m_pause.start(static_cast<int>(m_took.elapsed()) * kPausePerWork);
      fill();
    };
  });
}

bool QueuesPage::showKey(const QString& key) {
  if (key.isEmpty()) return true;
  answerNow();
  const auto isNamed = [&](const QueueRow& row) { return QString::fromStdString(row.name) == key; };
  if (!m_report || std::none_of(m_report->queues.begin(), m_report->queues.end(), isNamed)) return false;
  m_chosen = key;
  m_workload.clear();
  fill();
  return true;
}

const QueueRow* QueuesPage::chosen() const {
  if (!m_report) return nullptr;
  for (const QueueRow& row : m_report->queues) {
    if (QString::fromStdString(row.name) == m_chosen) return &row;
  }
  return m_report->queues.empty() ? nullptr : &m_report->queues.front();
}

const std::vector<WaitingWorkload>& QueuesPage::line() const {
  static const std::vector<WaitingWorkload> kNobody;
  const QueueRow* row = chosen();
  return row != nullptr ? row->waiting : kNobody;
}

void QueuesPage::fill() {
  std::vector<RowsModel::Row> rows;
  if (m_report) {
    for (const QueueRow& row : m_report->queues) rows.push_back(QueueRows::queue(row));
  }
  m_queues->setRows(std::move(rows));
  const bool any = m_queues->rowCount() > 0;
  m_stack->setCurrentIndex(any ? 0 : 1);
  if (!any) return fillEmpty();
  const QueueRow* row = chosen();
  m_chosen = QString::fromStdString(row->name);
  const int at = m_queues->rowOf(m_chosen);
  if (m_queueTable->currentKey() != m_chosen)
    m_queueTable->setCurrentIndex(m_queueOrder->mapFromSource(m_queues->index(at, 0)));
  fillDetails();
}

void QueuesPage::fillEmpty() {
  m_empty->setIconName(QStringLiteral("queues"));
  if (!m_report) {
    m_empty->setTitle(tr("Looking at the queues"));
    return m_empty->setCause({});
  }
  m_empty->setTitle(m_report->visibility == QueueVisibility::Refused ? tr("The queues may not be read")
                    : m_report->visibility == QueueVisibility::Empty ? tr("No ClusterQueue")
                                                                     : tr("No queues of Kueue"));
  m_empty->setCause(queueVisibilityText(*m_report));
}

void QueuesPage::fillDetails() {
  const QueueRow* row = chosen();
  if (row == nullptr) return;
  m_title->setText(tr("ClusterQueue %1").arg(plain(row->name, 120)));
  QStringList notes;
  if (row->inactivity) notes += queueInactivity(*row->inactivity);
  for (const QueueCaution caution : row->cautions) notes += queueCautionText(caution);
  if (!m_report->unqueued.empty())
    notes += tr("%n workload(s) wait in the line of no ClusterQueue; \"cardinal queues\" names them.", nullptr,
                static_cast<int>(m_report->unqueued.size()));
  m_notes->setText(notes.join(QLatin1Char('\n')));
  m_notes->setVisible(!notes.isEmpty());
  std::vector<RowsModel::Row> quotas;
  for (std::size_t i = 0; i < row->cells.size(); ++i) quotas.push_back(QueueRows::quota(row->cells[i], i));
  m_quotas->setRows(std::move(quotas));
  m_quotaTable->setVisible(row->cells.size() > 1);
  m_quotaTable->updateGeometry();
  const std::size_t shown = std::min(line().size(), kMostRows);
  const QString waiting = tr("%n workload(s) waiting", nullptr, static_cast<int>(line().size()));
  m_lineTitle->setText(!row->pending ? tr("Who waits is not known")
                       : shown < line().size()
                           ? tr("%1; the first %2 are shown").arg(waiting, count(static_cast<std::int64_t>(shown)))
                           : waiting);
  std::vector<RowsModel::Row> rows;
  for (std::size_t i = 0; i < shown; ++i) rows.push_back(QueueRows::waiting(line()[i], m_context.referenceTime()));
  m_line->setRows(std::move(rows));
  m_lineTable->setVisible(shown > 0);
  fillWords();
}

/// The sentence about one workload, what Kueue itself says, and everything that would help.
void QueuesPage::fillWords() {
  const std::vector<WaitingWorkload>& waiting = line();
  auto at = std::find_if(waiting.begin(), waiting.end(), [&](const auto& one) { return keyOf(one) == m_workload; });
  if (at == waiting.end()) at = waiting.begin();
  m_words->setVisible(at != waiting.end());
  if (at == waiting.end()) return;
  m_workload = keyOf(*at);
  const int row = m_line->rowOf(m_workload);
  if (row >= 0 && m_lineTable->currentKey() != m_workload)
    m_lineTable->setCurrentIndex(m_lineOrder->mapFromSource(m_line->index(row, 0)));
  QStringList words{tr("%1: %2").arg(plain(at->key.name, 120), queueVerdict(*at))};
  if (!at->conditionMessage.empty() && at->conditionMessage != at->answer.message)
    words += tr("Kueue says: %1").arg(plain(at->conditionMessage, 400));
  for (const QString& remedy : queueRemedies(*at)) words += tr("Would help: %1").arg(remedy);
  m_words->setText(words.join(QLatin1Char('\n')));
}

void QueuesPage::showHeads() {
  m_queues->setHeads(QueueRows::queueHeads());
  m_quotas->setHeads(QueueRows::quotaHeads());
  m_line->setHeads(QueueRows::waitingHeads());
  const auto fit = [](DataTable& table, int stretched) {
    QHeaderView* head = table.horizontalHeader();
    head->setSectionResizeMode(QHeaderView::ResizeToContents);
    head->setSectionResizeMode(stretched, QHeaderView::Stretch);
  };
  constexpr int kNameColumn = 0;
  constexpr int kHelpColumn = 7;
  fit(*m_quotaTable, kNameColumn);
  fit(*m_lineTable, kHelpColumn);
}

void QueuesPage::retranslate() {
  m_queueTable->setAccessibleName(tr("ClusterQueues"));
  m_lineTable->setAccessibleName(tr("Waiting workloads"));
  showHeads();
  fill();
}

}  // namespace cardinal::ui
