// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/alloc/filter/filter.h"
#include "core/alloc/profile.h"

namespace cardinal::alloc {

/// The rules between pods, ready for one request and one state.
using PodRules = std::vector<std::unique_ptr<Filter>>;
PodRules podRulesFor(const RawPod& pod, const ClusterSnapshot& snapshot, const SchedulerProfile& profile);

/// Pods of equal or higher priority that kube-scheduler nominated to one node, other than the evaluated pod: it
/// looks at the node with them first, and again without them (RunFilterPluginsWithNominatedPods).
struct NominatedPods {
  NodeIndex node;
  std::vector<std::shared_ptr<const RawPod>> pods;
  PodRules rules;  ///< with these pods on the node
};

/// By node. Arguments must outlive the rules.
std::vector<NominatedPods> nominatedBeside(const RawPod& pod, const ClusterSnapshot& snapshot,
                                           const SchedulerProfile& profile);

}  // namespace cardinal::alloc
