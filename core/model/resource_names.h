// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "core/model/placement_row.h"

/// Names of resources that several layers read. Those with a place in the dense rows are spelled there.
namespace cardinal::resource {

constexpr const char* nameOf(ResourceSlot slot) {
  return kSlotNames[static_cast<std::size_t>(slot)].data();
}

inline constexpr const char* kGpuMem = nameOf(ResourceSlot::GpuMemory);
inline constexpr const char* kGpuCore = nameOf(ResourceSlot::GpuCore);
inline constexpr const char* kTopologyGpu = nameOf(ResourceSlot::TopologyCards);
inline constexpr const char* kNvidiaGpu = nameOf(ResourceSlot::NvidiaCards);
inline constexpr const char* kGpuCount = "aliyun.com/gpu-count";

}  // namespace cardinal::resource
