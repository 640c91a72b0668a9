// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "core/model/snapshot.h"
#include "ui/bridge/work_pacer.h"

namespace cardinal::ui {

class BackgroundJob;

/// Counts the workloads of a cluster for its navigation, as the page Workloads lists them: at once where there are few
/// pods, else on a thread, so that a cluster that changes all the time costs little.
class WorkloadCount : public QObject {
  Q_OBJECT
 public:
  explicit WorkloadCount(QObject* parent = nullptr);

  /// `pods`: those that the snapshot has. A state that was counted is not counted again.
  void follow(const SnapshotPtr& snapshot, qint64 pods);

 signals:
  void counted(qint64 workloads);

 private:
  void start();
  void tell(qint64 number);

  BackgroundJob* m_job;
  WorkPacer m_pacer{20};
  SnapshotPtr m_wanted;  ///< not counted yet; null = nothing is left to count
  SnapshotPtr m_of;      ///< counted, or being counted
  qint64 m_number = -1;  ///< of what was counted last; -1 = nothing was yet
};

}  // namespace cardinal::ui
