// SPDX-License-Identifier: Apache-2.0
#include "core/provider/device_plugin.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "core/provider/gpu_keys.h"

namespace cardinal::provider {
namespace {

constexpr std::string_view kIndex = "ALIYUN_COM_GPU_MEM_IDX";
constexpr std::string_view kAssigned = "ALIYUN_COM_GPU_MEM_ASSIGNED";
constexpr std::string_view kAssumeTime = "ALIYUN_COM_GPU_MEM_ASSUME_TIME";

std::int64_t requested(const Container& container) {
  const Quantity* amount = find(container.limits, kGpuMem);
  return amount != nullptr ? amount->value() : 0;
}

std::int64_t requested(const RawPod& pod) {
  std::int64_t sum = 0;
  for (const Container& container : pod.spec.containers) {
    if (__builtin_add_overflow(sum, requested(container), &sum)) return INT64_MAX;
  }
  return sum;
}

/// Nothing where the pod does not wait for its card.
std::optional<std::uint64_t> assumedAt(const RawPod& pod) {
  const std::string* assigned = find(pod.meta.annotations, kAssigned);
  const std::string* time = find(pod.meta.annotations, kAssumeTime);
  if (pod.phase != PodPhase::Pending || requested(pod) <= 0 || time == nullptr) return std::nullopt;
  if (assigned == nullptr || *assigned != "false") return std::nullopt;
  std::uint64_t value = 0;
  std::from_chars(time->data(), time->data() + time->size(), value);
  return value;
}

void fillEnvironment(DeviceGrant& grant, std::int64_t units, std::int64_t unitsPerCard) {
  const std::string amount = std::to_string(units);
  const std::string card = std::to_string(grant.card);
  if (grant.card == kPendingCard)
    grant.environment.emplace_back("NVIDIA_VISIBLE_DEVICES", "no-gpu-has-" + amount + "GiB-to-run");
  else if (!grant.onlyCard)
    grant.environment.emplace_back("NVIDIA_VISIBLE_DEVICES", card);
  grant.environment.emplace_back(kIndex, card);
  grant.environment.emplace_back("ALIYUN_COM_GPU_MEM_POD", amount);
  grant.environment.emplace_back("ALIYUN_COM_GPU_MEM_CONTAINER", amount);
  grant.environment.emplace_back("ALIYUN_COM_GPU_MEM_DEV", std::to_string(unitsPerCard));
}

}  // namespace

DeviceGrant allocateDevices(const std::vector<std::shared_ptr<const RawPod>>& pods, std::int64_t units, int cards,
                            std::int64_t unitsPerCard, std::int64_t now) {
  const RawPod* first = nullptr;
  std::uint64_t earliest = 0;
  for (const auto& pod : pods) {
    const auto time = assumedAt(*pod);
    if (!time || requested(*pod) != units || (first != nullptr && *time >= earliest)) continue;
    first = pod.get();
    earliest = *time;
  }
  DeviceGrant grant;
  const std::string* index = first != nullptr ? find(first->meta.annotations, kIndex) : nullptr;
  if (index != nullptr && parseCardIndex(*index, grant.card)) {
    grant.pod = first->meta.key;
    grant.annotations = {{std::string(kAssigned), "true"}, {std::string(kAssumeTime), std::to_string(now)}};
  } else if (cards == 1) {
    grant.card = 0;
    grant.onlyCard = true;
  }
  fillEnvironment(grant, units, unitsPerCard);
  return grant;
}

bool isNeverMatched(const RawPod& pod) {
  const auto& containers = pod.spec.containers;
  const auto requests = [](const Container& one) { return requested(one) > 0; };
  return std::count_if(containers.begin(), containers.end(), requests) > 1;
}

}  // namespace cardinal::provider
