// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/stack_facts.h"

#include <algorithm>
#include <array>

#include "core/provider/gpu_keys.h"
#include "core/provider/stacks/hami/hami.h"
#include "core/provider/stacks/koordinator/koordinator.h"
#include "core/provider/stacks/volcano/volcano.h"

namespace cardinal::provider {
namespace {

constexpr std::string_view kMib = "memory (MiB)";  // of stacks that count it in other units
constexpr std::string_view kPercent = "compute (%)";
constexpr std::string_view kV1Index = "ALIYUN_COM_GPU_MEM_IDX";
constexpr std::string_view kV2 = "scheduler.framework.gpushare.allocation";
constexpr std::string_view kNvidiaTool = "nvidia-smi";

constexpr std::array kFacts{
    StackFacts{GpuStack::Gpushare, kGpuMem, kGpuCore, kV1Index, kNvidiaTool},
    StackFacts{GpuStack::Ack, kGpuMem, kGpuCore, kV2, kNvidiaTool},
    StackFacts{GpuStack::Nvidia, kMib, kPercent, {}, kNvidiaTool},
    StackFacts{GpuStack::Dra, kMib, kPercent, {}, kNvidiaTool},
    StackFacts{GpuStack::Hami, "nvidia.com/gpumem", "nvidia.com/gpucores", hami::kAllocated, kNvidiaTool},
    StackFacts{GpuStack::Volcano, "volcano.sh/vgpu-memory", "volcano.sh/vgpu-cores", kVolcanoIds, kNvidiaTool},
    StackFacts{GpuStack::GpuManager, kMib, "tencent.com/vcuda-core", "tencent.com/predicate-gpu-idx-0", kNvidiaTool},
    StackFacts{GpuStack::Koordinator, kMib, "koordinator.sh/gpu-core", koordinator::kDeviceAllocated, kNvidiaTool},
    StackFacts{GpuStack::Kai, kKaiMemory, kGpuCore, "runai-gpu-group", kNvidiaTool},
    StackFacts{GpuStack::Amd, kMib, kPercent, {}, "amd-smi", "beta.amd.com/gpu.device-id"},
};

}  // namespace

const StackFacts& factsOf(GpuStack stack) noexcept {
  const auto* const found =
      std::find_if(kFacts.begin(), kFacts.end(), [stack](const StackFacts& one) { return one.stack == stack; });
  return found != kFacts.end() ? *found : kFacts.front();
}

}  // namespace cardinal::provider
