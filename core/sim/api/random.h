// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace cardinal {

/// Small repeatable random source (splitmix64): the same seed gives the same numbers with every compiler and library.
/// Not for secrets. Not thread-safe.
class Random {
 public:
  explicit Random(std::uint64_t seed) : m_state(seed) {}

  std::uint64_t next();
  /// 0..count-1; 0 when count is 0.
  std::size_t below(std::size_t count);
  /// low..high, both included; `low` when the range is empty.
  std::int64_t between(std::int64_t low, std::int64_t high);
  /// True in `percent` of 100 calls.
  bool chance(int percent);
  template <typename T>
  const T& pick(std::span<const T> values) {
    return values[below(values.size())];
  }

  /// Letters and digits as Kubernetes appends to names made by a controller.
  std::string nameSuffix(std::size_t length);
  /// Text of the shape of a UUID.
  std::string uid();

 private:
  std::uint64_t m_state;
};

}  // namespace cardinal
