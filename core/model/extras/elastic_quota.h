// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/raw.h"

namespace cardinal {

/// ElasticQuotas and PodGroups, as they are read. Two groups serve the same form: scheduling.sigs.k8s.io (Koordinator,
/// and scheduler-plugins before v0.22) and scheduling.x-k8s.io (scheduler-plugins). Source:
/// https://github.com/kubernetes-sigs/scheduler-plugins/tree/v0.34.7/apis/scheduling/v1alpha1,
/// https://github.com/koordinator-sh/koordinator/tree/v1.8.0/apis/thirdparty/scheduler-plugins.

struct RawElasticQuota {
  ObjectMeta meta;
  ResourceList min;
  ResourceList max;                  ///< what it does not name is not limited
  std::optional<ResourceList> used;  ///< of the status; nothing = unknown
  /// Koordinator: what its pods may use at this moment, quota.scheduling.koordinator.sh/runtime; nothing = not said, or
  /// not readable.
  std::optional<ResourceList> runtime{};
  std::vector<std::string> namespaces{};  ///< Koordinator: whose pods it holds beside its own namespace
  std::vector<FieldProblem> problems;
  bool operator==(const RawElasticQuota&) const = default;
};

struct RawSigsPodGroup {
  ObjectMeta meta;
  std::int32_t minMember = 0;
  std::optional<ResourceList> minResources;
  std::string phase;  ///< "Pending", "Scheduling", "Running", "Unknown", "Finished", "Failed"; empty = unknown
  std::vector<FieldProblem> problems;
  bool operator==(const RawSigsPodGroup&) const = default;
};

/// Of scheduling.sigs.k8s.io.
struct RawKoordinatorQuota : RawElasticQuota {
  bool operator==(const RawKoordinatorQuota&) const = default;
};
struct RawKoordinatorPodGroup : RawSigsPodGroup {
  bool operator==(const RawKoordinatorPodGroup&) const = default;
};

/// Of scheduling.x-k8s.io.
struct RawPluginsQuota : RawElasticQuota {
  bool operator==(const RawPluginsQuota&) const = default;
};
struct RawPluginsPodGroup : RawSigsPodGroup {
  bool operator==(const RawPluginsPodGroup&) const = default;
};

/// One quota of an ElasticQuotaTree.
struct RawTreeQuota {
  std::string name;
  std::optional<std::size_t> parent{};  ///< place in the list; nothing = the root
  ResourceList min{};
  ResourceList max{};                     ///< what it does not name is not limited
  std::vector<std::string> namespaces{};  ///< whose pods it holds; of leaves alone
  bool isUnread = false;                  ///< it has amounts that cannot be read: what is not named is not known
  bool operator==(const RawTreeQuota&) const = default;
};

/// An ElasticQuotaTree (scheduling.sigs.k8s.io/v1beta1) of ACK: the cluster has one, in kube-system. Source:
/// Alibaba Cloud, ACK, "Use capacity scheduling".
struct RawQuotaTree {
  ObjectMeta meta;
  std::vector<RawTreeQuota> quotas;  ///< each parent before its children, in the order of the object
  bool isCut = false;                ///< it has more quotas, or more levels, than are kept
  std::vector<FieldProblem> problems;
  bool operator==(const RawQuotaTree&) const = default;
};

}  // namespace cardinal
