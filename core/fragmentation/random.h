// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace cardinal::fragmentation {

/// Uniform draws that are the same on every machine for the same seed.
class Random {
 public:
  explicit Random(std::uint64_t seed) : m_engine(seed) {}

  /// 0..count-1; `count` must not be 0.
  std::size_t below(std::size_t count) {
    const std::uint64_t limit = UINT64_MAX - UINT64_MAX % count;
    std::uint64_t drawn = m_engine();
    while (drawn >= limit) drawn = m_engine();
    return static_cast<std::size_t>(drawn % count);
  }

 private:
  std::mt19937_64 m_engine;
};

}  // namespace cardinal::fragmentation
