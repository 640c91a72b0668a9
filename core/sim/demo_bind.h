// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"
#include "core/sim/api/demo_store.h"

namespace cardinal::sim {

/// POST pods/binding as a server takes it: nobody looks whether the pod fits there. Errors: ResourceMissing (404: no
/// such pod), Conflict (409: bound, ended or being deleted already, another pod by now, gated).
Result<void> bindByHand(DemoStore& store, const ObjectKey& pod, const std::string& uid, const std::string& node,
                        bool dryRun);

/// What device plugin and kubelet do when the containers start: the annotations say "assigned", the pod runs.
void startPod(RawPod& pod, std::int64_t nanoseconds);

}  // namespace cardinal::sim
