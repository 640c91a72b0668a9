// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "core/fragmentation/random.h"
#include "core/fragmentation/trace.h"

namespace cardinal::fragmentation {
namespace {

constexpr std::int64_t kLoadPercent = 130;
constexpr std::size_t kMaxArrivals = 10'000'000;

void shuffle(std::vector<std::uint32_t>& items, Random& random) {
  for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[random.below(left)]);
}

}  // namespace

std::vector<std::uint32_t> drawArrivals(const TaskList& tasks, std::int64_t gpuMilli, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::uint32_t> byName(tasks.tasks.size());
  std::iota(byName.begin(), byName.end(), 0U);
  std::sort(byName.begin(), byName.end(),
            [&tasks](std::uint32_t a, std::uint32_t b) { return tasks.names[a] < tasks.names[b]; });
  std::vector<std::uint32_t> out = byName;
  shuffle(out, random);

  const auto demandOf = [&tasks](std::uint32_t task) { return std::int64_t{tasks.tasks[task].task.gpuDemand()}; };
  std::int64_t demand = 0;
  for (const std::uint32_t task : out) demand += demandOf(task);
  const std::int64_t wanted = gpuMilli * kLoadPercent / 100;
  const bool canGrow = demand > 0;  // copies of tasks without GPU would never reach it
  while (canGrow && demand < wanted && out.size() < kMaxArrivals) {
    const std::uint32_t task = byName[random.below(byName.size())];
    // The published procedure looks at one GPU's share here, not at all GPUs of the task.
    if (demand + tasks.tasks[task].task.milli > wanted) break;
    out.push_back(task);
    demand += demandOf(task);
  }
  while (demand > wanted && !out.empty()) {
    const auto drawn = out.begin() + static_cast<std::ptrdiff_t>(random.below(out.size()));
    demand -= demandOf(*drawn);
    out.erase(drawn);
  }
  return out;
}

std::vector<std::uint32_t> drawOrder(std::size_t nodes, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::uint32_t> out(nodes);
  std::iota(out.begin(), out.end(), 0U);
  shuffle(out, random);
  return out;
}

}  // namespace cardinal::fragmentation
