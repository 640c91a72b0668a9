// SPDX-License-Identifier: Apache-2.0
#include "core/kube/transport/network_loop.h"

#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <limits>

namespace cardinal {
namespace {

// A peer that goes away while we write must be an error code, not the end of the process.
void blockBrokenPipeSignal() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

}  // namespace

NetworkLoop::NetworkLoop() : m_epoll(epoll_create1(EPOLL_CLOEXEC)), m_wakeup(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  epoll_event event = {};
  event.events = EPOLLIN;
  event.data.fd = m_wakeup;
  epoll_ctl(m_epoll, EPOLL_CTL_ADD, m_wakeup, &event);
  m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

NetworkLoop::~NetworkLoop() {
  stop();
  close(m_wakeup);
  close(m_epoll);
}

void NetworkLoop::stop() {
  if (!m_thread.joinable()) return;
  m_thread.request_stop();
  wake();
  m_thread.join();
  std::vector<Task> dropped;
  {
    const MutexLock lock(m_mutex);
    dropped.swap(m_tasks);
  }
  m_timers.clear();
  m_timerKeys.clear();
}

void NetworkLoop::post(Task task) {
  {
    const MutexLock lock(m_mutex);
    m_tasks.push_back(std::move(task));
  }
  wake();
}

TimerId NetworkLoop::callAfter(std::chrono::milliseconds delay, Task task) {
  const TimerKey key{now() + std::max(delay, std::chrono::milliseconds::zero()), ++m_lastTimer};
  m_timers.emplace(key, std::move(task));
  m_timerKeys.emplace(key.second, key);
  return key.second;
}

void NetworkLoop::cancelTimer(TimerId timer) {
  const auto key = m_timerKeys.find(timer);
  if (key == m_timerKeys.end()) return;
  m_timers.erase(key->second);
  m_timerKeys.erase(key);
}

void NetworkLoop::watchSocket(int descriptor, bool read, bool write, SocketTask task) {
  epoll_event event = {};
  event.events = (read ? EPOLLIN : 0U) | (write ? EPOLLOUT : 0U);
  event.data.fd = descriptor;
  const bool known = m_sockets.count(descriptor) != 0;
  m_sockets[descriptor] = std::move(task);
  // The kernel forgets a closed descriptor by itself, so that the number may be known to us only.
  if (known && epoll_ctl(m_epoll, EPOLL_CTL_MOD, descriptor, &event) == 0) return;
  epoll_ctl(m_epoll, EPOLL_CTL_ADD, descriptor, &event);
}

void NetworkLoop::forgetSocket(int descriptor) {
  if (m_sockets.erase(descriptor) != 0) epoll_ctl(m_epoll, EPOLL_CTL_DEL, descriptor, nullptr);
}

void NetworkLoop::wake() const {
  const std::uint64_t one = 1;
  const ssize_t written = write(m_wakeup, &one, sizeof one);
  static_cast<void>(written);  // a full counter wakes as well
}

int NetworkLoop::waitMilliseconds() const {
  if (m_timers.empty()) return -1;
  const auto left = m_timers.begin()->first.first - now();
  if (left.count() <= 0) return 0;
  // Rounded up: waking early would spin until the timer is due.
  const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(left).count();
  return static_cast<int>(std::min<std::int64_t>(milliseconds, std::numeric_limits<int>::max()));
}

void NetworkLoop::runTimers() {
  const auto time = now();
  while (!m_timers.empty() && m_timers.begin()->first.first <= time) {
    auto due = m_timers.extract(m_timers.begin());
    m_timerKeys.erase(due.key().second);
    due.mapped()();
  }
}

void NetworkLoop::runTasks(const std::stop_token& stop) {
  std::vector<Task> tasks;
  {
    const MutexLock lock(m_mutex);
    tasks.swap(m_tasks);
  }
  for (Task& task : tasks) {
    if (stop.stop_requested()) return;
    task();
  }
}

void NetworkLoop::run(const std::stop_token& stop) {
  blockBrokenPipeSignal();
  constexpr int kBatch = 64;
  epoll_event events[kBatch];
  while (!stop.stop_requested()) {
    const int count = epoll_wait(m_epoll, events, kBatch, waitMilliseconds());
    for (int i = 0; i < count && !stop.stop_requested(); ++i) {
      const int descriptor = events[i].data.fd;
      if (descriptor == m_wakeup) {
        std::uint64_t ignored = 0;
        const ssize_t got = read(m_wakeup, &ignored, sizeof ignored);
        static_cast<void>(got);
        continue;
      }
      const auto socket = m_sockets.find(descriptor);
      if (socket == m_sockets.end()) continue;  // an earlier one of this batch closed it
      const SocketTask task = socket->second;
      const bool failed = (events[i].events & (EPOLLERR | EPOLLHUP)) != 0;
      task(failed || (events[i].events & EPOLLIN) != 0, failed || (events[i].events & EPOLLOUT) != 0);
    }
    runTimers();
    runTasks(stop);
  }
}

}  // namespace cardinal
