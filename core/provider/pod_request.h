// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/gpu.h"
#include "core/model/raw.h"
#include "core/provider/gpu_keys.h"

namespace cardinal::provider {

/// What a pod asks of aliyun.com/gpu-mem and gpu-core.percentage (limits of regular containers) with the label
/// aliyun.com/gpu-count, and which rules of the documented request form it breaks (`problems`).
GpuRequest readSharedRequest(const RawPod& pod, const AskedResources& asked);

/// What a pod asks in whole cards; `kind` is WholeCards (nvidia.com/gpu) or Topology (aliyun.com/gpu).
GpuRequest readWholeCardRequest(const RawPod& pod, GpuRequest::Kind kind);

/// A request for GPU resources of a stack that this program does not place.
GpuRequest readForeignRequest(const RawPod& pod);

/// Adds what the scheduler counts for a bound pod: per resource max(sum of regular containers, largest init container)
/// plus overhead. Sums saturate. Resources of one pod are limited in number, so that hostile pods cannot grow the list.
void addPodRequests(ResourceList& into, const RawPod& pod);

}  // namespace cardinal::provider
