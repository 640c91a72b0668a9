// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/use/waste_page.h"

#include <QBoxLayout>
#include <QFileDialog>
#include <QHeaderView>
#include <QStackedWidget>
#include <algorithm>
#include <array>
#include <utility>

#include "ui/i18n/format.h"
#include "ui/i18n/texts.h"
#include "ui/i18n/use_texts.h"
#include "ui/pages/common/csv_file.h"
#include "ui/pages/common/data_table.h"
#include "ui/pages/use/csv_text.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/kpi_strip.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/text_label.h"

namespace cardinal::ui {

namespace {

constexpr UnixSeconds kHour = 3600;
constexpr std::array kWindows = {std::pair("1h", kHour), std::pair("6h", 6 * kHour), std::pair("24h", 24 * kHour),
                                 std::pair("7d", 168 * kHour)};
constexpr UnixSeconds kAskAgain = 120;
constexpr std::size_t kMostRows = 2000;
constexpr double kFull = 100.0;
constexpr int kHeldByColumn = 2;
constexpr int kAdviceColumn = 7;

QString keyOf(const std::string& node, int card) { return QString::fromStdString(node) + u'/' + QString::number(card); }

std::optional<CardRef> refOf(const QString& key) {
  const qsizetype slash = key.lastIndexOf(u'/');
  if (slash <= 0) return std::nullopt;
  return CardRef{key.left(slash), key.mid(slash + 1).toInt()};
}

}  // namespace

WastePage::WastePage(const PageContext& context, QWidget* parent)
    : TranslatablePage(context.theme, SurfaceTone::Bg, parent), m_context(context) {
  build();
  connect(m_window, &SegmentedControl::changed, this, &WastePage::ask);
  connect(&context.bridge, &SnapshotBridge::useChanged, this, &WastePage::askWhenOld);
  connect(&context.bridge, &SnapshotBridge::sourceChanged, this, [this] {
    m_report.reset();
    m_error.reset();
    m_snapshot.reset();
    m_asked = 0;
    fill();
  });
  connect(m_table, &DataTable::keyChosen, this, [this](const QString& key) {
    if (const auto ref = refOf(key)) m_context.selection.selectCards({*ref});
  });
  connect(m_table, &DataTable::keyActivated, this, [this](const QString& key) {
    if (const auto ref = refOf(key)) m_context.selection.go(QStringLiteral("node"), ref->node);
  });
  connect(m_map, &QAbstractButton::clicked, this, &WastePage::showIdleOnMap);
  connect(m_export, &QAbstractButton::clicked, this, &WastePage::choosePathForExport);
  connect(m_empty, &EmptyState::actionTriggered, &context.selection, &SelectionState::askMetricsSource);
  WastePage::retranslate();
}

void WastePage::build() {
  Theme& theme = m_context.theme;
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* line = new Surface(theme, SurfaceTone::Panel, this);
  line->setEdges(Qt::BottomEdge);
  auto* tools = new QHBoxLayout(line);
  tools->setContentsMargins(16, 7, 16, 7);
  tools->setSpacing(12);
  m_window = new SegmentedControl(theme, line);
  for (const auto& [id, seconds] : kWindows) m_window->addItem(QString::fromLatin1(id), QString::fromLatin1(id));
  m_window->setCurrent(QStringLiteral("24h"));
  m_age = new TextLabel(theme, TextRole::Small, TextTone::Quiet, line);
  m_map = new ActionButton(theme, line);
  m_map->setIconName(QStringLiteral("map"));
  m_export = new ActionButton(theme, line);
  m_export->setIconName(QStringLiteral("export"));
  tools->addWidget(m_window);
  tools->addWidget(m_age, 1);
  tools->addWidget(m_map);
  tools->addWidget(m_export);
  layout->addWidget(line);
  m_kpis = new KpiStrip(theme, this);
  layout->addWidget(m_kpis);
  m_stack = new QStackedWidget(this);
  m_rows = new RowsModel(this);
  m_table = new DataTable(theme, this);
  m_table->setModel(m_rows);
  m_empty = new EmptyState(theme, this);
  m_stack->addWidget(m_table);
  m_stack->addWidget(m_empty);
  layout->addWidget(m_stack, 1);
}

UnixSeconds WastePage::window() const {
  const auto chosen = std::find_if(kWindows.begin(), kWindows.end(),
                                   [this](const auto& entry) { return m_window->current() == QLatin1String(entry.first); });
  return chosen == kWindows.end() ? 24 * kHour : chosen->second;
}

void WastePage::ask() {
  if (!m_context.bridge.isOpen()) return;
  m_asked = m_context.bridge.now();
  m_waiting = true;
  m_snapshot = m_context.bridge.snapshot();
  m_context.bridge.past(this, window(), [this](const Result<ClusterPast>& answer) { take(answer); });
  fill();
}

void WastePage::askWhenOld() {
  if (!isVisible()) return;
  const bool old = m_asked == 0 || m_error || m_context.bridge.now() - m_asked >= kAskAgain;
  if (old && !m_waiting) ask();
}

void WastePage::take(const Result<ClusterPast>& answer) {
  if (!answer && answer.error().code == ErrorCode::Cancelled) return;
  m_waiting = false;
  m_error = answer ? std::nullopt : std::optional(answer.error());
  if (answer) m_report = findWaste(*m_snapshot, *answer, {}, m_context.bridge.use().get());
  fill();
}

RowsModel::Row WastePage::rowOf(const WasteEntry& entry) const {
  const NodeRecord& node = m_snapshot->node(entry.node);
  QStringList owners;
  for (const PodPtr& pod : entry.pods) {
    const QString owner = plain(ownerOfPod(*pod), 100);
    if (!owners.contains(owner)) owners += owner;
  }
  if (entry.holdersMeasured) owners.back() = tr("%1 (from metrics)").arg(owners.back());
  RowsModel::Cell name(plain(node.name));
  name.strong = true;
  RowsModel::Cell advice;
  if (entry.idle) {
    advice.text = entry.observed < m_report->window ? tr("idle since it began") : tr("idle the whole time");
    advice.state = CellState::Warning;
  } else if (entry.suggested) {
    advice.text = tr("ask for %1").arg(memory(*entry.suggested, node.gpu.unit));
    advice.state = CellState::Information;
  } else {
    advice.text = tr("shared: look at each pod");
  }
  return {keyOf(node.name, entry.card),
          {std::move(name), QString::number(entry.card), owners.isEmpty() ? tr("not told by the API") : owners.join(QStringLiteral(", ")),
           entry.allocatedMib > 0 ? memoryMib(entry.allocatedMib) : notAvailable(),
           entry.peakMemoryMib ? gib(*entry.peakMemoryMib) : notAvailable(),
           entry.averageGpuPercent ? percent(*entry.averageGpuPercent / kFull) : notAvailable(), memoryMib(entry.unusedMib), std::move(advice)}};
}

void WastePage::fill() {
  std::vector<RowsModel::Row> rows;
  if (m_report) {
    const std::size_t shown = std::min(m_report->entries.size(), kMostRows);
    for (std::size_t i = 0; i < shown; ++i) rows.push_back(rowOf(m_report->entries[i]));
    const double share = m_report->allocatedMib > 0 ? static_cast<double>(m_report->unusedMib) / static_cast<double>(m_report->allocatedMib) : 0;
    m_kpis->setItems({{tr("Cards idle"), tr("%1 of %2").arg(count(m_report->idleCards), count(m_report->allocatedCards)), tr("allocated and measured")},
                      {tr("Memory never used"), memoryMib(m_report->unusedMib), tr("%1 of what is allocated").arg(percent(share, 1))},
                      {tr("Cards listed"), count(static_cast<std::int64_t>(m_report->entries.size())), tr("idle, or a third unused")},
                      {tr("Not judged"), count(m_report->unknownCards), tr("not measured, or too young")}});
  }
  const bool any = !rows.empty();
  m_rows->setRows(std::move(rows));
  m_kpis->setVisible(m_report.has_value());
  m_stack->setCurrentIndex(any ? 0 : 1);
  m_map->setEnabled(m_report && m_report->idleCards > 0);
  m_export->setEnabled(any);
  m_age->setText(m_waiting  ? tr("asking the metrics source…")
                 : m_report ? tr("until %1").arg(timeOfDay(m_report->end))
                            : QString());
  if (!any) fillEmpty();
}

void WastePage::fillEmpty() {
  m_empty->setAction({});
  if (m_error) {
    m_empty->setIconName(QStringLiteral("connections"));
    m_empty->setTitle(errorTitle(*m_error));
    m_empty->setCause(errorText(*m_error));
    return m_empty->setAction(tr("Why?"));
  }
  if (!m_report) {
    m_empty->setIconName(QStringLiteral("waste"));
    m_empty->setTitle(tr("Asking the metrics source"));
    return m_empty->setCause(metricsText(m_context.bridge.use()->state, m_context.bridge.now()));
  }
  m_empty->setIconName(QStringLiteral("ok"));
  m_empty->setTitle(tr("Nothing is wasted"));
  m_empty->setCause(m_report->allocatedCards > 0
                        ? tr("No measured card was idle, and none keeps a third of its allocated memory unused.")
                        : tr("No allocated card was measured for long enough."));
}

void WastePage::showIdleOnMap() {
  std::set<CardRef> idle;
  for (const WasteEntry& entry : m_report->entries) {
    if (entry.idle) idle.insert({QString::fromStdString(m_snapshot->node(entry.node).name), entry.card});
  }
  m_context.selection.go(QStringLiteral("map"));
  m_context.selection.selectCards(idle);
}

void WastePage::choosePathForExport() {
  auto* dialog = new QFileDialog(this, tr("Save the table as CSV"), QStringLiteral("waste.csv"), tr("CSV (*.csv)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("csv"));
  connect(dialog, &QFileDialog::fileSelected, this, &WastePage::exportTo);
  dialog->open();
}

void WastePage::exportTo(const QString& path) {
  std::vector<QStringList> rows;
  for (int row = -1; row < m_rows->rowCount(); ++row) {
    QStringList fields;
    for (int column = 0; column < m_rows->columnCount(); ++column) {
      const QVariant cell = row < 0 ? m_rows->headerData(column, Qt::Horizontal, Qt::DisplayRole)
                                    : m_rows->data(m_rows->index(row, column), Qt::DisplayRole);
      fields += cell.toString();
    }
    rows.push_back(std::move(fields));
  }
  const Result<void> written = writeFile(path, csvText(rows));
  m_context.selection.tell(written ? StateRole::Ok : StateRole::Critical,
                           written ? tr("Saved %1").arg(plain(path.toStdString())) : errorText(written.error()));
}

void WastePage::showEvent(QShowEvent* event) {
  TranslatablePage::showEvent(event);
  askWhenOld();
}

void WastePage::retranslate() {
  m_window->setText(QStringLiteral("1h"), tr("1 h"));
  m_window->setText(QStringLiteral("6h"), tr("6 h"));
  m_window->setText(QStringLiteral("24h"), tr("24 h"));
  m_window->setText(QStringLiteral("7d"), tr("7 d"));
  m_window->setAccessibleName(tr("Time that is looked at"));
  m_map->setText(tr("Show idle cards on the map"));
  m_export->setText(tr("Export CSV…"));
  m_rows->setHeads({{tr("Node")}, {tr("Card"), Qt::AlignRight}, {tr("Held by")}, {tr("Allocated"), Qt::AlignRight},
                    {tr("Peak use"), Qt::AlignRight}, {tr("Utilization"), Qt::AlignRight}, {tr("Unused"), Qt::AlignRight}, {tr("Advice")}});
  QHeaderView* head = m_table->horizontalHeader();
  head->setStretchLastSection(false);
  head->setSectionResizeMode(QHeaderView::ResizeToContents);
  head->setSectionResizeMode(kHeldByColumn, QHeaderView::Stretch);
  head->setSectionResizeMode(kAdviceColumn, QHeaderView::ResizeToContents);
  fill();
}

}  // namespace cardinal::ui
