// SPDX-License-Identifier: Apache-2.0
#include "core/sim/demo_bind.h"

#include <algorithm>

#include "core/sim/keys.h"
#include "core/sim/raw_parts.h"

namespace cardinal::sim {
namespace {

constexpr std::int64_t kNano = 1'000'000'000;

std::int64_t limitOf(const Container& container, const char* resource) {
  const Quantity* amount = find(container.limits, resource);
  return amount == nullptr ? 0 : amount->value();
}

std::int64_t limitOf(const RawPod& pod, const char* resource) {
  std::int64_t sum = 0;
  for (const Container& container : pod.spec.containers) sum += limitOf(container, resource);
  return sum;
}

/// Every container gets an equal piece of its own limit on each of the cards.
ContainerGrants grantsOf(const RawPod& pod, const std::vector<CardIndex>& cards) {
  ContainerGrants grants;
  const auto count = static_cast<std::int64_t>(cards.size());
  for (const Container& container : pod.spec.containers) {
    auto& list = grants.emplace_back();
    const std::int64_t memory = limitOf(container, kGpuMem);
    const std::int64_t core = limitOf(container, kGpuCore);
    if (memory <= 0) continue;
    for (const CardIndex card : cards) list.push_back({card, memory / count, core / count});
  }
  return grants;
}

/// The kubelet of a topology node would be told by its plugin; here the lowest free cards are taken.
std::vector<int> freeCards(const NodeRecord& node, int count) {
  std::vector<int> cards;
  for (const Card& card : node.cards) {
    if (static_cast<int>(cards.size()) == count) break;
    if (!card.held && card.health != CardHealth::Unhealthy) cards.push_back(card.index);
  }
  return cards;
}

std::int64_t unitsPerCard(const NodeRecord& node) {
  const auto cards = static_cast<std::int64_t>(node.cards.size());
  return cards == 0 ? 0 : node.gpu.memCapacity.value / cards;
}

}  // namespace

void bindPod(RawPod& pod, const Candidate& place, const NodeRecord& node, std::int64_t nanoseconds) {
  pod.spec.nodeName = node.name;
  pod.scheduledReason.clear();
  pod.scheduledMessage.clear();
  const GpuMode mode = node.gpu.mode;
  if (mode == GpuMode::Topology) {
    const auto cards = place.cards.empty() ? freeCards(node, place.cardCount) : place.cards;
    if (!cards.empty()) annotateTopology(pod, cards, nanoseconds, false);
  } else if (mode == GpuMode::Gpushare && !place.cards.empty()) {
    annotateGpushare(pod, place.cards.front(), unitsPerCard(node), limitOf(pod, kGpuMem), nanoseconds, false);
  } else if (isSharedMode(mode) && !place.cards.empty()) {
    annotateAck(pod, grantsOf(pod, place.cards), nanoseconds, false);
  }
}

void startPod(RawPod& pod, std::int64_t nanoseconds) {
  StringMap& annotations = pod.meta.annotations;
  if (find(annotations, kV1Assigned) != nullptr) {
    set(annotations, kV1Assigned, "true");
    set(annotations, kV1AssumeTime, std::to_string(nanoseconds));
  }
  if (find(annotations, kV2Assigned) != nullptr) set(annotations, kV2Assigned, "true");
  if (const std::string* topology = find(annotations, kTopologyAllocation)) {
    std::string text = *topology;
    const std::string waiting = R"("assigned":false)";
    if (const auto at = text.find(waiting); at != std::string::npos) text.replace(at, waiting.size(), R"("assigned":true)");
    set(annotations, kTopologyAllocation, text);
  }
  pod.phase = PodPhase::Running;
  pod.phaseText = "Running";
  pod.reason.clear();
  pod.startTime = nanoseconds / kNano;
}

}  // namespace cardinal::sim
