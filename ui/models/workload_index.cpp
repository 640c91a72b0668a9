// SPDX-License-Identifier: Apache-2.0
#include "ui/models/workload_index.h"

namespace cardinal::ui {

WorkloadIndex::WorkloadIndex(const ClusterSnapshot& snapshot, const WorkloadObjects& objects)
    : m_workloads(workloadsOf(snapshot, objects)) {
  std::size_t pods = 0;
  for (const WorkloadPtr& workload : m_workloads) pods += workload->pods.size();
  m_ofPods.reserve(pods);
  for (const WorkloadPtr& workload : m_workloads) {
    for (const WorkloadPod& one : workload->pods) m_ofPods.emplace(one.pod->key(), workload);
  }
}

WorkloadPtr WorkloadIndex::ofPod(const ObjectKey& pod) const {
  const auto found = m_ofPods.find(pod);
  return found != m_ofPods.end() ? found->second : nullptr;
}

}  // namespace cardinal::ui
