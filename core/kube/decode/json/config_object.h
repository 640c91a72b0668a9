// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <simdjson.h>

#include <cstddef>
#include <string>

#include "core/kube/decode/json/json_reader.h"
#include "core/kube/decode/json/read_parts.h"
#include "core/kube/decode/parts/config_text.h"

namespace cardinal::json {

/// Reads a ConfigMap: its metadata into `map.meta`, and calls `use(name, text)` for each value of `data`.
template <typename Map, typename Use>
void eachConfigText(Object& object, Map& map, Use&& use) {
  Problems problems(map.problems);
  const Path data{nullptr, "data"};
  eachField(object, [&](std::string_view key, Value& part) {
    if (key == "metadata") return readMeta(part, map.meta, problems);
    if (key != "data") return;
    eachField(part, data, problems, [&](std::string_view name, Value& field) {
      const std::string copy(name);
      std::string text;
      readText(field, text, data, problems);
      use(copy, text);
    });
  });
}

/// Calls `use(root)` with the YAML of a ConfigMap's value as an object. False = it is none, it is empty or longer than
/// `maxBytes`, or `use` met what is no JSON. Thread-safe.
template <typename Use>
bool withConfigText(const std::string& text, const std::string& source, std::size_t maxBytes, Use&& use) {
  if (text.empty() || text.size() > maxBytes) return false;
  const auto json = configTextAsJson(text, source);
  if (!json) return false;
  try {
    simdjson::ondemand::parser parser;
    const simdjson::padded_string padded(*json);
    simdjson::ondemand::document document = parser.iterate(padded);
    Object root = document.get_object();
    use(root);
  } catch (const simdjson::simdjson_error&) {
    return false;
  }
  return true;
}

}  // namespace cardinal::json
