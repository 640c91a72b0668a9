// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/plan/drain/eviction_target.h"
#include "core/plan/make/preview.h"
#include "core/service/worker.h"
#include "core/service/writes/plan_work.h"
#include "ui/bridge/snapshot_bridge.h"

namespace cardinal::ui {

/// A plan before it begins, with what the server says to each of its writes and where its pods would go.
struct PlanPreflight {
  PlanPreview preview;
  std::vector<TriedAct> tried;          ///< empty when the plan has no steps or is blocked by pods
  std::vector<EvictionTarget> targets;  ///< of the pods that must go or are in the way

  /// The first write that the server refuses; nothing = it would take all of them.
  std::optional<Error> refused() const;
  /// Evictions that a budget does not allow now.
  std::size_t blockedNow() const;
  const EvictionTarget* evictionTargetOf(const ObjectKey& pod) const;
  bool isSame() const { return preview.assessment && preview.assessment->way == SwitchWay::Same; }
  bool isRefused() const { return preview.assessment && preview.assessment->way == SwitchWay::Refused; }
};

/// Makes the plans of one or several nodes and runs them on a thread of its own, one node after the other; progress
/// comes back by queued signals, step by step. A call while it is busy does nothing. GUI thread only. When the source
/// or the run goes, the plan stops at the next place where that is safe and stays in the journal.
class PlanRun : public QObject {
  Q_OBJECT
 public:
  PlanRun(SnapshotBridge& bridge, ChangeSessionPtr session, QObject* parent = nullptr);
  ~PlanRun() override;

  /// Reads the nodes fresh, makes their plans, lets the server check them and predicts the targets; a newer call makes
  /// older ones void. What was looked at before stays until the new answer is there.
  void preflight(std::vector<PlanRequest> requests);
  /// Runs the plans that were looked at last, those without steps left out. Errors come by `failed`; nothing is done
  /// then: so it is while the context is locked. A production context locks again when the run ends.
  void start();
  /// Stop before the next node until `goOn`.
  void setStopAfterEach(bool stop) { m_stopAfterEach = stop; }
  /// Takes a plan of the journal as this run's own.
  void adopt(PlanProgress progress);
  /// The plan that stopped or was adopted goes on; when it is finished, the next node begins.
  void goOn();
  /// Takes back, or ends as it is, the plan that stopped or was adopted.
  void rollBack();
  void leave();
  /// Asks to stop at the next place where that is safe; `ended` follows.
  void stop();

  bool isBusy() const { return m_busy; }
  bool isStopping() const { return m_stopping; }
  bool isLooking() const { return m_looking; }
  const std::vector<PlanPreflight>& looked() const { return m_preflights; }
  /// Of the node that is worked on, or was last.
  const std::optional<PlanProgress>& progress() const { return m_progress; }
  /// Nodes whose plans are finished, in order.
  const std::vector<PlanProgress>& finished() const { return m_finished; }
  /// Plans that have not begun.
  std::size_t left() const { return m_queue.size(); }

 signals:
  void lookProgressed(int done, int all);     ///< pods whose target is known
  void lookFinished();                        ///< `looked` holds the plans
  void progressed();                          ///< `progress` has changed
  void failed(const cardinal::Error& error);  ///< of look, or of what could not begin
  void ended();                               ///< no thread works any more; `progress` is final until the next call

 private:
  /// `decision`: of a plan that stands still; nothing = it begins.
  void work(std::optional<PlanDecision> decision, Plan plan);
  void post(Worker::Task task);
  void stopTasks();
  void startNext();
  void end();
  void finish(const Result<PlanProgress>& outcome);
  void quit();

  SnapshotBridge& m_bridge;
  ChangeSessionPtr m_session;
  std::vector<PlanPreflight> m_preflights;
  std::vector<Plan> m_queue;       ///< in order
  std::optional<Plan> m_starting;  ///< taken from the queue, not known to have begun
  std::vector<PlanProgress> m_finished;
  std::optional<PlanProgress> m_progress;
  std::uint64_t m_lookNumber = 0;
  bool m_looking = false;
  bool m_begun = false;  ///< a plan was let through the lock
  bool m_busy = false;
  bool m_stopping = false;
  bool m_stopAfterEach = false;
  std::stop_source m_stop;           ///< of what was posted since the last stopTasks()
  std::unique_ptr<Worker> m_worker;  ///< last: joined before the rest goes; null = the source is gone
};

}  // namespace cardinal::ui
