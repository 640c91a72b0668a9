// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

namespace cardinal {

/// Wall-clock time as the API gives it: seconds since the Unix epoch. 0 = unknown.
using UnixSeconds = std::int64_t;

/// Source of time; injected so that tests never sleep. Implementations are thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual std::chrono::steady_clock::time_point steadyNow() const = 0;
  virtual UnixSeconds wallNow() const = 0;
};

class SystemClock final : public Clock {
 public:
  std::chrono::steady_clock::time_point steadyNow() const override { return std::chrono::steady_clock::now(); }
  UnixSeconds wallNow() const override {
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
  }
};

/// "2024-05-06T07:08:09Z" (RFC 3339, fraction and offset accepted) to seconds; 0 when it is not a time.
UnixSeconds parseRfc3339(const char* begin, const char* end) noexcept;

}  // namespace cardinal
