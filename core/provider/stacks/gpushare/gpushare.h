// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/provider/gpu_keys.h"
#include "core/provider/readers.h"

namespace cardinal::provider {

/// Open-source gpushare (gpushare-scheduler-extender, gpushare-device-plugin): gpu-mem and gpu-count on the node,
/// `ALIYUN_COM_GPU_MEM_*` annotations (V1) on the pod, unhealthy cards in the ConfigMap `unhealthy-gpu-<node>`.
/// Facts: docs/reference/gpushare.md 1.1 to 1.7, 2.2, 2.9.
StackAdapter makeGpushareAdapter();

/// Step 3 of the effective allocation (docs/reference/gpushare.md 2.9): {IDX: R}, or {-1: R} when IDX is missing or no
/// integer. A present IDX that is no integer is reported as MalformedAllocation.
void readV1Shares(const RawPod& pod, PodUsage& usage);

/// What the extender counts: `_POD` units on card `_IDX`; nothing when it knows no card of the pod.
std::optional<CardShare> readExtenderShare(const RawPod& pod);

}  // namespace cardinal::provider
