// SPDX-License-Identifier: Apache-2.0
#include <QBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QMenu>
#include <QScrollBar>
#include <QSplitter>
#include <algorithm>

#include "core/workloads/workload_export.h"
#include "core/workloads/workload_object.h"
#include "core/workloads/workload_objects.h"
#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"
#include "ui/i18n/workloads/workload_texts.h"
#include "ui/models/pod_lookup.h"
#include "ui/models/roles.h"
#include "ui/models/tables/pod_table_model.h"
#include "ui/models/tables/workload_table_model.h"
#include "ui/pages/common/row_menus.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/workloads/workload_reader.h"
#include "ui/pages/workloads/workloads_page.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/filter_line.h"

namespace cardinal::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMaxName = 80;
constexpr auto kSplitKey = "workloads/split";
const QString kEvents = u"events"_s;

}  // namespace

void WorkloadsPage::buildRows() {
  m_rows = new WorkloadTableModel(this);
  m_order = new FilterProxy(*m_rows, this);
  m_splitter = new QSplitter(Qt::Vertical, this);
  m_splitter->setChildrenCollapsible(false);
  m_splitter->setHandleWidth(1);
  m_table = new DataTable(context().theme, m_splitter);
  m_table->setModel(m_order);
  m_table->setSortingEnabled(true);
  // Who waits is looked for first.
  for (int column = 0; column < m_rows->columnCount(); ++column) {
    if (m_rows->columnId(column) == u"waiting") m_table->sortByColumn(column, Qt::DescendingOrder);
  }
  fitColumns(*m_table, *m_rows, {u"age"_s, u"wanted"_s, u"gang"_s, u"queue"_s, u"kind"_s}, context().settings,
             QStringLiteral("workloadRows"));
  delete layout()->replaceWidget(content(), m_splitter);
  auto* below = new QWidget(m_splitter);
  auto* column = new QVBoxLayout(below);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(buildHead());
  column->addWidget(content(), 1);
  m_splitter->setStretchFactor(0, 0);
  m_splitter->setStretchFactor(1, 1);
  m_isArranged = m_splitter->restoreState(context().settings.bytes(QString::fromLatin1(kSplitKey)));
  setFocusProxy(m_table);
  setTabOrder(m_table, m_events);
  setTabOrder(m_events, m_all);
  setTabOrder(m_all, &table());
}

/// Whose pods the lower table shows, and why they wait.
QWidget* WorkloadsPage::buildHead() {
  Theme& theme = context().theme;
  auto* head = new Surface(theme, SurfaceTone::Panel, this);
  head->setEdges(Qt::TopEdge | Qt::BottomEdge);
  head->setMinimumHeight(40);
  auto* line = new QHBoxLayout(head);
  line->setContentsMargins(8, 5, 16, 5);
  line->setSpacing(12);
  auto* words = new QVBoxLayout;
  words->setSpacing(2);
  m_title = new TextLabel(theme, TextRole::SmallStrong, TextTone::Strong, head);
  m_title->setElide(Qt::ElideMiddle);
  m_reason = new TextLabel(theme, TextRole::Small, TextTone::Warning, head);
  m_reason->setWordWrap(true);
  words->addWidget(m_title);
  words->addWidget(m_reason);
  m_conditions = new TextLabel(theme, TextRole::Small, TextTone::Quiet, head);
  m_conditions->setWordWrap(true);
  words->addWidget(m_conditions);
  line->addLayout(words, 1);
  m_events = new ActionButton(theme, head);
  m_events->setKind(ButtonKind::Quiet);
  m_events->setIconName(QStringLiteral("event"));
  line->addWidget(m_events, 0, Qt::AlignTop);
  m_all = new ActionButton(theme, head);
  m_all->setKind(ButtonKind::Quiet);
  line->addWidget(m_all, 0, Qt::AlignTop);
  return head;
}

