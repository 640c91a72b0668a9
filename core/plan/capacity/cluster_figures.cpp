// SPDX-License-Identifier: Apache-2.0
#include "core/plan/capacity/cluster_figures.h"

#include <algorithm>

#include "core/model/card_memory.h"

namespace cardinal {
namespace {

/// Where the API counts whole cards and does not say which are held, as many of them are marked as held.
bool isEmpty(const NodeRecord& node, const Card& card) {
  if (!card.holderKnown && !isWholeCardMode(node.gpu.mode)) return false;
  return card.pods == 0 && !card.held && card.memAllocated.value <= 0;
}

void addFree(const NodeRecord& node, const Card& card, ClusterFigures& out) {
  if (card.health == CardHealth::Unhealthy) return;
  if (isEmpty(node, card)) ++out.wholeFreeCards;
  if (!card.memoryKnown) return;
  const MemUnits free(std::max<std::int64_t>(card.memTotal.value - card.memScheduler.value, 0));
  const auto mib = toMib(free, node.gpu.unit);
  if (!mib) return;
  out.freeMib += *mib;
  out.largestFreeMib = std::max(out.largestFreeMib.value_or(0), *mib);
}

void addCard(const NodeRecord& node, const Card& card, bool open, ClusterFigures& out) {
  if (const auto memory = memoryOf(card, node.gpu.unit)) {
    out.totalMib += memory->totalMib;
    out.allocatedMib += memory->allocatedMib;
  } else {
    ++out.cardsUnknown;
  }
  if (open) addFree(node, card, out);
}

}  // namespace

ClusterFigures figuresOf(const ClusterSnapshot& snapshot, const FragmentGauge& gauge) {
  ClusterFigures out;
  for (std::uint32_t i = 0; i < snapshot.nodes.size(); ++i) {
    const NodeRecord& node = *snapshot.nodes[i];
    for (const PodPtr& pod : node.pods) out.boundPods += isTerminal(*pod->raw) ? 0 : 1;
    const auto cards = snapshot.cardsOf(NodeIndex{i});
    if (!node.exists() || cards.empty()) continue;
    ++out.nodes;
    out.openNodes += isOpen(node) ? 1 : 0;
    out.cards += static_cast<std::uint32_t>(cards.size());
    for (const Card& card : cards) addCard(node, card, isOpen(node), out);
  }
  for (const PodPtr& pod : snapshot.unboundPods) out.pendingPods += isTerminal(*pod->raw) ? 0 : 1;
  out.fragmentMilli = gauge.measure(snapshot);
  return out;
}

}  // namespace cardinal
