// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <thread>
#include <utility>

namespace cardinal::ui {

/// One piece of long work aside: `work` runs on a thread of its own and gives what is to be done on the GUI thread afterwards. Starting
/// another, cancel() and the destructor ask it to stop and wait for it; what it gave is then dropped. GUI thread only.
class Background : public QObject {
  Q_OBJECT
 public:
  using Finish = std::function<void()>;
  using Work = std::function<Finish(const std::stop_token& stop)>;

  explicit Background(QObject* parent = nullptr) : QObject(parent) {}
  ~Background() override { cancel(); }

  void start(Work work) {
    cancel();
    m_running = true;
    m_thread = std::jthread([this, number = m_number, work = std::move(work)](const std::stop_token& stop) {
      Finish finish = work(stop);
      QMetaObject::invokeMethod(this, [this, number, finish = std::move(finish)] { end(number, finish); }, Qt::QueuedConnection);
    });
  }
  void cancel() {
    ++m_number;
    m_thread.request_stop();
    if (m_thread.joinable()) m_thread.join();
    if (std::exchange(m_running, false)) emit stopped();
  }
  bool isRunning() const { return m_running; }

 signals:
  /// Done or given up.
  void stopped();

 private:
  void end(std::uint64_t number, const Finish& finish) {
    if (number != m_number) return;
    m_running = false;
    if (finish) finish();
    emit stopped();
  }

  std::uint64_t m_number = 0;
  bool m_running = false;
  std::jthread m_thread;
};

}  // namespace cardinal::ui
