// SPDX-License-Identifier: Apache-2.0
#include "core/record/allocation_sums.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/base/saturate.h"
#include "core/metrics/waste/waste.h"
#include "core/model/card_memory.h"

namespace cardinal {
namespace {

constexpr std::int64_t kWholeCard = 1000;

struct Part {
  CardAmount held;
  CardAmount total;
  std::uint32_t cards = 0;
  std::uint32_t pods = 0;

  void add(const Part& other) {
    held += other.held;
    total += other.total;
    cards += other.cards;
    pods += other.pods;
  }
};

std::int64_t shareOf(std::int64_t part, std::int64_t whole) {
  if (whole <= 0) return 0;
  return static_cast<std::int64_t>(static_cast<double>(std::max<std::int64_t>(part, 0)) / static_cast<double>(whole) *
                                   static_cast<double>(kWholeCard));
}

Part partOf(const Card& card, MemoryUnit unit) {
  Part part;
  part.cards = 1;
  const auto total = card.memoryKnown ? toMib(card.memTotal, unit) : std::nullopt;
  if (total) {
    part.total.memoryMib = *total;
    part.held.memoryMib = toMib(card.memAllocated, unit).value_or(0);
  }
  if (card.coreKnown) {
    part.total.corePercent = card.coreTotal.value;
    part.held.corePercent = card.coreAllocated.value;
  }
  if (const auto fraction = memoryFraction(card)) {
    part.total.milliCards = kWholeCard;
    part.held.milliCards = static_cast<std::int64_t>(*fraction * static_cast<double>(kWholeCard));
  }
  return part;
}

/// Whole cards of which the API says only how many: their size is known where all cards of the node are alike.
Part wholeCards(const PodRecord& pod, const NodeRecord& node) {
  Part part;
  const std::int64_t cards = std::max(pod.request.wholeCards().value_or(0), 0);
  part.held.milliCards = saturatedProduct(cards, kWholeCard);
  part.held.corePercent = saturatedProduct<std::int64_t>(cards, 100);
  if (node.cards.empty() || !node.cards.front().memoryKnown) return part;
  const MemUnits size = node.cards.front().memTotal;
  const bool alike = std::all_of(node.cards.begin(), node.cards.end(),
                                 [&](const Card& card) { return card.memoryKnown && card.memTotal == size; });
  if (alike) part.held.memoryMib = saturatedProduct(cards, toMib(size, node.gpu.unit).value_or(0));
  return part;
}

Part partOf(const PodRecord& pod, const NodeRecord& node) {
  const bool whole =
      pod.request.kind() == GpuRequest::Kind::WholeCards || pod.request.kind() == GpuRequest::Kind::Topology;
  Part part = whole ? wholeCards(pod, node) : Part{};
  part.pods = 1;
  if (whole) return part;
  for (const CardShare& share : pod.shares) {
    part.held.memoryMib = saturatedSum(part.held.memoryMib, toMib(share.memory, node.gpu.unit).value_or(0));
    part.held.corePercent = saturatedSum<std::int64_t>(part.held.corePercent, share.core.value);
    if (share.card < 0 || static_cast<std::size_t>(share.card) >= node.cards.size()) continue;
    const Card& card = node.cards[static_cast<std::size_t>(share.card)];
    if (card.memoryKnown) {
      part.held.milliCards = saturatedSum(part.held.milliCards, shareOf(share.memory.value, card.memTotal.value));
    }
  }
  return part;
}

AllocationGroup groupOf(const Part& part, AllocationGroup::Kind kind, std::string name) {
  AllocationGroup group;
  group.kind = kind;
  group.name = std::move(name);
  group.held = part.held;
  group.total = part.total;
  group.cards = part.cards;
  group.pods = part.pods;
  return group;
}

void order(std::vector<AllocationGroup>& groups) {
  std::sort(groups.begin(), groups.end(), [](const AllocationGroup& a, const AllocationGroup& b) {
    return std::tuple(-a.held.milliCards, -a.held.memoryMib, a.mode, std::string_view(a.name)) <
           std::tuple(-b.held.milliCards, -b.held.memoryMib, b.mode, std::string_view(b.name));
  });
}

/// The largest by name, the rest in one.
std::vector<AllocationGroup> largest(const std::unordered_map<std::string, Part>& parts) {
  std::vector<AllocationGroup> groups;
  groups.reserve(parts.size());
  for (const auto& [name, part] : parts) groups.push_back(groupOf(part, AllocationGroup::Kind::Named, name));
  order(groups);
  constexpr std::size_t kNamed = AllocationSums::kMaxGroups - 1;
  if (groups.size() <= AllocationSums::kMaxGroups) return groups;
  Part rest;
  for (std::size_t i = kNamed; i < groups.size(); ++i) {
    rest.add({groups[i].held, groups[i].total, groups[i].cards, groups[i].pods});
  }
  groups.resize(kNamed);
  groups.push_back(groupOf(rest, AllocationGroup::Kind::Other, {}));
  return groups;
}

class Adder {
 public:
  void addNode(const NodeRecord& node) {
    Part all;
    for (const Card& card : node.cards) {
      all.add(partOf(card, node.gpu.unit));
      if (!card.memoryKnown || !mibPerUnit(node.gpu.unit)) ++m_sums.cardsUnknown;
    }
    if (!node.cards.empty()) {
      all.held.memoryMib = saturatedSum(all.held.memoryMib, heldSomewhereMib(node));
      ++m_sums.nodes;
      m_sums.cards += all.cards;
      m_sums.held += all.held;
      m_sums.total += all.total;
      m_modes[node.gpu.mode].add(all);
      m_models[node.gpu.model].add(all);
    }
    for (const PodPtr& pod : node.pods) addPod(*pod, node);
  }

