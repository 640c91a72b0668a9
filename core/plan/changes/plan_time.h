// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <stop_token>

#include "core/base/clock.h"

namespace cardinal {

/// Time for a runner: what it is, and waiting. Thread-safe.
class PlanTime {
 public:
  virtual ~PlanTime() = default;
  virtual std::chrono::steady_clock::time_point steadyNow() const = 0;
  virtual UnixSeconds wallNow() const = 0;
  /// Returns early when a stop is asked.
  virtual void pause(std::chrono::milliseconds length, const std::stop_token& stop) = 0;
};

/// The clock's time; pauses sleep.
class SystemPlanTime final : public PlanTime {
 public:
  explicit SystemPlanTime(const Clock& clock) : m_clock(clock) {}
  std::chrono::steady_clock::time_point steadyNow() const override { return m_clock.steadyNow(); }
  UnixSeconds wallNow() const override { return m_clock.wallNow(); }
  void pause(std::chrono::milliseconds length, const std::stop_token& stop) override;

 private:
  const Clock& m_clock;
};

}  // namespace cardinal
