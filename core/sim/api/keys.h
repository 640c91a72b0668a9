// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/resource_names.h"

namespace cardinal::sim {

/// Names that the simulated components publish, as the real ones do (open-source gpushare extender and device plugin,
/// ACK scheduler and device plugins, Kubernetes).
inline constexpr const char* kGpuMem = resource::kGpuMem;
inline constexpr const char* kGpuCount = resource::kGpuCount;
inline constexpr const char* kGpuCore = resource::kGpuCore;
inline constexpr const char* kAliyunGpu = resource::kTopologyGpu;
inline constexpr const char* kNvidiaGpu = resource::kNvidiaGpu;

inline constexpr const char* kModeLabel = "ack.node.gpu.schedule";
inline constexpr const char* kPlacementLabel = "ack.node.gpu.placement";
inline constexpr const char* kCardName = "aliyun.accelerator/nvidia_name";
inline constexpr const char* kCardMemory = "aliyun.accelerator/nvidia_mem";
inline constexpr const char* kCardCount = "aliyun.accelerator/nvidia_count";
inline constexpr const char* kPool = "alibabacloud.com/nodepool-id";
inline constexpr const char* kZone = "topology.kubernetes.io/zone";
inline constexpr const char* kHostname = "kubernetes.io/hostname";

inline constexpr const char* kV1Index = "ALIYUN_COM_GPU_MEM_IDX";
inline constexpr const char* kV1Dev = "ALIYUN_COM_GPU_MEM_DEV";
inline constexpr const char* kV1Pod = "ALIYUN_COM_GPU_MEM_POD";
inline constexpr const char* kV1Assigned = "ALIYUN_COM_GPU_MEM_ASSIGNED";
inline constexpr const char* kV1AssumeTime = "ALIYUN_COM_GPU_MEM_ASSUME_TIME";
inline constexpr const char* kV2Allocation = "scheduler.framework.gpushare.allocation";
inline constexpr const char* kV2Assigned = "scheduler.framework.gpushare.assigned";
inline constexpr const char* kV2AssumeTime = "scheduler.framework.gpushare.assume-time";
inline constexpr const char* kV2Core = "gpushare.alibabacloud.com/core-percentage";
inline constexpr const char* kTopologyAllocation = "gputopology.alibabacloud.com/allocation";

}  // namespace cardinal::sim
