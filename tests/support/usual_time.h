// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <chrono>

namespace cardinal::test {

/// The median of what `one(number)` took, five times: a busy machine delays one or another, a rule that does not hold
/// delays all.
template <typename One>
std::chrono::milliseconds usualTime(One one) {
  std::array<std::chrono::steady_clock::duration, 5> took{};
  for (std::size_t i = 0; i < took.size(); ++i) took[i] = one(static_cast<int>(i) + 1);
  std::sort(took.begin(), took.end());
  return std::chrono::duration_cast<std::chrono::milliseconds>(took[took.size() / 2]);
}

}  // namespace cardinal::test
