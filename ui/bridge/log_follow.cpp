// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/log_follow.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPointer>
#include <iterator>
#include <utility>

#include "core/base/mutex.h"
#include "core/service/read/log_lines.h"
#include "core/service/worker.h"

namespace cardinal::ui {

/// Shared by the thread that reads and the window; `worker` is the window's.
struct LogFollow::Reading {
  Mutex mutex;
  CondVar changed;
  std::vector<std::string> lines CARDINAL_GUARDED_BY(mutex);
  int dropped CARDINAL_GUARDED_BY(mutex) = 0;
  bool posted CARDINAL_GUARDED_BY(mutex) = false;
  bool over CARDINAL_GUARDED_BY(mutex) = false;
  std::optional<Error> error CARDINAL_GUARDED_BY(mutex);
  std::function<void()> post;      ///< brings `deliver` to the GUI thread
  std::unique_ptr<Worker> worker;  ///< null = nothing is read

  void put(std::vector<std::string> made, bool end, std::optional<Error> why = {}) {
    if (made.empty() && !end) return;
    bool notify = false;
    {
      const MutexLock lock(mutex);
      lines.insert(lines.end(), std::make_move_iterator(made.begin()), std::make_move_iterator(made.end()));
      const int tooMany = static_cast<int>(lines.size()) - kMaxWaiting;
      if (tooMany > 0) {
        lines.erase(lines.begin(), lines.begin() + tooMany);
        dropped += tooMany;
      }
      over = end;
      error = std::move(why);
      notify = !std::exchange(posted, true);
    }
    if (end) changed.notifyAll();
    if (notify) post();
  }
};

LogFollow::LogFollow(SnapshotBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge) {
  connect(&bridge, &SnapshotBridge::sourceClosing, this, &LogFollow::stop);
}

LogFollow::~LogFollow() {
  stop();
}

void LogFollow::start(LogQuestion question) {
  stop();
  LogReader* reader = m_bridge.logReader();
  auto reading = std::make_shared<Reading>();
  m_current = reading;
  reading->post = [this, weak = std::weak_ptr<Reading>(reading)] {
    QMetaObject::invokeMethod(
        this,
        [this, weak] {
          if (const auto still = weak.lock()) deliver(still);
        },
        Qt::QueuedConnection);
  };
  if (reader == nullptr)
    return reading->put({}, true, makeError(ErrorCode::Unsupported, "pods/log", question.pod.name));
  Reading* state = reading.get();  // joined before it goes
  reading->worker = std::make_unique<Worker>(Worker::Keep::All);
  reading->worker->post([reader, state, question = std::move(question)](const std::stop_token& stop) {
    LogLines lines;
    const auto take = [&](std::string_view bytes) {
      lines.feed(bytes);
      state->put(lines.take(), false);
    };
    const auto done = reader->read(question, take, stop);
    lines.finish();
    state->put(lines.take(), true, done ? std::nullopt : std::optional(done.error()));
  });
}

void LogFollow::stop() {
  const auto reading = std::exchange(m_current, nullptr);
  if (!reading) return;
  reading->worker.reset();
}

void LogFollow::deliver(const std::shared_ptr<Reading>& reading) {
  if (reading != m_current) return;
  std::vector<std::string> lines;
  int dropped = 0;
  bool over = false;
  std::optional<Error> error;
  {
    const MutexLock lock(reading->mutex);
    lines.swap(reading->lines);
    dropped = std::exchange(reading->dropped, 0);
    over = reading->over;
    error = reading->error;
    reading->posted = false;
  }
  if (over) stop();
  const QPointer<LogFollow> alive(this);
  if (!lines.empty()) emit arrived(lines, dropped);
  if (over && alive) emit ended(error);
}

void LogFollow::finish(std::chrono::milliseconds timeout) {
  if (m_current) {
    const auto reading = m_current;
    const auto until = std::chrono::steady_clock::now() + timeout;
    MutexLock lock(reading->mutex);
    reading->changed.waitUntil(reading->mutex, std::stop_token(), until,
                               [&]() CARDINAL_NO_THREAD_SAFETY_ANALYSIS { return reading->over; });
  }
  QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
}

}  // namespace cardinal::ui