void WorkloadsPage::connectRows() {
  SnapshotBridge& bridge = context().bridge;
  m_reader = new WorkloadReader(bridge, this);
  connect(m_reader, &WorkloadReader::changed, this, &WorkloadsPage::follow);
  connect(&m_pacer, &WorkPacer::rested, this, &WorkloadsPage::follow);
  connect(&bridge, &SnapshotBridge::snapshotChanged, this, &WorkloadsPage::follow);
  connect(&bridge, &SnapshotBridge::sourceChanged, this, [this] {
    dropWorkloads();
    follow();
  });
  connect(&filter(), &FilterLine::textChanged, this, &WorkloadsPage::filterRows);
  connect(&context().selection, &SelectionState::namespaceChanged, this, &WorkloadsPage::filterRows);
  // Of the selection, not of the current row: a click with Ctrl takes the choice back and leaves the row current.
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    if (m_quiet) return;
    chooseWorkload(keyOfRow());
    selectItsPod();
  });
  connect(m_table, &DataTable::keyActivated, this, [this] { table().setFocus(Qt::OtherFocusReason); });
  connect(m_table, &DataTable::menuRequested, this, &WorkloadsPage::openWorkloadMenu);
  connect(m_events, &QAbstractButton::clicked, this, [this] { openWorkload(kEvents); });
  connect(m_all, &QAbstractButton::clicked, this, [this] {
    setFocus(Qt::OtherFocusReason);  // the button goes
    showAll();
  });
  connect(m_splitter, &QSplitter::splitterMoved, this, [this] {
    m_isArranged = true;
    WindowSettings settings = context().settings;
    settings.setBytes(QString::fromLatin1(kSplitKey), m_splitter->saveState());
  });
}

void WorkloadsPage::showEvent(QShowEvent* event) {
  TablePage::showEvent(event);
  filterRows();
  follow();
}

void WorkloadsPage::answerNow() {
  if (isOutdated() && !m_job->isRunning()) trace();
  m_job->finish();
  m_table->doItemsLayout();  // else the next turn of the loop shows its scroll bar
}

/// Only while it is looked at; a cluster that changes all the time costs a tenth of a core.
void WorkloadsPage::follow() {
  if (!isVisible() || m_job->isRunning() || m_pacer.isResting()) return;
  if (isOutdated()) trace();
}

bool WorkloadsPage::isOutdated() const {
  return m_snapshot != context().bridge.snapshot() || m_objects != m_reader->objects();
}

void WorkloadsPage::trace() {
  m_pacer.begin();
  m_job->start([this, on = context().bridge.snapshot(), objects = m_reader->objects()](
                   const std::stop_token&, const BackgroundJob::Report&) -> BackgroundJob::Finish {
    auto index = std::make_shared<const WorkloadIndex>(*on, *objects);
    return [this, on, objects, index] {
      m_snapshot = on;
      m_objects = objects;
      m_pacer.end();
      take(index);
    };
  });
}

void WorkloadsPage::take(std::shared_ptr<const WorkloadIndex> index) {
  m_index = std::move(index);
  m_pods.setIndex(m_index);
  m_quiet = true;
  m_rows->setWorkloads(*m_index, context().facts());
  m_quiet = false;
  proxy().judgeAgain();
  if (m_chosen.isEmpty()) {
    followRows();
    fillHead();
    showCounts();
  } else {
    chooseWorkload(m_chosen);
  }
  showAwaited();
  readObjects();
}

/// The rows that are shown first.
void WorkloadsPage::readObjects() {
  std::vector<WorkloadPtr> rows;
  rows.reserve(static_cast<std::size_t>(m_order->rowCount()));
  for (int row = 0; row < m_order->rowCount(); ++row)
    rows.push_back(m_rows->row(m_order->mapToSource(m_order->index(row, 0)).row()).workload);
  for (const WorkloadPtr& one : m_index->workloads()) rows.push_back(one);
  m_reader->follow(rows);
}

/// Another cluster: nothing is known of it yet.
void WorkloadsPage::dropWorkloads() {
  m_job->drop();
  m_reader->drop();
  m_pacer.stop();
  m_index.reset();
  m_snapshot.reset();
  m_objects.reset();
  m_awaited.clear();
  m_pods.setIndex(nullptr);
  m_quiet = true;
  m_rows->clear();
  m_quiet = false;
  chooseWorkload({});
}

