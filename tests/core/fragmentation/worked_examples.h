// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <vector>

#include "core/fragmentation/policy.h"

namespace cardinal::fragmentation::testing {

/// Four kinds of expected tasks, any model: small enough to work the figures out by hand.
inline const Task kA{4000, 0, 1, 500, 0};
inline const Task kB{8000, 0, 1, 1000, 0};
inline const Task kC{16000, 0, 2, 1000, 0};
inline const Task kD{8000, 0, 0, 0, 0};

inline std::vector<TypicalTask> expectedTasks() {
  return {{kA, 0.5, 50}, {kB, 0.3, 30}, {kC, 0.1, 10}, {kD, 0.1, 10}};
}

inline NodeState node(std::int32_t cpu, std::initializer_list<std::int32_t> gpus, ModelSet model = 0) {
  NodeState out = makeNode(cpu, 1 << 20, static_cast<int>(gpus.size()), model);
  out.gpuFree = 0;
  std::size_t i = 0;
  for (const std::int32_t free : gpus) {
    out.gpu[i++] = free;
    out.gpuFree += free;
  }
  return out;
}

}  // namespace cardinal::fragmentation::testing
