// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <random>
#include <string>

namespace cardinal::testing {

/// Clusters and requests of every sort that the engine tells apart.
class Dice {
 public:
  explicit Dice(unsigned seed) : m_engine(seed) {}
  int roll(int low, int high) { return std::uniform_int_distribution<int>(low, high)(m_engine); }
  bool oneIn(int sides) { return roll(1, sides) == 1; }
  template <std::size_t kSize>
  std::string pick(const char* const (&words)[kSize]) {
    return words[roll(0, static_cast<int>(kSize) - 1)];
  }

 private:
  std::mt19937 m_engine;
};

}  // namespace cardinal::testing
