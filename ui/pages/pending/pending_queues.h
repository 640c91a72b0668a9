// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <memory>
#include <vector>

#include "core/queues/kueue_index.h"
#include "ui/bridge/background_job.h"
#include "ui/session/pending_explainer.h"

namespace cardinal::ui {

/// Which pending pods wait in a queue of Kueue, and whether it would admit them now, or are held back by queues and
/// quotas of other systems, or by the gang that they belong to: quota comes before nodes. Follows
/// the explainer's reports; read and judged on a thread of its own. GUI thread only.
class PendingQueues : public QObject {
  Q_OBJECT
 public:
  explicit PendingQueues(PendingExplainer& explainer, QObject* parent = nullptr);

  /// Null = no queue holds this pod back, as far as is known yet. The pointer counts until changed().
  const queues::PodQueueWait* waitOf(const QString& key) const;
  /// The chosen pod is judged wherever it stands in its line.
  void ask();
  /// Blocks until the answer is there; for pictures without an event loop only.
  void answerNow();

 signals:
  void changed();

 private:
  struct Answer {
    std::shared_ptr<const queues::KueueIndex> kueue;  ///< the waits point into it
    std::shared_ptr<const ClusterExtras> extras;      ///< that it was read from
    std::map<ObjectKey, queues::PodQueueWait> waits;
  };
  static std::shared_ptr<const Answer> judge(const SnapshotPtr& on, const std::shared_ptr<const Answer>& before,
                                             const PendingReport& report, const ObjectKey& chosen,
                                             const std::stop_token& stop);
  bool isJudged() const;

  PendingExplainer& m_explainer;
  std::shared_ptr<const Answer> m_answer;
  SnapshotPtr m_on;                               ///< the state that was asked about last
  std::shared_ptr<const PendingReport> m_report;  ///< likewise: another one of the same state knows other volumes
  bool m_again = false;
  BackgroundJob m_job;  ///< last: joined before the rest goes
};

}  // namespace cardinal::ui
