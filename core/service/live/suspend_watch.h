// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <utility>

#include "core/kube/transport/event_loop.h"

namespace cardinal {

/// How long the machine has slept since it was started: it grows by the length of each sleep.
std::chrono::milliseconds timeAsleep();

/// Notices that the machine slept: compares a clock that goes on during sleep with one that does not, once a second
/// (docs/reference/kubernetes-client.md 3.6; no signal reaches every desktop). Loop thread only; the loop outlives it.
class SuspendWatch {
 public:
  using Asleep = std::function<std::chrono::milliseconds()>;
  SuspendWatch(EventLoop& loop, std::function<void()> resumed, Asleep asleep = timeAsleep)
      : m_loop(loop), m_resumed(std::move(resumed)), m_asleep(std::move(asleep)), m_before(m_asleep()) {
    arm();
  }
  ~SuspendWatch() { m_loop.cancelTimer(m_timer); }
  SuspendWatch(const SuspendWatch&) = delete;
  SuspendWatch& operator=(const SuspendWatch&) = delete;

 private:
  void arm();

  EventLoop& m_loop;
  std::function<void()> m_resumed;
  Asleep m_asleep;
  std::chrono::milliseconds m_before;
  TimerId m_timer = 0;
};

}  // namespace cardinal
