// SPDX-License-Identifier: Apache-2.0
#include "core/plan/capacity/cluster_figures.h"

#include <algorithm>

#include "core/model/card_memory.h"

namespace cardinal {
namespace {

void addFree(const NodeRecord& node, ClusterFigures& out) {
  const FreeMemory free = freeMemoryOf(node);
  out.wholeFreeCards += static_cast<std::uint32_t>(free.emptyCards);
  out.freeMib += freeMibOf(free, node.gpu.unit).value_or(0);
  const auto largest = largestFreeMibOf(free, node.gpu.unit);
  if (largest) out.largestFreeMib = std::max(out.largestFreeMib.value_or(0), *largest);
}

void addCard(const NodeRecord& node, const Card& card, ClusterFigures& out) {
  if (const auto memory = memoryOf(card, node.gpu.unit)) {
    out.totalMib += memory->totalMib;
    out.allocatedMib += memory->allocatedMib;
  } else {
    ++out.cardsUnknown;
  }
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
    for (const Card& card : cards) addCard(node, card, out);
    out.allocatedMib += heldSomewhereMib(node);
    if (isOpen(node)) addFree(node, out);
  }
  for (const PodPtr& pod : snapshot.unboundPods) out.pendingPods += isTerminal(*pod->raw) ? 0 : 1;
  out.fragmentMilli = gauge.measure(snapshot);
  return out;
}

}  // namespace cardinal
