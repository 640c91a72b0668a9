// SPDX-License-Identifier: Apache-2.0
#include "core/fragmentation/fgd.h"

#include <cmath>

namespace cardinal::fragmentation {
namespace {

double sigmoid(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}

}  // namespace

int FgdPolicy::valueOf(NodeState after, double fragment, const Task& task, DeviceSet devices) const {
  place(after, task, devices);
  const double less = (fragment - m_meter.fragment(after)) / static_cast<double>(kWholeGpu);
  return static_cast<int>(sigmoid(less) * 100.0);
}

FgdPolicy::Best FgdPolicy::best(const NodeState& node, double fragment, const Task& task) const {
  if (!task.isSharing()) {
    const DeviceSet devices = firstWholeDevices(node, task.gpus);
    return {valueOf(node, fragment, task, devices), devices};
  }
  Best out;
  std::uint64_t seen = 0;  // devices with the same free amount have the same value: the first is enough
  for (unsigned i = 0; i < kMaxGpus; ++i) {
    if (node.gpu[i] < task.milli) continue;
    bool isSame = false;
    for (unsigned j = 0; j < i; ++j) isSame = isSame || ((seen >> j & 1U) != 0 && node.gpu[j] == node.gpu[i]);
    if (isSame) continue;
    seen |= std::uint64_t{1} << i;
    const int value = valueOf(node, fragment, task, 1U << i);
    if (value > out.score) out = {value, 1U << i};
  }
  return out;
}

int FgdPolicy::score(const NodeState& node, double fragment, const Task& task) const {
  return best(node, fragment, task).score;
}

DeviceSet FgdPolicy::devices(const NodeState& node, double fragment, const Task& task) {
  return best(node, fragment, task).devices;
}

}  // namespace cardinal::fragmentation
