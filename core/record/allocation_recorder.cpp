// SPDX-License-Identifier: Apache-2.0
#include "core/record/allocation_recorder.h"

#include <utility>

namespace cardinal {

using SteadyClock = std::chrono::steady_clock;

AllocationRecorder::AllocationRecorder(Options options, const Clock& clock,
                                       std::function<void(const RecordState&)> changed)
    : m_options(std::move(options)),
      m_clock(clock),
      m_changed(std::move(changed)),
      m_recording(m_options.store),
      m_thread([this](const std::stop_token& stop) { run(stop); }) {}

AllocationRecorder::~AllocationRecorder() {
  m_thread.request_stop();
  m_thread.join();
}

void AllocationRecorder::offer(SnapshotPtr snapshot) {
  const MutexLock lock(m_mutex);
  m_latest = std::move(snapshot);
  if (m_hasDue) return;
  m_hasDue = true;
  m_due = SteadyClock::now() + m_options.first;
  m_wake.notifyAll();
}

void AllocationRecorder::pause() {
  const MutexLock lock(m_mutex);
  if (!m_latest) return;
  m_latest = nullptr;
  m_hasDue = false;
  m_now = true;
  m_wake.notifyAll();
}

void AllocationRecorder::ask(Question question) {
  const MutexLock lock(m_mutex);
  m_questions.push_back(std::move(question));
  m_wake.notifyAll();
}

void AllocationRecorder::recordNow() {
  const MutexLock lock(m_mutex);
  m_now = true;
  m_wake.notifyAll();
}

void AllocationRecorder::run(const std::stop_token& stop) {
  for (;;) {
    SnapshotPtr snapshot;
    std::vector<Question> questions;
    bool isNoted = false;
    bool isLast = false;
    {
      const MutexLock lock(m_mutex);
      const auto isWoken = [this]() CARDINAL_REQUIRES(m_mutex) { return m_now || !m_questions.empty(); };
      if (!m_hasDue) {
        m_wake.wait(m_mutex, stop, [&]() CARDINAL_REQUIRES(m_mutex) { return isWoken() || m_hasDue; });
      } else {
        m_wake.waitUntil(m_mutex, stop, m_due, isWoken);
      }
      const bool due = m_hasDue && SteadyClock::now() >= m_due;
      // The last moment counts too, but for a cluster that had no time to become known.
      isLast = stop.stop_requested();
      isNoted = m_now || due || (isLast && m_reported.recorded > 0);
      m_now = false;
      if (isNoted && m_hasDue) m_due = SteadyClock::now() + m_options.interval;
      snapshot = m_latest;
      questions.swap(m_questions);
    }
    if (isNoted) note(snapshot);
    for (const Question& question : questions) question(m_recording.store());
    if (isLast) return;
  }
}

void AllocationRecorder::note(const SnapshotPtr& snapshot) {
  const UnixSeconds now = m_clock.wallNow();
  m_recording.note(now, snapshot, now + m_options.interval.count());
  if (m_recording.state() == m_reported) return;
  m_reported = m_recording.state();
  m_changed(m_reported);
}

}  // namespace cardinal
