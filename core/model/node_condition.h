// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "core/model/raw.h"

namespace cardinal {

/// The condition Ready as the node has it; null where it has none, and so nothing is known against it.
inline const NodeCondition* readyCondition(const RawNode& node) {
  const auto found = std::find_if(node.conditions.begin(), node.conditions.end(),
                                  [](const NodeCondition& one) { return one.type == "Ready"; });
  return found == node.conditions.end() ? nullptr : &*found;
}

}  // namespace cardinal
