// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdlib>
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

/// CARDINAL_ROW_WORLDS: how many worlds, for a long run; CARDINAL_ROW_SEED: the first of them.
inline unsigned numberOf(const char* variable, unsigned otherwise) {
  const char* text = std::getenv(variable);
  return text != nullptr ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : otherwise;
}

}  // namespace cardinal::testing
