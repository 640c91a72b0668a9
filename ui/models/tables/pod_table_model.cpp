// SPDX-License-Identifier: Apache-2.0
#include "ui/models/tables/pod_table_model.h"

#include <algorithm>
#include <array>

#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"

namespace cardinal::ui {

namespace {

using Column = TableColumn<PodRow>;
using Facts = TableFacts;

const QString kNone = QString(u'–');

MemoryUnit unitOf(const PodRow& row, const Facts& facts) {
  return row.node ? row.node->gpu.unit : facts.commonUnit;
}

MemUnits heldMemory(const PodRow& row) {
  MemUnits sum;
  for (const CardShare& share : row.pod->shares) sum += share.memory;
  return sum;
}

QString heldText(const PodRow& row, const Facts& facts) {
  const MemUnits held = heldMemory(row);
  return held.value > 0 ? memory(held, unitOf(row, facts)) : kNone;
}

QString coreText(const PodRow& row, const Facts&) {
  CorePercent sum;
  for (const CardShare& share : row.pod->shares) sum += share.core;
  return sum.value > 0 ? corePercent(sum) : kNone;
}

QString ownerText(const PodRow& row, const Facts&) {
  const std::string_view name = ownerNameOf(*row.pod);
  return name.empty() ? kNone : plain(ownerKindOf(*row.pod), 40) + u' ' + plain(name, 63);
}

QString cardsText(const PodRow& row, const Facts&) {
  if (!row.node) return kNone;
  const QString list = cardListText(*row.pod);
  if (!list.isEmpty()) return list;
  return isTerminal(*row.pod->raw) ? kNone : QString(u'?');
}

QString reasonText(const PodRow& row, const Facts&) {
  const RawPod& raw = *row.pod->raw;
  if (!raw.reason.empty()) return plain(raw.reason, 120);
  if (!raw.scheduledMessage.empty()) return plain(raw.scheduledMessage, 240);
  return raw.scheduledReason.empty() ? QString() : plain(raw.scheduledReason, 120);
}

const std::array kColumns = {
    Column{"name", QT_TRANSLATE_NOOP("PodTableModel", "Name"), Qt::AlignLeft, 240,
           [](const PodRow& row, const Facts&) { return plain(row.pod->key().name); }},
    Column{"namespace", QT_TRANSLATE_NOOP("PodTableModel", "Namespace"), Qt::AlignLeft, 100,
           [](const PodRow& row, const Facts&) { return plain(row.pod->key().ns); }},
    Column{"phase", QT_TRANSLATE_NOOP("PodTableModel", "Phase"), Qt::AlignLeft, 104,
           [](const PodRow& row, const Facts&) { return phaseText(*row.pod->raw); }, nullptr,
           [](const PodRow& row) { return podStateOf(*row.pod); }},
    Column{"request", QT_TRANSLATE_NOOP("PodTableModel", "Requested"), Qt::AlignLeft, 136,
           [](const PodRow& row, const Facts& facts) { return requestText(row.pod->request, unitOf(row, facts)); }},
    Column{"node", QT_TRANSLATE_NOOP("PodTableModel", "Node"), Qt::AlignLeft, 200,
           [](const PodRow& row, const Facts&) { return row.node ? plain(row.node->name) : kNone; }, nullptr, nullptr,
           nullptr, false, true},
    Column{"cards", QT_TRANSLATE_NOOP("PodTableModel", "Card"), Qt::AlignRight, 60, cardsText},
    Column{"memory", QT_TRANSLATE_NOOP("PodTableModel", "Memory"), Qt::AlignRight, 72, heldText,
           [](const PodRow& row, const Facts& facts) {
             const MemUnits held = heldMemory(row);
             return QVariant(static_cast<qlonglong>(toMib(held, unitOf(row, facts)).value_or(held.value)));
           }},
    Column{"core", QT_TRANSLATE_NOOP("PodTableModel", "Core"), Qt::AlignRight, 60, coreText,
           [](const PodRow& row, const Facts&) {
             CorePercent sum;
             for (const CardShare& share : row.pod->shares) sum += share.core;
             return QVariant(sum.value);
           }},
    Column{"owner", QT_TRANSLATE_NOOP("PodTableModel", "Owner"), Qt::AlignLeft, 200, ownerText, nullptr, nullptr,
           nullptr, false, true},
    Column{"restarts", QT_TRANSLATE_NOOP("PodTableModel", "Restarts"), Qt::AlignRight, 68,
           [](const PodRow& row, const Facts&) { return QString::number(row.pod->raw->restarts); },
           [](const PodRow& row, const Facts&) { return QVariant(row.pod->raw->restarts); }},
    Column{"age", QT_TRANSLATE_NOOP("PodTableModel", "Age"), Qt::AlignRight, 68,
           [](const PodRow& row, const Facts& facts) { return age(row.pod->raw->meta.created, facts.now); },
           [](const PodRow& row, const Facts&) {
             const UnixSeconds created = row.pod->raw->meta.created;
             return created == 0 ? QVariant() : QVariant(static_cast<qlonglong>(-created));
           },
           nullptr, nullptr, true},
    Column{"reason", QT_TRANSLATE_NOOP("PodTableModel", "Reason"), Qt::AlignLeft, 180, reasonText},
};

}  // namespace

PodTableModel::PodTableModel(QObject* parent) : SnapshotTableModel("PodTableModel", kColumns, parent) {}

bool PodTableModel::isOfWorkload(const PodRecord& pod) const {
  if (!m_workload) return true;
  const ObjectKey& key = pod.key();
  if (key.ns != m_workload->ns) return false;
  const auto& pods = m_workload->pods;  // by name
  const auto at =
      std::lower_bound(pods.begin(), pods.end(), key.name,
                       [](const WorkloadPod& one, const std::string& name) { return one.pod->key().name < name; });
  return at != pods.end() && at->pod->key().name == key.name;
}

void PodTableModel::setSnapshot(const ClusterSnapshot& snapshot, const TableFacts& facts) {
  std::vector<PodRow> next;
  if (m_node.empty()) {
    for (const PodPtr& pod : snapshot.unboundPods) {
      if (isOfWorkload(*pod)) next.push_back(PodRow{pod, nullptr});
    }
  }
  for (const NodePtr& node : snapshot.nodes) {
    if (!m_node.empty() && node->name != m_node) continue;
    for (const PodPtr& pod : node->pods) {
      if (isOfWorkload(*pod)) next.push_back(PodRow{pod, node});
    }
  }
  replaceRows(std::move(next), facts);
}

FilterSubject PodTableModel::subject(int index) const {
  const PodRow& entry = row(index);
  FilterSubject out{entry.node.get(), nullptr, entry.pod.get()};
  if (m_index) out.workload = m_index->ofPod(entry.pod->key()).get();  // the index keeps it
  return out;
}

}  // namespace cardinal::ui
