// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include "core/queues/kueue/kueue_cycle.h"

namespace cardinal::queues {

std::vector<ObjectKey> pendingOf(const KueueObjects& objects, const std::string& queue, const KueueMemory& memory) {
  const auto remembered = memory.queues.find(queue);
  const auto known = objects.clusterQueues.find(queue);
  const bool isStrict = known != objects.clusterQueues.end() && known->second.strictOrder;
  const auto isFirst = [&](const KueueWorkload& workload) {
    return !isStrict && remembered != memory.queues.end() && remembered->second.preempting == workload.key;
  };
  std::vector<const KueueWorkload*> waiting;
  for (const auto& [key, workload] : objects.workloads) {
    if (!workload.mayQueue()) continue;
    const auto local = objects.localQueues.find({key.ns, workload.queue});
    const bool isHere = local != objects.localQueues.end() && local->second.clusterQueue == queue &&
                        local->second.stop == StopPolicy::None;
    if (isHere) waiting.push_back(&workload);
  }
  std::sort(waiting.begin(), waiting.end(), [&](const KueueWorkload* a, const KueueWorkload* b) {
    const auto rank = [&](const KueueWorkload& one) {
      return std::make_tuple(!isFirst(one), -one.priority, one.queueTime(), std::cref(one.uid));
    };
    return rank(*a) < rank(*b);
  });
  std::vector<ObjectKey> out;
  for (const KueueWorkload* workload : waiting) out.push_back(workload->key);
  return out;
}

}  // namespace cardinal::queues
