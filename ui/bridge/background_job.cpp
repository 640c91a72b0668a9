// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/background_job.h"

#include <QCoreApplication>
#include <chrono>
#include <future>

namespace cardinal::ui {

namespace {

constexpr std::chrono::milliseconds kPause{80};

/// Lets a piece of news through only every now and then, so that the GUI thread is not flooded.
class Throttle {
 public:
  bool passes() {
    const auto now = std::chrono::steady_clock::now();
    if (now < m_next) return false;
    m_next = now + kPause;
    return true;
  }

 private:
  std::chrono::steady_clock::time_point m_next{};
};

}  // namespace

BackgroundJob::BackgroundJob(QObject* parent) : QObject(parent) {}

BackgroundJob::~BackgroundJob() {
  m_stop.request_stop();
}

void BackgroundJob::start(Work work) {
  m_stop.request_stop();
  m_stop = std::stop_source();
  const std::uint64_t number = ++m_number;
  const std::stop_token stop = m_stop.get_token();
  if (!m_running) {
    m_running = true;
    emit runningChanged(true);
  }
  m_worker.post([this, number, stop, work = std::move(work)](const std::stop_token& worker) {
    if (worker.stop_requested()) return;
    Throttle throttle;
    const Report report = [&](qint64 done, qint64 most) {
      if (!throttle.passes()) return;
      QMetaObject::invokeMethod(
          this,
          [this, number, done, most] {
            if (number == m_number && m_running) emit progressed(done, most);
          },
          Qt::QueuedConnection);
    };
    Finish result = work(stop, report);
    QMetaObject::invokeMethod(
        this, [this, number, result = std::move(result)] { deliver(number, result); }, Qt::QueuedConnection);
  });
}

void BackgroundJob::deliver(std::uint64_t number, const Finish& result) {
  if (number != m_number || !m_running) return;
  m_running = false;
  if (result) result();
  // The result may have started the next one.
  if (!m_running) emit runningChanged(false);
}

void BackgroundJob::cancel() {
  m_stop.request_stop();
}

void BackgroundJob::drop() {
  m_stop.request_stop();
  ++m_number;
  if (!m_running) return;
  m_running = false;
  emit runningChanged(false);
}

void BackgroundJob::finish() {
  // A result may start further work; each round waits for the worker to be idle and delivers what it posted.
  while (m_running) {
    std::promise<void> idle;
    m_worker.post([&idle](const std::stop_token&) { idle.set_value(); });
    idle.get_future().wait();
    QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
  }
}

}  // namespace cardinal::ui
