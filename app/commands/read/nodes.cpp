// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>
#include <CLI/CLI.hpp>
#include <QCoreApplication>
#include <array>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/common/json_values.h"
#include "app/commands/visibility.h"
#include "app/program/console.h"
#include "app/program/session.h"
#include "app/program/table.h"
#include "core/model/card_memory.h"
#include "core/model/node_pool.h"
#include "core/model/tables/gpu_nodes.h"
#include "ui/i18n/format.h"
#include "ui/models/node_facts.h"
#include "ui/models/tables/filter_proxy.h"
#include "ui/models/tables/node_table_model.h"

namespace cardinal::app {

namespace {

struct NodesOptions {
  std::vector<std::string> filter;  ///< terms of one filter
  std::string sort = "name";
};

class NodesTexts {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Nodes)

 public:
  struct Column {
    const char* id;  ///< of NodeTableModel
    QString head;
  };
  static std::vector<Column> columns() {
    return {{"name", tr("NODE")},         {"state", tr("STATE")}, {"mode", tr("MODE")},
            {"model", tr("GPU MODEL")},   {"cards", tr("CARDS")}, {"memory", tr("ALLOCATED / TOTAL GiB")},
            {"free", tr("LARGEST FREE")}, {"core", tr("CORE")},   {"pods", tr("GPU PODS")},
            {"findings", tr("FINDINGS")}, {"pool", tr("POOL")}};
  }
  static QString matching(int matching, int listed) {
    return tr("%1 of %n node(s) with GPUs match.", nullptr, listed).arg(ui::count(matching));
  }
  static QString none() { return tr("No node has GPUs."); }
};

/// The rows of the page Nodes, in the same order and by the same filter.
class NodeRows {
 public:
  NodeRows(const ClusterSnapshot& snapshot, const ui::TableFacts& facts) : m_shown(m_all) {
    m_all.setSnapshot(snapshot, facts);
  }

  void choose(const QString& filter, const std::string& ns) {
    m_shown.setNamespace(QString::fromStdString(ns));
    m_shown.setFilterText(filter);
  }
  /// Names as people sort them, of figures the largest first.
  void sort(const std::string& id) {
    const int column = columnOf(id.c_str());
    m_shown.sort(column, isNumber(column) ? Qt::DescendingOrder : Qt::AscendingOrder);
  }

  int listed() const { return m_all.rowCount(); }
  int matching() const { return m_shown.rowCount(); }
  const ui::NodeRow& row(int index) const { return m_all.row(m_shown.mapToSource(m_shown.index(index, 0)).row()); }
  QString cell(int index, const char* id) const { return m_shown.index(index, columnOf(id)).data().toString(); }
  bool isNumber(const char* id) const { return isNumber(columnOf(id)); }

  static std::vector<std::string> columnIds() {
    const ui::NodeTableModel model;
    std::vector<std::string> out;
    for (int i = 0; i < model.columnCount(); ++i) out.push_back(model.columnId(i).toStdString());
    return out;
  }

 private:
  int columnOf(const char* id) const {
    int column = 0;
    while (m_all.columnId(column) != QLatin1String(id)) ++column;
    return column;
  }
  bool isNumber(int column) const {
    const int align = m_all.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
    return (align & Qt::AlignRight) != 0;
  }

