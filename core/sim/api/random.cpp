// SPDX-License-Identifier: Apache-2.0
#include "core/sim/api/random.h"

namespace cardinal {

std::uint64_t Random::next() {
  m_state += 0x9e3779b97f4a7c15ULL;
  std::uint64_t z = m_state;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31U);
}

std::size_t Random::below(std::size_t count) {
  return count == 0 ? 0 : static_cast<std::size_t>(next() % count);
}

std::int64_t Random::between(std::int64_t low, std::int64_t high) {
  if (high <= low) return low;
  return low + static_cast<std::int64_t>(below(static_cast<std::size_t>(high - low) + 1));
}

bool Random::chance(int percent) {
  return static_cast<int>(below(100)) < percent;
}

std::string Random::nameSuffix(std::size_t length) {
  // No vowels and no look-alikes, as in generated Kubernetes names.
  constexpr std::string_view kLetters = "bcdfghjklmnpqrstvwxz2456789";
  std::string text(length, 'b');
  for (char& c : text) c = kLetters[below(kLetters.size())];
  return text;
}

std::string Random::uid() {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string text = "00000000-0000-4000-8000-000000000000";
  std::uint64_t bits = 0;
  int left = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '0' || i == 14) continue;
    if (left == 0) {
      bits = next();
      left = 16;
    }
    text[i] = kHex[bits & 0xfU];
    bits >>= 4U;
    --left;
  }
  return text;
}

}  // namespace cardinal
