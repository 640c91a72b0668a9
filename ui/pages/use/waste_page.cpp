// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/use/waste_page.h"

#include <QHeaderView>
#include <algorithm>
#include <array>
#include <utility>

#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/metrics/use_texts.h"
#include "ui/pages/common/tables/content_or_empty.h"
#include "ui/pages/common/tables/csv_file.h"
#include "ui/pages/common/tables/sorted_table.h"
#include "ui/pages/use/waste_rows.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/charts/kpi_strip.h"
#include "ui/widgets/layout/boxes.h"
#include "ui/widgets/lists/empty_state.h"

namespace cardinal::ui {

namespace {

constexpr UnixSeconds kHour = 3600;
constexpr std::array kWindows = {std::pair("1h", kHour), std::pair("6h", 6 * kHour), std::pair("24h", 24 * kHour),
                                 std::pair("7d", 168 * kHour)};
constexpr UnixSeconds kAskAgain = 120;
const QString kRows[] = {QStringLiteral("card"), QStringLiteral("owner"), QStringLiteral("namespace"),
                         QStringLiteral("model")};
constexpr std::size_t kMaxRows = 2000;
constexpr int kHeldByColumn = 2;
constexpr double kLarge = 1.3;  // text scale
constexpr int kNameWidth = 170;

std::optional<CardRef> refOf(const QString& key) {
  const qsizetype slash = key.lastIndexOf(u'/');
  if (slash <= 0) return std::nullopt;
  return CardRef{key.left(slash), key.mid(slash + 1).toInt()};
}

}  // namespace

WastePage::WastePage(const PageContext& context, QWidget* parent)
    : Page(context.theme, SurfaceTone::Bg, parent), m_context(context), m_judge(new BackgroundJob(this)) {
  build();
  connect(m_window, &SegmentedControl::changed, this, &WastePage::ask);
  connect(m_by, &SegmentedControl::changed, this, &WastePage::changeRows);
  connect(&context.selection, &SelectionState::namespaceChanged, this, &WastePage::judge);
  connect(&context.bridge, &SnapshotBridge::useChanged, this, &WastePage::askWhenOld);
  connect(&m_pacer, &WorkPacer::rested, this, &WastePage::followState);
  connect(&context.bridge, &SnapshotBridge::snapshotChanged, this, &WastePage::followState);
  connect(&context.bridge, &SnapshotBridge::sourceChanged, this, [this] {
    m_judge->drop();
    m_report.reset();
    m_past.reset();
    m_error.reset();
    m_snapshot.reset();
    m_asked = 0;
    fill();
  });
  connect(m_table, &DataTable::keyChosen, this,
          [this](const QString& key) { m_context.selection.selectCards(cardsOf(key)); });
  connect(m_table, &DataTable::keyActivated, this, [this](const QString& key) {
    if (by()) return showOnMap();
    if (const auto ref = refOf(key)) m_context.selection.go(QStringLiteral("node"), ref->node);
  });
  connect(m_map, &QAbstractButton::clicked, this, &WastePage::showOnMap);
  connect(m_export, &QAbstractButton::clicked, this, &WastePage::exportCsv);
  connect(&m_content->empty(), &EmptyState::actionTriggered, &context.selection, &SelectionState::requestMetricsSource);
  WastePage::retranslate();
}

/// Two lines: beside the pane of a card one would not hold them.
QWidget* WastePage::buildTools() {
  Theme& theme = m_context.theme;
  auto* panel = new Surface(theme, SurfaceTone::Panel, this);
  panel->setEdges(Qt::BottomEdge);
  auto* tools = columnIn(panel, {16, 7, 16, 7}, 8);
  m_window = new SegmentedControl(theme, panel);
  for (const auto& [id, seconds] : kWindows) m_window->addItem(QString::fromLatin1(id), QString::fromLatin1(id));
  m_window->setCurrent(QStringLiteral("24h"));
  m_by = new SegmentedControl(theme, panel);
  for (const QString& id : kRows) m_by->addItem(id, id);
  m_age = new TextLabel(theme, TextRole::Small, TextTone::Quiet, panel);
  m_map = new ActionButton(theme, panel);
  m_map->setIconName(QStringLiteral("map"));
  m_export = new ActionButton(theme, panel);
  m_export->setIconName(QStringLiteral("export"));
  auto* above = new QHBoxLayout;
  above->setSpacing(12);
  above->addWidget(m_window);
  above->addWidget(m_age, 1);
  tools->addLayout(above);
  auto* below = new QHBoxLayout;
  below->setSpacing(8);
  below->addWidget(m_by);
  below->addStretch(1);
  below->addWidget(m_map);
  below->addWidget(m_export);
  tools->addLayout(below);
  return panel;
}

void WastePage::build() {
  Theme& theme = m_context.theme;
  auto* layout = columnIn(this);
  layout->addWidget(buildTools());
  m_kpis = new KpiStrip(theme, this);
  layout->addWidget(m_kpis);
  m_table = new SortedTable(theme, this);
  m_content = new ContentOrEmpty(theme, *m_table, this);
  layout->addWidget(m_content, 1);
}

void WastePage::changeRows() {
  m_table->restoreOrder();
  m_context.selection.clear();
  retranslate();
}

bool WastePage::showKey(const QString& key) {
  if (key.isEmpty()) return true;
  if (std::find(std::begin(kRows), std::end(kRows), key) == std::end(kRows)) return false;
  m_by->setCurrent(key);
  changeRows();
  return true;
}

UnixSeconds WastePage::window() const {
  const auto chosen = std::find_if(kWindows.begin(), kWindows.end(), [this](const auto& entry) {
    return m_window->current() == QLatin1String(entry.first);
  });
  return chosen == kWindows.end() ? 24 * kHour : chosen->second;
}

void WastePage::ask() {
  if (!m_context.bridge.isOpen()) return;
  m_asked = m_context.bridge.now();
  m_waiting = true;
  m_context.bridge.past(this, window(), [this](const Result<ClusterPast>& answer) { take(answer); });
  fill();
}

void WastePage::askWhenOld() {
  if (!isVisible()) return;
  const bool old = m_asked == 0 || m_error || m_context.bridge.now() - m_asked >= kAskAgain;
  if (old && !m_waiting) return ask();
  // The past is not asked for again so soon, but who holds what may have changed.
  judge();
}

void WastePage::take(const Result<ClusterPast>& answer) {
  if (!answer && answer.error().code == ErrorCode::Cancelled) return;
  m_waiting = false;
  m_error = answer ? std::nullopt : std::optional(answer.error());
  if (answer) {
    m_past = std::make_shared<const ClusterPast>(*answer);
    judge();
  }
  fill();
}

/// Aside: 80,000 cards take a tenth of a second.
void WastePage::judge() {
  if (!m_past) return;
  WasteRules rules;
  rules.ns = m_context.selection.ns().toStdString();
  const auto work = [this, on = m_context.bridge.snapshot(), past = m_past, use = m_context.bridge.use(), rules](
                        const std::stop_token&, const BackgroundJob::Report&) -> std::function<void()> {
    return [this, on, report = findWaste(*on, *past, rules, use.get())] {
      m_snapshot = on;
      m_report = report;
      m_pacer.end();
      fill();
    };
  };
  m_pacer.begin();
  m_judge->start(work);
}

/// Who holds what has changed. A cluster that changes all the time costs a tenth of a core.
void WastePage::followState() {
  if (!isVisible() || !m_report || m_judge->isRunning() || m_pacer.isResting()) return;
  if (m_snapshot != m_context.bridge.snapshot()) judge();
}

std::optional<WasteBy> WastePage::by() const {
  const QString& chosen = m_by->current();
  if (chosen == u"owner") return WasteBy::Owner;
  if (chosen == u"namespace") return WasteBy::Namespace;
  return chosen == u"model" ? std::optional(WasteBy::Model) : std::nullopt;
}

void WastePage::fillRows() {
  std::vector<RowsModel::Row> rows;
  m_groups.clear();
  if (m_report) {
    const WasteRows words(*m_report, *m_snapshot);
    const auto chosen = by();
    if (chosen) m_groups = groupWaste(*m_report, *m_snapshot, *chosen);
    const std::size_t shown = std::min(chosen ? m_groups.size() : m_report->entries.size(), kMaxRows);
    for (std::size_t i = 0; i < shown; ++i)
      rows.push_back(chosen ? words.group(m_groups[i], *chosen, i) : words.card(m_report->entries[i]));
  }
  m_table->rows().setRows(std::move(rows));
}

void WastePage::fill() {
  fillRows();
  if (m_report) {
    const double share = m_report->allocatedMib > 0
                             ? static_cast<double>(m_report->unusedMib) / static_cast<double>(m_report->allocatedMib)
                             : 0;
    m_kpis->setItems(
        {{tr("Cards idle"), tr("%1 of %2").arg(count(m_report->idleCards), count(m_report->allocatedCards)),
          tr("allocated and measured")},
         {tr("Reclaimable memory"), memoryMib(m_report->unusedMib),
          tr("%1 of what is allocated on measured cards").arg(percent(share, 1))},
         {tr("Cards listed"), count(static_cast<std::int64_t>(m_report->entries.size())),
          m_report->entries.size() > kMaxRows && !by()
              ? tr("idle, or a third unused; the first %1 are shown").arg(count(kMaxRows))
              : tr("idle, or at least a third unused")},
         {tr("Used beyond the allocation"), tr("%n card(s)", nullptr, static_cast<int>(m_report->overusedCards)),
          tr("more used than allocated")},
         {tr("Not enough data"), count(m_report->unknownCards), tr("not measured long enough")}});
  }
  const bool any = m_table->rows().rowCount() > 0;
  m_kpis->setVisible(m_report.has_value());
  m_content->setFilled(any);
  m_map->setEnabled(m_report && (m_report->idleCards > 0 || by()) && any);
  m_export->setEnabled(any);
  m_age->setText(m_waiting  ? tr("asking the metrics source…")
                 : m_report ? tr("until %1").arg(timeOfDay(m_report->end))
                            : QString());
  if (!any) fillEmpty();
}

void WastePage::fillEmpty() {
  EmptyState& empty = m_content->empty();
  empty.setAction({});
  if (m_error) {
    empty.setIconName(QStringLiteral("connections"));
    empty.setTitle(errorTitle(*m_error));
    empty.setCause(errorText(*m_error));
    return empty.setAction(tr("Why?"));
  }
  if (!m_report) {
    empty.setIconName(QStringLiteral("waste"));
    empty.setTitle(tr("Asking the metrics source"));
    return empty.setCause(metricsText(m_context.bridge.use()->state, m_context.bridge.now()));
  }
  empty.setIconName(QStringLiteral("ok"));
  empty.setTitle(tr("Nothing is idle"));
  empty.setCause(m_report->allocatedCards > 0
                     ? tr("No measured card was idle, and none keeps a third of its allocated memory unused.")
                     : tr("No allocated card was measured for long enough."));
}

CardRef WastePage::cardOf(const WasteEntry& entry) const {
  return {QString::fromStdString(m_snapshot->node(entry.node).name), entry.card};
}

std::set<CardRef> WastePage::cardsOf(const QString& key) const {
  if (!by()) {
    const auto ref = refOf(key);
    return ref ? std::set<CardRef>{*ref} : std::set<CardRef>{};
  }
  std::set<CardRef> cards;
  const auto position = static_cast<std::size_t>(key.toULongLong());
  if (key.isEmpty() || position >= m_groups.size()) return cards;
  for (const std::size_t i : m_groups[position].entries) cards.insert(cardOf(m_report->entries[i]));
  return cards;
}

void WastePage::showOnMap() {
  std::set<CardRef> cards = by() ? cardsOf(m_table->currentKey()) : std::set<CardRef>{};
  if (cards.empty()) {
    for (const WasteEntry& entry : m_report->entries) {
      if (entry.idle) cards.insert(cardOf(entry));
    }
  }
  m_context.selection.go(QStringLiteral("map"));
  m_context.selection.selectCards(cards);
}

/// The table as it is shown.
QByteArray WastePage::csv() const {
  std::vector<QStringList> rows;
  for (int row = -1; row < m_table->order().rowCount(); ++row) {
    QStringList& fields = rows.emplace_back();
    for (int column = 0; column < m_table->order().columnCount(); ++column) {
      const QVariant cell = row < 0 ? m_table->order().headerData(column, Qt::Horizontal, Qt::DisplayRole)
                                    : m_table->order().index(row, column).data(Qt::DisplayRole);
      fields += cell.toString();
    }
  }
  return csvText(rows);
}

void WastePage::exportCsv() {
  saveAs(this, m_context.selection, tr("Save the table as CSV"), QStringLiteral("waste.csv"), tr("CSV (*.csv)"),
         [this](const QString&) { return csv(); });
}

void WastePage::showEvent(QShowEvent* event) {
  TranslatablePage::showEvent(event);
  askWhenOld();
}

void WastePage::showHeads() {
  const auto chosen = by();
  m_table->rows().setHeads(chosen ? WasteRows::groupHeads(*chosen) : WasteRows::cardHeads());
  QHeaderView* head = m_table->horizontalHeader();
  head->setStretchLastSection(false);
  head->setSectionResizeMode(QHeaderView::ResizeToContents);
  const int names = chosen ? 0 : kHeldByColumn;
  if (m_context.theme.textScale() < kLarge) return head->setSectionResizeMode(names, QHeaderView::Stretch);
  // Beside large numbers nothing would be left for the names: the table is wider than the window instead.
  head->setSectionResizeMode(names, QHeaderView::Interactive);
  head->resizeSection(names, scaledWidth(m_context.theme, kNameWidth));
}

void WastePage::retranslate() {
  m_window->setText(QStringLiteral("1h"), tr("1 h"));
  m_window->setText(QStringLiteral("6h"), tr("6 h"));
  m_window->setText(QStringLiteral("24h"), tr("24 h"));
  m_window->setText(QStringLiteral("7d"), tr("7 d"));
  m_window->setAccessibleName(tr("Time that is looked at"));
  m_by->setText(QStringLiteral("card"), tr("Cards"));
  m_by->setText(QStringLiteral("owner"), tr("Owner"));
  m_by->setText(QStringLiteral("namespace"), tr("Namespace"));
  m_by->setText(QStringLiteral("model"), tr("GPU model"));
  m_by->setAccessibleName(tr("Group rows by"));
  m_map->setText(by() ? tr("Show on the map") : tr("Show idle cards on the map"));
  m_export->setText(tr("Export CSV…"));
  showHeads();
  fill();
}

}  // namespace cardinal::ui
