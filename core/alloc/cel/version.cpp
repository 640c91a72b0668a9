// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>

#include "core/alloc/cel/value.h"

namespace cardinal::cel {
namespace {

bool isDigits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool isIdentifier(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
  });
}

std::optional<std::uint64_t> number(std::string_view text) {
  if (!isDigits(text) || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  std::uint64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out;
}

std::vector<std::string_view> cut(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::size_t from = 0;;) {
    const std::size_t dot = text.find('.', from);
    out.push_back(text.substr(from, dot == std::string_view::npos ? dot : dot - from));
    if (dot == std::string_view::npos) return out;
    from = dot + 1;
  }
}

template <typename T>
int order(const T& a, const T& b) {
  return a < b ? -1 : (b < a ? 1 : 0);
}

int compareIdentifiers(const std::string& a, const std::string& b) {
  const bool aIsNumber = isDigits(a);
  const bool bIsNumber = isDigits(b);
  if (aIsNumber != bIsNumber) return aIsNumber ? -1 : 1;
  if (aIsNumber && a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  return order(a, b);
}

}  // namespace

std::optional<Version> Version::parse(std::string_view text) {
  Version out;
  const std::size_t plus = text.find('+');
  if (plus != std::string_view::npos) {
    for (const std::string_view part : cut(text.substr(plus + 1))) {
      if (!isIdentifier(part)) return std::nullopt;
    }
    text = text.substr(0, plus);
  }
  const std::size_t dash = text.find('-');
  if (dash != std::string_view::npos) {
    for (const std::string_view part : cut(text.substr(dash + 1))) {
      const bool zeroLed = isDigits(part) && part.size() > 1 && part[0] == '0';
      if (!isIdentifier(part) || zeroLed) return std::nullopt;
      out.preRelease.emplace_back(part);
    }
    text = text.substr(0, dash);
  }
  const auto parts = cut(text);
  if (parts.size() != 3) return std::nullopt;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto value = number(parts[i]);
    if (!value) return std::nullopt;
    out.numbers[i] = *value;
  }
  return out;
}

int Version::compare(const Version& other) const {
  for (int i = 0; i < 3; ++i) {
    const int at = order(numbers[i], other.numbers[i]);
    if (at != 0) return at;
  }
  // A pre-release stands before its release.
  if (preRelease.empty() != other.preRelease.empty()) return preRelease.empty() ? 1 : -1;
  for (std::size_t i = 0; i < std::min(preRelease.size(), other.preRelease.size()); ++i) {
    const int at = compareIdentifiers(preRelease[i], other.preRelease[i]);
    if (at != 0) return at;
  }
  return order(preRelease.size(), other.preRelease.size());
}

}  // namespace cardinal::cel
