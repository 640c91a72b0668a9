// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/raw.h"

namespace cardinal {

/// Objects of Volcano that say who waits for what, as they are read; the defaults of the API are not filled in. Source:
/// https://github.com/volcano-sh/volcano/tree/v1.15.1/staging/src/volcano.sh/apis/pkg/apis/scheduling/v1beta1.

/// A Queue (queues.scheduling.volcano.sh, v1beta1), cluster-scoped.
struct RawVolcanoQueue {
  ObjectMeta meta;
  std::string parent;                  ///< empty = none
  std::optional<std::int32_t> weight;  ///< nothing = the server's default, 1
  ResourceList capability;             ///< what it does not name is not limited
  ResourceList deserved;
  ResourceList guarantee;
  std::string state;  ///< of the status: "Open", "Closed", "Closing", "Unknown"; empty = unknown
  std::optional<ResourceList> allocated;
  std::vector<FieldProblem> problems;
  bool operator==(const RawVolcanoQueue&) const = default;
};

/// A PodGroup (podgroups.scheduling.volcano.sh, v1beta1).
struct RawVolcanoPodGroup {
  ObjectMeta meta;
  std::string queue;  ///< empty = "default"
  std::int32_t minMember = 0;
  std::optional<ResourceList> minResources;  ///< nothing = the group is admitted without a check
  std::string phase;  ///< "Pending", "Inqueue", "Running", "Unknown", "Completed"; empty = unknown
  std::vector<NodeCondition> conditions;
  std::vector<FieldProblem> problems;
  bool operator==(const RawVolcanoPodGroup&) const = default;
};

/// What a HyperNode counts to itself.
struct RawHyperNodeMember {
  bool isHyperNode = false;             ///< type HyperNode; else Node
  std::string name;                     ///< exactMatch; empty = another way
  std::string pattern;                  ///< regexMatch: of names
  std::optional<LabelSelector> labels;  ///< labelMatch: of nodes
  bool operator==(const RawHyperNodeMember&) const = default;
};

/// A HyperNode (hypernodes.topology.volcano.sh, v1alpha1), cluster-scoped: nodes near each other. Source:
/// https://github.com/volcano-sh/volcano/tree/v1.15.1/staging/src/volcano.sh/apis/pkg/apis/topology/v1alpha1.
struct RawHyperNode {
  ObjectMeta meta;
  std::int32_t tier = 0;  ///< the lower, the nearer
  std::string tierName;
  std::vector<RawHyperNodeMember> members;
  std::vector<FieldProblem> problems;
  bool operator==(const RawHyperNode&) const = default;
};

/// As its Helm chart names it, in the namespace volcano-system.
inline constexpr std::string_view kVolcanoConfigMap = "volcano-scheduler-configmap";

/// The configuration of Volcano's scheduler: the key volcano-scheduler.conf of its ConfigMap. Source:
/// https://github.com/volcano-sh/volcano/tree/v1.15.1/pkg/scheduler/conf.
struct RawVolcanoConfig {
  ObjectMeta meta;
  bool isRead = false;                     ///< false: its text is no such configuration, and nothing below is known
  std::vector<std::string> actions;        ///< "enqueue", "allocate", ...
  std::vector<std::string> plugins;        ///< of all tiers, that may judge whether a group is let in
  std::optional<double> overcommitFactor;  ///< as written; nothing = the default, 1.2
  bool hasHierarchy = false;               ///< enableHierarchy of the plugin capacity: parents of queues count
  std::vector<FieldProblem> problems;
  bool operator==(const RawVolcanoConfig&) const = default;
};

}  // namespace cardinal
