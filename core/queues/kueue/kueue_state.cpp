// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kueue/kueue_state.h"

#include <algorithm>
#include <set>

#include "core/base/saturate.h"

namespace cardinal::queues {

KueueState::KueueState(const KueueObjects& objects) : m_objects(objects), m_tree(objects) {
  for (const auto& [name, queue] : objects.clusterQueues) {
    const QuotaTree::Node node = m_tree.queue(name);
    m_tree.setActive(node, !m_tree.isCyclic(node) && !inactivityOf(objects, queue));
  }
  for (const auto& [key, workload] : objects.workloads) {
    if (workload.holdsQuota()) addHolder(workload);
  }
  for (const QuotaHolder& holder : m_holders) add(holder);
}

void KueueState::addHolder(const KueueWorkload& workload) {
  const QuotaTree::Node node = m_tree.queue(workload.admission->clusterQueue);
  if (node == QuotaTree::kNone) return;
  QuotaHolder holder;
  holder.workload = &workload;
  holder.queue = node;
  holder.isEvicted = workload.isEvicted();
  holder.reservedAt = workload.whenTrue("QuotaReserved")->since;
  std::set<int> cells;
  for (const KueuePodSetAdmission& admitted : workload.admission->podSets) {
    const auto podSet = std::find_if(workload.podSets.begin(), workload.podSets.end(),
                                     [&](const KueuePodSet& one) { return one.name == admitted.podSet; });
    const auto ended = workload.reclaimable.find(admitted.podSet);
    std::int32_t count = admitted.count;
    // pods that were never admitted are the first ones not to count
    if (podSet != workload.podSets.end() && ended != workload.reclaimable.end())
      count = std::min(count, podSet->count - std::min(ended->second, podSet->count));
    for (const auto& [resource, amount] : admitted.usage) {
      const auto flavor = admitted.flavors.find(resource);
      if (flavor == admitted.flavors.end()) continue;
      const int cell = m_tree.cellOf(flavor->second, resource);
      const Amount used = count < admitted.count ? saturatedProduct<Amount>(amount / admitted.count, count) : amount;
      Amount& sum = holder.usage[cell];
      sum = plus(sum, used);
      cells.insert(cell);
    }
  }
  holder.cells.assign(cells.begin(), cells.end());
  m_byQueue[node].push_back(m_holders.size());
  m_holders.push_back(std::move(holder));
}

const QuotaHolder* KueueState::replacedBy(const KueueWorkload& workload) const {
  if (!workload.replaces) return nullptr;
  const auto found = std::find_if(m_holders.begin(), m_holders.end(), [&](const QuotaHolder& holder) {
    return holder.workload->key == *workload.replaces;
  });
  return found != m_holders.end() ? &*found : nullptr;
}

const std::vector<std::size_t>& KueueState::holdersOf(QuotaTree::Node queue) const {
  static const std::vector<std::size_t> kNobody;
  const auto found = m_byQueue.find(queue);
  return found != m_byQueue.end() ? found->second : kNobody;
}

const KueueClusterQueue& KueueState::queueOf(QuotaTree::Node node) const {
  return m_objects.clusterQueues.at(m_tree.name(node));
}

}  // namespace cardinal::queues
