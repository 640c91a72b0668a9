// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "core/base/mutex.h"
#include "core/kube/transport/event_loop.h"

namespace cardinal {

/// Lets another thread post to a loop that may be gone by then. Held by shared_ptr; thread-safe.
class LoopHandle {
 public:
  explicit LoopHandle(EventLoop& loop) : m_loop(&loop) {}
  /// Nothing once it is closed.
  void post(EventLoop::Task task) CARDINAL_EXCLUDES(m_mutex) {
    const MutexLock lock(m_mutex);
    if (m_loop != nullptr) m_loop->post(std::move(task));
  }
  /// After it no post reaches the loop.
  void close() CARDINAL_EXCLUDES(m_mutex) {
    const MutexLock lock(m_mutex);
    m_loop = nullptr;
  }

 private:
  Mutex m_mutex;
  EventLoop* m_loop CARDINAL_GUARDED_BY(m_mutex);
};

}  // namespace cardinal
