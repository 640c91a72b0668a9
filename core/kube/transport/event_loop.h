// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace cardinal {

/// Names a timer; 0 names none.
using TimerId = std::uint64_t;

/// One thread that runs tasks in order. Everything that belongs to one cluster connection happens on its loop, so none
/// of it needs a lock.
class EventLoop {
 public:
  using Task = std::function<void()>;
  virtual ~EventLoop() = default;

  /// Runs `task` on the loop's thread, after what is queued. Thread-safe. Dropped once the loop is stopped.
  virtual void post(Task task) = 0;
  /// Runs `task` after at least `delay`. Loop thread only, as is cancelTimer().
  virtual TimerId callAfter(std::chrono::milliseconds delay, Task task) = 0;
  /// Forgets a timer; unknown and 0 are ignored.
  virtual void cancelTimer(TimerId timer) = 0;
  /// The time by which timers run. Thread-safe.
  virtual std::chrono::steady_clock::time_point now() const = 0;
};

}  // namespace cardinal