  AllocationSums finish(const ClusterSnapshot& snapshot) {
    for (const PodPtr& pod : snapshot.unboundPods) {
      if (!isTerminal(*pod->raw)) ++m_sums.pendingPods;
    }
    m_sums.pods += m_sums.pendingPods;
    for (const auto& [mode, part] : m_modes) {
      m_sums.modes.push_back(groupOf(part, AllocationGroup::Kind::Named, {}));
      m_sums.modes.back().mode = mode;
    }
    for (const auto& [model, part] : m_models) {
      const auto kind = model.empty() ? AllocationGroup::Kind::Unknown : AllocationGroup::Kind::Named;
      m_sums.models.push_back(groupOf(part, kind, model));
    }
    order(m_sums.modes);
    order(m_sums.models);
    m_sums.namespaces = largest(m_namespaces);
    m_sums.owners = largest(m_owners);
    return std::move(m_sums);
  }

 private:
  void addPod(const PodRecord& pod, const NodeRecord& node) {
    if (isTerminal(*pod.raw)) return;
    ++m_sums.pods;
    const Part part = partOf(pod, node);
    m_namespaces[pod.key().ns].add(part);
    m_owners[ownerOfPod(pod)].add(part);
  }

  AllocationSums m_sums;
  std::map<GpuMode, Part> m_modes;
  std::map<std::string, Part> m_models;
  std::unordered_map<std::string, Part> m_namespaces;
  std::unordered_map<std::string, Part> m_owners;
};

}  // namespace

CardAmount& operator+=(CardAmount& sum, const CardAmount& amount) {
  sum.memoryMib = saturatedSum(sum.memoryMib, amount.memoryMib);
  sum.corePercent = saturatedSum(sum.corePercent, amount.corePercent);
  sum.milliCards = saturatedSum(sum.milliCards, amount.milliCards);
  return sum;
}

double amountIn(const CardAmount& amount, AmountMeasure measure) {
  switch (measure) {
    case AmountMeasure::Memory:
      return static_cast<double>(amount.memoryMib);
    case AmountMeasure::Core:
      return static_cast<double>(amount.corePercent);
    case AmountMeasure::Cards:
      break;
  }
  return static_cast<double>(amount.milliCards) / static_cast<double>(kWholeCard);
}

const std::vector<AllocationGroup>& AllocationSums::groups(AllocationBy by) const {
  static const std::vector<AllocationGroup> kNone;
  switch (by) {
    case AllocationBy::Mode:
      return modes;
    case AllocationBy::Model:
      return models;
    case AllocationBy::Namespace:
      return namespaces;
    case AllocationBy::Owner:
      return owners;
    case AllocationBy::Total:
      break;
  }
  return kNone;
}

AllocationSums sumAllocation(const ClusterSnapshot& snapshot) {
  Adder adder;
  for (const NodePtr& node : snapshot.nodes) adder.addNode(*node);
  return adder.finish(snapshot);
}

}  // namespace cardinal
