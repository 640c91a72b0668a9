// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

/// Fields of JSON that nobody has checked. Thread-safe.
namespace cardinal::json {

/// Null where `parent` is no object or has no such field. Lives as long as `parent`.
inline const nlohmann::json& at(const nlohmann::json& parent, const char* key) {
  static const nlohmann::json kNone;
  if (!parent.is_object()) return kNone;
  const auto found = parent.find(key);
  return found != parent.end() ? *found : kNone;
}

/// Empty where there is no such text.
inline std::string textAt(const nlohmann::json& parent, const char* key) {
  const nlohmann::json& value = at(parent, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

}  // namespace cardinal::json
