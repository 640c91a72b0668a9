// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/queues/queues_page.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <algorithm>
#include <utility>

#include "ui/pages/common/row_menus.h"
#include "ui/pages/common/tables/column_fit.h"
#include "ui/pages/common/tables/content_or_empty.h"
#include "ui/pages/common/tables/sorted_table.h"
#include "ui/pages/queues/queue_rows.h"
#include "ui/widgets/basic/flow_row.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/layout/boxes.h"
#include "ui/widgets/lists/empty_state.h"
#include "ui/widgets/lists/filter_line.h"

namespace cardinal::ui {

namespace {

constexpr int kBetweenAges = 2000;  // milliseconds
constexpr int kQueueHeight = 260;
constexpr int kDetailHeight = 460;
constexpr int kFilterWidth = 220;

}  // namespace

QueuesPage::QueuesPage(const PageContext& context, QWidget* parent)
    : Page(context.theme, SurfaceTone::Bg, parent), m_context(context), m_job(new BackgroundJob(this)) {
  build();
  connectParts();
  connectTables();
  QueuesPage::retranslate();
}

void QueuesPage::build() {
  Theme& theme = m_context.theme;
  auto* layout = columnIn(this);
  layout->addWidget(buildTools());
  m_splitter = new QSplitter(Qt::Vertical, this);
  m_splitter->setChildrenCollapsible(false);
  m_splitter->setHandleWidth(1);
  m_queueTable = new SortedTable(theme, this);
  // Name, system, parent, what the quota is of, guaranteed, quota, share, limit, used, reserved, borrowed, free,
  // waiting, admitted, state: the pane repeats the figures.
  m_fit = new ColumnFit(*m_queueTable, {{150, true, 0},
                                        {112, true, 0},
                                        {110, true, 2},
                                        {190, true, 0},
                                        {92, false, 4},
                                        {80, false, 0},
                                        {88, false, 0},
                                        {88, false, 5},
                                        {96, false, 0},
                                        {96, false, 3},
                                        {96, false, 0},
                                        {64, false, 0},
                                        {76, false, 0},
                                        {84, false, 0},
                                        {92, false, 1}});
  m_splitter->addWidget(m_queueTable);
  m_splitter->addWidget(buildDetails());
  m_splitter->setStretchFactor(0, 0);
  m_splitter->setStretchFactor(1, 1);
  m_splitter->setSizes({kQueueHeight, kDetailHeight});
  m_content = new ContentOrEmpty(theme, *m_splitter, this);
  layout->addWidget(m_content, 1);
  setFocusProxy(m_queueTable);
}

QWidget* QueuesPage::buildTools() {
  Theme& theme = m_context.theme;
  auto* panel = new Surface(theme, SurfaceTone::Panel, this);
  panel->setEdges(Qt::BottomEdge);
  panel->setMinimumHeight(44);
  auto* column = columnIn(panel, {16, 7, 16, 7}, 6);
  auto* line = new FlowRow;
  line->setSpacing(8);
  m_systems = new SegmentedControl(theme, panel);
  m_filter = new FilterLine(theme, panel);
  m_filter->setHint(QStringLiteral("/"));
  m_filter->setMinimumWidth(kFilterWidth);
  line->addWidget(m_systems);
  line->addGrowing(m_filter);
  column->addLayout(line);
  m_unknown = new TextLabel(theme, TextRole::Small, TextTone::Warning, panel);
  m_unknown->setWordWrap(true);
  column->addWidget(m_unknown);
  return panel;
}

QWidget* QueuesPage::buildDetails() {
  Theme& theme = m_context.theme;
  auto* panel = new Surface(theme, SurfaceTone::Panel, this);
  panel->setEdges(Qt::TopEdge);
  auto* column = columnIn(panel, {16, 12, 16, 12}, 8);
  m_title = new TextLabel(theme, TextRole::Title, TextTone::Strong, panel);
  m_facts = new TextLabel(theme, TextRole::Small, TextTone::Quiet, panel);
  m_facts->setWordWrap(true);
  m_notes = new TextLabel(theme, TextRole::Small, TextTone::Warning, panel);
  m_notes->setWordWrap(true);
  m_quotas = new RowsModel(this);
  m_quotaTable = new DataTable(theme, panel);
  m_quotaTable->setFlush(true);
  m_quotaTable->setModel(m_quotas);
  m_quotaTable->setSelectionMode(QAbstractItemView::NoSelection);
  m_quotaTable->horizontalHeader()->setStretchLastSection(false);
  m_lineTitle = new TextLabel(theme, TextRole::BodyStrong, TextTone::Strong, panel);
  m_lineTitle->setWordWrap(true);
  m_lineTable = new SortedTable(theme, panel);
  m_words = new TextLabel(theme, TextRole::Body, TextTone::Normal, panel);
  m_words->setWordWrap(true);
  for (QWidget* one : {static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_facts), static_cast<QWidget*>(m_notes),
                       static_cast<QWidget*>(m_quotaTable), static_cast<QWidget*>(m_lineTitle)})
    column->addWidget(one);
  constexpr int kAllButTheRest = 1000;
  column->addWidget(m_lineTable, kAllButTheRest);
  column->addWidget(m_words);
  column->addStretch(1);
  return panel;
}

