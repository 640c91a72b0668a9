// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/model/extras/elastic_quota.h"
#include "core/model/extras/kai.h"
#include "core/model/extras/volcano.h"
#include "core/model/extras/yunikorn.h"
#include "core/model/namespace_rules.h"

namespace cardinal {

/// Queues and quotas of schedulers that place pods in groups, each list by namespace and name; ClusterExtras::known
/// says which were read. Immutable.
struct GroupQueueLists {
  std::vector<std::shared_ptr<const RawVolcanoQueue>> volcanoQueues;
  std::vector<std::shared_ptr<const RawVolcanoPodGroup>> volcanoGroups;
  std::vector<std::shared_ptr<const RawKaiQueue>> kaiQueues;
  std::vector<std::shared_ptr<const RawKaiPodGroup>> kaiGroups;
  std::vector<std::shared_ptr<const RawKoordinatorQuota>> koordinatorQuotas;
  std::vector<std::shared_ptr<const RawKoordinatorPodGroup>> koordinatorGroups;
  std::vector<std::shared_ptr<const RawPluginsQuota>> pluginsQuotas;
  std::vector<std::shared_ptr<const RawPluginsPodGroup>> pluginsGroups;
  std::vector<std::shared_ptr<const RawQuota>> resourceQuotas;
  std::vector<std::shared_ptr<const RawQuotaTree>> quotaTrees;
  std::vector<std::shared_ptr<const RawYunikornConfig>> yunikorn;
  std::vector<std::shared_ptr<const RawVolcanoConfig>> volcanoConfigs;
};

}  // namespace cardinal
