// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace cardinal::provider {

/// `start` is not empty. Most texts differ in their first letter.
inline bool startsWith(std::string_view text, std::string_view start) {
  return !text.empty() && text.front() == start.front() && text.starts_with(start);
}

/// Go's strconv.ParseBool; nothing = no such word.
inline std::optional<bool> goBool(std::string_view text) {
  constexpr std::array<std::string_view, 6> kTrue{"1", "t", "T", "TRUE", "true", "True"};
  constexpr std::array<std::string_view, 6> kFalse{"0", "f", "F", "FALSE", "false", "False"};
  if (std::find(kTrue.begin(), kTrue.end(), text) != kTrue.end()) return true;
  if (std::find(kFalse.begin(), kFalse.end(), text) != kFalse.end()) return false;
  return std::nullopt;
}

/// Calls `each(part, index)` for the parts between separators, of which there is always one; false ends the walk.
/// True where it came to the end.
template <typename Each>
bool forEachPart(std::string_view text, char separator, Each each) {
  for (int index = 0;; ++index) {
    const std::size_t end = text.find(separator);
    if (!each(text.substr(0, end), index)) return false;
    if (end == std::string_view::npos) return true;
    text.remove_prefix(end + 1);
  }
}

/// The first N fields of a record that commas part, and how many it has.
template <std::size_t N>
std::size_t splitFields(std::string_view record, std::array<std::string_view, N>& fields) {
  std::size_t count = 0;
  forEachPart(record, ',', [&](std::string_view field, int) {
    if (count < N) fields[count] = field;
    ++count;
    return true;
  });
  return count;
}

}  // namespace cardinal::provider
