// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/common/tables/table_page.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QStackedWidget>
#include <algorithm>

#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"
#include "ui/models/roles.h"
#include "ui/pages/common/tables/column_fit.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/common/tables/table_tools.h"
#include "ui/session/connection_view.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/layout/boxes.h"
#include "ui/widgets/layout/tool_line.h"
#include "ui/widgets/lists/empty_state.h"
#include "ui/widgets/lists/filter_line.h"

namespace cardinal::ui {

namespace {
const QString kAll = QStringLiteral("all");
const QString kProblems = QStringLiteral("problems");
const QString kProblemFilter = QStringLiteral("state:problem");
}  // namespace

TablePage::TablePage(const PageContext& context, SnapshotTable* model, const QString& id, const QStringList& spared,
                     QWidget* parent)
    : Page(context.theme, SurfaceTone::Panel, parent),
      m_context(context),
      m_model(model),
      m_proxy(new FilterProxy(*model, this)),
      m_id(id) {
  model->setParent(this);
  build(spared);
  connect(&context.bridge, &SnapshotBridge::snapshotChanged, this, [this] {
    if (isVisible()) update();
  });
  connect(&context.bridge, &SnapshotBridge::sourceChanged, this, [this] { m_model->clear(); });
  connect(&context.selection, &SelectionState::subjectChanged, this, &TablePage::followSelection);
  connect(&context.selection, &SelectionState::namespaceChanged, this, [this] {
    m_proxy->setNamespace(m_context.selection.ns());
    showCounts();
  });
}

void TablePage::build(const QStringList& spared) {
  Theme& theme = m_context.theme;
  auto* layout = columnIn(this);
  auto* line = new ToolLine(theme, this);
  m_tools = &line->tools();
  m_filter = new FilterLine(theme, line);
  m_filter->setHint(QStringLiteral("/"));
  m_tools->addWidget(m_filter, 1);
  m_keeper = new TableTools(m_context, m_id, *m_model, *m_filter, line);
  m_tools->addWidget(m_keeper);
  layout->addWidget(line);

  m_stack = new QStackedWidget(this);
  m_table = new DataTable(theme, this);
  m_table->setModel(m_proxy);
  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_table->setSortingEnabled(true);
  m_table->sortByColumn(0, Qt::AscendingOrder);
  arrangeColumns(spared);
  m_empty = new EmptyState(theme, this);
  setFocusProxy(m_table);
  m_stack->addWidget(m_table);
  m_stack->addWidget(m_empty);
  layout->addWidget(m_stack, 1);
  connectParts();
}

void TablePage::connectParts() {
  connect(m_filter, &FilterLine::textChanged, this, [this](const QString& text) {
    m_filter->setError(m_proxy->setFilterText(text));
    showCounts();
  });
  m_filter->leadTo(*this);
  connect(m_table, &DataTable::keyChosen, this, [this](const QString& key) {
    if (!m_quiet) choose(key);
  });
  connect(m_table, &DataTable::keyActivated, this, [this](const QString& key) { activate(key); });
  connect(m_table, &DataTable::menuRequested, this, [this](const QPoint& global, const QString& key) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QStringList keys = chosenKeys();
    keys.size() > 1 && keys.contains(key) ? fillMenuOfSeveral(*menu, keys, key) : fillMenu(*menu, key);
    menu->popup(global);
  });
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TablePage::showCounts);
  connect(m_keeper, &TableTools::filterChosen, this, &TablePage::setFilterText);
  connect(m_keeper, &TableTools::columnsChosen, this, &TablePage::showColumns);
  QHeaderView* header = m_table->horizontalHeader();
  header->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(header, &QWidget::customContextMenuRequested, this, [this, header](const QPoint& at) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    m_keeper->fillColumns(*menu);
    menu->popup(header->mapToGlobal(at));
  });
  connect(&m_context.bridge, &SnapshotBridge::connectionChanged, this, [this] {
    if (m_model->rowCount() == 0) showCounts();
  });
  connect(m_empty, &EmptyState::actionTriggered, this, [this] {
    if (m_model->rowCount() == 0) return m_context.bridge.refresh();
    m_context.selection.setNamespace({});
    setFilterText({});
  });
}

