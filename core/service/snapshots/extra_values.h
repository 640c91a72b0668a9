// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/service/snapshots: objects beside nodes and pods as JSON values.

#include "core/model/extras/cluster_kinds.h"
#include "core/model/extras/erdma.h"
#include "core/model/extras/extra.h"
#include "core/model/extras/group_queues.h"
#include "core/model/extras/kueue.h"
#include "core/model/extras/nvidia.h"
#include "core/service/snapshots/json_parts.h"

namespace cardinal::json_parts {

/// An object without its spec.
Json object(const char* apiVersion, const char* kind, const ObjectMeta& meta);
Json conditions(const std::vector<NodeCondition>& list);

Json toValue(const RawKoordinatorDevice& device);
Json toValue(const RawKoordinatorReservation& reservation);
Json toValue(const RawKueueClusterQueue& queue);
Json toValue(const RawKueueLocalQueue& queue);
Json toValue(const RawKueueFlavor& flavor);
Json toValue(const RawKueueWorkload& workload);
Json toValue(const RawKueueCohort& cohort);
Json toValue(const RawKueuePriorityClass& priority);
Json toValue(const RawKueueCheck& check);
Json toValue(const RawVolcanoQueue& queue);
Json toValue(const RawVolcanoPodGroup& group);
Json toValue(const RawKaiQueue& queue);
Json toValue(const RawKaiPodGroup& group);
Json toValue(const RawKoordinatorQuota& quota);
Json toValue(const RawKoordinatorPodGroup& group);
Json toValue(const RawPluginsQuota& quota);
Json toValue(const RawPluginsPodGroup& group);
Json toValue(const RawKueueTopology& topology);
Json toValue(const RawQuota& quota);
Json toValue(const RawQuotaTree& tree);
Json toValue(const RawYunikornConfig& config);
Json toValue(const RawVolcanoConfig& config);
Json toValue(const RawHyperNode& node);
Json toValue(const RawPriorityClass& raw);
Json toValue(const RawRuntimeClass& raw);
Json toValue(const RawService& service);
Json toValue(const RawNamespace& raw);
Json toValue(const RawDisruptionBudget& budget);
Json toValue(const RawErdmaDevice& device);
Json toValue(const RawClusterPolicy& policy);
Json toValue(const RawPluginConfigs& map);
Json toValue(const RawMigConfigs& map);

}  // namespace cardinal::json_parts
