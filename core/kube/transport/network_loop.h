// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <thread>
#include <unordered_map>
#include <vector>

#include "core/base/mutex.h"
#include "core/kube/transport/event_loop.h"

namespace cardinal {

/// Event loop over epoll: tasks, timers and sockets on one thread. The thread sleeps while nothing happens.
class NetworkLoop final : public EventLoop {
 public:
  /// `readable`, `writable`: what the socket is ready for; a failed socket is ready for both.
  using SocketTask = std::function<void(bool readable, bool writable)>;

  NetworkLoop();
  ~NetworkLoop() override;
  NetworkLoop(const NetworkLoop&) = delete;
  NetworkLoop& operator=(const NetworkLoop&) = delete;

  /// Ends the thread and drops what is queued; from another thread, also repeatedly. Afterwards the loop's users may be
  /// destroyed on any thread.
  void stop();

  void post(Task task) override CARDINAL_EXCLUDES(m_mutex);
  TimerId callAfter(std::chrono::milliseconds delay, Task task) override;
  void cancelTimer(TimerId timer) override;
  std::chrono::steady_clock::time_point now() const override { return std::chrono::steady_clock::now(); }

  /// Calls `task` whenever the socket is ready. Replaces an earlier registration of the same descriptor. Loop thread
  /// only.
  void watchSocket(int descriptor, bool read, bool write, SocketTask task);
  void forgetSocket(int descriptor);

 private:
  using TimerKey = std::pair<std::chrono::steady_clock::time_point, TimerId>;

  void run(const std::stop_token& stop);
  void wake() const;
  int waitMilliseconds() const;
  void runTimers();
  void runTasks(const std::stop_token& stop);

  int m_epoll = -1;
  int m_wakeup = -1;
  Mutex m_mutex;
  std::vector<Task> m_tasks CARDINAL_GUARDED_BY(m_mutex);
  std::map<TimerKey, Task> m_timers;                  // loop thread
  std::unordered_map<TimerId, TimerKey> m_timerKeys;  // loop thread
  std::unordered_map<int, SocketTask> m_sockets;      // loop thread
  TimerId m_lastTimer = 0;                            // loop thread
  std::jthread m_thread;                              // last: it uses everything above
};

}  // namespace cardinal
