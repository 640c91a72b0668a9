// SPDX-License-Identifier: Apache-2.0
#include "core/fragmentation/typical_tasks.h"

#include <algorithm>
#include <tuple>

namespace cardinal::fragmentation {
namespace {

/// Compared with 100 x counted: integers, so that the line at 95 % is exact.
constexpr std::size_t kShownPercent = 95;

auto keyOf(const ListedTask& listed) {
  return std::tie(listed.task.cpu, listed.task.milli, listed.task.gpus, listed.models);
}

struct Kind {
  const ListedTask* example;
  std::size_t count;
};

std::vector<Kind> countKinds(const std::vector<ListedTask>& tasks) {
  std::vector<const ListedTask*> sorted;
  sorted.reserve(tasks.size());
  for (const ListedTask& task : tasks) sorted.push_back(&task);
  std::sort(sorted.begin(), sorted.end(),
            [](const ListedTask* a, const ListedTask* b) { return keyOf(*b) < keyOf(*a); });
  std::vector<Kind> kinds;
  for (const ListedTask* task : sorted) {
    if (kinds.empty() || keyOf(*kinds.back().example) != keyOf(*task)) kinds.push_back({task, 0});
    ++kinds.back().count;
  }
  // Stable: equal counts stay in the order of their keys.
  std::stable_sort(kinds.begin(), kinds.end(), [](const Kind& a, const Kind& b) { return a.count > b.count; });
  return kinds;
}

}  // namespace

std::vector<TypicalTask> typicalTasks(const std::vector<ListedTask>& tasks) {
  const std::vector<Kind> kinds = countKinds(tasks);
  std::size_t taken = 0;
  std::size_t kept = 0;
  while (kept < kinds.size() && taken * 100 < tasks.size() * kShownPercent) taken += kinds[kept++].count;
  const auto all = static_cast<double>(tasks.size());
  const double cut = static_cast<double>(taken) / all;
  std::vector<TypicalTask> out;
  out.reserve(kept);
  for (std::size_t i = 0; i < kept; ++i) {
    const double share = static_cast<double>(kinds[i].count) / all / cut;
    out.push_back({kinds[i].example->task, share, kinds[i].count});
  }
  return out;
}

}  // namespace cardinal::fragmentation
