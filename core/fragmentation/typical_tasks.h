// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/fragmentation/node_state.h"

namespace cardinal::fragmentation {

/// A task as its list names it: the GPU models as text, "T4|P100", empty = any.
struct ListedTask {
  Task task;
  std::string models;
};

/// A kind of task that the cluster expects, and how often.
struct TypicalTask {
  Task task;  ///< memory plays no part
  double share = 0;
  std::size_t count = 0;
};

/// The most frequent kinds (cpu, milli, gpus, models as text), most frequent first, until they make up 95 % of the
/// tasks; equal counts by larger cpu, milli, gpus, greater text. The shares sum to 1, and their order is the order of
/// all sums.
std::vector<TypicalTask> typicalTasks(const std::vector<ListedTask>& tasks);

}  // namespace cardinal::fragmentation
