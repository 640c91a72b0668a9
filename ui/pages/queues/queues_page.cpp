// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/queues/queues_page.h"

#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <algorithm>
#include <utility>

#include "ui/i18n/format.h"
#include "ui/i18n/placement/group_queue_texts.h"
#include "ui/i18n/placement/queue_texts.h"
#include "ui/pages/common/row_menus.h"
#include "ui/pages/common/tables/column_fit.h"
#include "ui/pages/common/tables/content_or_empty.h"
#include "ui/pages/common/tables/sorted_table.h"
#include "ui/pages/queues/queue_details.h"
#include "ui/pages/queues/queue_rows.h"
#include "ui/widgets/basic/flow_row.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/layout/boxes.h"
#include "ui/widgets/lists/empty_state.h"
#include "ui/widgets/lists/filter_line.h"

namespace cardinal::ui {

namespace {

using namespace queues;

constexpr int kBetweenAges = 2000;  // milliseconds
constexpr int kQueueHeight = 260;
constexpr int kDetailHeight = 460;
constexpr int kFilterWidth = 220;
constexpr auto kAll = "all";

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
  m_details = new QueueDetails(m_context, this);
  m_splitter->addWidget(m_details);
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

void QueuesPage::connectParts() {
  connect(&m_pacer, &WorkPacer::rested, this, &QueuesPage::follow);
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
    m_details->setEntry(chosen());
  });
  connect(m_queueTable, &DataTable::keyActivated, this, [this] {
    if (m_details->line().isVisible()) m_details->line().setFocus(Qt::OtherFocusReason);
  });
  const auto offerCopy = [this](const QPoint& global, const QString& key) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addCopy(*menu, tr("Copy the name"), key.section(u'/', -1));
    menu->popup(global);
  };
  connect(m_queueTable, &DataTable::menuRequested, this, offerCopy);
  connect(&m_details->line(), &DataTable::menuRequested, this, offerCopy);
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
  m_details->setEntry(nullptr);
  m_shown.clear();
  m_list.reset();
  m_snapshot.reset();
  m_chosen.clear();
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
  offers[window()->focusWidget() == &m_details->line() ? 1 : 0].isFirstChoice = true;
  return offers;
}

void QueuesPage::showAll() {
  m_systems->setCurrent(QString::fromLatin1(kAll));
  const QSignalBlocker quiet(m_filter);
  m_filter->setText({});
  fill();
}

QString QueuesPage::onlySystem() const {
  if (m_systems->current() != QLatin1String(kAll)) return m_systems->current();
  const QString first = m_list && !m_list->entries().empty() ? m_list->entries().front().systemId() : QString();
  const bool isAlone = !first.isEmpty() && m_list->entries().back().systemId() == first;  // in order of systems
  return isAlone ? first : QString();
}

bool QueuesPage::isShown(const QueueEntry& entry) const {
  const QString& system = m_systems->current();
  if (system != QLatin1String(kAll) && system != entry.systemId()) return false;
  const QStringList words = m_filter->text().split(u' ', Qt::SkipEmptyParts);
  if (words.isEmpty()) return true;
  QStringList texts{QueueRows::systemName(entry)};
  for (const RowsModel::Cell& cell : QueueRows::queue(entry).cells) texts += cell.text;
  for (const RowsModel::Row& row : QueueRows::quotas(entry)) texts += row.cells.front().text + u' ' + row.cells[1].text;
  const QString text = texts.join(u'\n');
  return std::all_of(words.begin(), words.end(), [&](const QString& word) {
    return text.contains(word, Qt::CaseInsensitive) || entry.waitingNames.contains(word.toLower());
  });
}

const QueueEntry* QueuesPage::chosen() const {
  const auto found =
      std::find_if(m_shown.begin(), m_shown.end(), [this](const auto* one) { return one->key == m_chosen; });
  return found != m_shown.end() ? *found : m_shown.empty() ? nullptr : m_shown.front();
}

void QueuesPage::fill() {
  fillSystems();
  showHeads();
  m_shown.clear();
  std::vector<RowsModel::Row> rows;
  if (m_list) {
    for (const QueueEntry& entry : m_list->entries()) {
      if (!isShown(entry)) continue;
      m_shown.push_back(&entry);
      rows.push_back(QueueRows::queue(entry));
    }
  }
  const std::size_t all = m_list ? m_list->entries().size() : 0;
  m_filter->setHits(all == 0                ? QString()
                    : m_shown.size() == all ? tr("%n row(s)", nullptr, static_cast<int>(all))
                                            : tr("%1 of %2")
                                                  .arg(count(static_cast<std::int64_t>(m_shown.size())),
                                                       count(static_cast<std::int64_t>(all))));
  m_quiet = true;
  m_queueTable->rows().setRows(std::move(rows));
  m_quiet = false;
  fillUnknown();
  m_content->setFilled(!m_shown.empty());
  const QueueEntry* entry = chosen();
  if (entry == nullptr) {
    m_details->setEntry(nullptr);
    return fillEmpty();
  }
  m_chosen = entry->key;
  m_quiet = true;
  const int row = m_queueTable->rows().rowOf(m_chosen);
  if (m_queueTable->currentKey() != m_chosen)
    m_queueTable->setCurrentIndex(m_queueTable->order().mapFromSource(m_queueTable->rows().index(row, 0)));
  m_quiet = false;
  m_details->setEntry(entry);
}

