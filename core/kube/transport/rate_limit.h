// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>

namespace cardinal {

/// Token bucket: 50 requests a second, up to 100 at once (docs/reference/kubernetes-client.md 5). Not thread-safe.
class RateLimit {
 public:
  using Time = std::chrono::steady_clock::time_point;
  explicit RateLimit(Time now, double perSecond = 50, double burst = 100)
      : m_perSecond(perSecond), m_burst(burst), m_tokens(burst), m_last(now) {}

  /// Takes one token; how long to wait before the request may go. What waits has its token already, so that requests
  /// leave in the order in which they asked.
  std::chrono::milliseconds take(Time now) {
    const std::chrono::duration<double> passed = now - m_last;
    m_last = now;
    m_tokens = std::min(m_burst, m_tokens + passed.count() * m_perSecond) - 1;
    if (m_tokens >= 0) return std::chrono::milliseconds(0);
    return std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(-m_tokens / m_perSecond));
  }

 private:
  double m_perSecond;
  double m_burst;
  double m_tokens;
  Time m_last;
};

}  // namespace cardinal
