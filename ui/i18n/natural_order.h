// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace cardinal::ui {

/// Order of names in which runs of digits compare by value: "node-9" stands before "node-10". Bytes otherwise; a strict
/// weak order.
inline bool naturalLess(std::string_view a, std::string_view b) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (!digit(a[i]) || !digit(b[j])) {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i, ++j;
      continue;
    }
    const auto skipZeros = [&](std::string_view text, std::size_t at) {
      while (at < text.size() && text[at] == '0') ++at;
      return at;
    };
    const std::size_t startA = skipZeros(a, i);
    const std::size_t startB = skipZeros(b, j);
    i = startA, j = startB;
    while (i < a.size() && digit(a[i])) ++i;
    while (j < b.size() && digit(b[j])) ++j;
    if (i - startA != j - startB) return i - startA < j - startB;
    const int order = a.substr(startA, i - startA).compare(b.substr(startB, j - startB));
    if (order != 0) return order < 0;
  }
  if ((i < a.size()) != (j < b.size())) return i == a.size();
  return a < b;  // only leading zeros differ
}

}  // namespace cardinal::ui
