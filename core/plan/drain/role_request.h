// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alloc/types.h"
#include "core/manifest/manifest.h"

namespace cardinal {

/// The request for so many pods of a role, which must have a pod template. Several pods of a Deployment, ReplicaSet,
/// ReplicationController or StatefulSet get the controller that will own them: kube-scheduler spreads the pods of one
/// even where they say nothing themselves (plugins/helper/spread.go, DefaultSelector).
AllocationRequest roleRequest(const ManifestObject& object, const ManifestRole& role, int replicas);

}  // namespace cardinal
