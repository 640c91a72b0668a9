// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/fragmentation/node_state.h"
#include "core/fragmentation/typical_tasks.h"

namespace cardinal::fragmentation {

/// Lists in the format of the openb trace (Alibaba Cluster Trace Program, cluster-trace-gpu-v2023): comma-separated,
/// one header line. Errors of all readers: InvalidField (subject = column, place = "file:line", detail = the value),
/// LimitExceeded.

/// Bits of the GPU models that nodes have.
class ModelNames {
 public:
  static constexpr std::size_t kMax = 63;

  /// The model's bit, given out on first sight; 0 for the empty name, nothing when there are too many.
  std::optional<ModelSet> add(std::string_view name);
  /// The models of "T4|P100"; a name that no node has is a bit that no node has. Empty parts are dropped.
  ModelSet allowed(std::string_view names) const;

 private:
  std::map<std::string, ModelSet, std::less<>> m_bits;
};

struct NodeList {
  std::vector<std::string> names;
  std::vector<NodeState> nodes;  ///< those with GPUs, in the list's order
  std::size_t withoutGpu = 0;    ///< left out
  ModelNames models;
  std::int64_t gpuMilli() const;  ///< of the empty cluster
};

struct TaskList {
  std::vector<std::string> names;
  std::vector<ListedTask> tasks;
};

/// Columns sn, cpu_milli, memory_mib, gpu (0..8), model.
Result<NodeList> parseNodes(std::string_view text, const std::string& file);
/// Columns name, cpu_milli, memory_mib, num_gpu, gpu_milli, and gpu_spec where there is one.
Result<TaskList> parseTasks(std::string_view text, const std::string& file, const ModelNames& models);
/// Columns seq (0, 1, 2, ...) and pod: positions in the task list. Also NotFound: a task that the list does not have.
Result<std::vector<std::uint32_t>> parseArrivals(std::string_view text, const std::string& file, const TaskList& tasks);
/// Columns rank and node: positions in the node list, first choice first. Also NotFound; every node has one rank.
Result<std::vector<std::uint32_t>> parseOrder(std::string_view text, const std::string& file, const NodeList& nodes);

/// The tasks shuffled, then topped up with copies of random ones (or thinned) until they ask for 1.3 times the
/// cluster's GPUs.
std::vector<std::uint32_t> drawArrivals(const TaskList& tasks, std::int64_t gpuMilli, std::uint64_t seed);
/// A random permutation of the nodes.
std::vector<std::uint32_t> drawOrder(std::size_t nodes, std::uint64_t seed);

/// A whole run's input.
struct Trace {
  NodeList nodes;
  TaskList tasks;
  std::vector<std::uint32_t> arrivals;
  std::vector<std::uint32_t> order;
};

}  // namespace cardinal::fragmentation