ColumnFit* TablePage::fitColumns(DataTable& table, const SnapshotTable& model, const QStringList& spared,
                                 const WindowSettings& settings, const QString& id) {
  // Narrow columns of words (a phase, a mode) have one width; names and sentences share what there is.
  constexpr int kSharesFrom = 130;
  std::vector<ColumnFit::Column> columns;
  for (int column = 0; column < model.columnCount(); ++column) {
    const int natural = model.columnWidth(column);
    const bool left = model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignLeft;
    columns.push_back(
        {natural, left && natural >= kSharesFrom, static_cast<int>(spared.indexOf(model.columnId(column))) + 1});
  }
  auto* fit = new ColumnFit(table, std::move(columns));
  const QString key = QStringLiteral("table/") + id;
  const QByteArray saved = settings.bytes(key);
  if (!saved.isEmpty() && table.horizontalHeader()->restoreState(saved)) fit->release();
  connect(table.model(), &QAbstractItemModel::headerDataChanged, fit, &ColumnFit::fit);
  connect(fit, &ColumnFit::arranged, &table, [settings = WindowSettings(settings), key, &table]() mutable {
    settings.setBytes(key, table.horizontalHeader()->saveState());
  });
  return fit;
}

void TablePage::arrangeColumns(const QStringList& spared) {
  m_fit = fitColumns(*m_table, *m_model, spared, m_context.settings, m_id);
  showColumns();
}

void TablePage::showColumns() {
  const QStringList hidden = m_keeper->hiddenColumns();
  std::vector<bool> away;
  for (int column = 0; column < m_model->columnCount(); ++column) {
    const QString id = m_model->columnId(column);
    away.push_back(column > 0 && (hidden.contains(id) || m_away.contains(id)));
  }
  m_fit->keepAway(std::move(away));
}

void TablePage::takeAway(const QStringList& columns) {
  if (columns == m_away) return;
  m_away = columns;
  showColumns();
}

