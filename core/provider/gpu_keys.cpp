// SPDX-License-Identifier: Apache-2.0
#include "core/provider/gpu_keys.h"

#include <charconv>
#include <limits>
#include <string>

namespace cardinal::provider {
namespace {

constexpr std::string_view kForeignPrefixes[] = {
    "nvidia.com/gpu", "nvidia.com/mig-",   "aliyun.com/gpu-core.", "alibabacloud.com/gpu", "amd.com/gpu",
    "gpu.intel.com/", "volcano.sh/vgpu",   "tencent.com/vcuda-",   "koordinator.sh/gpu",   "bitfusion.io/gpu",
    "hami.io/",       "huawei.com/Ascend",
};

bool isAboveZero(const Quantity& amount) {
  return amount > Quantity{};
}

void mark(AskedResources& asked, const ResourceAmount& entry) {
  switch (classify(entry.name)) {
    case GpuResource::None:
      break;
    case GpuResource::Memory:
      asked.memory = true;
      break;
    case GpuResource::Core:
      asked.core = asked.core || entry.amount != Quantity{};
      break;
    case GpuResource::Topology:
      asked.topology = asked.topology || isAboveZero(entry.amount);
      break;
    case GpuResource::Nvidia:
      asked.nvidia = asked.nvidia || isAboveZero(entry.amount);
      break;
    case GpuResource::Foreign:
      asked.foreign = asked.foreign || isAboveZero(entry.amount);
      break;
  }
}

}  // namespace

GpuResource classify(std::string_view name) noexcept {
  // "cpu", "memory" and "ephemeral-storage" are most of what is asked: no prefix below starts like them.
  constexpr std::string_view kFirstLetters = "anvtkbgh";
  if (name.empty() || kFirstLetters.find(name[0]) == std::string_view::npos) return GpuResource::None;
  if (name == kGpuMem) return GpuResource::Memory;
  if (name == kNvidiaGpu) return GpuResource::Nvidia;
  if (name == kGpuCore) return GpuResource::Core;
  if (name == kTopologyGpu) return GpuResource::Topology;
  if (name == kGpuCount) return GpuResource::None;
  for (const std::string_view prefix : kForeignPrefixes) {
    if (name.substr(0, prefix.size()) == prefix) return GpuResource::Foreign;
  }
  return GpuResource::None;
}

AskedResources askedResources(const RawPod& pod) noexcept {
  AskedResources asked;
  for (const Container& container : pod.spec.containers) {
    for (const ResourceAmount& entry : container.limits) mark(asked, entry);
    for (const ResourceAmount& entry : container.requests) mark(asked, entry);
  }
  for (const Container& container : pod.spec.initContainers) {
    asked.memory = asked.memory || askedAmount(container, kGpuMem) != nullptr;
  }
  return asked;
}

const Quantity* askedAmount(const Container& container, std::string_view name) noexcept {
  const Quantity* limit = find(container.limits, name);
  return limit != nullptr ? limit : find(container.requests, name);
}

std::string displayName(const ObjectKey& key) {
  return key.ns.empty() ? key.name : key.ns + "/" + key.name;
}

std::string clipped(std::string_view text) {
  constexpr std::size_t kMaxDetail = 200;
  if (text.size() <= kMaxDetail) return std::string(text);
  return std::string(text.substr(0, kMaxDetail)) + "...";
}

bool parseGoInteger(std::string_view text, std::int64_t& value) noexcept {
  // from_chars takes '-' but not '+'; Go takes either, once.
  if (!text.empty() && text[0] == '+') {
    text.remove_prefix(1);
    if (!text.empty() && text[0] == '-') return false;
  }
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc{} && end == text.data() + text.size();
}

bool parseCardIndex(std::string_view text, CardIndex& value) noexcept {
  std::int64_t wide = 0;
  if (!parseGoInteger(text, wide)) return false;
  constexpr std::int64_t kLow = std::numeric_limits<CardIndex>::min();
  constexpr std::int64_t kHigh = std::numeric_limits<CardIndex>::max();
  value = static_cast<CardIndex>(wide < kLow ? kLow : wide > kHigh ? kHigh : wide);
  return true;
}

}  // namespace cardinal::provider
