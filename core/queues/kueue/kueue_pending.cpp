// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include "core/queues/kueue/kueue_cycle.h"

namespace cardinal::queues {
namespace {

/// The name of the ClusterQueue that it waits for; null = none.
const std::string* lineOf(const KueueObjects& objects, const KueueWorkload& workload) {
  const bool isLookedAt = workload.hold == KueueHold::None || workload.hold == KueueHold::Backoff;
  if (!workload.mayQueue() || !isLookedAt) return nullptr;
  const auto local = objects.localQueues.find({workload.key.ns, workload.queue});
  const bool isOpen = local != objects.localQueues.end() && local->second.stop == StopPolicy::None;
  return isOpen ? &local->second.clusterQueue : nullptr;
}

}  // namespace

bool waitsBefore(const KueueWorkload& a, const KueueWorkload& b) {
  const auto rank = [](const KueueWorkload& one) {
    return std::make_tuple(-one.priority, one.queueTime(), std::cref(one.uid));
  };
  return rank(a) < rank(b);
}

std::map<std::string, std::vector<const KueueWorkload*>> pendingByQueue(const KueueObjects& objects) {
  std::map<std::string, std::vector<const KueueWorkload*>> out;
  for (const auto& [key, workload] : objects.workloads) {
    if (const std::string* queue = lineOf(objects, workload)) out[*queue].push_back(&workload);
  }
  for (auto& [queue, line] : out)
    std::sort(line.begin(), line.end(), [](const auto* a, const auto* b) { return waitsBefore(*a, *b); });
  return out;
}

std::vector<ObjectKey> pendingOf(const KueueObjects& objects, const std::string& queue, const KueueMemory& memory) {
  const auto remembered = memory.queues.find(queue);
  const auto known = objects.clusterQueues.find(queue);
  const bool isStrict = known != objects.clusterQueues.end() && known->second.strictOrder;
  const auto isFirst = [&](const KueueWorkload& workload) {
    return !isStrict && remembered != memory.queues.end() && remembered->second.preempting == workload.key;
  };
  std::vector<const KueueWorkload*> waiting;
  for (const auto& [key, workload] : objects.workloads) {
    const std::string* const line = lineOf(objects, workload);
    if (line != nullptr && *line == queue) waiting.push_back(&workload);
  }
  std::sort(waiting.begin(), waiting.end(), [&](const KueueWorkload* a, const KueueWorkload* b) {
    return isFirst(*a) != isFirst(*b) ? isFirst(*a) : waitsBefore(*a, *b);
  });
  std::vector<ObjectKey> out;
  for (const KueueWorkload* workload : waiting) out.push_back(workload->key);
  return out;
}

}  // namespace cardinal::queues
