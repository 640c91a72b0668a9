// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/attribution.h"

#include <algorithm>
#include <functional>
#include <map>

#include "core/model/card_memory.h"
#include "core/model/shared_card.h"

namespace cardinal {
namespace {

/// Pods of the node of whose cards the API gives no index.
std::map<ObjectKey, PodPtr> podsOfUnknownCards(const NodeRecord& node) {
  std::map<ObjectKey, PodPtr> pods;
  for (const PodPtr& pod : node.pods) {
    const bool isKnown =
        std::any_of(pod->shares.begin(), pod->shares.end(), [](const CardShare& s) { return s.card >= 0; });
    const bool isWhole =
        pod->request.kind() == GpuRequest::Kind::WholeCards || pod->source == AllocationSource::WholeCards;
    if (!isKnown && isWhole && pod->countsForInspect) pods.emplace(pod->key(), pod);
  }
  return pods;
}

}  // namespace

MeasuredHolders measuredHolders(const NodeRecord& node, const ClusterUse& use, UnixSeconds oldest) {
  MeasuredHolders holders;
  const ClusterUse::Node* const measured = isWholeCardMode(node.gpu.mode) ? use.findNode(node.name) : nullptr;
  if (measured == nullptr || measured->details.empty()) return holders;
  const auto candidates = podsOfUnknownCards(node);
  if (candidates.empty()) return holders;

  holders.byCard.resize(node.cards.size());
  std::map<ObjectKey, int> named;
  for (const ClusterUse::Detail& detail : measured->details) {
    const auto card = static_cast<std::size_t>(detail.card);
    if (card >= holders.byCard.size() || card >= measured->cards.size() || measured->cards[card].at < oldest) continue;
    // A MIG instance is no whole card, and a card of several pods is none either: it is sliced by time.
    if (!detail.instances.empty() && !detail.instances.front().id.empty()) continue;
    PodPtr holder;
    int living = 0;
    for (const ObjectKey& key : detail.pods) {
      const auto pod = candidates.find(key);
      if (pod == candidates.end()) continue;
      holder = pod->second;
      ++living;
    }
    if (living != 1) continue;
    ++named[holder->key()];
    holders.byCard[card] = std::move(holder);
  }
  int known = 0;
  for (PodPtr& holder : holders.byCard) {
    if (holder && named[holder->key()] > holder->request.number().value_or(0)) holder.reset();
    if (holder) ++known;
  }
  if (known == 0) return {};
  int wanted = 0;
  for (const auto& [key, pod] : candidates) wanted += pod->request.number().value_or(0);
  holders.complete = known == wanted;
  return holders;
}

std::vector<bool> takenCards(const NodeRecord& node, const ClusterUse& use, UnixSeconds oldest) {
  const bool isAsked = std::any_of(node.cards.begin(), node.cards.end(),
                                   [&node](const Card& card) { return isUnnamedCard(node, card); });
  const MeasuredHolders holders = isAsked ? measuredHolders(node, use, oldest) : MeasuredHolders();
  std::vector<bool> out(node.cards.size(), false);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Card& card = node.cards[i];
    const bool isTaken = card.held || card.pods > 0 || (card.memoryKnown && card.memAllocated.value > 0);
    out[i] = isUnnamedCard(node, card) ? i < holders.byCard.size() && holders.byCard[i] != nullptr : isTaken;
  }
  return out;
}

std::optional<double> usedBeyondMib(const NodeRecord& node, const Card& card, const CardUse& use) {
  const auto memory = memoryOf(card, node.gpu.unit);
  const bool isWhole = card.held && !isSharedByGroups(node, card.index);
  if (!memory || !use.memoryUsedMib || isWhole || !isAllocationKnown(node, card)) return std::nullopt;
  constexpr double kContextMib = 512;
  constexpr double kDriverShare = 0.02;
  const double beyond = static_cast<double>(*use.memoryUsedMib) - static_cast<double>(memory->allocatedMib);
  const double unasked =
      kContextMib * std::max<int>(card.pods, 1) + kDriverShare * static_cast<double>(memory->totalMib);
  return beyond > unasked ? std::optional(beyond) : std::nullopt;
}

std::vector<bool> idleCards(const NodeRecord& node, const ClusterUse& use, UnixSeconds oldest) {
  const ClusterUse::Node* const measured = use.findNode(node.name);
  std::vector<bool> out(node.cards.size(), false);
  if (measured == nullptr) return out;
  // Samples first: most nodes have no card that does nothing, and need not be looked at further.
  for (std::size_t i = 0; i < std::min(out.size(), measured->cards.size()); ++i) {
    const CardUse& sample = measured->cards[i];
    out[i] = sample.known() && sample.at >= oldest && sample.gpuPercent && *sample.gpuPercent <= kIdleUtilization;
  }
  if (std::find(out.begin(), out.end(), true) == out.end()) return out;
  const std::vector<bool> taken = takenCards(node, use, oldest);
  std::transform(out.begin(), out.end(), taken.begin(), out.begin(), std::logical_and<>());
  return out;
}

std::vector<bool> nodesWithIdleCards(const ClusterUse& use, const ClusterSnapshot& snapshot, UnixSeconds oldest) {
  std::vector<bool> out;
  out.reserve(snapshot.nodes.size());
  for (const NodePtr& node : snapshot.nodes) {
    const std::vector<bool> idle = idleCards(*node, use, oldest);
    out.push_back(std::find(idle.begin(), idle.end(), true) != idle.end());
  }
  return out;
}

}  // namespace cardinal
