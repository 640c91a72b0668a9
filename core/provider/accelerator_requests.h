// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/quantity.h"
#include "core/model/raw.h"

namespace cardinal::provider {

/// What one pod asks of one accelerator resource. Nothing = the resource does not say it, or this program does not know
/// what it says. Resources that belong together (HAMi's nvidia.com/gpu, gpumem and gpucores) stay entries of their own.
struct AcceleratorRequest {
  std::string resource;                       ///< name of the extended resource, or of the annotation that asks
  std::optional<Quantity> amount;             ///< of the pod: containers as the scheduler sums them up
  std::optional<std::int64_t> memoryMib;      ///< MiB, of each card where the stack counts per card; else in total
  std::optional<std::int64_t> memoryPercent;  ///< percent of a card's memory, likewise
  std::optional<std::int64_t> corePercent;    ///< percent of a card's compute, likewise
  std::optional<std::int64_t> cards;          ///< physical cards
  /// What each container asks of its own cards, where several ask and the resource is of each card; empty = amount.
  std::vector<Quantity> containers{};
  bool operator==(const AcceleratorRequest&) const = default;
};

/// What the pod asks of accelerators, by extended resources in the order of the pod (every one that `classify` takes
/// for an accelerator; not network devices), then by annotations (KAI's gpu-fraction and gpu-memory). At most 64
/// entries. Units, by the public documents of each stack: nvidia.com/gpu, amd.com/gpu and other whole devices: cards;
/// nvidia.com/gpumem MiB, gpumem-percentage and gpucores percent (HAMi, of each vGPU); volcano.sh/vgpu-number cards,
/// vgpu-memory MiB with the device plugin's default factor 1, vgpu-cores percent; tencent.com/vcuda-core percent, from
/// 100 on whole cards, vcuda-memory in 256 MiB; koordinator.sh/gpu-memory bytes, gpu-memory-ratio, gpu-core and gpu
/// percent, gpu.shared cards; aliyun.com/gpu-core.percentage percent, aliyun.com/gpu cards. aliyun.com/gpu-mem has the
/// nodes' own unit, which no pod says: its MiB are not known. A MIG profile, a virtual NPU or a time slice is no card;
/// what several containers ask of each of their cards is no sum: it is known where all ask the same;
/// a fraction, which the API server refuses, says nothing, and MiB beyond an int32, which no scheduler holds, neither.
/// Pure; thread-safe.
std::vector<AcceleratorRequest> readAcceleratorRequests(const RawPod& pod);

/// True where the resource counts devices: cards, slots, instances. False where it measures parts of them, memory or
/// compute.
bool countsDevices(std::string_view resource);
/// True where it counts whole cards.
bool countsCards(std::string_view resource);

}  // namespace cardinal::provider
