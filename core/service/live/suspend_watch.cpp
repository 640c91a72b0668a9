// SPDX-License-Identifier: Apache-2.0
#include "core/service/live/suspend_watch.h"

#include <ctime>

namespace cardinal {
namespace {

using namespace std::chrono_literals;

constexpr auto kInterval = 1s;
constexpr auto kNoticed = 2s;  // shorter sleeps leave connections as they are

std::chrono::milliseconds timeOf(clockid_t clock) {
  timespec now = {};
  clock_gettime(clock, &now);
  return std::chrono::seconds(now.tv_sec) +
         std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::nanoseconds(now.tv_nsec));
}

}  // namespace

std::chrono::milliseconds timeAsleep() {
  return timeOf(CLOCK_BOOTTIME) - timeOf(CLOCK_MONOTONIC);
}

void SuspendWatch::arm() {
  m_timer = m_loop.callAfter(kInterval, [this] {
    const auto now = m_asleep();
    const bool slept = now - m_before >= kNoticed;
    m_before = now;
    arm();
    if (slept) m_resumed();
  });
}

}  // namespace cardinal
