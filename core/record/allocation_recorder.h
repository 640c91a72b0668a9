// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#include "core/base/clock.h"
#include "core/base/mutex.h"
#include "core/record/recording.h"

namespace cardinal {

/// Records one cluster on a thread of its own, and answers questions about what was recorded. Thread-safe.
class AllocationRecorder {
 public:
  struct Options {
    StoreOptions store;
    std::chrono::seconds interval{60};  ///< at most one state in so much time
    std::chrono::seconds first{2};  ///< how long a cluster has that became known: its parts come one after the other
  };
  using Question = std::function<void(AllocationStore* store)>;
  /// `changed` is called on the thread after everything that was recorded and every change of the state.
  AllocationRecorder(Options options, const Clock& clock, std::function<void(const RecordState&)> changed);
  /// Answers the pending requests, records what is known last, and joins.
  ~AllocationRecorder();
  AllocationRecorder(const AllocationRecorder&) = delete;
  AllocationRecorder& operator=(const AllocationRecorder&) = delete;

  /// The cluster is like this now, and stays so until another call. Costs no more than a pointer.
  void offer(SnapshotPtr snapshot);
  /// Nobody knows what the cluster is like until the next offer.
  void pause();
  /// Called on the thread; null where the store cannot be opened (RecordState::problem).
  void ask(Question question);
  /// Records what is offered without waiting for the interval.
  void recordNow();

 private:
  void run(const std::stop_token& stop);
  void note(const SnapshotPtr& snapshot);

  const Options m_options;
  const Clock& m_clock;
  const std::function<void(const RecordState&)> m_changed;
  AllocationRecording m_recording;  ///< the thread's own
  RecordState m_reported;           ///< likewise

  Mutex m_mutex;
  CondVar m_wake;
  SnapshotPtr m_latest CARDINAL_GUARDED_BY(m_mutex);
  std::chrono::steady_clock::time_point m_due CARDINAL_GUARDED_BY(m_mutex);
  bool m_hasDue CARDINAL_GUARDED_BY(m_mutex) = false;
  bool m_now CARDINAL_GUARDED_BY(m_mutex) = false;
  std::vector<Question> m_questions CARDINAL_GUARDED_BY(m_mutex);
  std::jthread m_thread;  ///< last: joined before the rest goes
};

}  // namespace cardinal
