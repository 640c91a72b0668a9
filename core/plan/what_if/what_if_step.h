// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/ids.h"
#include "core/plan/make/mode_matrix.h"

namespace cardinal {

/// Pods that a step is about: one by name, or all of a workload.
struct PodChoice {
  std::string ns;
  std::string name;  ///< of the pod, or of the workload
  /// Empty = the pod of that name. Else the workload's kind: that of the pods' controller, or "Deployment" for pods
  /// whose ReplicaSet a Deployment made (its name, a dash, a hash).
  std::string kind;
  bool operator==(const PodChoice&) const = default;
};

/// Further nodes, empty, healthy and schedulable, named "<like>-new-1" and so on.
struct AddNodes {
  std::string like;
  int count = 1;  ///< 1..kMaxAddedNodes
  bool operator==(const AddNodes&) const = default;
};
/// The node is gone: controllers make its pods again, bare pods and those of DaemonSets are lost.
struct RemoveNode {
  std::string node;
  bool operator==(const RemoveNode&) const = default;
};
/// The node is cordoned and what a drain evicts leaves it. `force`: also bare pods, which are lost, and local data.
struct DrainNode {
  std::string node;
  bool force = false;
  bool operator==(const DrainNode&) const = default;
};
/// Another mode or placement policy, as a plan of core/plan would bring it about: drained of GPU pods first where the
/// matrix of modes asks for it, open again afterwards.
struct SwitchNode {
  std::string node;
  SwitchTarget target;
  std::optional<std::int64_t>
      unitsPerCard;  ///< gpu-mem of each card in the new mode, where the cluster does not report it
  bool operator==(const SwitchNode&) const = default;
};
/// Every object of the manifest that holds pods is created, its roles in the order of their creation. Of a gang that
/// its scheduler enforces no pod is placed where too few fit.
struct SubmitWorkload {
  std::string manifest;         ///< YAML or JSON, of any kind that a preview reads
  std::optional<int> replicas;  ///< 1..100000; nothing = as the manifest says. Of workloads with one role alone
  std::string ns = "default";   ///< for objects that name none
  bool operator==(const SubmitWorkload&) const = default;
};
struct DeletePods {
  PodChoice pods;
  bool operator==(const DeletePods&) const = default;
};
/// The pods are made again with another request and scheduled anew, all at once.
struct ResizePods {
  PodChoice pods;
  std::optional<std::int64_t> memory;  ///< aliyun.com/gpu-mem in total over all cards
  std::optional<int> core;             ///< aliyun.com/gpu-core.percentage in total; 0 = not asked any more
  std::optional<int> cards;            ///< label aliyun.com/gpu-count, or the count of whole cards
  bool operator==(const ResizePods&) const = default;
};
/// The scheduler looks at the pending pods again: the most important first, then the oldest.
struct RetryPending {
  bool operator==(const RetryPending&) const = default;
};
/// The pod is evicted while its node is cordoned, so that the scheduler finds another; the node is opened again
/// afterwards if it was open.
struct MovePod {
  std::string ns;
  std::string name;
  bool operator==(const MovePod&) const = default;
};

using WhatIfStep = std::variant<AddNodes, RemoveNode, DrainNode, SwitchNode, SubmitWorkload, DeletePods, ResizePods,
                                RetryPending, MovePod>;

inline constexpr int kMaxAddedNodes = 10'000;
inline constexpr int kMaxStepReplicas = 100'000;
inline constexpr std::size_t kMaxSteps = 1'000;

/// The step's word in scenario files: "add-nodes", "remove-node", "drain-node", "switch-node", "submit", "delete",
/// "resize", "retry-pending", "move-pod".
const char* wordOf(const WhatIfStep& step) noexcept;

struct Scenario {
  std::string name;
  std::vector<WhatIfStep> steps;
  bool operator==(const Scenario&) const = default;
};

}  // namespace cardinal
