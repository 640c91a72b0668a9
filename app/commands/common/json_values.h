// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/model/raw.h"
#include "core/provider/accelerator_requests.h"

namespace cardinal::app {

/// Keys stay in the order they are set.
using Json = nlohmann::ordered_json;

template <typename Value>
Json orNull(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}
/// Empty = null.
Json orNull(const std::string& text);
/// Names of the scheduling gates; null = it has some, and their names are not known.
Json gatesJson(const RawPodSpec& spec);
/// What a pod asks of accelerators: `resource`, `amount`, `memoryMiB`, `memoryPercent`, `corePercent`, `cards` of each.
Json acceleratorsJson(const std::vector<provider::AcceleratorRequest>& requests);

/// As every command prints it: indented, with a line end; bytes that are not UTF-8 become U+FFFD.
std::string dumped(const Json& value);

}  // namespace cardinal::app