void WorkloadsPage::filterRows() {
  m_quiet = true;
  m_order->setNamespace(context().selection.ns());
  m_order->setFilterText(filter().text());
  m_quiet = false;
  followRows();
  fillHead();
  showCounts();
}

/// As high as its rows, up to half of the page, until the operator moves the edge.
void WorkloadsPage::fitRows() {
  const int all = m_splitter->height();
  if (m_isArranged || all <= 0) return;
  const int bar = m_table->horizontalScrollBar()->isVisible() ? m_table->horizontalScrollBar()->height() : 0;
  const int rows = m_order->rowCount() * context().theme.rowHeight();
  const int wanted = std::min(m_table->horizontalHeader()->height() + rows + bar + 2, all / 2);
  m_splitter->setSizes({std::max(wanted, m_table->minimumSizeHint().height()), all - wanted});
}

void WorkloadsPage::resizeEvent(QResizeEvent* event) {
  TablePage::resizeEvent(event);
  fitRows();
}

/// The table shows what is chosen; a workload that has ended, or that the filter hides, is not chosen any more.
void WorkloadsPage::followRows() {
  // Without any the page is that of the pods, which says why it is empty.
  m_table->setVisible(!m_index || m_order->rowCount() > 0);
  fitRows();
  setFocusProxy(m_table->isHidden() ? &table() : m_table);
  const int row = m_chosen.isEmpty() ? -1 : m_order->rowOf(m_chosen);
  if (row < 0 && !m_chosen.isEmpty()) return chooseWorkload({});
  m_quiet = true;
  if (row < 0) {
    m_table->setCurrentIndex({});  // nor selected
  } else if (keyOfRow() != m_chosen) {
    m_table->setCurrentIndex(m_order->index(row, 0));
  }
  m_quiet = false;
}

QString WorkloadsPage::keyOfRow() const {
  const QModelIndexList rows = m_table->selectionModel()->selectedRows();
  return rows.isEmpty() ? QString() : rows.first().data(KeyRole).toString();
}

void WorkloadsPage::chooseWorkload(const QString& key) {
  const WorkloadPtr chosen = m_rows->find(key);
  m_chosen = chosen ? key : QString();
  m_pods.setWorkload(chosen);
  followRows();
  fillHead();
  update();
}

/// What the pane shows and the keys act on is never of another workload than the row that is chosen.
void WorkloadsPage::selectItsPod() {
  const WorkloadPtr chosen = m_rows->find(m_chosen);
  if (!chosen) return;
  SelectionState& selection = context().selection;
  const auto isSelected = [&selection](const WorkloadPod& one) { return podKeyOf(*one.pod) == selection.key(); };
  const bool isPod = selection.kind() == SelectionState::Kind::Pod;
  if (isPod && std::any_of(chosen->pods.begin(), chosen->pods.end(), isSelected)) return;
  if (chosen->pods.size() == 1) return selection.selectPod(podKeyOf(*chosen->pods.front().pod));
  selection.clear();
}

bool WorkloadsPage::showWorkload(const QString& key) {
  if (!m_rows->find(key)) return false;
  if (m_order->rowOf(key) < 0) {
    context().selection.setNamespace({});
    setFilterText({});
  }
  chooseWorkload(key);
  m_table->scrollTo(m_order->index(m_order->rowOf(key), 0), QAbstractItemView::PositionAtCenter);
  return true;
}

void WorkloadsPage::showWorkloadOf(const QString& pod) {
  m_awaited = pod;
  if (m_index && m_index->ofPod(podKeyFrom(pod))) return showAwaited();
  follow();
}

void WorkloadsPage::showAwaited() {
  if (m_awaited.isEmpty()) return;
  const WorkloadPtr workload = m_index->ofPod(podKeyFrom(m_awaited));
  m_awaited.clear();
  if (workload) showWorkload(workloadKeyOf(*workload));
}

