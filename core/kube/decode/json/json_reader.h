// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/kube/decode: the only header that shows simdjson.

#include <simdjson.h>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "core/kube/decode/json/field_problems.h"
#include "core/model/raw.h"

namespace cardinal::json {

using Value = simdjson::ondemand::value;
using Object = simdjson::ondemand::object;

using decode::Path;
using decode::Problems;

/// The token of a value, without trailing blanks. Does not consume the value.
std::string_view tokenOf(Value& value);
/// Content of a JSON string token (quotes included in `token`) into `out`; bad escapes become U+FFFD.
void unescape(std::string_view token, std::string& out);
/// Key of a field as it stands in the text when it has no escapes, else unescaped into `scratch`.
std::string_view keyOf(simdjson::ondemand::raw_json_string key, std::string& scratch);

bool isNull(Value& value);

void readText(Value& value, std::string& out, const Path& path, Problems& problems);
void readBool(Value& value, bool& out, const Path& path, Problems& problems);
void readInt(Value& value, std::int64_t& out, const Path& path, Problems& problems);
void readInt32(Value& value, std::int32_t& out, const Path& path, Problems& problems);
void readTime(Value& value, UnixSeconds& out, const Path& path, Problems& problems);
/// A map of texts; the last of equal keys wins; `leftOut` is not kept.
void readMap(Value& value, StringMap& out, const Path& path, Problems& problems, std::string_view leftOut = {});
void readResources(Value& value, ResourceList& out, const Path& path, Problems& problems);
void readTexts(Value& value, std::vector<std::string>& out, const Path& path, Problems& problems);
/// True when the value is an array or object with something in it. Consumes it.
bool hasContent(Value& value);

/// Calls `use(key, value)` for each field. Structural faults throw simdjson_error.
template <typename Use>
void eachField(Object& object, Use&& use) {
  std::string scratch;
  for (auto field : object) {
    const std::string_view key = keyOf(field.key(), scratch);
    Value value = field.value();
    use(key, value);
  }
}

/// The same for a value that should be an object. `null` is nothing; another type is a problem.
template <typename Use>
void eachField(Value& value, const Path& path, Problems& problems, Use&& use) {
  const std::string_view token = tokenOf(value);
  if (!token.empty() && token.front() == '{') {
    Object object = value.get_object();
    eachField(object, std::forward<Use>(use));
  } else if (token != "null") {
    problems.add(path, token);
  }
}

/// Calls `use(item, index)` for each item of a value that should be an array. `null` is nothing; another type is a
/// problem.
template <typename Use>
void eachItem(Value& value, const Path& path, Problems& problems, Use&& use) {
  const std::string_view token = tokenOf(value);
  if (!token.empty() && token.front() == '[') {
    int index = 0;
    for (auto item : value.get_array()) {
      Value element = item.value();
      use(element, index++);
    }
  } else if (token != "null") {
    problems.add(path, token);
  }
}

/// `metadata` of any object.
void readMeta(Value& value, ObjectMeta& meta, Problems& problems);

}  // namespace cardinal::json
