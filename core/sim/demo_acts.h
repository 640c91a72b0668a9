// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/sim/api/demo_store.h"
#include "core/sim/demo_cluster.h"
#include "core/sim/demo_evictions.h"

namespace cardinal::sim {

/// The pod as a server finds it for a change. Errors: ResourceMissing, Conflict (another pod of the name by now).
Result<std::shared_ptr<const RawPod>> findPod(const DemoStore& store, const DemoObject& pod);

/// See DemoCluster::annotate.
Result<void> annotateObject(DemoStore& store, const DemoObject& object,
                            const std::vector<std::pair<std::string, std::optional<std::string>>>& annotations,
                            bool dryRun);

/// The pods of a Deployment, ReplicaSet or StatefulSet that are not on their way out: the oldest first, a StatefulSet's
/// by their ordinals. Errors: ResourceMissing (none), Unsupported (another kind).
Result<std::vector<std::shared_ptr<const RawPod>>> podsOf(const DemoStore& store, const DemoObject& owner);

/// Gives the owner this number of pods. A StatefulSet's highest ordinals go and the lowest free ones come, another
/// owner's newest go and copies of its oldest come. Errors: as podsOf.
Result<void> scalePods(const DemoStore& store, DemoEvictions& evictions, const DemoObject& owner, std::size_t wanted,
                       DemoTime now);

/// See DemoCluster::workload.
Result<WorkloadObject> workloadOfPods(const DemoStore& store, const std::string& kind, const ObjectKey& key);

}  // namespace cardinal::sim
