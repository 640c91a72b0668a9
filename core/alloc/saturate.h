// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

namespace cardinal::alloc {

/// Arithmetic on amounts from a cluster or a file: sums that do not fit stay at the end of the range.
constexpr std::int64_t kMaxAmount = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMinAmount = std::numeric_limits<std::int64_t>::min();

inline std::int64_t addSaturated(std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  return __builtin_add_overflow(a, b, &out) ? (b < 0 ? kMinAmount : kMaxAmount) : out;
}
inline std::int64_t subSaturated(std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  return __builtin_sub_overflow(a, b, &out) ? (b < 0 ? kMaxAmount : kMinAmount) : out;
}
inline std::int64_t mulSaturated(std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  return __builtin_mul_overflow(a, b, &out) ? ((a < 0) == (b < 0) ? kMaxAmount : kMinAmount) : out;
}

}  // namespace cardinal::alloc
