// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/ledger/ledger_page.h"
#include "ui/models/node_facts.h"

#include <QLineEdit>
#include <QMenu>
#include <algorithm>

#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/ledger_texts.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/tables/column_fit.h"
#include "ui/pages/common/tables/content_or_empty.h"
#include "ui/pages/common/tables/csv_file.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/common/tables/list_tools.h"
#include "ui/pages/ledger/ledger_pane.h"
#include "ui/session/connection_view.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/charts/kpi_strip.h"
#include "ui/widgets/layout/boxes.h"
#include "ui/widgets/lists/empty_state.h"
#include "ui/widgets/lists/filter_line.h"

namespace cardinal::ui {

namespace {

constexpr int kPaneWidth = 356;

const QString kAll = QStringLiteral("all");
const QString kCritical = QStringLiteral("critical");
const QString kWarning = QStringLiteral("warning");
const QString kInformation = QStringLiteral("information");

QString keyOf(const LedgerEntry& entry) {
  return QString::fromStdString(entry.node->name) + u'\n' + QString::number(entry.finding.card) + u'\n' +
         QString::fromStdString(entry.finding.pod) + u'\n' + QString::fromLatin1(toString(entry.finding.code)) + u'\n' +
         QString::fromStdString(entry.finding.detail);
}

QString cardText(const LedgerEntry& entry) {
  return entry.finding.card == kPendingCard ? QString() : QString::number(entry.finding.card);
}

QString number(std::size_t value) {
  return count(static_cast<std::int64_t>(value));
}

}  // namespace

LedgerPage::LedgerPage(const PageContext& context, QWidget* parent)
    : Page(context.theme, SurfaceTone::Panel, parent), m_context(context) {
  Theme& theme = context.theme;
  auto* layout = columnIn(this);
  m_tools = new ListTools(theme, {kAll, kCritical, kWarning, kInformation}, this);
  layout->addWidget(m_tools);
  m_kpis = new KpiStrip(theme, this);
  layout->addWidget(m_kpis);
  m_pane = new LedgerPane(context, this);
  m_content = new TableBesidePane(theme, *m_pane, kPaneWidth, this);
  layout->addWidget(m_content, 1);
  connectParts();
  LedgerPage::retranslate();
  // Severity, node, card, pod, kind, found, expected: the last two stand in the pane too.
  new ColumnFit(
      m_content->table(),
      {{96, false, 0}, {210, true, 0}, {48, false, 0}, {190, true, 0}, {170, true, 0}, {230, true, 2}, {200, true, 1}});
}

void LedgerPage::connectParts() {
  connect(&m_context.bridge, &SnapshotBridge::snapshotChanged, this, [this] {
    if (isVisible()) check();
  });
  connect(&m_context.bridge, &SnapshotBridge::connectionChanged, this, [this] {
    if (isVisible()) fillEmpty();
  });
  connect(&m_context.selection, &SelectionState::namespaceChanged, this, &LedgerPage::fill);
  connect(m_tools, &ListTools::changed, this, &LedgerPage::fill);
  connect(m_tools, &ListTools::exportRequested, this, &LedgerPage::exportCsv);
  m_tools->filter().leadTo(m_content->table());
  connect(&m_content->table(), &DataTable::keyChosen, this, &LedgerPage::chooseRow);
  connect(&m_content->table(), &DataTable::keyActivated, this, [this](const QString& key) {
    const int row = m_content->rows().rowOf(key);
    if (row < 0) return;
    m_context.selection.go(QStringLiteral("node"),
                           QString::fromStdString(m_shown[static_cast<std::size_t>(row)]->node->name));
  });
  connect(&m_content->empty(), &EmptyState::actionTriggered, this, [this] {
    if (m_report.nodes == 0) return m_context.bridge.refresh();
    m_context.selection.setNamespace({});
    m_tools->reset(kAll);
    fill();
  });
}

void LedgerPage::check() {
  m_shown.clear();
  m_report = checkLedger(*m_context.bridge.snapshot(), m_context.referenceTime());
  fill();
}

bool LedgerPage::isShown(const LedgerEntry& entry) const {
  const QString severity = m_tools->choice().current();
  if (severity != kAll && severity != QLatin1String(toString(entry.severity))) return false;
  const std::string ns = m_context.selection.ns().toStdString();
  if (!ns.empty() && entry.finding.pod.rfind(ns + '/', 0) != 0) return false;
  if (m_tools->filter().text().isEmpty()) return true;
  return m_tools->accepts(plain(entry.node->name) + u' ' + plain(entry.finding.pod) + u' ' + ledgerKind(entry) + u' ' +
                          plain(entry.found) + u' ' + QString::fromLatin1(toString(entry.finding.code)) + u' ' +
                          QString::fromLatin1(toString(entry.node->gpu.mode)));
}

RowsModel::Row LedgerPage::rowOf(const LedgerEntry& entry) const {
  RowsModel::Cell severity(severityText(entry.severity));
  severity.state = cellStateOf(entry.severity);
  RowsModel::Cell node(plain(entry.node->name));
  node.strong = true;
  return {keyOf(entry),
          {std::move(severity), std::move(node), cardText(entry), plain(entry.finding.pod), ledgerKind(entry),
           evidenceText(entry.found), evidenceText(entry.expected)}};
}

void LedgerPage::fill() {
  m_shown.clear();
  std::vector<RowsModel::Row> rows;
  for (const LedgerEntry& entry : m_report.entries) {
    if (!isShown(entry)) continue;
    m_shown.push_back(&entry);
    rows.push_back(rowOf(entry));
  }
  const std::size_t notes = m_report.entries.size() - m_report.critical - m_report.warnings;
  m_kpis->setItems(
      {{tr("Critical"), number(m_report.critical), tr("cards are or will be overbooked")},
       {tr("Warnings"), number(m_report.warnings), tr("wrong entries; no card is overbooked")},
       {tr("Notes"), number(notes), tr("figures that contradict each other")},
       {tr("Compared"), tr("%1 nodes").arg(number(m_report.nodes)), tr("%1 pods").arg(number(m_report.pods))}});
  m_tools->filter().setHits(m_report.entries.empty()
                                ? QString()
                                : tr("%1 of %2").arg(number(m_shown.size()), number(m_report.entries.size())));
  m_tools->exporter().setEnabled(!m_shown.empty());
  const QString chosen = m_content->showRows(std::move(rows), m_chosen);
  m_shown.empty() ? fillEmpty() : chooseRow(chosen);
}

void LedgerPage::fillEmpty() {
  if (!m_shown.empty()) return;
  m_content->empty().setAction({});
  if (!m_report.entries.empty()) {
    m_content->empty().setIconName(QStringLiteral("search"));
    m_content->empty().setTitle(tr("Nothing matches the filter"));
    m_content->empty().setCause(tr("Mismatches in the whole cluster: %1").arg(number(m_report.entries.size())));
    return m_content->empty().setAction(tr("Clear the filter"));
  }
  m_content->empty().setShare({});
  if (m_report.nodes == 0) {
    const ConnectionState& connection = m_context.bridge.connection();
    if (const auto emptiness = connectionEmptiness(connection)) return showEmptiness(m_content->empty(), *emptiness);
    if (const auto emptiness = hiddenNodes(connection)) return showEmptiness(m_content->empty(), *emptiness);
    m_content->empty().setIconName(QStringLiteral("ledger"));
    m_content->empty().setTitle(tr("Nothing to compare: the cluster has no nodes"));
    return m_content->empty().setCause({});
  }
  m_content->empty().setIconName(QStringLiteral("ok"));
  m_content->empty().setTitle(tr("The ledger agrees"));
  m_content->empty().setCause(tr("%1 nodes and %2 pods were compared: modes, cards, totals, annotations.")
                                  .arg(number(m_report.nodes), number(m_report.pods)));
}

void LedgerPage::chooseRow(const QString& key) {
  const int row = m_content->rows().rowOf(key);
  if (row < 0 || static_cast<std::size_t>(row) >= m_shown.size()) return;
  m_chosen = key;
  m_pane->showEntry(*m_shown[static_cast<std::size_t>(row)]);
}

bool LedgerPage::showKey(const QString& key) {
  if (key.isEmpty()) return true;
  check();
  const std::string wanted = key.toStdString();
  const auto found = std::find_if(
      m_report.entries.begin(), m_report.entries.end(),
      [&wanted](const LedgerEntry& entry) { return entry.node->name == wanted || entry.finding.pod == wanted; });
  if (found == m_report.entries.end()) return false;
  m_context.selection.setNamespace({});
  m_tools->reset(kAll);
  m_chosen = keyOf(*found);
  fill();
  return true;
}

void LedgerPage::focusFilter() {
  m_tools->filter().field()->setFocus(Qt::ShortcutFocusReason);
}

QByteArray LedgerPage::csv() const {
  std::vector<QStringList> rows = {
      {tr("Severity"), tr("Node"), tr("Card"), tr("Pod"), tr("Mismatch"), tr("Found"), tr("Expected"),
       tr("What to do")},
      {QStringLiteral("severity"), QStringLiteral("node"), QStringLiteral("card"), QStringLiteral("pod"),
       QStringLiteral("code"), QStringLiteral("found"), QStringLiteral("expected"), QStringLiteral("advice")}};
  for (const LedgerEntry* entry : m_shown) {
    rows.push_back({QString::fromLatin1(toString(entry->severity)), plain(entry->node->name), cardText(*entry),
                    plain(entry->finding.pod), QString::fromLatin1(toString(entry->finding.code)), plain(entry->found),
                    plain(entry->expected), ledgerRemedyText(*entry)});
  }
  return csvText(rows);
}

void LedgerPage::exportCsv() {
  saveAs(this, m_context.selection, tr("Save the mismatches as CSV"), QStringLiteral("ledger.csv"), tr("CSV (*.csv)"),
         [this](const QString&) { return csv(); });
}

void LedgerPage::showEvent(QShowEvent* event) {
  TranslatablePage::showEvent(event);
  check();
}

void LedgerPage::retranslate() {
  m_tools->filter().setPlaceholder(tr("Node, pod, kind of mismatch"));
  m_tools->choice().setText(kAll, tr("All"));
  m_tools->choice().setText(kCritical, tr("Critical"));
  m_tools->choice().setText(kWarning, tr("Warnings"));
  m_tools->choice().setText(kInformation, tr("Notes"));
  m_tools->choice().setAccessibleName(tr("Severity that is shown"));
  m_tools->exporter().setText(tr("Export CSV…"));
  m_content->table().setAccessibleName(tr("Mismatches"));
  m_content->rows().setHeads({{tr("Severity")},
                              {tr("Node")},
                              {tr("Card"), Qt::AlignRight},
                              RowsModel::Head::ofNames(tr("Pod")),
                              {tr("Mismatch")},
                              {tr("Found")},
                              {tr("Expected")}});
  fill();
}

}  // namespace cardinal::ui
