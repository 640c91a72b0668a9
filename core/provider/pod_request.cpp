// SPDX-License-Identifier: Apache-2.0
#include "core/provider/pod_request.h"

#include <algorithm>
#include <limits>
#include <string>

#include "core/base/saturate.h"
#include "core/provider/effective_request.h"

namespace cardinal::provider {
namespace {

constexpr std::int64_t kMaxCards = std::numeric_limits<int>::max();

std::int64_t clamp(std::int64_t value, std::int64_t low, std::int64_t high) {
  return std::min(std::max(value, low), high);
}

std::int64_t sumOver(const SharedList<Container>& containers, std::string_view resource) {
  std::int64_t sum = 0;
  for (const Container& container : containers) {
    if (const Quantity* amount = requestedAmount(container, resource)) sum = saturatedSum(sum, amount->value());
  }
  return sum;
}

void readCountLabel(const RawPod& pod, SharedAmounts& amounts, std::vector<Error>& problems) {
  const std::string* label = find(pod.meta.labels, kCountLabel);
  if (label == nullptr) return;
  std::int64_t count = 0;
  if (!parseGoInteger(*label, count) || count < 0) {
    problems.push_back(
        makeError(ErrorCode::InvalidField, std::string(kCountLabel), displayName(pod.meta.key), clipped(*label)));
    return;
  }
  if (count == 0) return;
  amounts.multiCard = true;
  amounts.cards = static_cast<int>(std::min(count, kMaxCards));
}

void checkAmount(const RawPod& pod, std::string_view resource, const Quantity& amount, std::vector<Error>& problems) {
  if (amount.isInteger() && amount >= Quantity{}) return;
  problems.push_back(makeError(ErrorCode::QuantityInvalid, std::to_string(amount.value()),
                               displayName(pod.meta.key) + " " + std::string(resource)));
}

void checkMemory(const RawPod& pod, const Container& container, int cards, std::vector<Error>& problems) {
  const Quantity* memory = requestedAmount(container, kGpuMem);
  if (memory == nullptr) return;
  checkAmount(pod, kGpuMem, *memory, problems);
  if (cards > 1 && memory->value() % cards != 0) {
    problems.push_back(makeError(ErrorCode::NotDivisible, std::to_string(memory->value()), displayName(pod.meta.key),
                                 std::to_string(cards)));
  }
}

void checkCore(const RawPod& pod, const Container& container, int cards, std::vector<Error>& problems) {
  const Quantity* core = requestedAmount(container, kGpuCore);
  if (core == nullptr || *core == Quantity{}) return;
  constexpr std::int64_t kStep = 5;
  constexpr std::int64_t kWholeCard = 100;
  const std::string place = displayName(pod.meta.key);
  const std::int64_t value = core->value();
  if (!core->isInteger() || value % kStep != 0) {
    problems.push_back(makeError(ErrorCode::CoreNotMultipleOfFive, std::to_string(value), place));
  } else if (value < kStep || value > kWholeCard * cards) {
    problems.push_back(makeError(ErrorCode::CoreOutOfRange, std::to_string(value), place));
  }
}

// ACK refuses a pod whose GPU containers do not all ask the same set of resource types.
bool containersAgree(const RawPod& pod) {
  bool seen = false;
  bool memoryOfFirst = false;
  bool coreOfFirst = false;
  for (const Container& container : pod.spec.containers) {
    const Quantity* memory = requestedAmount(container, kGpuMem);
    const Quantity* core = requestedAmount(container, kGpuCore);
    const bool requestsMemory = memory != nullptr && *memory != Quantity{};
    const bool asksCore = core != nullptr && *core != Quantity{};
    if (!requestsMemory && !asksCore) continue;
    if (seen && (requestsMemory != memoryOfFirst || asksCore != coreOfFirst)) return false;
    seen = true;
    memoryOfFirst = requestsMemory;
    coreOfFirst = asksCore;
  }
  return true;
}

}  // namespace

namespace {

WeighedRequest weighed(const RawPod& pod, Counted counted) {
  return {effectiveRequest(pod, "cpu", counted).milliValue(), effectiveRequest(pod, "memory", counted).value()};
}

}  // namespace

WeighedRequest weighedRequest(const RawPod& pod) {
  return weighed(pod, Counted::Weight);
}

WeighedRequest weighedIncoming(const RawPod& pod) {
  return weighed(pod, Counted::Incoming);
}

GpuRequest readSharedRequest(const RawPod& pod, const RequestedResources& requested) {
  SharedAmounts amounts;
  std::vector<Error> problems;
  readCountLabel(pod, amounts, problems);
  amounts.memory = MemUnits(sumOver(pod.spec.containers, kGpuMem));
  amounts.nodeMemory = MemUnits(effectiveRequest(pod, kGpuMem).value());
  if (requested.core) {
    const std::int64_t core = sumOver(pod.spec.containers, kGpuCore);
    amounts.core = CorePercent(static_cast<std::int32_t>(clamp(core, INT32_MIN, INT32_MAX)));
    amounts.asksCore = true;
  }
  for (const Container& container : pod.spec.containers) {
    checkMemory(pod, container, amounts.cards, problems);
    checkCore(pod, container, amounts.cards, problems);
  }
  const std::string* wholeDevice = find(pod.meta.labels, kWholeDeviceLabel);
  amounts.wholeDevice = wholeDevice != nullptr && *wholeDevice == "require-whole-device";
  if (requested.core && amounts.memory.value <= 0) {
    problems.push_back(makeError(ErrorCode::CoreWithoutMemory, {}, displayName(pod.meta.key)));
  } else if (requested.core && !containersAgree(pod)) {
    problems.push_back(makeError(ErrorCode::MixedGpuRequests, {}, displayName(pod.meta.key)));
  }
  GpuRequest request = GpuRequest::ofShared(amounts);
  request.problems = std::move(problems);
  return request;
}

GpuRequest readWholeCardRequest(const RawPod& pod, GpuRequest::Kind kind) {
  const std::string_view key = kind == GpuRequest::Kind::Topology ? kTopologyGpu : kNvidiaGpu;
  const auto cards = static_cast<int>(clamp(effectiveRequest(pod, key).value(), 0, kMaxCards));
  GpuRequest request = GpuRequest::ofCards(kind, cards);
  for (const auto* containers : {&pod.spec.containers, &pod.spec.initContainers}) {
    for (const Container& container : *containers) {
      if (const Quantity* amount = requestedAmount(container, key)) checkAmount(pod, key, *amount, request.problems);
    }
  }
  return request;
}

std::vector<ResourceAsk> acceleratorRequests(const NamedAmounts& amounts) {
  std::vector<ResourceAsk> out;
  out.reserve(amounts.size());
  for (const auto& [name, amount] : amounts) {
    if (amount > Quantity{} && classify(name) != GpuResource::None) out.push_back({clipped(name), amount.value()});
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.resource < b.resource; });
  return out;
}

void addPodRequests(ResourceList& into, const RawPod& pod) {
  addEffectiveRequests(into, pod);
}

}  // namespace cardinal::provider