  ui::NodeTableModel m_all;
  ui::FilterProxy m_shown;
};

Json nodeJson(const ui::NodeRow& row) {
  const NodeRecord& node = *row.node;
  const MemoryUnit unit = node.gpu.unit;
  const ui::NodeSums sums = ui::sumsOf(node);
  const FreeMemory free = freeMemoryOf(node);
  const bool hasCards = sums.cards > 0;
  const auto counted = [hasCards](int cards) { return hasCards ? Json(cards) : Json(nullptr); };
  const auto memory = [&](MemUnits amount) { return sums.memTotal.value > 0 ? orNull(toMib(amount, unit)) : Json(); };
  const auto core = [&](CorePercent amount) { return sums.coreTotal.value > 0 ? Json(amount.value) : Json(); };
  const UnixSeconds created = node.exists() ? node.raw->meta.created : 0;
  return {{"node", node.name},
          {"exists", node.exists()},
          {"ready", node.readiness == NodeReadiness::Unknown ? Json() : Json(node.readiness == NodeReadiness::Ready)},
          {"cordoned", node.exists() ? Json(node.unschedulable()) : Json()},
          {"pool", orNull(std::string(poolOf(node)))},
          {"stack", toString(node.gpu.stack)},
          {"mode", toString(node.gpu.mode)},
          {"placement", isSharedMode(node.gpu.mode) ? Json(toString(node.gpu.placement)) : Json()},
          {"model", orNull(node.gpu.model)},
          {"cards", counted(sums.cards)},
          {"emptyCards", counted(sums.empty)},
          {"unhealthyCards", counted(sums.unhealthy)},
          {"cardsOfUnknownMemory", counted(sums.memoryUnknown)},
          {"memoryAllocatedMiB", memory(sums.memAllocated)},
          {"memoryTotalMiB", memory(sums.memTotal)},
          {"memoryFreeMiB", orNull(freeMibOf(free, unit))},
          {"largestFreeMiB", orNull(largestFreeMibOf(free, unit))},
          {"coreAllocatedPercent", core(sums.coreAllocated)},
          {"coreTotalPercent", core(sums.coreTotal)},
          {"gpuPods", gpuPodsOf(node)},
          {"findings", row.findings},
          {"created", created > 0 ? Json(created) : Json()}};
}

void printJson(Console& console, const NodeRows& rows) {
  Json nodes = Json::array();
  for (int i = 0; i < rows.matching(); ++i) nodes.push_back(nodeJson(rows.row(i)));
  console.write(dumped({{"listed", rows.listed()}, {"nodes", std::move(nodes)}}));
}

/// `isCounted`: say how many of all nodes these are.
void printTable(Console& console, const NodeRows& rows, bool isCounted) {
  if (rows.listed() == 0) return console.line(NodesTexts::none());
  const std::vector<NodesTexts::Column> columns = NodesTexts::columns();
  QStringList heads;
  for (const NodesTexts::Column& column : columns) heads << column.head;
  Table table(heads);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (rows.isNumber(columns[i].id)) table.alignRight(static_cast<int>(i));
  }
  for (int i = 0; i < rows.matching(); ++i) {
    QStringList cells;
    for (const NodesTexts::Column& column : columns) cells << rows.cell(i, column.id);
    table.add(std::move(cells));
  }
  if (!table.isEmpty()) console.write(table.toString().toStdString());
  if (isCounted) console.line(NodesTexts::matching(rows.matching(), rows.listed()));
}

int nodes(Console& console, const NodesOptions& options) {
  QString filter;
  for (const std::string& term : options.filter) filter += QString::fromStdString(term) + QLatin1Char(' ');
  const ui::Filter::Parsed parsed = ui::Filter::parse(filter, ui::FilterScope::Nodes);
  if (!parsed.error.isEmpty()) {
    console.complain(parsed.error);
    return kInputError;
  }
  auto opened = Session::open(console.options(), console.clock());
  if (!opened) return console.fail(opened.error());
  if (!seesNodes(console, **opened)) return kInputError;
  const UsePtr use = (*opened)->use();
  // What metrics would add is then unknown, and no row is no answer.
  const bool isWhole = !parsed.filter.asksWhatIsMeasured() || seesUse(console, *use);
  const ClusterSnapshot& snapshot = *(*opened)->snapshot();
  NodeRows rows(snapshot, {(*opened)->referenceTime(console.clock()), snapshot.counts.commonUnit(), use});
  rows.choose(filter, console.options().ns);
  rows.sort(options.sort);
  const bool isChosen = !parsed.filter.isEmpty() || !console.options().ns.empty();
  if (console.json()) {
    printJson(console, rows);
  } else {
    printTable(console, rows, isChosen && (isWhole || rows.matching() > 0));
  }
  if (!isChosen || rows.matching() > 0) return kDone;
  return isWhole ? kAnswerIsNo : kInputError;
}

}  // namespace

void addNodes(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand("nodes", Help::tr("nodes with GPUs: state, mode, what is allocated and free"));
  auto options = std::make_shared<NodesOptions>();
  command->add_option("FILTER", options->filter,
                      Help::tr("only nodes that match, by the filter of the window: 'free>=20' '!state:cordoned' "
                               "mode:cgpu; quote < > and !"));
  const std::vector<std::string> ids = NodeRows::columnIds();
  command
      ->add_option("--sort", options->sort,
                   Help::with(Help::tr("order by a column, figures with the largest first (default name): %1"),
                              CLI::detail::join(ids, " ")))
      ->check(CLI::IsMember(ids).description(""))
      ->type_name("COLUMN");
  command->callback(
      [&invocation, options] { invocation.text = [options](Console& console) { return nodes(console, *options); }; });
}

}  // namespace cardinal::app
