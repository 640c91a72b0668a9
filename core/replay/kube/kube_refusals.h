// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/alloc/demand.h"
#include "core/alloc/evaluation/nominated.h"

// Private to core/replay.

namespace cardinal::replay {

/// Why kube-scheduler refuses a node: the first plugin that does, in its own words of 1.34 and later.
struct KubeRefusal {
  std::string_view plugin;           ///< empty = outside the nodes that the pod names
  bool isFinal = false;              ///< UnschedulableAndUnresolvable: evicting others would not help
  std::vector<std::string> reasons;  ///< sorted
};

/// Nodes by metadata.name, where every required term of node affinity names them; nothing where one does not.
std::optional<std::vector<std::string>> namedNodes(const RawPodSpec& spec);

/// The filters of the default profile in the order of kube-scheduler, each with its words. The rules are the engine's;
/// order and words differ, because the engine names causes and looks for what cannot change first.
class KubeRefusals {
 public:
  /// Arguments must outlive it.
  KubeRefusals(const AllocationRequest& request, const ClusterSnapshot& snapshot, const SchedulerProfile& profile);

  /// Nothing where the node takes the pod, with and without the pods nominated to it.
  std::optional<KubeRefusal> check(const alloc::NodeView& view) const;

 private:
  std::optional<KubeRefusal> checkWith(const alloc::NodeView& view, const alloc::PodRules& rules) const;
  std::optional<KubeRefusal> checkResources(const alloc::NodeView& view) const;

  alloc::Demand m_demand;
  std::unique_ptr<alloc::Filter> m_schedulable;
  std::unique_ptr<alloc::Filter> m_taints;
  std::unique_ptr<alloc::Filter> m_labels;
  std::unique_ptr<alloc::Filter> m_ports;
  alloc::PodRules m_rules;
  std::vector<alloc::NominatedPods> m_nominated;
};

}  // namespace cardinal::replay
