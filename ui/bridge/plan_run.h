// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>
#include <optional>

#include "core/plan/preview.h"
#include "core/plan/runner.h"
#include "ui/bridge/plan_book.h"
#include "ui/bridge/snapshot_bridge.h"

namespace cardinal::ui {

/// A plan before it begins, with what the server says to each of its writes.
struct PlanLook {
  PlanPreview preview;
  std::vector<TriedAct> tried;  ///< empty when the plan has no steps or is blocked by pods
  /// The first write that the server refuses; nothing = it would take all of them.
  std::optional<Error> refused() const;
};

/// Makes one plan and runs it on a thread of its own; progress comes back by queued signals, step by step. One at a time: a call
/// while it is busy does nothing. GUI thread only. When the source or the run goes, the plan stops at the next place where that is
/// safe and stays in the journal.
class PlanRun : public QObject {
  Q_OBJECT
 public:
  PlanRun(SnapshotBridge& bridge, PlanBookPtr book, QObject* parent = nullptr);
  ~PlanRun() override;

  /// Reads the node fresh, makes the plan and lets the server check it; a newer call makes older ones void.
  void look(PlanWish wish);
  /// Runs the plan that was looked at last. Errors come by `failed`; nothing is done then.
  void start();
  /// Takes a plan of the journal as this run's own.
  void adopt(PlanProgress progress);
  /// Goes on, takes back, or ends as it is: the plan that stopped or was adopted.
  void resume();
  void rollBack();
  void leave();
  /// Asks to stop at the next place where that is safe; `ended` follows.
  void stop();

  bool isBusy() const { return m_busy; }
  bool isStopping() const { return m_stopping; }
  const std::optional<PlanLook>& looked() const { return m_look; }
  const std::optional<PlanProgress>& progress() const { return m_progress; }

 signals:
  void lookFinished();                            ///< `looked` holds the plan
  void progressed();                              ///< `progress` has changed
  void failed(const cardinal::Error& error);      ///< of look, or of what could not begin
  void ended();                                   ///< no thread works any more; `progress` is final until the next call

 private:
  enum class Verb { Start, Resume, RollBack, Leave };
  void work(Verb verb, PlanProgress progress);
  void finish(const Result<PlanProgress>& outcome);
  void quit();

  class Worker;
  SnapshotBridge& m_bridge;
  PlanBookPtr m_book;
  std::unique_ptr<Worker> m_worker;
  std::optional<PlanLook> m_look;
  std::optional<PlanProgress> m_progress;
  std::uint64_t m_lookNumber = 0;
  bool m_busy = false;
  bool m_stopping = false;
};

}  // namespace cardinal::ui
