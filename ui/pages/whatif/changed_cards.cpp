// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/whatif/changed_cards.h"

#include "core/model/card_memory.h"

namespace cardinal::ui {

namespace {

/// Of cards that the API does not name their number counts, and a change is one of all of them.
bool areCountedAlike(const NodeRecord& a, const NodeRecord& b) {
  const UnnamedCards before = unnamedCards(a);
  const UnnamedCards after = unnamedCards(b);
  return before.cards == after.cards && before.taken == after.taken;
}

bool looksAlike(const Card& a, const Card& b) {
  return a.memTotal == b.memTotal && a.memAllocated == b.memAllocated && a.memScheduler == b.memScheduler &&
         a.coreAllocated == b.coreAllocated && a.held == b.held && a.pods == b.pods && a.health == b.health;
}

}  // namespace

std::set<CardRef> changedCards(const ClusterSnapshot& before, const ClusterSnapshot& after) {
  std::set<CardRef> out;
  for (const NodePtr& node : after.nodes) {
    const auto old = before.findNode(node->name);
    if (old && before.nodes[old->value] == node) continue;
    const NodeRecord* was = old ? &before.node(*old) : nullptr;
    const bool another = !was || was->gpu.mode != node->gpu.mode || was->cards.size() != node->cards.size();
    for (std::size_t i = 0; i < node->cards.size(); ++i) {
      const bool isUnnamed = !another && isUnnamedCard(*was, was->cards[i]) && isUnnamedCard(*node, node->cards[i]);
      if (another || !(isUnnamed ? areCountedAlike(*was, *node) : looksAlike(was->cards[i], node->cards[i]))) {
        out.insert(CardRef{QString::fromStdString(node->name), node->cards[i].index});
      }
    }
  }
  return out;
}

}  // namespace cardinal::ui
