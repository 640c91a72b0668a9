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

/// What a pod weighs in kube-scheduler's scores: as addPodRequests, but a container that names no cpu counts 100m, and one
/// that names no memory 200 MiB (pkg/scheduler/util/non_zero.go).
struct WeighedRequest {
  std::int64_t cpuMilli = 0;
  std::int64_t memory = 0;
};
WeighedRequest weighedRequest(const RawPod& pod);

}  // namespace cardinal::provider
