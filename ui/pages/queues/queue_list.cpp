// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/queues/queue_list.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "core/queues/answers/queue_export.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

using namespace queues;

QString keyOf(const GroupReport& report, const std::string& name) {
  return QString::fromLatin1(toString(report.system)) + u'/' + QString::fromStdString(name);
}

std::string nameOf(const ObjectKey& key) {
  return key.ns.empty() ? key.name : key.ns + "/" + key.name;
}

template <typename Wait>
void addNames(const std::vector<const Wait*>& waiting, QString& out) {
  constexpr int kMaxName = 240;
  for (const Wait* one : waiting) out += plain(nameOf(one->key), kMaxName).toLower() + u'\n';
}

}  // namespace

QString QueueEntry::systemId() const {
  return report == nullptr ? QStringLiteral("kueue") : QString::fromLatin1(toString(report->system));
}

ExportTable quotaTable(const std::vector<const QueueEntry*>& entries) {
  ExportTable table{ExportKind::Queues, exportKeys(ExportKind::Queues), {}};
  for (const QueueEntry* entry : entries) {
    if (entry->kueue != nullptr) addQueueRows(*entry->kueue, table);
    if (entry->group != nullptr) addQueueRows(entry->report->system, *entry->group, entry->waiting, table);
  }
  return table;
}

ExportTable waitingTable(const std::vector<const QueueEntry*>& entries) {
  ExportTable table{ExportKind::Waiting, exportKeys(ExportKind::Waiting), {}};
  for (const QueueEntry* entry : entries) {
    const std::string queue = entry->kueue != nullptr ? entry->kueue->name : std::string();
    for (const WaitingWorkload* one : entry->workloads) addWaitingRow(*one, queue, table);
    for (const GroupWait* one : entry->groups) addWaitingRow(entry->report->system, *one, table);
  }
  return table;
}

QueueList::QueueList(const ClusterSnapshot& snapshot)
    : m_kueue(queueReport(KueueIndex(snapshot.extras))), m_others(groupReports(snapshot)) {
  addKueue();
  for (const GroupReport& report : m_others) addOthers(report);
  for (QueueEntry& entry : m_entries) {
    addNames(entry.workloads, entry.waitingNames);
    addNames(entry.groups, entry.waitingNames);
  }
}

void QueueList::addKueue() {
  const QString system = QStringLiteral("kueue/");
  for (const QueueRow& row : m_kueue.queues) {
    QueueEntry& entry = m_entries.emplace_back();
    entry.key = system + QString::fromStdString(row.name);
    entry.kueue = &row;
    entry.waiting = row.pending;
    for (const WaitingWorkload& one : row.waiting) entry.workloads.push_back(&one);
  }
  if (m_kueue.unqueued.empty()) return;
  QueueEntry& rest = m_entries.emplace_back();
  rest.key = system;
  rest.waiting = m_kueue.unqueued.size();
  const auto isQueue = [](ExtraKind kind) {
    return kind == ExtraKind::KueueLocalQueue || kind == ExtraKind::KueueClusterQueue;
  };
  rest.isQueueUnknown = std::any_of(m_kueue.unread.begin(), m_kueue.unread.end(), isQueue);
  for (const WaitingWorkload& one : m_kueue.unqueued) rest.workloads.push_back(&one);
}

void QueueList::addOthers(const GroupReport& report) {
  const bool knowsWaits = report.knowsGroups && namesQueues(report.system);
  std::map<std::string, std::vector<const GroupWait*>> byQueue;
  // PodGroups name no elastic quota; pods that one holds back stand with it.
  const bool namesSome = report.system == GroupSystem::Koordinator;
  const auto queueOf = [&](const GroupWait& wait) { return knowsWaits || namesSome ? wait.queue : std::string(); };
  for (const GroupWait& wait : report.waiting) byQueue[queueOf(wait)].push_back(&wait);
  for (const GroupQueueRow& row : report.queues) {
    QueueEntry& entry = m_entries.emplace_back();
    entry.key = keyOf(report, nameOf(row.key));
    entry.report = &report;
    entry.group = &row;
    if (!knowsWaits && !namesSome) continue;
    const std::string name = namesSome ? row.key.name : nameOf(row.key);
    if (const auto found = byQueue.find(name); found != byQueue.end()) {
      entry.groups = std::move(found->second);
      byQueue.erase(found);
    }
    if (knowsWaits || !entry.groups.empty()) entry.waiting = entry.groups.size();
  }
  if (byQueue.empty()) return;
  QueueEntry& rest = m_entries.emplace_back();
  rest.key = keyOf(report, {});
  rest.report = &report;
  for (const GroupWait& wait : report.waiting) {
    if (byQueue.count(queueOf(wait)) != 0) rest.groups.push_back(&wait);
  }
  rest.waiting = rest.groups.size();
  rest.isQueueUnknown = !report.knowsQueues;
}

const QueueEntry* QueueList::find(const QString& name) const {
  const auto isCalled = [&name](const QueueEntry& entry) {
    if (entry.key == name) return true;
    return !entry.isRest() && (entry.key.section(u'/', 1) == name || entry.key.section(u'/', -1) == name);
  };
  const auto exact =
      std::find_if(m_entries.begin(), m_entries.end(), [&name](const auto& one) { return one.key == name; });
  if (exact != m_entries.end()) return &*exact;
  const auto found = std::find_if(m_entries.begin(), m_entries.end(), isCalled);
  return found == m_entries.end() ? nullptr : &*found;
}

bool QueueList::followsNodes() const {
  return std::any_of(m_others.begin(), m_others.end(), [](const GroupReport& report) {
    switch (report.system) {
      case GroupSystem::Kai:
      case GroupSystem::Koordinator:
      case GroupSystem::QuotaTree:
      case GroupSystem::Yunikorn:
        return !report.queues.empty() || !report.waiting.empty();
      case GroupSystem::Volcano:
        return !report.waiting.empty();
      default:
        return false;
    }
  });
}

}  // namespace cardinal::ui
