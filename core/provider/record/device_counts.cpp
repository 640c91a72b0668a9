// SPDX-License-Identifier: Apache-2.0
#include "core/provider/record/device_counts.h"

#include <algorithm>
#include <string>

#include "core/base/saturate.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/pod_request.h"

namespace cardinal::provider {
namespace {

constexpr std::size_t kMaxHolders = 256;

std::int64_t requestedOf(const NodeRecord& node, const std::string& resource) {
  const Quantity* amount = find(node.requested, resource);
  return amount != nullptr ? std::max<std::int64_t>(amount->value(), 0) : 0;
}

std::int64_t amountRequested(const PodRecord& pod, const std::string& resource) {
  if (pod.request.kind() == GpuRequest::Kind::WholeCards && resource == kNvidiaGpu)
    return pod.request.wholeCards().value_or(0);
  for (const ResourceAsk& ask : pod.request.asks) {
    if (ask.resource == resource) return ask.amount;
  }
  return 0;
}

std::vector<std::string> holdersOf(const NodeRecord& node, const std::string& resource) {
  std::vector<std::string> out;
  for (const PodPtr& pod : node.pods) {
    if (!pod->countsForInspect || amountRequested(*pod, resource) <= 0) continue;
    if (out.size() < kMaxHolders) out.push_back(displayName(pod->key()));
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::int64_t publishedOf(const NodeRecord& node, const std::string& resource) {
  std::int64_t most = 0;
  for (const ResourceList* list : {&node.raw->capacity, &node.raw->allocatable}) {
    if (const Quantity* amount = find(*list, resource)) most = std::max(most, amount->value());
  }
  return most;
}

void countGroups(const NodeRecord& node, std::vector<InstanceGroup>& groups) {
  for (InstanceGroup& group : groups) {
    if (group.resource.empty()) continue;  // counted by the stack's own annotations
    // Slots of shared instances: how many instances are in use is unknown.
    if (publishedOf(node, group.resource) <= group.total)
      group.allocated = static_cast<int>(std::min<std::int64_t>(requestedOf(node, group.resource), INT32_MAX));
    group.holders = holdersOf(node, group.resource);
  }
}

std::uint16_t clampedCount(std::int64_t value) {
  return static_cast<std::uint16_t>(std::clamp<std::int64_t>(value, 0, UINT16_MAX));
}

void fillSlots(NodeRecord& node, const NodeDevices& devices) {
  const std::int64_t total = *devices.slotsTotal;
  const std::int64_t held = *devices.slotsAllocated;
  const bool one = node.cards.size() == 1;
  for (Card& card : node.cards) {
    if (card.slotsTotal == 0 || !(one || held == 0 || held >= total)) continue;
    card.slotsHeldKnown = true;
    card.slotsHeld = one ? clampedCount(held) : held == 0 ? std::uint16_t{0} : card.slotsTotal;
  }
}

/// A client of MPS gets an equal part of the card, rounded down.
void fillMpsParts(NodeRecord& node, const NodeDevices& devices) {
  constexpr std::int64_t kWholeCard = 100;
  for (std::size_t i = 0; i < node.cards.size(); ++i) {
    Card& card = node.cards[i];
    if (!card.slotsHeldKnown || card.slotsTotal == 0) continue;
    card.coreKnown = true;
    card.coreTotal = CorePercent(static_cast<std::int32_t>(kWholeCard));
    card.coreAllocated = CorePercent(static_cast<std::int32_t>(kWholeCard / card.slotsTotal * card.slotsHeld));
    card.coreScheduler = card.coreAllocated;
    const CardDetail* detail = devices.detailOf(i);
    if (detail == nullptr || !detail->memoryMib) continue;
    card.memoryKnown = true;
    node.gpu.unit = MemoryUnit::MiB;
    card.memTotal = MemUnits(*detail->memoryMib);
    card.memAllocated = MemUnits(*detail->memoryMib / card.slotsTotal * card.slotsHeld);
    card.memScheduler = card.memAllocated;
  }
}

/// The only card of a node holds all instances: their sizes add up to what is allocated of it.
void fillInstanceMemory(NodeRecord& node, const NodeDevices& devices) {
  if (node.cards.size() != 1 || devices.cards.size() != 1) return;
  const CardDetail& detail = devices.cards.front();
  if (detail.instances.empty() || !detail.memoryMib) return;
  std::int64_t sum = 0;
  for (const InstanceGroup& group : detail.instances) {
    if (!group.allocated || !group.memoryMib) return;
    sum = saturatedSum(sum, saturatedProduct(std::int64_t{*group.allocated}, *group.memoryMib));
  }
  Card& card = node.cards.front();
  card.memoryKnown = true;
  node.gpu.unit = MemoryUnit::MiB;
  card.memTotal = MemUnits(*detail.memoryMib);
  card.memAllocated = MemUnits(sum);
  card.memScheduler = card.memAllocated;
}

void countPods(NodeRecord& node) {
  if (node.cards.size() != 1 || !isSlicedMode(node.gpu.mode)) return;
  const auto pods = std::count_if(node.pods.begin(), node.pods.end(), [](const PodPtr& pod) {
    return pod->countsForInspect && pod->request.kind() != GpuRequest::Kind::None;
  });
  node.cards.front().pods = clampedCount(pods);
}

}  // namespace

void countDevices(NodeRecord& node, NodeDevices& devices) {
  if (!devices.slotResource.empty()) devices.slotsAllocated = requestedOf(node, devices.slotResource);
  if (devices.slotResource.empty() && devices.slotsTotal) {
    std::int64_t held = 0;
    for (const Card& card : node.cards) held += card.slotsHeld;
    const bool known =
        std::all_of(node.cards.begin(), node.cards.end(), [](const Card& card) { return card.holderKnown; });
    if (known) devices.slotsAllocated = held;
  }
  countGroups(node, devices.instances);
  for (CardDetail& card : devices.cards) countGroups(node, card.instances);
  for (AcceleratorResource& resource : devices.unrecognised) {
    if (resource.name.find('/') == std::string::npos) continue;  // a driver's name: claims say who holds its devices
    resource.requested = requestedOf(node, resource.name);
    resource.pods = static_cast<int>(std::count_if(node.pods.begin(), node.pods.end(), [&](const PodPtr& pod) {
      return pod->countsForInspect && amountRequested(*pod, resource.name) > 0;
    }));
  }
  if (devices.slotsTotal && devices.slotsAllocated && !devices.slotResource.empty()) fillSlots(node, devices);
  if (node.gpu.mode == GpuMode::MpsSlots) fillMpsParts(node, devices);
  fillInstanceMemory(node, devices);
  countPods(node);
}

}  // namespace cardinal::provider
