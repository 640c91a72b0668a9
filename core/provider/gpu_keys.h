// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/model/gpu.h"
#include "core/model/raw.h"
#include "core/model/resource_names.h"

namespace cardinal::provider {

/// Extended resources of the stacks that this program places.
inline constexpr std::string_view kGpuMem = resource::kGpuMem;
inline constexpr std::string_view kGpuCore = resource::kGpuCore;
inline constexpr std::string_view kGpuCount = resource::kGpuCount;
inline constexpr std::string_view kTopologyGpu = resource::kTopologyGpu;
inline constexpr std::string_view kNvidiaGpu = resource::kNvidiaGpu;

/// "deviceclass.resource.kubernetes.io/NAME": a resource that every DeviceClass has since Kubernetes 1.34.
inline constexpr std::string_view kDeviceClass = "deviceclass.resource.kubernetes.io/";

/// Node labels.
inline constexpr std::string_view kModeLabel = "ack.node.gpu.schedule";
inline constexpr std::string_view kPlacementLabel = "ack.node.gpu.placement";
inline constexpr std::string_view kMaxPodLabel = "ack.node.gpu.max-pod";
inline constexpr std::string_view kDedicatedCgpuLabel = "cgpu";

/// Pod labels.
inline constexpr std::string_view kCountLabel = resource::kGpuCount;
inline constexpr std::string_view kWholeDeviceLabel = "ack.gpushare.placement";

/// What a resource name asks for.
enum class GpuResource : std::uint8_t {
  None,      ///< no GPU, or a name that is no request (gpu-count)
  Memory,    ///< aliyun.com/gpu-mem
  Core,      ///< aliyun.com/gpu-core.percentage
  Topology,  ///< aliyun.com/gpu
  Nvidia,    ///< nvidia.com/gpu
  Vgpu,      ///< memory or compute of cards that the scheduler of a stack shares out; see `stackOfResource`
  Counted,   ///< an accelerator of any vendor that kube-scheduler counts: MIG profiles, renamed resources, NPUs, ...
};
GpuResource classify(std::string_view resourceName) noexcept;

/// The stack that a Vgpu or Counted resource belongs to; `Other` where only its name says that it is an accelerator.
GpuStack stackOfResource(std::string_view resourceName) noexcept;

/// Annotations by which a pod asks KAI-Scheduler for a part of a card.
inline constexpr std::string_view kKaiFraction = "gpu-fraction";
inline constexpr std::string_view kKaiMemory = "gpu-memory";

/// The GPU resources a pod requests, as bits. gpu-mem counts as requested as soon as the key is there, also with amount
/// 0 and also on an init container, because the extender is called then; the others when above 0 on any container.
struct RequestedResources {
  bool memory = false;
  bool core = false;
  bool topology = false;
  bool nvidia = false;
  bool vgpu = false;      ///< resources of a stack with a scheduler of its own
  bool counted = false;   ///< other accelerators
  bool fraction = false;  ///< KAI's annotations
  bool claims = false;    ///< ResourceClaims
  bool any() const { return memory || core || topology || nvidia || vgpu || counted || fraction || claims; }
};
RequestedResources requestedResources(const RawPod& pod) noexcept;

/// Limit of the container, or its request where no limit is set (extended resources need both to be equal).
const Quantity* requestedAmount(const Container& container, std::string_view resourceName) noexcept;

/// "namespace/name".
std::string displayName(const ObjectKey& key);
/// Foreign text, cut to a length that a finding can carry.
std::string clipped(std::string_view text);

/// Decimal integer as Go's strconv.Atoi reads it: optional sign, digits, nothing else. False when it is not one or does
/// not fit 64 bits.
bool parseGoInteger(std::string_view text, std::int64_t& value) noexcept;
/// The same as a card index; numbers beyond int are the largest or smallest int (no such card exists).
bool parseCardIndex(std::string_view text, CardIndex& value) noexcept;

}  // namespace cardinal::provider
