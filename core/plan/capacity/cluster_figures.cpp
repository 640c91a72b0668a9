// SPDX-License-Identifier: Apache-2.0
#include "core/plan/capacity/cluster_figures.h"

#include <algorithm>

namespace cardinal {
namespace {

bool isEmpty(const Card& card) {
  return card.pods == 0 && !card.held && card.memAllocated.value <= 0;
}

void addFree(const NodeRecord& node, const Card& card, ClusterFigures& out) {
  if (card.health == CardHealth::Unhealthy) return;
  if (isEmpty(card)) ++out.wholeFreeCards;
  if (!card.memoryKnown) return;
  const MemUnits free(std::max<std::int64_t>(card.memTotal.value - card.memScheduler.value, 0));
  const auto mib = toMib(free, node.gpu.unit);
  if (!mib) return;
  out.freeMib += *mib;
  out.largestFreeMib = std::max(out.largestFreeMib.value_or(0), *mib);
}

void addCard(const NodeRecord& node, const Card& card, bool open, ClusterFigures& out) {
  const auto total = card.memoryKnown ? toMib(card.memTotal, node.gpu.unit) : std::nullopt;
  if (total) {
    out.totalMib += *total;
    out.allocatedMib += toMib(card.memAllocated, node.gpu.unit).value_or(0);
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
    if (!isSharedMode(node.gpu.mode) && !isWholeCardMode(node.gpu.mode)) continue;
    for (const Card& card : cards) addCard(node, card, isOpen(node), out);
  }
  for (const PodPtr& pod : snapshot.unboundPods) out.pendingPods += isTerminal(*pod->raw) ? 0 : 1;
  out.fragmentMilli = gauge.measure(snapshot);
  return out;
}

}  // namespace cardinal
