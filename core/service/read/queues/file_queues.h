// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/manifest/manifest.h"
#include "core/model/extras/extra.h"

namespace cardinal {

/// The objects of a cluster with the queues of Kueue, Volcano and KAI that the files create, and what belongs to them
/// (flavors, cohorts, topologies, priority classes), in place of those of the same name. Null = the files create none
/// of a system that was read. `ns`: of objects that name none. `extras` may be null.
std::shared_ptr<const ClusterExtras> withQueuesOf(const std::vector<ManifestObject>& objects, const std::string& ns,
                                                  const std::shared_ptr<const ClusterExtras>& extras);

}  // namespace cardinal
