// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/plan/make: what the rows of the table of switches read of a node.

#include <string>
#include <string_view>
#include <vector>

#include "core/model/raw.h"
#include "core/provider/shared_node.h"

namespace cardinal {

inline constexpr std::string_view kMigResourcePrefix = "nvidia.com/mig-";
inline constexpr std::string_view kMigStrategyLabel = "nvidia.com/mig.strategy";
inline constexpr std::string_view kProductLabel = "nvidia.com/gpu.product";
inline constexpr std::string_view kMigOff = "all-disabled";

using provider::labelOf;

/// Names of the GPU resources above 0 that begin so, sorted.
std::vector<std::string> liveResources(const RawNode& node, std::string_view prefix);

/// The list with one more item: ", " stands between two.
inline void addTo(std::string& list, const std::string& item, std::string_view mark = ", ") {
  if (!list.empty()) list += mark;
  list += item;
}

}  // namespace cardinal
