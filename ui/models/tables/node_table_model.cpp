// SPDX-License-Identifier: Apache-2.0
#include "ui/models/tables/node_table_model.h"

#include <QCoreApplication>
#include <array>

#include "core/metrics/attribution.h"
#include "core/model/tables/gpu_nodes.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"

namespace cardinal::ui {

namespace {

using Column = TableColumn<NodeRow>;
using Facts = TableFacts;

/// Unknown sorts after every number.
QVariant number(std::optional<double> value) {
  return value ? QVariant(*value) : QVariant();
}

double mibOrRaw(MemUnits amount, MemoryUnit unit) {
  return static_cast<double>(toMib(amount, unit).value_or(amount.value));
}

std::optional<double> allocated(const NodeRow& row) {
  const NodeSums sums = sumsOf(*row.node);
  if (isWholeCardMode(row.node->gpu.mode) && (sums.memoryUnknown > 0 || sums.memTotal.value <= 0)) {
    if (sums.cards == 0) return std::nullopt;
    return static_cast<double>(sums.held) / sums.cards;
  }
  if (sums.memTotal.value <= 0) return std::nullopt;
  return static_cast<double>(sums.memAllocated.value) / static_cast<double>(sums.memTotal.value);
}

QString memoryPair(const NodeRow& row, const Facts&) {
  const NodeSums sums = sumsOf(*row.node);
  if (sums.memTotal.value <= 0) return notAvailable();
  const MemoryUnit unit = row.node->gpu.unit;
  return memoryNumber(sums.memAllocated, unit) + QStringLiteral(" / ") + memoryNumber(sums.memTotal, unit);
}

QString largestFreeText(const NodeRow& row, const Facts&) {
  const std::optional<MemUnits> free = largestFree(*row.node);
  return free ? memory(*free, row.node->gpu.unit) : notAvailable();
}

QVariant largestFreeRaw(const NodeRow& row, const Facts&) {
  const std::optional<MemUnits> free = largestFree(*row.node);
  return free ? QVariant(mibOrRaw(*free, row.node->gpu.unit)) : QVariant();
}

std::optional<double> coreShare(const NodeRow& row) {
  const NodeSums sums = sumsOf(*row.node);
  if (sums.coreTotal.value <= 0) return std::nullopt;
  return static_cast<double>(sums.coreAllocated.value) / sums.coreTotal.value;
}

QString placementOf(const NodeRow& row, const Facts&) {
  const GpuMode mode = row.node->gpu.mode;
  return isSharedMode(mode) ? QString::fromLatin1(toString(row.node->gpu.placement)) : QString(u'–');
}

/// What is wrong with cards of the node; empty = nothing that is known.
QString brokenCards(const NodeRow& row) {
  if (const int unhealthy = sumsOf(*row.node).unhealthy; unhealthy > 0)
    return QCoreApplication::translate("NodeTableModel", "%n unhealthy card(s)", nullptr, unhealthy);
  return row.hardwareXid ? QCoreApplication::translate("NodeTableModel", "hardware XID") : QString();
}

/// Of a node that is ready what is wrong with its cards: the column is narrow.
QString stateText(const NodeRow& row) {
  const bool isReady = row.node->readiness == NodeReadiness::Ready && !row.node->unschedulable();
  const QString cards = isReady ? brokenCards(row) : QString();
  return cards.isEmpty() ? nodeStateText(*row.node) : cards;
}

const std::array kColumns = {
    Column{"name", QT_TRANSLATE_NOOP("NodeTableModel", "Node"), Qt::AlignLeft, 204,
           [](const NodeRow& row, const Facts&) { return plain(row.node->name); }},
    Column{
        "state", QT_TRANSLATE_NOOP("NodeTableModel", "State"), Qt::AlignLeft, 120,
        [](const NodeRow& row, const Facts&) { return stateText(row); }, nullptr,
        [](const NodeRow& row) { return brokenCards(row).isEmpty() ? nodeStateOf(*row.node) : CellState::Critical; }},
    Column{"mode", QT_TRANSLATE_NOOP("NodeTableModel", "Mode"), Qt::AlignLeft, 84,
           [](const NodeRow& row, const Facts&) { return modeBadge(row.node->gpu.mode); }},
    Column{"placement", QT_TRANSLATE_NOOP("NodeTableModel", "Placement"), Qt::AlignLeft, 80, placementOf},
    Column{"model", QT_TRANSLATE_NOOP("NodeTableModel", "GPU model"), Qt::AlignLeft, 176,
           [](const NodeRow& row, const Facts&) {
             return row.node->gpu.model.empty() ? notAvailable() : plain(row.node->gpu.model);
           },
           nullptr, nullptr, nullptr, false, true},
    Column{"cards", QT_TRANSLATE_NOOP("NodeTableModel", "Cards"), Qt::AlignRight, 56,
           [](const NodeRow& row, const Facts&) {
             return row.node->cards.empty() ? QString(u'?') : count(static_cast<std::int64_t>(row.node->cards.size()));
           },
           [](const NodeRow& row, const Facts&) {
             return row.node->cards.empty() ? QVariant() : QVariant(static_cast<int>(row.node->cards.size()));
           }},
    Column{"memory", QT_TRANSLATE_NOOP("NodeTableModel", "Allocated / total GiB"), Qt::AlignRight, 132, memoryPair,
           [](const NodeRow& row, const Facts&) {
             const NodeSums sums = sumsOf(*row.node);
             if (sums.memTotal.value <= 0) return QVariant();
             return QVariant(mibOrRaw(sums.memAllocated, row.node->gpu.unit));
           }},
    Column{"allocated", QT_TRANSLATE_NOOP("NodeTableModel", "Allocated"), Qt::AlignRight, 112,
           [](const NodeRow& row, const Facts&) { return percent(allocated(row), 1); },
           [](const NodeRow& row, const Facts&) { return number(allocated(row)); }, nullptr,
           [](const NodeRow& row) { return number(allocated(row)); }},
    Column{"free", QT_TRANSLATE_NOOP("NodeTableModel", "Largest free slot"), Qt::AlignRight, 108, largestFreeText,
           largestFreeRaw},
    Column{"core", QT_TRANSLATE_NOOP("NodeTableModel", "Core"), Qt::AlignRight, 68,
           [](const NodeRow& row, const Facts&) { return coreShare(row) ? percent(coreShare(row), 1) : QString(u'–'); },
           [](const NodeRow& row, const Facts&) { return number(coreShare(row)); }},
    Column{"pods", QT_TRANSLATE_NOOP("NodeTableModel", "GPU pods"), Qt::AlignRight, 80,
           [](const NodeRow& row, const Facts&) { return count(gpuPodsOf(*row.node)); },
           [](const NodeRow& row, const Facts&) { return QVariant(gpuPodsOf(*row.node)); }},
    Column{"findings", QT_TRANSLATE_NOOP("NodeTableModel", "Findings"), Qt::AlignRight, 68,
           [](const NodeRow& row, const Facts&) { return count(row.findings); },
           [](const NodeRow& row, const Facts&) { return QVariant(row.findings); },
           [](const NodeRow& row) { return row.worst; }},
    Column{"pool", QT_TRANSLATE_NOOP("NodeTableModel", "Pool"), Qt::AlignLeft, 100,
           [](const NodeRow& row, const Facts&) {
             const std::string_view pool = poolOf(*row.node);
             return pool.empty() ? QString(u'–') : plain(pool);
           }},
    Column{"age", QT_TRANSLATE_NOOP("NodeTableModel", "Age"), Qt::AlignRight, 72,
           [](const NodeRow& row, const Facts& facts) {
             return age(row.node->raw ? row.node->raw->meta.created : 0, facts.now);
           },
           [](const NodeRow& row, const Facts&) {
             const UnixSeconds created = row.node->raw ? row.node->raw->meta.created : 0;
             // Older stands later, as the shown age grows.
             return created == 0 ? QVariant() : QVariant(static_cast<qlonglong>(-created));
           },
           nullptr, nullptr, true},
};

constexpr UnixSeconds kJudgedAgain = 60;

}  // namespace

NodeTableModel::NodeTableModel(QObject* parent) : SnapshotTableModel("NodeTableModel", kColumns, parent) {}

NodeTableModel::Judged NodeTableModel::judge(const ClusterSnapshot& snapshot, const NodePtr& node, UnixSeconds now) {
  if (!isListed(*node)) return {};
  const std::vector<LedgerEntry> entries = ledgerOf(snapshot, node, now);  // the worst first
  if (entries.empty()) return {};
  return {static_cast<int>(entries.size()), cellStateOf(entries.front().severity)};
}

void NodeTableModel::setSnapshot(const ClusterSnapshot& snapshot, const TableFacts& facts) {
  if (facts.now - m_judgedAt >= kJudgedAgain || facts.now < m_judgedAt) {
    m_judged.clear();
    m_judgedAt = facts.now;
  }
  const std::vector<Judged>& judged = m_judged.update(
      snapshot, [&](NodeIndex index) { return judge(snapshot, snapshot.nodes[index.value], facts.now); });
  const std::vector<bool> xid = facts.use ? nodesWithHardwareXid(*facts.use, snapshot, facts.now - kForgetAfter)
                                          : std::vector<bool>(snapshot.nodes.size());
  const std::vector<bool> idle = facts.use && facts.use->measured > 0
                                     ? nodesWithIdleCards(*facts.use, snapshot, facts.now - kForgetAfter)
                                     : std::vector<bool>(snapshot.nodes.size());
  std::vector<NodeRow> next;
  for (std::size_t i = 0; i < snapshot.nodes.size(); ++i) {
    if (isListed(*snapshot.nodes[i]))
      next.push_back({snapshot.nodes[i], judged[i].findings, judged[i].worst, xid[i], idle[i]});
  }
  replaceRows(std::move(next), facts);
}

FilterSubject NodeTableModel::subject(int index) const {
  FilterSubject out{row(index).node.get()};
  out.hardwareXid = row(index).hardwareXid;
  out.idle = row(index).idle;
  return out;
}

}  // namespace cardinal::ui
