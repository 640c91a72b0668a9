// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/model/raw.h"

namespace cardinal::provider {

/// Extended resources of the stacks that this program places.
inline constexpr std::string_view kGpuMem = "aliyun.com/gpu-mem";
inline constexpr std::string_view kGpuCore = "aliyun.com/gpu-core.percentage";
inline constexpr std::string_view kGpuCount = "aliyun.com/gpu-count";
inline constexpr std::string_view kTopologyGpu = "aliyun.com/gpu";
inline constexpr std::string_view kNvidiaGpu = "nvidia.com/gpu";

/// Node labels.
inline constexpr std::string_view kModeLabel = "ack.node.gpu.schedule";
inline constexpr std::string_view kPlacementLabel = "ack.node.gpu.placement";
inline constexpr std::string_view kMaxPodLabel = "ack.node.gpu.max-pod";
inline constexpr std::string_view kDedicatedCgpuLabel = "cgpu";

/// Pod labels.
inline constexpr std::string_view kCountLabel = "aliyun.com/gpu-count";
inline constexpr std::string_view kWholeDeviceLabel = "ack.gpushare.placement";

/// What a resource name asks for.
enum class GpuResource : std::uint8_t {
  None,      ///< no GPU, or a name that is no request (gpu-count)
  Memory,    ///< aliyun.com/gpu-mem
  Core,      ///< aliyun.com/gpu-core.percentage
  Topology,  ///< aliyun.com/gpu
  Nvidia,    ///< nvidia.com/gpu
  Foreign,   ///< a GPU resource of a stack that this program does not place
};
GpuResource classify(std::string_view resourceName) noexcept;

/// The GPU resources a pod asks for, as bits. gpu-mem counts as asked as soon as the key is there, also with amount 0
/// and also on an init container, because the extender is called then; the others when above 0 on a regular container.
struct AskedResources {
  bool memory = false;
  bool core = false;
  bool topology = false;
  bool nvidia = false;
  bool foreign = false;
  bool any() const { return memory || core || topology || nvidia || foreign; }
};
AskedResources askedResources(const RawPod& pod) noexcept;

/// Limit of the container, or its request where no limit is set (extended resources need both to be equal).
const Quantity* askedAmount(const Container& container, std::string_view resourceName) noexcept;

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
