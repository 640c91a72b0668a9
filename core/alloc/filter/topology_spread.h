// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/alloc/filter/filter.h"
#include "core/alloc/filter/pod_classes.h"
#include "core/alloc/profile.h"

namespace cardinal::alloc {

/// One constraint, ready to count with.
struct SpreadRule {
  std::string key;
  std::int32_t maxSkew = 1;
  std::int32_t minDomains = 1;
  bool ignoresNodeAffinity = false;
  bool honorsNodeTaints = false;
  std::optional<LabelSelector> selector;
  std::string ownerUid;       ///< default constraints: pods of this controller before a selector
  bool countsNobody = false;  ///< an empty selector, where that counts no pod

  /// Is `other` counted for a pod of namespace `ns`? Terminating pods are not.
  bool counts(const RawPod& other, const std::string& ns) const;
};

/// The pod's own constraints of one sort, matchLabelKeys merged into their selectors.
std::vector<SpreadRule> spreadRules(const RawPod& pod, bool hard, const SchedulerProfile& profile);
/// The system's default constraints (hostname, skew 3; zone, skew 5; both soft) for pods of a ReplicaSet,
/// ReplicationController or StatefulSet that say nothing themselves; else empty. Pods of one controller stand for the
/// selector: a controller adopts what matches it, and its pods share the labels by which Services select. Pods without
/// such a controller are spread with those that all their Services select, where Services were read. A controller that
/// is not created yet has no uid: its pods are those that name it. Of a Deployment without one the ReplicaSet is new.
std::vector<SpreadRule> defaultSpreadRules(const RawPod& pod, const SelectorObjects* known);
/// The same while kube-scheduler does not know the pod's controller: Services alone select. Its informers follow
/// controllers and pods separately, and a controller that it does not find is left out of the selector. Source:
/// Kubernetes 1.20 and 1.35, pkg/scheduler/framework/plugins/helper/spread.go (DefaultSelector).
std::vector<SpreadRule> serviceSpreadRules(const RawPod& pod, const SelectorObjects* known);

/// Its controller spreads its pods and does not exist yet: no pod of it runs.
bool isOfNewController(const RawPod& pod);

bool hasAllKeys(const RawNode& node, const std::vector<SpreadRule>& rules);
/// nodeAffinityPolicy and nodeTaintsPolicy.
bool isIncluded(const SpreadRule& rule, const RawPodSpec& spec, const RawNode& node);

/// Counts the pods of a rule, node by node. Arguments must outlive it.
class PodCounter {
 public:
  PodCounter(const SpreadRule& rule, const std::string& ns, const ClusterSnapshot& snapshot);
  std::int64_t on(NodeIndex node) { return on(node, m_snapshot.rowLabelsOf(node)); }
  /// For a caller that has them at hand.
  std::int64_t on(NodeIndex node, const std::optional<RowLabels>& rowLabels);

 private:
  bool mayCount(NodeIndex node) const;

  const SpreadRule& m_rule;
  const std::string& m_ns;
  const ClusterSnapshot& m_snapshot;
  std::vector<LabelHash> m_wanted;  ///< labels without which a node's pods need not be looked at
  ClassAnswers m_classes;
};

/// TopologyKeyMissing and TopologySpreadSkew: plugin PodTopologySpread, constraints with DoNotSchedule. Null when the
/// pod has none. Counts once, when it is built; arguments must outlive the filter.
std::unique_ptr<Filter> makeSpreadFilter(const RawPod& pod, const ClusterSnapshot& snapshot,
                                         const SchedulerProfile& profile);

}  // namespace cardinal::alloc
