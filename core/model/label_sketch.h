// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

namespace cardinal {

/// Labels are compared by 64 bits of hash where many are compared; stable within one process.
using LabelHash = std::uint64_t;

inline LabelHash hashOfLabelText(std::string_view text) {
  return std::hash<std::string_view>{}(text);
}
/// What goes before, and one part more; the order counts.
constexpr LabelHash mixed(LabelHash before, LabelHash part) {
  constexpr LabelHash kSpread = 0x9E3779B97F4A7C15;  // 2^64 divided by the golden ratio
  return (before ^ part) * kSpread;
}
/// The same with every bit of the result depending on every bit before; for hashes that stand for many parts.
constexpr LabelHash mixedWell(LabelHash before, LabelHash part) {
  constexpr int kHalf = 32;
  const LabelHash out = mixed(before, part);
  return mixed(out, out >> kHalf);
}
/// Of a label on an object of a namespace; `ns` is the hash of the namespace.
inline LabelHash hashOfLabel(LabelHash ns, std::string_view key, std::string_view value) {
  return mixed(mixed(ns, hashOfLabelText(key)), hashOfLabelText(value));
}

/// Finds quickly that no pod in a set carries a label in a namespace; "may hold" can be wrong, "does not hold" never
/// is.
class LabelSketch {
 public:
  void add(LabelHash label) { m_words[wordOf(label)] |= bitOf(label); }
  void add(std::string_view ns, std::string_view key, std::string_view value) {
    add(hashOfLabel(hashOfLabelText(ns), key, value));
  }
  bool mayHold(LabelHash label) const { return (m_words[wordOf(label)] & bitOf(label)) != 0; }
  bool mayHold(std::string_view ns, std::string_view key, std::string_view value) const {
    return mayHold(hashOfLabel(hashOfLabelText(ns), key, value));
  }

 private:
  static constexpr std::size_t kWords = 4;
  static constexpr int kWordShift = 62;
  static constexpr int kBitShift = 56;
  static std::size_t wordOf(LabelHash label) { return static_cast<std::size_t>(label >> kWordShift); }
  static std::uint64_t bitOf(LabelHash label) { return std::uint64_t{1} << (label >> kBitShift & 63U); }
  std::array<std::uint64_t, kWords> m_words{};
};

}  // namespace cardinal
