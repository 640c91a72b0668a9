// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace cardinal::fragmentation {

/// The model in which placement quality is measured: *Beware of Fragmentation: Scheduling GPU-Sharing Workloads with
/// Fragmentation Gradient Descent* (USENIX ATC '23). All amounts are integers: milli-CPU, MiB, milli-GPU.
inline constexpr std::int32_t kWholeGpu = 1000;
inline constexpr int kMaxGpus = 8;
inline constexpr std::int32_t kMaxTasks = 1001;
/// The largest CPU and GPU of any node of the published trace: constants of the scores, whatever the cluster.
inline constexpr double kScoreCpu = 128000;
inline constexpr std::int32_t kScoreGpu = 8000;

/// A set of GPU models, one bit each.
using ModelSet = std::uint64_t;

/// What a task asks: no GPU (0 x 0), a share of one (1 x 1..999), or whole ones (1..8 x 1000).
struct Task {
  std::int32_t cpu = 0;
  std::int32_t memory = 0;
  std::int32_t gpus = 0;
  std::int32_t milli = 0;  ///< of each GPU
  ModelSet models = 0;     ///< 0 = any

  std::int32_t gpuDemand() const { return gpus * milli; }
  bool isSharing() const { return milli > 0 && milli < kWholeGpu; }
  /// Label of its kind on a node: bit 0 = sharing, bit k = k whole GPUs.
  std::uint32_t label() const { return isSharing() ? 1U : 1U << static_cast<unsigned>(gpus); }
};

/// Devices of one node, one bit each.
using DeviceSet = std::uint32_t;

/// What a node has free. Devices that are not there have 0.
struct NodeState {
  std::array<std::int32_t, kMaxGpus> gpu{};
  std::int32_t gpuFree = 0;  ///< sum of `gpu`
  std::int32_t gpuCount = 0;
  std::int32_t cpu = 0;
  std::int32_t memory = 0;
  std::int32_t tasks = 0;
  std::uint32_t labels = 0;  ///< kinds of GPU tasks it runs
  ModelSet model = 0;        ///< one bit; 0 = no model
};

/// A node with `gpus` whole devices (0..8).
NodeState makeNode(std::int32_t cpu, std::int32_t memory, int gpus, ModelSet model);

inline bool allows(ModelSet models, ModelSet model) {
  return models == 0 || (models & model) != 0;
}
/// How many devices have at least `milli` free.
inline int devicesWith(const NodeState& node, std::int32_t milli) {
  int count = 0;
  for (const std::int32_t free : node.gpu) count += free >= milli ? 1 : 0;
  return count;
}
/// Everything but memory, which no score looks at.
inline bool fitsButMemory(const NodeState& node, const Task& task) {
  if (node.cpu < task.cpu || node.tasks >= kMaxTasks) return false;
  return task.gpus == 0 || (allows(task.models, node.model) && devicesWith(node, task.milli) >= task.gpus);
}
inline bool fits(const NodeState& node, const Task& task) {
  return node.memory >= task.memory && fitsButMemory(node, task);
}

/// The `task.gpus` devices of smallest sufficient free amount; equal ones by lowest index. The task must fit.
DeviceSet tightestDevices(const NodeState& node, const Task& task);
/// The whole devices of lowest index. The task must fit.
DeviceSet firstWholeDevices(const NodeState& node, int count);
/// The node with the task on these devices.
void place(NodeState& node, const Task& task, DeviceSet devices);

}  // namespace cardinal::fragmentation
