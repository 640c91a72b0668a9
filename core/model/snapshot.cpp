// SPDX-License-Identifier: Apache-2.0
#include "core/model/snapshot.h"

#include <algorithm>
#include <functional>

#include "core/base/saturate.h"
#include "core/model/card_memory.h"

namespace cardinal {
namespace {

void addCard(ClusterTotals& totals, const Card& card, MemoryUnit unit) {
  ++totals.cards;
  if (const auto memory = memoryOf(card, unit)) {
    totals.memTotalMib = saturatedSum(totals.memTotalMib, memory->totalMib);
    totals.memAllocatedMib = saturatedSum(totals.memAllocatedMib, memory->allocatedMib);
  } else {
    ++totals.cardsUnknown;
  }
  if (card.coreKnown) {
    totals.coreTotal = saturatedSum<std::int64_t>(totals.coreTotal, card.coreTotal.value);
    totals.coreAllocated = saturatedSum<std::int64_t>(totals.coreAllocated, card.coreAllocated.value);
  }
}

}  // namespace

void NodeCounts::count(const NodeRecord& record, int sign) {
  if (!record.exists()) return;
  const auto by = static_cast<std::uint32_t>(sign);
  podsWithAffinity += by * record.scheduler.podsWithAffinity;
  if (!record.scheduler.images.empty()) nodesWithImages += by;
  if (isSharedMode(record.gpu.mode)) sharing.at(static_cast<std::size_t>(record.gpu.unit)) += by;
}

MemoryUnit NodeCounts::commonUnit() const {
  MemoryUnit common = MemoryUnit::Unknown;
  std::uint32_t most = 0;
  for (const MemoryUnit unit : {MemoryUnit::GiB, MemoryUnit::MiB, MemoryUnit::MiB128}) {
    const std::uint32_t nodes = sharing.at(static_cast<std::size_t>(unit));
    if (nodes <= most) continue;
    most = nodes;
    common = unit;
  }
  return common;
}

std::optional<NodeIndex> ClusterSnapshot::findNode(std::string_view name) const {
  const auto it = std::lower_bound(nodes.begin(), nodes.end(), name,
                                   [](const NodePtr& node, std::string_view wanted) { return node->name < wanted; });
  if (it == nodes.end() || (*it)->name != name) return std::nullopt;
  return NodeIndex{static_cast<std::uint32_t>(it - nodes.begin())};
}

ClusterTotals totalsOf(const ClusterSnapshot& snapshot) {
  ClusterTotals totals;
  for (std::size_t i = 0; i < snapshot.nodes.size(); ++i) {
    const NodeRecord& node = *snapshot.nodes[i];
    const auto cards = snapshot.cardsOf(NodeIndex{static_cast<std::uint32_t>(i)});
    if (!cards.empty()) ++totals.nodes;
    for (const Card& card : cards) addCard(totals, card, node.gpu.unit);
    totals.memAllocatedMib = saturatedSum(totals.memAllocatedMib, heldSomewhereMib(node));
    for (const PodPtr& pod : node.pods) totals.pods += isTerminal(*pod->raw) ? 0U : 1U;
  }
  for (const PodPtr& pod : snapshot.unboundPods) {
    if (isTerminal(*pod->raw)) continue;
    ++totals.pods;
    ++totals.pendingPods;
  }
  return totals;
}

std::optional<double> memoryFraction(const Card& card) {
  // Of a held card that is shared out the compute is not known, its memory is.
  if (card.held && (card.coreKnown || !card.memoryKnown)) return 1.0;
  if (!card.memoryKnown) {
    // The compute of whole cards is known even where their size is not known: one that nobody holds is empty.
    return card.coreKnown && card.coreAllocated.value == 0 ? std::optional<double>(0.0) : std::nullopt;
  }
  if (card.memTotal.value <= 0) return std::nullopt;
  const auto used = std::max<std::int64_t>(card.memAllocated.value, 0);
  return static_cast<double>(used) / static_cast<double>(card.memTotal.value);
}

std::optional<double> coreFraction(const Card& card) {
  if (!card.coreKnown || card.coreTotal.value <= 0) return std::nullopt;
  const auto used = std::max(card.coreAllocated.value, 0);
  return static_cast<double>(used) / static_cast<double>(card.coreTotal.value);
}

std::optional<std::int64_t> toMib(MemUnits amount, MemoryUnit unit) {
  const auto perUnit = mibPerUnit(unit);
  if (!perUnit) return std::nullopt;
  return saturatedProduct(amount.value, *perUnit);
}

std::uint64_t hashOfImage(std::string_view name) {
  return std::hash<std::string_view>{}(name);
}

std::span<const RawDisruptionBudget> budgetsIn(const ClusterSnapshot& snapshot) {
  if (snapshot.budgets == nullptr) return {};
  return *snapshot.budgets;
}

}  // namespace cardinal
