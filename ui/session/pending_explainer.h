// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <memory>
#include <optional>

#include "core/alloc/pending/pending.h"
#include "ui/bridge/snapshot_bridge.h"
#include "ui/bridge/work_pacer.h"

namespace cardinal::ui {

/// Keeps the explanations of all pending pods up to date while somebody looks, and for the chosen pod what every node
/// says. Answers come from the worker; after one that took long the next question waits, so that a large cluster costs
/// a fifth of a core at most. Claims and volumes are not followed with the cluster: where a pod has some, they are
/// looked at again every ten seconds. GUI thread only.
class PendingExplainer : public QObject {
  Q_OBJECT
 public:
  explicit PendingExplainer(SnapshotBridge& bridge, QObject* parent = nullptr);

  /// Nothing is asked while inactive.
  void setActive(bool active);
  /// Explains here and now instead of on the worker; for pictures without an event loop only.
  void answerNow();

  /// The state that the report speaks of; null before the first report.
  const SnapshotPtr& snapshot() const { return m_on; }
  /// Null before the first.
  const PendingReport* report() const { return m_report.get(); }
  /// The same, to be held.
  const std::shared_ptr<const PendingReport>& sharedReport() const { return m_report; }
  /// Position in `snapshot()->unboundPods`; -1 = not pending there.
  int indexOf(const QString& key) const;
  /// Null when the pod is not among them.
  const PendingExplanation* explanation(const QString& key) const;

  /// The pod for which nodes are asked one by one; "namespace/name", empty = none.
  void choose(const QString& key);
  const QString& chosen() const { return m_chosen; }
  /// What every node says to the chosen pod, on `answerSnapshot()`; null = not there yet.
  const AllocationAnswer* answer() const { return m_answer ? &*m_answer : nullptr; }
  const SnapshotPtr& answerSnapshot() const { return m_answerOn; }
  /// What the scheduler would evict for the chosen pod, on `answerSnapshot()`; null = nothing, or not there yet.
  const Preemption* preemption() const { return m_preemption ? &*m_preemption : nullptr; }

 signals:
  void reportChanged();
  void answerChanged();

 private:
  void follow();
  void ask();
  void askNodes();
  void take(const SnapshotPtr& on, const std::shared_ptr<const PendingReport>& report);
  void forget();

  SnapshotBridge& m_bridge;
  bool m_active = false;
  bool m_asking = false;
  WorkPacer m_pacer{4};
  QTimer m_ageing;        ///< until what was read of volumes is old
  bool m_isAged = false;  ///< it is
  SnapshotPtr m_on;
  std::shared_ptr<const PendingReport> m_report;
  QString m_chosen;
  SnapshotPtr m_answerOn;
  std::optional<AllocationAnswer> m_answer;
  std::optional<Preemption> m_preemption;
};

/// The request of a pod as the engine is asked about it.
AllocationRequest requestOf(const PodRecord& pod);

}  // namespace cardinal::ui
