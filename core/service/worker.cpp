// SPDX-License-Identifier: Apache-2.0
#include "core/service/worker.h"

#include <utility>

namespace cardinal {
namespace {

std::stop_token stoppedToken() {
  std::stop_source source;
  source.request_stop();
  return source.get_token();
}

}  // namespace

void Worker::post(Task task) {
  {
    MutexLock lock(m_mutex);
    m_tasks.push_back(std::move(task));
    if (!m_thread.joinable()) m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
  }
  m_wake.notifyOne();
}

std::vector<Worker::Task> Worker::take(const std::stop_token& stop) {
  MutexLock lock(m_mutex);
  m_wake.wait(m_mutex, stop, [this]() CARDINAL_REQUIRES(m_mutex) { return !m_tasks.empty(); });
  if (m_keep == Keep::Latest || m_tasks.empty()) return std::exchange(m_tasks, {});
  std::vector<Task> one;
  one.push_back(std::move(m_tasks.front()));
  m_tasks.erase(m_tasks.begin());
  return one;
}

void Worker::run(const std::stop_token& stop) {
  const std::stop_token unwanted = stoppedToken();
  for (;;) {
    std::vector<Task> tasks = take(stop);
    if (tasks.empty()) return;
    // Under Keep::Latest only the last one is still asked for.
    for (std::size_t i = 0; i + 1 < tasks.size(); ++i) tasks[i](unwanted);
    tasks.back()(stop);
  }
}

}  // namespace cardinal
