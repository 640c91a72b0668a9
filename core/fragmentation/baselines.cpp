// SPDX-License-Identifier: Apache-2.0
#include "core/fragmentation/baselines.h"

#include <algorithm>
#include <bit>

namespace cardinal::fragmentation {
namespace {

double ratio(std::int32_t amount, double whole) {
  return static_cast<double>(amount) / whole;
}

}  // namespace

int BestFitPolicy::score(const NodeState& node, double /*fragment*/, const Task& task) const {
  double left = 0;
  left += ratio(node.cpu - task.cpu, kScoreCpu) * 0.5;
  left += ratio(node.gpuFree - task.gpuDemand(), kScoreGpu) * 0.5;
  return static_cast<int>(100.0 * (1.0 - left));
}

int DotProdPolicy::score(const NodeState& node, double /*fragment*/, const Task& task) const {
  const double cpu = ratio(node.cpu, kScoreCpu) * ratio(task.cpu, kScoreCpu);
  const double gpu = ratio(node.gpuFree, kScoreGpu) * ratio(task.gpuDemand(), kScoreGpu);
  return static_cast<int>(100.0 * (1.0 - (cpu + gpu) / 2.0));
}

int ClusteringPolicy::score(const NodeState& node, double /*fragment*/, const Task& task) const {
  if (task.gpus == 0) return 0;
  const int base = 25 * (kScoreGpu - node.gpuFree) / kScoreGpu;
  if (node.labels == task.label()) return base + 75;
  if ((node.labels & task.label()) != 0) return base + 50;
  return node.labels == 0 ? base + 25 : base;
}

int PackingPolicy::score(const NodeState& node, double /*fragment*/, const Task& task) const {
  if (task.gpus == 0) return 0;
  if (node.gpuFree == node.gpuCount * kWholeGpu) return std::max(33 - node.gpuCount, node.gpuCount);
  const DeviceSet taken = tightestDevices(node, task);
  int whole = 0;
  int percent = 0;
  for (unsigned i = 0; i < kMaxGpus; ++i) {
    if ((taken >> i & 1U) == 0) continue;
    whole += node.gpu[i] == kWholeGpu ? 1 : 0;
    percent += node.gpu[i] * 100 / kWholeGpu;
  }
  return whole > 0 ? std::max(50 - whole, 33) : std::max(100 - percent / 10, 50);
}

DeviceSet RandomPolicy::devices(const NodeState& node, double /*fragment*/, const Task& task) {
  DeviceSet chosen = 0;
  for (int taken = 0; taken < task.gpus; ++taken) {
    DeviceSet left = 0;
    for (unsigned i = 0; i < kMaxGpus; ++i) {
      if (node.gpu[i] >= task.milli && (chosen >> i & 1U) == 0) left |= 1U << i;
    }
    for (std::size_t skip = m_random.below(static_cast<std::size_t>(std::popcount(left))); skip > 0; --skip)
      left &= left - 1;
    chosen |= left & (~left + 1);
  }
  return chosen;
}

}  // namespace cardinal::fragmentation
