// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <simdjson.h>

#include <cstddef>
#include <string>

#include "core/kube/decode/json/json_reader.h"
#include "core/kube/decode/parts/config_text.h"

namespace cardinal::json {

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
