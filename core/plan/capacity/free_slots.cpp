// SPDX-License-Identifier: Apache-2.0
#include "core/plan/capacity/free_slots.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/model/card_memory.h"
#include "core/plan/capacity/fragment_gauge.h"

namespace cardinal {
namespace {

struct Gathered {
  std::map<std::int64_t, std::uint32_t> cardsOfSize;  ///< of those with room
  SlotGroup group;
};

void addCard(Gathered& into, const NodeRecord& node, const Card& card) {
  if (card.health == CardHealth::Unhealthy) return;
  const MemUnits free(std::max<std::int64_t>(card.memTotal.value - card.memScheduler.value, 0));
  // Of whole cards as many are marked as are taken: which they are does not matter here.
  const bool isKnown = card.memoryKnown && (isAllocationKnown(node, card) || isUnnamedCard(node, card));
  const auto mib = isKnown ? toMib(free, node.gpu.unit) : std::nullopt;
  if (!mib) {
    ++into.group.cardsUnknown;
    return;
  }
  ++into.group.cards;
  into.group.freeMib += *mib;
  if (*mib > 0) ++into.cardsOfSize[*mib];
}

SlotGroup finished(Gathered&& gathered) {
  SlotGroup group = std::move(gathered.group);
  std::uint32_t cards = 0;
  for (auto size = gathered.cardsOfSize.rbegin(); size != gathered.cardsOfSize.rend(); ++size) {
    cards += size->second;
    group.steps.push_back({size->first, cards});
  }
  std::reverse(group.steps.begin(), group.steps.end());
  return group;
}

}  // namespace

std::vector<SlotGroup> freeSlots(const ClusterSnapshot& snapshot, SlotsBy by) {
  std::map<std::pair<GpuMode, std::string>, Gathered> groups;
  for (const NodePtr& node : snapshot.nodes) {
    if (!node->exists() || node->cards.empty() || !isOpen(*node) || isSlicedMode(node->gpu.mode)) continue;
    const GpuMode mode = by == SlotsBy::Mode ? node->gpu.mode : GpuMode::None;
    const std::string model = by == SlotsBy::Model ? node->gpu.model : std::string();
    Gathered& gathered = groups[{mode, model}];
    gathered.group.mode = mode;
    gathered.group.model = model;
    for (const Card& card : node->cards) addCard(gathered, *node, card);
  }
  std::vector<SlotGroup> out;
  out.reserve(groups.size());
  for (auto& [key, gathered] : groups) out.push_back(finished(std::move(gathered)));
  std::stable_sort(out.begin(), out.end(),
                   [](const SlotGroup& a, const SlotGroup& b) { return a.freeMib > b.freeMib; });
  return out;
}

std::uint32_t cardsThatTake(const SlotGroup& group, std::int64_t mib) {
  const auto step = std::lower_bound(group.steps.begin(), group.steps.end(), mib,
                                     [](const SlotStep& one, std::int64_t wanted) { return one.mib < wanted; });
  return step == group.steps.end() ? 0 : step->cards;
}

}  // namespace cardinal
