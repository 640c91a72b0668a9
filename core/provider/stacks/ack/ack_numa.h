// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/raw.h"
#include "core/model/snapshot.h"

namespace cardinal::provider {

/// Annotation by which a pod asks ACK for NUMA alignment; Koordinator has its own key for the same JSON.
inline constexpr std::string_view kAckNumaSpec = "scheduling.alibabacloud.com/numa-topology-spec";

/// The annotation is there.
bool requestsNuma(const RawPod& pod);

/// What ACK's NUMA-aware scheduling refuses of such a pod, added to the problems of the request: a text that is no such
/// JSON, a policy that does not exist, a container without whole CPUs, or whose limits are not its requests
/// (docs/reference/gpushare.md 3.12). InvalidField, subject = kAckNumaSpec or its member, place = pod, detail = value.
void checkNuma(const RawPod& pod, GpuRequest& request);

}  // namespace cardinal::provider
