// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/model/raw.h"

namespace cardinal {

/// Keeps the name of a field of a pod's spec that is not read, unless it is one of those that do not steer placement in
/// Kubernetes 1.20 to 1.36 (k8s.io/api/core/v1/types.go, PodSpec). Names are cut at 64 bytes, at most eight are kept.
void noteUnreadField(RawPodSpec& spec, std::string_view name);

/// The API server has made it: what its admission plugins fill in stands in it already.
bool isCreated(const RawPod& pod);

/// No scheduler looks at the pod until its gates are removed.
bool isGated(const RawPod& pod);

}  // namespace cardinal