QStringList TablePage::chosenKeys() const {
  QModelIndexList rows = m_table->selectionModel()->selectedRows();
  std::sort(rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
  QStringList keys;
  for (const QModelIndex& row : rows) keys << row.data(KeyRole).toString();
  return keys;
}

void TablePage::fillMenuOfSeveral(QMenu& menu, const QStringList& /*keys*/, const QString& key) {
  fillMenu(menu, key);
}

void TablePage::showEvent(QShowEvent* event) {
  TranslatablePage::showEvent(event);
  update();
}

void TablePage::update() {
  m_quiet = true;
  m_proxy->setNamespace(m_context.selection.ns());
  m_model->setSnapshot(*m_context.bridge.snapshot(), m_context.facts());
  m_quiet = false;
  countProblems();
  showCounts();
  followSelection();
}

void TablePage::offerProblems() {
  m_problems = new SegmentedControl(m_context.theme, this);
  m_problems->addItem(kAll, {});
  m_problems->addItem(kProblems, {});
  m_tools->insertWidget(0, m_problems);
  connect(m_problems, &SegmentedControl::changed, this,
          [this](const QString& id) { setFilterText(id == kProblems ? kProblemFilter : QString()); });
}

void TablePage::countProblems() {
  if (!m_problems) return;
  const Filter filter = Filter::parse(kProblemFilter, m_model->scope()).filter;
  m_problemRows = 0;
  for (int row = 0; row < m_model->rowCount(); ++row) m_problemRows += filter.matches(m_model->subject(row)) ? 1 : 0;
  nameProblems();
}

void TablePage::nameProblems() {
  m_problems->setText(kAll, tr("All"));
  m_problems->setText(kProblems, tr("Problems %1", "number of rows").arg(count(m_problemRows)));
}

void TablePage::showCounts() {
  const int all = m_model->rowCount();
  const int shown = m_proxy->rowCount();
  const auto chosen = static_cast<int>(m_table->selectionModel()->selectedRows().size());
  const QString hits = hitsText(shown, all);
  m_filter->setHits(chosen > 1 ? tr("%1, %n selected", nullptr, chosen).arg(hits) : hits);
  m_stack->setCurrentIndex(shown == 0 ? 1 : 0);
  if (m_problems) m_problems->setCurrent(m_filter->text().trimmed() == kProblemFilter ? kProblems : kAll);
  if (shown > 0) return;
  m_empty->setIconName(QStringLiteral("search"));
  if (all > 0) {
    m_empty->setTitle(hiddenTitle());
    m_empty->setCause(
        m_context.selection.ns().isEmpty()
            ? tr("Filter: %1").arg(m_filter->text())
            : tr("Filter: %1, namespace: %2").arg(m_filter->text(), plain(m_context.selection.ns().toStdString(), 63)));
    m_empty->setAction(tr("Clear the filter"));
  } else {
    fillEmpty();
  }
}

QString TablePage::hiddenTitle() const {
  return m_filter->text().trimmed() == kProblemFilter ? tr("No problems") : tr("Nothing matches the filter");
}

QString TablePage::emptyCause() const {
  const auto hidden = hiddenNodes(m_context.bridge.connection());
  return hidden ? hidden->cause : QString();
}

void TablePage::fillEmpty() {
  if (const auto emptiness = connectionEmptiness(m_context.bridge.connection()))
    return showEmptiness(*m_empty, *emptiness);
  m_empty->setTitle(emptyTitle());
  m_empty->setCause(emptyCause());
  m_empty->setShare({});
  m_empty->setAction({});
}

QWidget* TablePage::content() const {
  return m_stack;
}

void TablePage::followSelection() {
  if (!isVisible()) return;
  const QString key = selectedKey();
  if (key == m_table->currentKey()) return;
  m_quiet = true;
  const int row = key.isEmpty() ? -1 : m_proxy->rowOf(key);
  if (row < 0) {
    m_table->setCurrentIndex({});
    m_table->clearSelection();
  } else {
    m_table->setCurrentIndex(m_proxy->index(row, 0));
  }
  m_quiet = false;
}

void TablePage::focusFilter() {
  m_filter->field()->setFocus(Qt::ShortcutFocusReason);
}

void TablePage::setFilterText(const QString& text) {
  m_filter->setText(text);
  m_filter->setError(m_proxy->setFilterText(text));
  showCounts();
}

bool TablePage::showKey(const QString& key) {
  if (key.isEmpty()) return true;
  update();
  if (m_model->rowOf(key) < 0) return false;
  if (m_proxy->rowOf(key) < 0) {
    m_context.selection.setNamespace({});
    setFilterText({});
  }
  const QModelIndex index = m_proxy->index(m_proxy->rowOf(key), 0);
  m_quiet = true;
  m_table->setCurrentIndex(index);
  m_quiet = false;
  m_table->scrollTo(index, QAbstractItemView::PositionAtCenter);
  choose(key);
  return true;
}

std::vector<std::string> TablePage::shownKeys() {
  update();
  std::vector<std::string> keys;
  keys.reserve(static_cast<std::size_t>(m_proxy->rowCount()));
  for (int row = 0; row < m_proxy->rowCount(); ++row)
    keys.push_back(m_proxy->index(row, 0).data(KeyRole).toString().toStdString());
  return keys;
}

QString TablePage::firstKey() {
  update();
  return m_proxy->rowCount() > 0 ? m_proxy->index(0, 0).data(KeyRole).toString() : QString();
}

void TablePage::retranslate() {
  m_filter->setPlaceholder(placeholder());
  m_keeper->retranslate();
  m_model->retranslate();
  if (m_problems) nameProblems();
  showCounts();
}

}  // namespace cardinal::ui