void QueuesPage::connectParts() {
  connect(&m_pacer, &WorkPacer::rested, this, &QueuesPage::follow);
  m_more.setSingleShot(true);
  connect(&m_more, &QTimer::timeout, this, &QueuesPage::fillMoreOfLine);
  connect(m_job, &BackgroundJob::runningChanged, this, &QueuesPage::follow);
  connect(&m_context.bridge, &SnapshotBridge::snapshotChanged, this, &QueuesPage::follow);
  connect(&m_context.bridge, &SnapshotBridge::sourceChanged, this, &QueuesPage::forget);
  connect(m_systems, &SegmentedControl::changed, this, &QueuesPage::fill);
  connect(m_filter, &FilterLine::textChanged, this, &QueuesPage::fill);
  m_filter->leadTo(*m_queueTable);
  connect(&m_content->empty(), &EmptyState::actionTriggered, this, &QueuesPage::showAll);
}

void QueuesPage::connectTables() {
  connect(m_queueTable, &DataTable::keyChosen, this, [this](const QString& key) {
    if (m_quiet) return;
    m_chosen = key;
    m_waiting.clear();
    fillDetails();
  });
  connect(m_queueTable, &DataTable::keyActivated, this, [this] {
    if (m_lineTable->isVisible()) m_lineTable->setFocus(Qt::OtherFocusReason);
  });
  connect(m_lineTable, &DataTable::keyChosen, this, [this](const QString& key) {
    if (m_quiet) return;
    m_waiting = key;
    fillWords();
  });
  const auto offerCopy = [this](const QPoint& global, const QString& key) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addCopy(*menu, tr("Copy the name"), key.section(u'/', -1));
    menu->popup(global);
  };
  connect(m_queueTable, &DataTable::menuRequested, this, offerCopy);
  connect(m_lineTable, &DataTable::menuRequested, this, offerCopy);
}

void QueuesPage::showEvent(QShowEvent* event) {
  TranslatablePage::showEvent(event);
  follow();
}

void QueuesPage::focusFilter() {
  m_filter->field()->setFocus(Qt::ShortcutFocusReason);
}

void QueuesPage::answerNow() {
  m_job->finish();
  if (m_snapshot != m_context.bridge.snapshot() && !m_job->isRunning()) judge();
  m_job->finish();
}

/// Another cluster: nothing is known of it yet.
void QueuesPage::forget() {
  m_job->drop();
  m_pacer.stop();
  m_shown.clear();
  m_list.reset();
  m_snapshot.reset();
  m_chosen.clear();
  m_waiting.clear();
  fill();
  follow();
}

/// Only while it is looked at; a cluster that changes all the time costs a tenth of a core.
void QueuesPage::follow() {
  if (!isVisible() || m_job->isRunning() || m_pacer.isResting()) return;
  if (m_snapshot != m_context.bridge.snapshot()) judge();
}

void QueuesPage::judge() {
  const SnapshotPtr now = m_context.bridge.snapshot();
  if (m_list && m_snapshot && m_snapshot->extras == now->extras && !m_list->followsNodes()) {
    // Pods and nodes changed, no queue: only the ages are older.
    m_snapshot = now;
    m_pacer.restFor(kBetweenAges);
    return fill();
  }
  m_pacer.begin();
  m_job->start([this, on = now](const std::stop_token&, const BackgroundJob::Report&) -> BackgroundJob::Finish {
    auto list = std::make_shared<const QueueList>(*on);
    return [this, on, list] { take(on, list); };
  });
}

void QueuesPage::take(SnapshotPtr snapshot, std::shared_ptr<const QueueList> list) {
  m_shown.clear();  // they lead into the old one
  m_snapshot = std::move(snapshot);
  // What ten thousand waiting ones were is not freed in one go here.
  m_job->start([former = std::exchange(m_list, std::move(list))](
                   const std::stop_token&, const BackgroundJob::Report&) mutable -> BackgroundJob::Finish {
    former.reset();
    return {};
  });
  m_pacer.end();
  fill();
}

bool QueuesPage::showKey(const QString& key) {
  if (key.isEmpty()) return true;
  answerNow();
  const QueueEntry* entry = m_list ? m_list->find(key) : nullptr;
  if (entry == nullptr) return false;
  m_chosen = entry->key;
  m_waiting.clear();
  isShown(*entry) ? fill() : showAll();
  return true;
}

std::vector<ExportOffer> QueuesPage::exportOffers() {
  std::vector<ExportOffer> offers;
  if (!m_list || m_shown.empty()) return offers;
  std::vector<const QueueEntry*> rows;
  std::size_t waiting = 0;
  for (int row = 0; row < m_queueTable->order().rowCount(); ++row) {
    const QString key = m_queueTable->order().index(row, 0).data(KeyRole).toString();
    const auto found = std::find_if(m_shown.begin(), m_shown.end(), [&](const auto* one) { return one->key == key; });
    if (found == m_shown.end()) continue;
    rows.push_back(*found);
    waiting += (*found)->workloads.size() + (*found)->groups.size();
  }
  const auto add = [&](ExportKind kind, const QString& label, std::size_t number,
                       ExportTable (*make)(const std::vector<const QueueEntry*>&)) {
    ExportOffer& offer = offers.emplace_back();
    offer.kind = kind;
    offer.label = label;
    offer.rows = static_cast<int>(number);
    offer.time = m_snapshot->time;
    offer.make = [make, rows, list = m_list](const std::stop_token&) { return make(rows); };
  };
  add(ExportKind::Queues, tr("Queues and quotas"), quotaTable(rows).rows.size(), &quotaTable);
  add(ExportKind::Waiting, tr("Who waits"), waiting, &waitingTable);
  offers.back().scope = tr("%n row(s): all that wait in the queues shown.", nullptr, static_cast<int>(waiting));
  offers[window()->focusWidget() == m_lineTable ? 1 : 0].isFirstChoice = true;
  return offers;
}

void QueuesPage::showAll() {
  m_systems->setCurrent(QStringLiteral("all"));
  const QSignalBlocker quiet(m_filter);
  m_filter->setText({});
  fill();
}

}  // namespace cardinal::ui