QString WorkloadsPage::headText() const {
  if (const WorkloadPtr chosen = m_rows->find(m_chosen)) {
    return tr("Pods of %1 %2", "kind and name of a workload")
        .arg(plain(chosen->kind, kMaxName), plain(chosen->ns + '/' + chosen->name, 2 * kMaxName));
  }
  const int all = m_rows->rowCount();
  const int shown = m_order->rowCount();
  return shown == all ? tr("Pods of %n workload(s)", nullptr, all)
                      : tr("Pods of %1 of %2 workloads").arg(count(shown), count(all));
}

void WorkloadsPage::fillHead() {
  const WorkloadPtr chosen = m_rows->find(m_chosen);
  m_title->setText(m_index ? headText() : tr("Pods of all workloads"));
  const QString reason = chosen ? workloadReason(*chosen) : QString();
  const bool below = chosen && chosen->pods.empty();  // where the pods would be
  m_reason->setText(below ? QString() : reason);
  m_reason->setVisible(!m_reason->text().isEmpty());
  m_conditions->setText(chosen ? workloadConditions(*chosen, reason).join(u'\n') : QString());
  m_conditions->setVisible(!m_conditions->text().isEmpty());
  m_events->setVisible(chosen != nullptr);
  m_all->setVisible(chosen != nullptr);
}

bool WorkloadsPage::isWorkloadChosen() const {
  return window()->focusWidget() == m_table && !m_chosen.isEmpty();
}

void WorkloadsPage::openWorkload(const QString& view) {
  const WorkloadPtr chosen = m_rows->find(m_chosen);
  if (!chosen) return;
  const QString key = QString::fromStdString(chosen->ns + '/' + chosen->name);
  // a pod of its own is shown as a pod, with its log
  if (isBare(*chosen)) return context().selection.requestObject(view, QStringLiteral("Pod"), key);
  emit workloadRequested(view, {QString::fromStdString(chosen->kind), key, objectOf(*chosen), eventObjectsOf(*chosen)});
}

std::vector<ExportOffer> WorkloadsPage::exportOffers() {
  std::vector<ExportOffer> offers;
  const bool ofPods = window()->focusWidget() == &table();  // also while the palette of commands closes
  if (m_index && m_order->rowCount() > 0) {
    std::vector<WorkloadPtr> rows;
    for (int row = 0; row < m_order->rowCount(); ++row)
      rows.push_back(m_rows->row(m_order->mapToSource(m_order->index(row, 0)).row()).workload);
    ExportOffer& offer = offers.emplace_back();
    offer.kind = ExportKind::Workloads;
    offer.label = tr("Workloads");
    offer.rows = static_cast<int>(rows.size());
    offer.time = m_snapshot->time;
    offer.isFirstChoice = !ofPods;
    offer.make = [rows = std::move(rows)](const std::stop_token&) { return workloadTable(rows); };
  }
  std::vector<std::string> keys = shownKeys();
  ExportOffer& pods = offers.emplace_back();
  pods.kind = ExportKind::Pods;
  pods.label = tr("Pods");
  pods.rows = static_cast<int>(keys.size());
  pods.isFirstChoice = ofPods;
  const SnapshotPtr snapshot = context().bridge.snapshot();
  pods.time = snapshot->time;
  pods.make = [snapshot, keys = std::move(keys)](const std::stop_token& stop) {
    return makeExport(ExportKind::Pods, *snapshot, &keys, stop);
  };
  return offers;
}

void WorkloadsPage::openWorkloadMenu(const QPoint& global, const QString& key) {
  const WorkloadPtr workload = m_rows->find(key);
  if (!workload) return;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  SelectionState& selection = context().selection;
  const QString ns = QString::fromStdString(workload->ns);
  const auto open = [this, menu, key](const QString& label, const QString& view) {
    connect(menu->addAction(label), &QAction::triggered, this, [this, key, view] {
      chooseWorkload(key);
      openWorkload(view);
    });
  };
  open(tr("View YAML"), QStringLiteral("yaml"));
  open(tr("Show events"), kEvents);
  connect(menu->addAction(tr("Only this namespace")), &QAction::triggered, &selection,
          [&selection, ns] { selection.setNamespace(ns); });
  menu->addSeparator();
  addCopy(*menu, tr("Copy the workload's name"), QString::fromStdString(workload->name));
  menu->popup(global);
}

}  // namespace cardinal::ui