/// Only systems that have rows; where there is one, there is nothing to choose.
void QueuesPage::fillSystems() {
  std::vector<std::pair<QString, QString>> systems;
  if (m_list) {
    for (const QueueEntry& entry : m_list->entries()) {
      if (systems.empty() || systems.back().first != entry.systemId())
        systems.emplace_back(entry.systemId(), QueueRows::systemName(entry));
    }
  }
  systems.insert(systems.begin(), {QString::fromLatin1(kAll), tr("All")});
  if (systems == m_systemItems) return;
  m_systemItems = systems;
  const QString current = m_systems->current();
  const auto isThere = [&](const auto& one) { return one.first == current; };
  m_systems->clear();
  for (const auto& [id, name] : systems) m_systems->addItem(id, name);
  const bool keeps = std::any_of(systems.begin(), systems.end(), isThere);
  m_systems->setCurrent(keeps ? current : QString::fromLatin1(kAll));
  constexpr std::size_t kAllAndTwo = 3;
  m_systems->setVisible(systems.size() >= kAllAndTwo);
}

void QueuesPage::fillUnknown() {
  QStringList lines;
  const QString& system = m_systems->current();
  const bool isAll = system == QLatin1String(kAll);
  if (m_list && (isAll || system == QLatin1String("kueue"))) {
    if (const QString line = kueueKindsRefused(m_list->kueue()); !line.isEmpty()) lines += line;
  }
  if (m_list) {
    for (const GroupReport& report : m_list->others()) {
      if (!isAll && system != QLatin1String(toString(report.system))) continue;
      for (const QString& line : {groupQueuesUnknown(report), groupWaitsUnknown(report)}) {
        if (!line.isEmpty()) lines += line;
      }
    }
  }
  if (m_shown.empty()) lines.clear();  // the page says it
  m_unknown->setText(lines.join(u'\n'));
  m_unknown->setVisible(!lines.isEmpty());
}

void QueuesPage::fillEmpty() {
  EmptyState& empty = m_content->empty();
  empty.setIconName(QStringLiteral("queues"));
  empty.setAction({});
  empty.setCause({});
  if (!m_list) return empty.setTitle(tr("Looking at the queues"));
  if (!m_list->entries().empty()) {
    empty.setTitle(tr("No queue matches the filter"));
    return empty.setAction(tr("Show all queues"));
  }
  const QueueReport& kueue = m_list->kueue();
  const bool isKueueRefused = kueue.visibility == QueueVisibility::Refused;
  const bool isRefused =
      isKueueRefused || std::any_of(m_list->others().begin(), m_list->others().end(),
                                    [](const GroupReport& one) { return one.refusedQueues || one.refusedGroups; });
  empty.setTitle(isRefused ? tr("The queues may not be read") : tr("No queues and no quotas"));
  const QString lookedFor = queueSystemsLookedFor(kueue, m_list->others());
  empty.setCause(isKueueRefused ? lookedFor + u'\n' + queueVisibilityText(kueue) : lookedFor);
}

void QueuesPage::showHeads() {
  const QString only = onlySystem();
  m_queueTable->rows().setHeads(QueueRows::queueHeads(only));
  std::vector<bool> away(QueueRows::Columns, false);
  for (int i = 0; i < QueueRows::Columns; ++i) {
    const auto column = static_cast<QueueRows::Column>(i);
    // What one system alone has stands in the pane, where several are shown.
    const bool isSpecial = column == QueueRows::Share || column == QueueRows::Reserved ||
                           column == QueueRows::Borrowed || column == QueueRows::Admitted;
    away[static_cast<std::size_t>(i)] =
        only.isEmpty() ? isSpecial : column == QueueRows::System || !QueueRows::hasColumn(only, column);
  }
  if (away == m_away) return;
  m_away = away;
  m_fit->keepAway(std::move(away));
}

void QueuesPage::retranslate() {
  m_filter->setPlaceholder(tr("Filter by queue, parent, resource or who waits"));
  m_filter->field()->setAccessibleName(tr("Filter by queue, parent, resource or who waits"));
  m_systems->setAccessibleName(tr("System"));
  m_queueTable->setAccessibleName(tr("Queues and quotas"));
  m_details->retranslate();
  fill();
}

}  // namespace cardinal::ui
