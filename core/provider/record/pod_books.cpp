// SPDX-License-Identifier: Apache-2.0
#include "core/provider/record/pod_books.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/provider/gpu_keys.h"
#include "core/provider/record/node_findings.h"

namespace cardinal::provider {
namespace {

constexpr std::string_view kV1Index = "ALIYUN_COM_GPU_MEM_IDX";
constexpr std::string_view kV1PerCard = "ALIYUN_COM_GPU_MEM_DEV";
constexpr std::string_view kV1Assigned = "ALIYUN_COM_GPU_MEM_ASSIGNED";
constexpr std::string_view kV1Assumed = "ALIYUN_COM_GPU_MEM_ASSUME_TIME";
constexpr std::string_view kV2Allocation = "scheduler.framework.gpushare.allocation";
constexpr std::string_view kV2Assigned = "scheduler.framework.gpushare.assigned";
constexpr std::string_view kV2Assumed = "scheduler.framework.gpushare.assume-time";

void add(std::vector<Finding>& findings, Finding finding) {
  if (findings.size() < kMaxFindingsPerNode) findings.push_back(std::move(finding));
}

bool isOnNode(const NodeRecord& node, CardIndex card) {
  return card >= 0 && static_cast<std::size_t>(card) < node.cards.size();
}

// Both generations on one pod: one reader takes the first, another the second.
void reportGenerations(const PodRecord& pod, std::vector<Finding>& findings) {
  if (pod.source != AllocationSource::AckV2) return;
  const std::string* index = find(pod.raw->meta.annotations, kV1Index);
  CardIndex first = kPendingCard;
  if (index == nullptr || !parseCardIndex(*index, first)) return;
  if (pod.shares.size() == 1 && pod.shares.front().card == first) return;
  const CardIndex second = pod.shares.empty() ? kPendingCard : pod.shares.front().card;
  add(findings,
      {FindingCode::AnnotationsContradict, second, displayName(pod.key()), std::string(kV1Index), second, first});
}

void reportPerCard(const NodeRecord& node, const PodRecord& pod, std::vector<Finding>& findings) {
  if (pod.source != AllocationSource::GpushareV1 || node.cards.empty()) return;
  const StringMap& marks = pod.raw->meta.annotations;
  const std::string* text = find(marks, kV1PerCard);
  std::int64_t units = 0;
  if (text == nullptr || !parseGoInteger(*text, units)) return;
  const std::int64_t byCapacity = node.gpu.memCapacity.value / static_cast<std::int64_t>(node.cards.size());
  if (units == byCapacity || units == node.gpu.perCardInspect.value) return;
  add(findings, {FindingCode::CardSizeContradicts, pod.shares.front().card, displayName(pod.key()),
                 std::string(kV1PerCard), byCapacity, units});
}

// The device plugin waits for all of them; without one the pod is not served, or not recognised after a restart.
void reportMissingMarks(const PodRecord& pod, std::vector<Finding>& findings) {
  if (pod.source != AllocationSource::GpushareV1) return;
  std::string missing;
  for (const std::string_view key : {kV1PerCard, kV1Assigned, kV1Assumed}) {
    if (find(pod.raw->meta.annotations, key) != nullptr) continue;
    if (!missing.empty()) missing += ", ";
    missing += key;
  }
  if (missing.empty()) return;
  add(findings,
      {FindingCode::AnnotationsIncomplete, pod.shares.front().card, displayName(pod.key()), std::move(missing), 0, 0});
}

void reportCardCount(const NodeRecord& node, const PodRecord& pod, std::vector<Finding>& findings) {
  const bool listed = pod.source == AllocationSource::TopologyList;
  const bool shared = pod.source == AllocationSource::AckV2 && node.gpu.stack == GpuStack::Ack;
  if (!listed && !shared) return;
  const bool unknown = std::any_of(pod.shares.begin(), pod.shares.end(),
                                   [](const CardShare& share) { return share.card == kPendingCard; });
  const auto named = static_cast<std::int64_t>(pod.shares.size());
  const auto amounts = pod.request.shared();
  const std::optional<int> requested = amounts ? std::optional(amounts->cards) : pod.request.wholeCards();
  if (unknown || !requested || named == *requested) return;
  add(findings, {FindingCode::CardCountContradicts, kPendingCard, displayName(pod.key()),
                 std::string(listed ? kTopologyGpu : kCountLabel), *requested, named});
}

void reportUncounted(const NodeRecord& node, const PodRecord& pod, const SharedAmounts& requested,
                     std::vector<Finding>& findings) {
  if (pod.countsForScheduler || isTerminating(*pod.raw)) return;
  for (const CardShare& share : pod.shares) {
    if (!isOnNode(node, share.card)) continue;
    const std::string_view key = pod.source == AllocationSource::AckV2 ? kV2Allocation : kV1Index;
    add(findings,
        {FindingCode::OutsideLedger, share.card, displayName(pod.key()), std::string(key), requested.memory.value, 0});
    return;
  }
}

void reportInit(const PodRecord& pod, const SharedAmounts& requested, std::vector<Finding>& findings) {
  if (requested.nodeMemory.value <= requested.memory.value) return;
  add(findings, {FindingCode::InitMemoryUncounted, kPendingCard, displayName(pod.key()), std::string(kGpuMem),
                 requested.memory.value, requested.nodeMemory.value});
}

void reportSum(const NodeRecord& node, std::string_view resource, std::vector<Finding>& findings) {
  const Quantity* offered = find(node.raw->allocatable, resource);
  const Quantity* requested = find(node.requested, resource);
  if (offered == nullptr || requested == nullptr || *requested <= *offered) return;
  add(findings,
      {FindingCode::NodeOverAllocated, kPendingCard, {}, std::string(resource), offered->value(), requested->value()});
}

/// What the device plugin of the node counts: where it offers less than before, its pods keep running.
void reportCounted(const NodeRecord& node, std::vector<Finding>& findings) {
  for (const ResourceAmount& requested : node.requested) {
    const bool slice =
        classify(requested.name) == GpuResource::Nvidia || classify(requested.name) == GpuResource::Counted;
    const GpuStack owner = stackOfResource(requested.name);
    if (slice && (owner == GpuStack::Nvidia || owner == node.gpu.stack)) reportSum(node, requested.name, findings);
  }
}

void reportTwiceHeld(const NodeRecord& node, std::vector<Finding>& findings) {
  std::vector<std::vector<std::string>> holders(node.cards.size());
  for (const PodPtr& pod : node.pods) {
    // The card of a pod that ends may be given away already.
    if (!pod->countsForScheduler || pod->source != AllocationSource::TopologyList || isTerminating(*pod->raw)) continue;
    for (const CardShare& share : pod->shares) {
      if (isOnNode(node, share.card)) holders[static_cast<std::size_t>(share.card)].push_back(displayName(pod->key()));
    }
  }
  for (std::size_t card = 0; card < holders.size(); ++card) {
    auto& names = holders[card];
    std::sort(names.begin(), names.end());
    for (std::size_t i = 1; i < names.size(); ++i) {
      add(findings, {FindingCode::CardHeldTwice, static_cast<CardIndex>(card), names[i], names[0], 1,
                     static_cast<std::int64_t>(names.size())});
    }
  }
}

}  // namespace

void reportBooks(const NodeRecord& node, const PodRecord& pod, std::vector<Finding>& findings) {
  if (pod.request.kind() == GpuRequest::Kind::Topology && node.gpu.mode == GpuMode::Topology) {
    reportCardCount(node, pod, findings);
    return;
  }
  const auto requested = pod.request.shared();
  if (!requested || !isSharedMode(node.gpu.mode)) return;
  reportInit(pod, *requested, findings);
  if (requested->memory.value <= 0) return;
  reportGenerations(pod, findings);
  reportPerCard(node, pod, findings);
  reportMissingMarks(pod, findings);
  reportCardCount(node, pod, findings);
  reportUncounted(node, pod, *requested, findings);
}

void reportSums(const NodeRecord& node, std::vector<Finding>& findings) {
  if (!node.exists()) return;
  const GpuMode mode = node.gpu.mode;
  if (isSharedMode(mode)) reportSum(node, kGpuMem, findings);
  if (mode == GpuMode::CoreMem) reportSum(node, kGpuCore, findings);
  if (mode == GpuMode::Exclusive) reportSum(node, kNvidiaGpu, findings);
  if (isSlicedMode(mode) || mode == GpuMode::Whole) reportCounted(node, findings);
  if (mode != GpuMode::Topology) return;
  reportSum(node, kTopologyGpu, findings);
  reportTwiceHeld(node, findings);
}

Handshake readHandshake(const RawPod& pod) {
  const StringMap& marks = pod.meta.annotations;
  const bool second = find(marks, kV2Allocation) != nullptr;
  Handshake out;
  out.key = second ? kV2Assigned : kV1Assigned;
  const std::string* assigned = find(marks, out.key);
  out.waiting = assigned != nullptr && *assigned == "false";
  const std::string* text = out.waiting ? find(marks, second ? kV2Assumed : kV1Assumed) : nullptr;
  constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;
  std::int64_t nanoseconds = 0;
  if (text != nullptr && parseGoInteger(*text, nanoseconds) && nanoseconds > 0)
    out.assumed = nanoseconds / kNanosecondsPerSecond;
  return out;
}

}  // namespace cardinal::provider
