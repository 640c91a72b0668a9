// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <optional>

namespace cardinal {

/// Uniform numbers in [0, 1); injected so that tests decide.
using RandomSource = std::function<double()>;

/// Waiting times after failures, as client-go's reflector: from 0.8 s doubling to 30 s, each lengthened by up to its
/// own length; back to the start after 2 minutes without a failure (docs/reference/kubernetes-client.md 3.4).
class Backoff {
 public:
  explicit Backoff(RandomSource random, std::chrono::milliseconds start = kStart, std::chrono::milliseconds cap = kCap)
      : m_random(std::move(random)), m_start(start), m_cap(cap), m_delay(start) {}

  /// The wait after a failure at `now`. `minimum` is what the server asked for (Retry-After); it is lengthened by up to
  /// a half.
  std::chrono::milliseconds next(std::chrono::steady_clock::time_point now,
                                 std::optional<std::chrono::seconds> minimum);
  /// The next failure counts as the first again.
  void reset() { m_delay = m_start; }

 private:
  static constexpr std::chrono::milliseconds kStart{800};
  static constexpr std::chrono::milliseconds kCap{30'000};
  static constexpr std::chrono::minutes kForget{2};

  RandomSource m_random;
  std::chrono::milliseconds m_start;
  std::chrono::milliseconds m_cap;
  std::chrono::milliseconds m_delay;
  std::optional<std::chrono::steady_clock::time_point> m_quietSince;
};

}  // namespace cardinal
