// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/raw.h"

// Private to core/replay: the only header that shows JSON.

namespace cardinal::replay {

/// Thrown inside the reader, caught where it is called.
struct FieldFault {
  std::string field;
  std::string value;
};

/// One value of a recording with the path to it. Everything that is not of the asked type throws FieldFault.
class Field {
 public:
  Field(const nlohmann::json& value, std::string path) : m_value(&value), m_path(std::move(path)) {}

  Field at(const char* key) const;
  /// Nothing when the key is missing or null.
  std::optional<Field> find(const char* key) const;
  std::vector<Field> items() const;
  std::vector<std::pair<std::string, Field>> entries() const;

  std::string text() const;
  std::int64_t integer() const;
  bool flag() const;
  std::vector<std::string> texts() const;
  StringMap map() const;
  ResourceList resources() const;

  [[noreturn]] void fail() const;

 private:
  const nlohmann::json* m_value;
  std::string m_path;
};

}  // namespace cardinal::replay
