// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <atomic>
#include <functional>
#include <memory>
#include <stop_token>

#include "core/service/worker.h"

namespace cardinal::ui {

/// One long computation at a time on a thread of its own. A new one stops the one before and makes its result void. GUI
/// thread only, but for what a work does. The destructor stops and joins.
class BackgroundJob : public QObject {
  Q_OBJECT
 public:
  /// How far the work is; callable on the work's thread, as often as it likes.
  using Report = std::function<void(qint64 done, qint64 most)>;
  /// What is to be called on the GUI thread with the result; empty = nothing.
  using Finish = std::function<void()>;
  /// Runs on the thread and touches nothing of the GUI.
  using Work = std::function<Finish(const std::stop_token&, const Report&)>;

  explicit BackgroundJob(QObject* parent = nullptr);
  ~BackgroundJob() override;

  void start(Work work);
  /// Asks the running work to stop; its result still comes, so that it can say what it has.
  void cancel();
  /// Stops it and drops its result.
  void drop();
  bool isRunning() const { return m_running; }
  /// Blocks until the result is there and delivers it. For pictures without an event loop only.
  void finish();

 signals:
  void runningChanged(bool running);
  void progressed(qint64 done, qint64 most);

 private:
  void deliver(std::uint64_t number, const Finish& result);

  std::uint64_t m_number = 0;
  bool m_running = false;
  std::stop_source m_stop;
  Worker m_worker{Worker::Keep::All};  ///< last: joined before the rest goes
};

}  // namespace cardinal::ui
