// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>

/// Annotations for clang's thread-safety analysis (`-Wthread-safety`); nothing elsewhere. libstdc++'s own mutex
/// carries none, so shared members are guarded by `cardinal::Mutex`.
#if defined(__clang__)
#define CARDINAL_THREAD_ANNOTATION(x) __attribute__((x))
#else
#define CARDINAL_THREAD_ANNOTATION(x)
#endif

#define CARDINAL_CAPABILITY(x) CARDINAL_THREAD_ANNOTATION(capability(x))
#define CARDINAL_SCOPED_CAPABILITY CARDINAL_THREAD_ANNOTATION(scoped_lockable)
#define CARDINAL_GUARDED_BY(x) CARDINAL_THREAD_ANNOTATION(guarded_by(x))
#define CARDINAL_PT_GUARDED_BY(x) CARDINAL_THREAD_ANNOTATION(pt_guarded_by(x))
#define CARDINAL_REQUIRES(...) CARDINAL_THREAD_ANNOTATION(requires_capability(__VA_ARGS__))
#define CARDINAL_EXCLUDES(...) CARDINAL_THREAD_ANNOTATION(locks_excluded(__VA_ARGS__))
#define CARDINAL_ACQUIRE(...) CARDINAL_THREAD_ANNOTATION(acquire_capability(__VA_ARGS__))
#define CARDINAL_RELEASE(...) CARDINAL_THREAD_ANNOTATION(release_capability(__VA_ARGS__))
#define CARDINAL_TRY_ACQUIRE(...) CARDINAL_THREAD_ANNOTATION(try_acquire_capability(__VA_ARGS__))
#define CARDINAL_NO_THREAD_SAFETY_ANALYSIS CARDINAL_THREAD_ANNOTATION(no_thread_safety_analysis)

namespace cardinal {

/// A mutex that the analysis knows. Not recursive; never held while calling out.
class CARDINAL_CAPABILITY("mutex") Mutex {
 public:
  Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void lock() CARDINAL_ACQUIRE() { m_mutex.lock(); }
  void unlock() CARDINAL_RELEASE() { m_mutex.unlock(); }
  bool try_lock() CARDINAL_TRY_ACQUIRE(true) { return m_mutex.try_lock(); }

 private:
  std::mutex m_mutex;
};

/// Holds a Mutex for the length of a scope.
class CARDINAL_SCOPED_CAPABILITY MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) CARDINAL_ACQUIRE(mutex) : m_mutex(mutex) { m_mutex.lock(); }
  ~MutexLock() CARDINAL_RELEASE() { m_mutex.unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& m_mutex;
};

/// Condition variable for `Mutex`. Every wait is called with the mutex held and returns with it held; write the
/// condition as a loop around it, so that the analysis sees the guarded members read under the lock. The forms with a
/// std::stop_token also return when a stop is asked.
class CondVar {
 public:
  void notifyOne() { m_condition.notify_one(); }
  void notifyAll() { m_condition.notify_all(); }
  void wait(Mutex& mutex) CARDINAL_REQUIRES(mutex) { m_condition.wait(mutex); }
  /// False when `until` was reached.
  template <typename TimePoint>
  bool waitUntil(Mutex& mutex, const TimePoint& until) CARDINAL_REQUIRES(mutex) {
    return m_condition.wait_until(mutex, until) == std::cv_status::no_timeout;
  }
  /// Waits until `ready()` or a stop is asked; `ready` is called with the mutex held. Returns `ready()`.
  template <typename StopToken, typename Ready>
  bool wait(Mutex& mutex, StopToken stop, Ready ready) CARDINAL_REQUIRES(mutex) {
    return m_condition.wait(mutex, std::move(stop), std::move(ready));
  }
  /// The same, at the longest until `until`.
  template <typename StopToken, typename TimePoint, typename Ready>
  bool waitUntil(Mutex& mutex, StopToken stop, const TimePoint& until, Ready ready) CARDINAL_REQUIRES(mutex) {
    return m_condition.wait_until(mutex, std::move(stop), until, std::move(ready));
  }

 private:
  std::condition_variable_any m_condition;
};

}  // namespace cardinal
