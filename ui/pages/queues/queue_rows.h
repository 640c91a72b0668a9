// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>

#include "core/queues/queue_report.h"
#include "ui/models/rows_model.h"

namespace cardinal::ui {

/// A report about queues in words, as rows of tables. Of one language; foreign text is plain.
class QueueRows {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::QueuesPage)

 public:
  static std::vector<RowsModel::Head> queueHeads();
  static std::vector<RowsModel::Head> quotaHeads();
  static std::vector<RowsModel::Head> waitingHeads();
  /// One row a queue, with the figures of the resource that matters most: cards. Key = its name.
  static RowsModel::Row queue(const queues::QueueRow& row);
  /// Key = place among the queue's quotas.
  static RowsModel::Row quota(const queues::QueueCell& cell, std::size_t place);
  /// Key "namespace/name".
  static RowsModel::Row waiting(const queues::WaitingWorkload& waiting, UnixSeconds now);

  /// The quota that stands for the queue: of cards where it has one, then the largest; null = it has none.
  static const queues::QueueCell* mainCell(const queues::QueueRow& row);
};

}  // namespace cardinal::ui
