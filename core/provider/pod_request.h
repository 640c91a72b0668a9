// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/gpu.h"
#include "core/model/raw.h"
#include "core/provider/effective_request.h"
#include "core/provider/gpu_keys.h"

namespace cardinal::provider {

/// What a pod asks of aliyun.com/gpu-mem and gpu-core.percentage (limits of regular containers) with the label
/// aliyun.com/gpu-count, and which rules of the documented request form it breaks (`problems`).
GpuRequest readSharedRequest(const RawPod& pod, const RequestedResources& requested);

/// What a pod asks in whole cards; `kind` is WholeCards (nvidia.com/gpu) or Topology (aliyun.com/gpu).
GpuRequest readWholeCardRequest(const RawPod& pod, GpuRequest::Kind kind);

/// Every accelerator resource that a pod asks for, by name; `amounts` = readEffectiveRequests.
std::vector<ResourceAsk> acceleratorRequests(const NamedAmounts& amounts);

/// Adds what the scheduler counts for a pod: addEffectiveRequests.
void addPodRequests(ResourceList& into, const RawPod& pod);

/// What a pod weighs in kube-scheduler's scores: a container that names no cpu counts 100m, and one that names no
/// memory 200 MiB (pkg/scheduler/util/pod_resources.go).
struct WeighedRequest {
  std::int64_t cpuMilli = 0;
  std::int64_t memory = 0;
};
/// Of a pod on a node.
WeighedRequest weighedRequest(const RawPod& pod);
/// Of the pod that looks for a place: what it names as a whole does not count until it is placed (NodeResourcesFit).
WeighedRequest weighedIncoming(const RawPod& pod);

}  // namespace cardinal::provider
