// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/alloc/demand.h"
#include "core/alloc/filter/resources.h"
#include "core/alloc/node_view.h"
#include "core/alloc/profile.h"
#include "core/provider/pod_request.h"

namespace cardinal::alloc {

/// The scores of kube-scheduler's default plugins, weighted, in the scheduler's own arithmetic. `add` gives what one
/// node gives by itself and is called during the scan, while the node is at hand; `finish` adds what needs all
/// feasible nodes and makes the totals. Arguments of the constructor must outlive it. Safe to share between threads.
class KubeScores {
 public:
  KubeScores(const Demand& demand, const ClusterSnapshot& snapshot, const SchedulerProfile& profile);

  const SchedulerProfile& profile() const { return m_profile; }

  /// Least and balanced allocation after one more replica; PreferNoSchedule taints are counted for `finish`.
  void add(const NodeView& view, const BasicResources& resources, Candidate& out) const;
  /// The sum of the parts of `add`, weighted.
  std::int64_t allocationScore(const NodeView& view, const BasicResources& resources) const;
  /// Makes `total` of all candidates of one answer and appends the parts that distinguish them. True when no
  /// candidate's total depends on the others: all have the same of everything that `add` does not give.
  bool finish(std::vector<Candidate>& candidates) const;
  /// The same for one more candidate beside others for which `finish` said true; false when it then depends on them.
  bool finishOne(Candidate& candidate) const;
  /// What `finish` gives each candidate whatever the others are, and what is still to be scaled to them. The candidates
  /// stay as `add` left them.
  struct Unscaled {
    std::vector<std::int64_t> fixed;        ///< weighted, with the parts of `add`
    std::vector<std::int64_t> taints;       ///< PreferNoSchedule taints that are not tolerated
    std::vector<std::int64_t> preferences;  ///< weights of preferred node affinity; empty = none
  };
  Unscaled unscaled(const std::vector<Candidate>& candidates) const;
  /// Takes back what `finish` did.
  static void reset(std::vector<Candidate>& candidates);

 private:
  int leastAllocated(const NodeView& view, const BasicResources& resources) const;
  int fitScore(const NodeView& view, const BasicResources& resources) const;
  int balancedAllocation(const NodeView& view, const BasicResources& resources) const;
  std::vector<std::int64_t> taintScores(const std::vector<Candidate>& candidates) const;
  std::vector<std::int64_t> imageScores(const std::vector<Candidate>& candidates) const;
  std::vector<std::int64_t> avoidScores(const std::vector<Candidate>& candidates) const;
  /// Nodes can ask to be spared of the pod's controller.
  bool mayBeAvoided() const;
  bool holdsImage(const NodeRecord& node) const;
  /// What is taken of the node with one more replica, unnamed requests weighed.
  std::int64_t cpuWith(const NodeView& view) const;
  std::int64_t memoryWith(const NodeView& view) const;
  /// Taken and allocatable of another resource; nothing where it does not score.
  std::optional<std::pair<std::int64_t, std::int64_t>> otherWith(const NodeView& view, const std::string& resource,
                                                                 std::int64_t replicas) const;
  std::vector<double> sharesOf(const NodeView& view, const BasicResources& resources, bool with) const;
  int balanceOf(const NodeView& view, const BasicResources& resources) const;

  const Demand& m_demand;
  const RawPod& m_pod;
  const ClusterSnapshot& m_snapshot;
  const SchedulerProfile& m_profile;
  bool m_fitConfigured;
  std::int64_t m_cpuMilli = 0;  ///< of the pod, unnamed requests weighed
  std::int64_t m_memory = 0;
  provider::WeighedRequest m_placed;  ///< of replicas that the plan placed
  std::int64_t m_plainCpuMilli = 0;   ///< as named
  std::int64_t m_plainMemory = 0;
  std::vector<const Container*> m_images;  ///< whose images count
  bool m_balancesNothing = false;          ///< the pod asks nothing of what is balanced
};

}  // namespace cardinal::alloc
