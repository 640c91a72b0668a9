// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace cardinal
