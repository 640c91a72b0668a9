// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/model/tables/table_export.h"
#include "core/queues/answers/queue_report.h"
#include "core/queues/group_report.h"

namespace cardinal::ui {

/// One row of the page Queues. Pointers lead into the list that holds it.
struct QueueEntry {
  QString key;                                            ///< "kueue/team-a", "koordinator/team-a/vision"; see isRest()
  const queues::QueueRow* kueue = nullptr;                ///< a ClusterQueue
  const queues::GroupReport* report = nullptr;            ///< of the other systems; null = Kueue
  const queues::GroupQueueRow* group = nullptr;           ///< a queue or quota of `report`
  std::optional<std::size_t> waiting;                     ///< nothing = not known
  std::vector<const queues::WaitingWorkload*> workloads;  ///< of Kueue, first first
  std::vector<const queues::GroupWait*> groups;           ///< of the other systems, oldest first
  QString waitingNames;  ///< "namespace/name" of all of them, plain and in lower case, a line each: for the filter

  bool isQueueUnknown = false;  ///< of isRest(): queues may be there, and were not read
  /// What waits in none of the system's queues that are listed; its key ends with '/'.
  bool isRest() const { return kueue == nullptr && group == nullptr; }
  bool isOfKueue() const { return report == nullptr; }
  /// "kueue", or the word of the system: toString(GroupSystem).
  QString systemId() const;
};

/// For files: a row for each quota of the queues, and a row for each that waits in them. `entries` lead into a list
/// that lives.
ExportTable quotaTable(const std::vector<const QueueEntry*>& entries);
ExportTable waitingTable(const std::vector<const QueueEntry*>& entries);

/// Queues and quotas of every system in one state of the cluster, and who waits in which. Made off the GUI thread (some
/// milliseconds, more where many wait); never changes once made.
class QueueList {
 public:
  explicit QueueList(const ClusterSnapshot& snapshot);
  QueueList(const QueueList&) = delete;
  QueueList& operator=(const QueueList&) = delete;

  const queues::QueueReport& kueue() const { return m_kueue; }
  const std::vector<queues::GroupReport>& others() const { return m_others; }
  /// Kueue, then the others in the order of GroupSystem; each by name, what is in no queue last.
  const std::vector<QueueEntry>& entries() const { return m_entries; }
  /// By key, by name or by "namespace/name", the first that is called so; null = none.
  const QueueEntry* find(const QString& name) const;
  /// Figures follow nodes and pods, too, not the objects of queues alone: the fair shares of KAI, what pods
  /// use of quotas, what overcommit leaves.
  bool followsNodes() const;

 private:
  void addKueue();
  void addOthers(const queues::GroupReport& report);

  queues::QueueReport m_kueue;
  std::vector<queues::GroupReport> m_others;
  std::vector<QueueEntry> m_entries;
};

}  // namespace cardinal::ui
