// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <stop_token>
#include <thread>
#include <utility>

#include "core/base/mutex.h"

namespace cardinal::ui {

/// One thread that does one job after the other. The destructor asks all of them to stop and waits; jobs that have not begun are
/// dropped then.
class PlanWorker {
 public:
  using Job = std::function<void(const std::stop_token&)>;

  PlanWorker() : m_thread([this](const std::stop_token& quit) { loop(quit); }) {}
  ~PlanWorker() {
    m_thread.request_stop();
    stop();
  }
  PlanWorker(const PlanWorker&) = delete;
  PlanWorker& operator=(const PlanWorker&) = delete;

  void post(Job job) {
    const MutexLock lock(m_mutex);
    m_tasks.push_back({std::move(job), std::stop_source()});
    m_changed.notifyOne();
  }

  /// Asks every job to stop, those too that have not begun: each is still called once.
  void stop() {
    const MutexLock lock(m_mutex);
    for (Task& task : m_tasks) task.stop.request_stop();
    m_current.request_stop();
  }

 private:
  struct Task {
    Job job;
    std::stop_source stop;
  };

  void loop(const std::stop_token& quit) {
    while (!quit.stop_requested()) {
      Task task;
      {
        const MutexLock lock(m_mutex);
        m_changed.wait(m_mutex, quit, [this]() CARDINAL_NO_THREAD_SAFETY_ANALYSIS { return !m_tasks.empty(); });
        if (quit.stop_requested()) return;
        task = std::move(m_tasks.front());
        m_tasks.pop_front();
        m_current = task.stop;
      }
      task.job(task.stop.get_token());
    }
  }

  Mutex m_mutex;
  CondVar m_changed;
  std::deque<Task> m_tasks CARDINAL_GUARDED_BY(m_mutex);
  std::stop_source m_current CARDINAL_GUARDED_BY(m_mutex);
  std::jthread m_thread;
};

}  // namespace cardinal::ui
