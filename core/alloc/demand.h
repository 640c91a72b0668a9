// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/alloc/types.h"
#include "core/model/resource_names.h"

namespace cardinal::alloc {

/// What a request comes down to, worked out once per answer.
struct Demand {
  const AllocationRequest& request;
  const GpuRequest& gpu;
  const RawPodSpec& spec;
  ResourceList
      resources;  ///< what kube-scheduler counts: max(sum of regular, largest init container) + overhead, above 0 only
  bool extenderOnly = false;  ///< gpu-mem is named but no regular container asks more than 0: the extender is called,
                              ///< yet can never bind
  const ClusterSnapshot* snapshot = nullptr;  ///< for stacks that limit what namespaces use; null = no such limit
};

inline constexpr std::string_view kGpuMemory = resource::kGpuMem;
inline constexpr std::string_view kGpuCore = resource::kGpuCore;
inline constexpr std::string_view kTopologyCards = resource::kTopologyGpu;
inline constexpr std::string_view kNvidiaCards = resource::kNvidiaGpu;

/// The resource that carries a whole-card request.
constexpr std::string_view wholeCardResource(GpuRequest::Kind kind) {
  return kind == GpuRequest::Kind::Topology ? kTopologyCards : kNvidiaCards;
}

}  // namespace cardinal::alloc
