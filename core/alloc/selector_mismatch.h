// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cardinal::alloc {

/// Stands in the detail of a NodeSelectorMismatch before the node's own value, which holds no blank.
inline constexpr std::string_view kInstead = ", not ";

/// What the detail says: the entry that does not match, and the node's own value of that label.
struct SelectorMismatch {
  std::string_view wanted;                ///< "key=value"
  std::optional<std::string_view> found;  ///< nothing = the node has no such label
};

inline SelectorMismatch selectorMismatchOf(std::string_view detail) {
  const auto at = detail.rfind(kInstead);
  if (at == std::string_view::npos) return {detail, std::nullopt};
  return {detail.substr(0, at), detail.substr(at + kInstead.size())};
}

}  // namespace cardinal::alloc
