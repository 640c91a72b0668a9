// SPDX-License-Identifier: Apache-2.0
#include "core/fragmentation/node_state.h"

#include <cassert>

namespace cardinal::fragmentation {

NodeState makeNode(std::int32_t cpu, std::int32_t memory, int gpus, ModelSet model) {
  assert(gpus >= 0 && gpus <= kMaxGpus);
  NodeState node;
  for (int i = 0; i < gpus; ++i) node.gpu[static_cast<std::size_t>(i)] = kWholeGpu;
  node.gpuCount = gpus;
  node.gpuFree = gpus * kWholeGpu;
  node.cpu = cpu;
  node.memory = memory;
  node.model = model;
  return node;
}

DeviceSet tightestDevices(const NodeState& node, const Task& task) {
  DeviceSet chosen = 0;
  for (int taken = 0; taken < task.gpus; ++taken) {
    int best = -1;
    for (int i = 0; i < kMaxGpus; ++i) {
      const std::int32_t free = node.gpu[static_cast<std::size_t>(i)];
      if (free < task.milli || (chosen >> static_cast<unsigned>(i) & 1U) != 0) continue;
      if (best < 0 || free < node.gpu[static_cast<std::size_t>(best)]) best = i;
    }
    assert(best >= 0);
    chosen |= 1U << static_cast<unsigned>(best);
  }
  return chosen;
}

DeviceSet firstWholeDevices(const NodeState& node, int count) {
  DeviceSet chosen = 0;
  for (unsigned i = 0; i < kMaxGpus && count > 0; ++i) {
    if (node.gpu[i] != kWholeGpu) continue;
    chosen |= 1U << i;
    --count;
  }
  assert(count == 0);
  return chosen;
}

void place(NodeState& node, const Task& task, DeviceSet devices) {
  node.cpu -= task.cpu;
  node.memory -= task.memory;
  ++node.tasks;
  for (unsigned i = 0; i < kMaxGpus; ++i) {
    if ((devices >> i & 1U) == 0) continue;
    node.gpu[i] -= task.milli;
    node.gpuFree -= task.milli;
  }
  if (task.gpus > 0) node.labels |= task.label();
}

}  // namespace cardinal::fragmentation
