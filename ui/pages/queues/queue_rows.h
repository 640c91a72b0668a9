// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>

#include "ui/models/rows_model.h"
#include "ui/pages/queues/queue_list.h"

namespace cardinal::ui {

/// Queues and quotas of all systems in words, as rows of tables. Of one language; foreign text is plain. "n/a" is
/// unknown, a dash what the system does not have.
class QueueRows {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::QueuesPage)

 public:
  /// Columns of the table of queues, in this order.
  enum Column : int {
    Name,
    System,
    Parent,
    Resource,
    Guaranteed,
    Quota,
    Share,
    Limit,
    Used,
    Reserved,
    Borrowed,
    Free,
    Waiting,
    Admitted,
    State,
    Columns
  };
  /// `system`: the only one that is shown, whose own words are used; empty = several.
  static std::vector<RowsModel::Head> queueHeads(const QString& system);
  /// Does the system, as of QueueEntry::systemId(), have such a figure?
  static bool hasColumn(const QString& system, Column column);
  /// One row a queue, with the figures of the resource that matters most: cards.
  static RowsModel::Row queue(const QueueEntry& entry);
  /// "Kueue", "Volcano".
  static QString systemName(const QueueEntry& entry);
  /// "ClusterQueue team-a", "ElasticQuota team-a/vision".
  static QString title(const QueueEntry& entry);

  /// All quotas of one queue, a row for each resource (and flavor). Key = place.
  static std::vector<RowsModel::Head> quotaHeads(const QueueEntry& entry);
  static std::vector<RowsModel::Row> quotas(const QueueEntry& entry);

  /// Who waits in one queue. Key "namespace/name".
  static std::vector<RowsModel::Head> waitingHeads(const QueueEntry& entry);
  /// Of those that wait the ones from `from` to before `to`.
  static std::vector<RowsModel::Row> waiting(const QueueEntry& entry, std::size_t from, std::size_t to,
                                             UnixSeconds now);

  /// The quota that stands for the queue: of cards where it has one, then the largest; null = it has none.
  static const queues::QueueCell* mainCell(const queues::QueueRow& row);
  static const queues::GroupCell* mainCell(const queues::GroupQueueRow& row);
};

}  // namespace cardinal::ui
