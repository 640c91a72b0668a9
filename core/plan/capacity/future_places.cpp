// SPDX-License-Identifier: Apache-2.0
#include "core/plan/capacity/future_places.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "core/alloc/engine/allocator.h"
#include "core/provider/gpu_keys.h"

namespace cardinal {
namespace {

constexpr std::int64_t kPartOfCard = 4;

bool isKnown(std::span<const Card> cards) {
  return !cards.empty() && std::all_of(cards.begin(), cards.end(), [](const Card& card) { return card.memoryKnown; });
}

/// The commonest request for one card; of equally common ones the largest, so that the picture shows something.
void chooseRequest(const NodeRecord& node, std::span<const Card> cards, PolicyPicture& picture) {
  std::map<std::pair<std::int64_t, int>, std::pair<int, const PodRecord*>> seen;
  for (const PodPtr& pod : node.pods) {
    const auto shared = pod->request.shared();
    const bool one = pod->countsForInspect && shared && shared->cards == 1;
    if (!one || shared->memory.value <= 0) continue;
    auto& [count, example] = seen[{shared->memory.value, shared->core.value}];
    ++count;
    if (!example) example = pod.get();
  }
  const auto best = std::max_element(seen.begin(), seen.end(),
                                     [](const auto& a, const auto& b) { return a.second.first <= b.second.first; });
  if (best != seen.end()) {
    picture.like = best->second.second->key();
    picture.memory = MemUnits(best->first.first);
    picture.core = CorePercent(best->first.second);
    return;
  }
  picture.memory = MemUnits(std::max<std::int64_t>(1, cards.front().memTotal.value / kPartOfCard));
  if (node.gpu.mode == GpuMode::CoreMem) picture.core = CorePercent(static_cast<int>(100 / kPartOfCard));
}

std::shared_ptr<const RawPod> podWith(const PolicyPicture& picture) {
  auto pod = std::make_shared<RawPod>();
  pod->meta.key = {"default", "next"};
  Container& container = pod->spec.containers.emplace_back();
  const auto addRequest = [&container](std::string_view resource, std::int64_t amount) {
    if (amount <= 0) return;
    container.limits.push_back({std::string(resource), Quantity::fromInteger(amount)});
    container.requests.push_back(container.limits.back());
  };
  addRequest(provider::kGpuMem, picture.memory.value);
  addRequest(provider::kGpuCore, picture.core.value);
  return pod;
}

/// The node alone, open to every pod, under the policy.
ClusterSnapshot nodeUnder(const ClusterSnapshot& snapshot, NodeIndex node, Placement policy) {
  auto record = std::make_shared<NodeRecord>(snapshot.node(node));
  auto raw = std::make_shared<RawNode>(*record->raw);
  raw->unschedulable = false;
  raw->taints.clear();
  record->raw = std::move(raw);
  record->readiness = NodeReadiness::Ready;
  record->gpu.placement = policy;
  ClusterSnapshot alone;
  alone.serverVersion = snapshot.serverVersion;
  alone.nodes.push_back(std::move(record));
  const auto cards = snapshot.cardsOf(node);
  alone.cards.assign(cards.begin(), cards.end());
  for (Card& card : alone.cards) card.node = NodeIndex{0};
  alone.firstCard = {0, static_cast<std::uint32_t>(alone.cards.size())};
  return alone;
}

FuturePlaces placesUnder(const ClusterSnapshot& alone, const std::shared_ptr<const RawPod>& pod, Placement policy,
                         int pods) {
  FuturePlaces places;
  places.policy = policy;
  const AllocationAnswer answer = allocate(makeRequest(pod, pods), alone);
  for (const ReplicaPlacement& placement : answer.placements) {
    for (const CardIndex card : placement.place.cards) places.cards.push_back(card);
  }
  return places;
}

}  // namespace

bool hasPlacementPolicy(const NodeRecord& node) {
  return node.gpu.stack == GpuStack::Ack && isSharedMode(node.gpu.mode);
}

std::optional<PolicyPicture> pictureOfPolicies(const ClusterSnapshot& snapshot, NodeIndex node, int pods) {
  const NodeRecord& record = snapshot.node(node);
  const auto cards = snapshot.cardsOf(node);
  if (!record.exists() || !hasPlacementPolicy(record) || !isKnown(cards)) return std::nullopt;
  PolicyPicture picture;
  picture.unit = record.gpu.unit;
  chooseRequest(record, cards, picture);
  const auto pod = podWith(picture);
  for (const Placement policy : {Placement::Binpack, Placement::Spread}) {
    picture.policies.push_back(placesUnder(nodeUnder(snapshot, node, policy), pod, policy, pods));
  }
  return picture;
}

}  // namespace cardinal
