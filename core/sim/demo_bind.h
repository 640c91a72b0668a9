// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/alloc/types.h"
#include "core/base/result.h"
#include "core/sim/api/demo_store.h"

namespace cardinal::sim {

/// Binds the pod to the place: nodeName, and the annotations which the scheduler of the node's stack writes (V1 on
/// open-source gpushare, V2 on ACK's shared modes, the card list in topology mode, their own on HAMi, Volcano,
/// gpu-manager and Koordinator, none for whole cards chosen by the kubelet). They say "not yet assigned": the device
/// plugin confirms when the pod starts.
void bindPod(RawPod& pod, const Candidate& place, const NodeRecord& node, std::int64_t nanoseconds);

/// POST pods/binding as a server takes it: nobody looks whether the pod fits there. Errors: ResourceMissing (404: no
/// such pod), Conflict (409: bound, ended or being deleted already, another pod by now, gated).
Result<void> bindByHand(DemoStore& store, const ObjectKey& pod, const std::string& uid, const std::string& node,
                        bool dryRun);

/// What device plugin and kubelet do when the containers start: the annotations say "assigned", the pod runs.
void startPod(RawPod& pod, std::int64_t nanoseconds);

}  // namespace cardinal::sim
