// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/kube/kubeconfig/kubeconfig.h"
#include "core/kube/watch/timeouts.h"
#include "core/service/metrics/address.h"
#include "core/service/source/source.h"

namespace cardinal {
class CredentialPlugin;
}

namespace cardinal {

/// A live API server. Lists and watches nodes, then pods, the objects of GPU stacks that it serves (LiveExtras), and
/// the health ConfigMaps of the open-source gpushare stack once a node of it exists; recovers by itself from everything
/// but missing rights and rejected credentials. Who may not list pods of the whole cluster sees those of the context's
/// namespace, and `scope` says so. `clock` outlives the source.
///
/// Metrics come from the Prometheus API at `metrics`, else from one that is found among the cluster's services, through
/// the API server. An address that cannot be used is reported in MetricsState, as every failure of metrics.
///
/// `plugin`: set exactly when `access.exec` is. It is run at the first request; meanwhile, and as long as it fails,
/// there is no data. `timeouts`: the defaults, except in tests of faults.
std::unique_ptr<ClusterSource> makeLiveSource(ClusterAccess access, const Clock& clock, MetricsAddress metrics = {},
                                              std::shared_ptr<CredentialPlugin> plugin = nullptr,
                                              const Timeouts& timeouts = {});

}  // namespace cardinal
