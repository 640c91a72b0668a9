// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/explain/changed_pod.h"

#include <algorithm>

#include "core/alloc/demand.h"

namespace cardinal::alloc {
namespace {

constexpr std::string_view kCountLabel = "aliyun.com/gpu-count";

bool asks(const Container& container, std::string_view name) {
  return find(container.limits, name) != nullptr || find(container.requests, name) != nullptr;
}

/// The one container that asks for a resource; null when there is none or more than one.
Container* onlyAsking(RawPod& pod, std::string_view name) {
  const auto asking = [name](const Container& container) { return asks(container, name); };
  auto& init = pod.spec.initContainers;
  auto& regular = pod.spec.containers;
  if (std::any_of(init.begin(), init.end(), asking)) return nullptr;
  if (std::count_if(regular.begin(), regular.end(), asking) != 1) return nullptr;
  return &*std::find_if(regular.begin(), regular.end(), asking);
}

void set(ResourceList& list, std::string_view name, std::int64_t amount, bool add) {
  const auto known =
      std::find_if(list.begin(), list.end(), [name](const ResourceAmount& entry) { return entry.name == name; });
  if (known != list.end()) {
    known->amount = Quantity::fromInteger(amount);
  } else if (add) {
    list.push_back({std::string(name), Quantity::fromInteger(amount)});
  }
}

}  // namespace

RawPodPtr withResource(const RawPod& pod, std::string_view name, std::int64_t amount) {
  auto changed = std::make_shared<RawPod>(pod);
  Container* container = onlyAsking(*changed, name);
  if (container == nullptr) return nullptr;
  set(container->limits, name, amount, false);
  set(container->requests, name, amount, false);
  return changed;
}

RawPodPtr withResourceBeside(const RawPod& pod, std::string_view name, std::int64_t amount, std::string_view beside) {
  auto changed = std::make_shared<RawPod>(pod);
  Container* container = onlyAsking(*changed, beside);
  if (container == nullptr) return nullptr;
  set(container->limits, name, amount, true);
  return changed;
}

RawPodPtr withoutResource(const RawPod& pod, std::string_view name) {
  auto changed = std::make_shared<RawPod>(pod);
  const auto named = [name](const ResourceAmount& entry) { return entry.name == name; };
  for (Container& container : changed->spec.containers) {
    eraseIf(container.limits, named);
    eraseIf(container.requests, named);
  }
  return changed;
}

RawPodPtr withCardCount(const RawPod& pod, int cards, std::int64_t memory) {
  RawPodPtr resized = withResource(pod, kGpuMemory, memory);
  if (!resized) return nullptr;
  auto changed = std::make_shared<RawPod>(*resized);
  auto& labels = changed->meta.labels;
  eraseIf(labels, [](const auto& entry) { return entry.first == kCountLabel; });
  if (cards > 1) labels.emplace_back(kCountLabel, std::to_string(cards));
  return changed;
}

}  // namespace cardinal::alloc
