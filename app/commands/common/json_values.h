// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace cardinal::app {

/// Keys stay in the order they are set.
using Json = nlohmann::ordered_json;

template <typename Value>
Json orNull(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}
/// Empty = null.
Json orNull(const std::string& text);

/// As every command prints it: indented, with a line end; bytes that are not UTF-8 become U+FFFD.
std::string dumped(const Json& value);

}  // namespace cardinal::app
