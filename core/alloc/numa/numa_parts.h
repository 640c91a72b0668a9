// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alloc/numa/numa.h"

// Private to core/alloc/stacks.

namespace cardinal::alloc {

inline const Exact* find(const NumaAmounts& amounts, std::string_view name) {
  for (const NumaAmount& one : amounts) {
    if (one.name == name) return &one.amount;
  }
  return nullptr;
}
inline Exact* find(NumaAmounts& amounts, std::string_view name) {
  for (NumaAmount& one : amounts) {
    if (one.name == name) return &one.amount;
  }
  return nullptr;
}

/// LeastNUMANodes: by the number of zones that are needed.
NumaScore leastNumaNodesScore(const NumaPod& pod, const NumaNode& topology);

}  // namespace cardinal::alloc
