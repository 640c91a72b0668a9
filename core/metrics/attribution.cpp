// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/attribution.h"

#include <algorithm>
#include <map>

namespace cardinal {
namespace {

/// Pods of the node of whose cards the API gives no index.
std::map<ObjectKey, PodPtr> podsOfUnknownCards(const NodeRecord& node) {
  std::map<ObjectKey, PodPtr> pods;
  for (const PodPtr& pod : node.pods) {
    const bool isKnown =
        std::any_of(pod->shares.begin(), pod->shares.end(), [](const CardShare& s) { return s.card >= 0; });
    if (!isKnown && pod->countsForInspect && pod->request.kind == GpuRequest::Kind::WholeCards)
      pods.emplace(pod->key(), pod);
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
    if (holder && named[holder->key()] > holder->request.cards) holder.reset();
    if (holder) ++known;
  }
  if (known == 0) return {};
  int wanted = 0;
  for (const auto& [key, pod] : candidates) wanted += pod->request.cards;
  holders.complete = known == wanted;
  return holders;
}

}  // namespace cardinal
