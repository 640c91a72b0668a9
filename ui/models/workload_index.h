// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>
#include <vector>

#include "core/workloads/workloads.h"

namespace cardinal::ui {

/// The workloads of one state, and to which of them each pod belongs. Never changes once made; some 3 µs a pod, so it
/// is made off the GUI thread.
class WorkloadIndex {
 public:
  /// `objects`: the workloads' own objects, as far as they were read.
  explicit WorkloadIndex(const ClusterSnapshot& snapshot, const WorkloadObjects& objects = {});

  /// As workloadsOf() has them.
  const std::vector<WorkloadPtr>& workloads() const { return m_workloads; }
  /// Null = a pod that this state did not have.
  WorkloadPtr ofPod(const ObjectKey& pod) const;

 private:
  std::vector<WorkloadPtr> m_workloads;
  std::unordered_map<ObjectKey, WorkloadPtr, ObjectKeyHash> m_ofPods;
};

}  // namespace cardinal::ui
