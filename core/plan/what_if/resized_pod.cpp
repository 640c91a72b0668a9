// SPDX-License-Identifier: Apache-2.0
#include "core/plan/what_if/resized_pod.h"

#include "core/alloc/explain/changed_pod.h"
#include "core/provider/gpu_keys.h"

namespace cardinal::plan {
namespace {

using PodPtrOr = Result<std::shared_ptr<const RawPod>>;

Error unclear(const RawPod& pod, std::string_view resource) {
  return makeError(ErrorCode::Unsupported, std::string(resource), provider::displayName(pod.meta.key));
}

PodPtrOr orUnclear(std::shared_ptr<const RawPod> changed, const RawPod& pod, std::string_view resource) {
  if (changed) return changed;
  return unexpected(unclear(pod, resource));
}

PodPtrOr withCore(const RawPod& pod, int core) {
  if (core == 0) return alloc::withoutResource(pod, provider::kGpuCore);
  auto changed = alloc::withResource(pod, provider::kGpuCore, core);
  if (!changed) changed = alloc::withResourceBeside(pod, provider::kGpuCore, core, provider::kGpuMem);
  return orUnclear(std::move(changed), pod, provider::kGpuCore);
}

std::shared_ptr<const RawPod> withCountLabel(const RawPod& pod, int cards) {
  auto changed = std::make_shared<RawPod>(pod);
  auto& labels = changed->meta.labels;
  eraseIf(labels, [](const auto& entry) { return entry.first == provider::kCountLabel; });
  if (cards > 1) labels.emplace_back(std::string(provider::kCountLabel), std::to_string(cards));
  return changed;
}

PodPtrOr withCards(const RawPod& pod, int cards) {
  const provider::RequestedResources asked = provider::requestedResources(pod);
  if (asked.memory) return withCountLabel(pod, cards);
  const std::string_view resource = asked.topology ? provider::kTopologyGpu : provider::kNvidiaGpu;
  return orUnclear(alloc::withResource(pod, resource, cards), pod, resource);
}

}  // namespace

PodPtrOr resizedPod(const RawPod& pod, const ResizePods& change) {
  PodPtrOr out = std::make_shared<const RawPod>(pod);
  if (change.memory) {
    out = orUnclear(alloc::withResource(pod, provider::kGpuMem, *change.memory), pod, provider::kGpuMem);
  }
  if (out && change.core) out = withCore(**out, *change.core);
  if (out && change.cards) out = withCards(**out, *change.cards);
  return out;
}

}  // namespace cardinal::plan
