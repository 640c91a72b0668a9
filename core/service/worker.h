// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <thread>
#include <vector>

#include "core/base/mutex.h"

namespace cardinal {

/// One thread that runs tasks in order, started by the first of them: a worker that nobody asks anything costs none.
/// Every posted task is called exactly once, on that thread; one that is no longer wanted is called with a token that
/// is already stopped. The destructor stops the running task's token, calls what is left that way and joins.
class Worker {
 public:
  enum class Keep {
    All,     ///< every task runs
    Latest,  ///< a newer task makes older ones that have not begun unwanted
  };
  using Task = std::function<void(const std::stop_token&)>;

  explicit Worker(Keep keep) : m_keep(keep) {}
  ~Worker() = default;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Thread-safe.
  void post(Task task);

 private:
  void run(const std::stop_token& stop);
  std::vector<Task> take(const std::stop_token& stop);

  const Keep m_keep;
  Mutex m_mutex;
  CondVar m_wake;
  std::vector<Task> m_tasks CARDINAL_GUARDED_BY(m_mutex);
  std::jthread m_thread CARDINAL_GUARDED_BY(m_mutex);  ///< last: joined before the rest goes
};

}  // namespace cardinal
