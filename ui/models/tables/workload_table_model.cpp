// SPDX-License-Identifier: Apache-2.0
#include "ui/models/tables/workload_table_model.h"

#include <algorithm>
#include <array>

#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"
#include "ui/i18n/workloads/workload_texts.h"

namespace cardinal::ui {

namespace {

using Column = TableColumn<WorkloadRow>;
using Facts = TableFacts;

constexpr int kMaxName = 80;

QString countText(const std::optional<std::int64_t>& number) {
  return number ? count(*number) : notAvailable();
}

QVariant numberOf(const std::optional<std::int64_t>& number) {
  return number ? QVariant(static_cast<qlonglong>(*number)) : QVariant();
}

QString cardsText(const WorkloadRow& row, const Facts&) {
  const Workload& workload = *row.workload;
  return workload.cardsHeld ? ofWanted(*workload.cardsHeld, workload.cardsRequested) : notAvailable();
}

/// Of one that has pods the worst that any of them does; pods that failed are a warning while others go on.
CellState stateOf(const WorkloadRow& row) {
  const Workload& workload = *row.workload;
  const bool goesOn = workload.running + workload.starting + workload.waiting > 0;
  if (workload.failed > 0) return goesOn ? CellState::Warning : CellState::Critical;
  if (workload.pods.empty() || workload.waiting + workload.starting > 0) return CellState::Warning;
  if (workload.unknown > 0) return CellState::Unknown;
  return workload.running > 0 ? CellState::Ok : CellState::Information;
}

const std::array kColumns = {
    Column{"name", QT_TRANSLATE_NOOP("WorkloadTableModel", "Name"), Qt::AlignLeft, 160,
           [](const WorkloadRow& row, const Facts&) { return plain(row.workload->name, kMaxName); }},
    Column{"kind", QT_TRANSLATE_NOOP("WorkloadTableModel", "Kind"), Qt::AlignLeft, 92,
           [](const WorkloadRow& row, const Facts&) { return plain(row.workload->kind, kMaxName); }},
    Column{"namespace", QT_TRANSLATE_NOOP("WorkloadTableModel", "Namespace"), Qt::AlignLeft, 90,
           [](const WorkloadRow& row, const Facts&) { return plain(row.workload->ns, kMaxName); }},
    Column{"queue", QT_TRANSLATE_NOOP("WorkloadTableModel", "Queue"), Qt::AlignLeft, 80,
           [](const WorkloadRow& row, const Facts&) { return workloadQueueText(*row.workload); },
           [](const WorkloadRow& row, const Facts&) {
             return row.workload->queue.empty() ? QVariant() : QVariant(workloadQueueText(*row.workload));
           }},
    Column{"gang", QT_TRANSLATE_NOOP("WorkloadTableModel", "Gang"), Qt::AlignLeft, 112,
           [](const WorkloadRow& row, const Facts&) { return workloadGangText(*row.workload); },
           [](const WorkloadRow& row, const Facts&) {
             return row.workload->gangs.empty() ? QVariant() : QVariant(workloadGangText(*row.workload));
           }},
    Column{"wanted", QT_TRANSLATE_NOOP("WorkloadTableModel", "Wanted"), Qt::AlignRight, 60,
           [](const WorkloadRow& row, const Facts&) { return countText(row.workload->wanted); },
           [](const WorkloadRow& row, const Facts&) { return numberOf(row.workload->wanted); }},
    Column{"running", QT_TRANSLATE_NOOP("WorkloadTableModel", "Running"), Qt::AlignRight, 60,
           [](const WorkloadRow& row, const Facts&) { return count(row.workload->running); },
           [](const WorkloadRow& row, const Facts&) { return numberOf(row.workload->running); }},
    Column{"waiting", QT_TRANSLATE_NOOP("WorkloadTableModel", "Waiting"), Qt::AlignRight, 92,
           [](const WorkloadRow& row, const Facts&) { return count(row.workload->waiting); },
           [](const WorkloadRow& row, const Facts&) { return numberOf(row.workload->waiting); }},
    Column{"cards", QT_TRANSLATE_NOOP("WorkloadTableModel", "Cards"), Qt::AlignRight, 72, cardsText,
           [](const WorkloadRow& row, const Facts&) { return numberOf(row.workload->cardsHeld); }},
    Column{"age", QT_TRANSLATE_NOOP("WorkloadTableModel", "Age"), Qt::AlignRight, 52,
           [](const WorkloadRow& row, const Facts& facts) { return age(row.workload->created, facts.now); },
           [](const WorkloadRow& row, const Facts&) {
             const UnixSeconds created = row.workload->created;
             return created == 0 ? QVariant() : QVariant(static_cast<qlonglong>(-created));
           },
           nullptr, nullptr, true},
    Column{"state", QT_TRANSLATE_NOOP("WorkloadTableModel", "State"), Qt::AlignLeft, 176,
           [](const WorkloadRow& row, const Facts&) { return workloadStateText(*row.workload); }, nullptr, stateOf},
};

}  // namespace

QString workloadKeyOf(const Workload& workload) {
  return QString::fromStdString(workloadKey(workload));
}

QString WorkloadRow::key() const {
  return workloadKeyOf(*workload);
}

WorkloadTableModel::WorkloadTableModel(QObject* parent) : SnapshotTableModel("WorkloadTableModel", kColumns, parent) {}

void WorkloadTableModel::setWorkloads(const WorkloadIndex& index, const TableFacts& facts) {
  std::vector<WorkloadRow> next;
  next.reserve(index.workloads().size());
  for (const WorkloadPtr& workload : index.workloads()) next.push_back(WorkloadRow{workload});
  replaceRows(std::move(next), facts);
}

WorkloadPtr WorkloadTableModel::find(const QString& key) const {
  const int found = key.isEmpty() ? -1 : rowOf(key);
  return found < 0 ? nullptr : row(found).workload;
}

FilterSubject WorkloadTableModel::subject(int index) const {
  FilterSubject out;
  out.workload = row(index).workload.get();
  return out;
}

}  // namespace cardinal::ui
