// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/model/raw.h"

namespace cardinal {

/// Gives a label or an annotation its value; what stands there goes.
inline void setEntry(StringMap& map, std::string_view key, std::string value) {
  const auto at = std::find_if(map.begin(), map.end(), [&](const auto& entry) { return entry.first == key; });
  if (at == map.end()) {
    map.emplace_back(std::string(key), std::move(value));
  } else {
    at->second = std::move(value);
  }
}

}  // namespace cardinal
