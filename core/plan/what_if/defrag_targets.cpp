// SPDX-License-Identifier: Apache-2.0
#include "core/plan/what_if/defrag_targets.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace cardinal::plan {
namespace {

std::set<ObjectKey> movablePods(const NodeRecord& node, std::span<const RawDisruptionBudget> budgets) {
  std::vector<std::shared_ptr<const RawPod>> pods;
  for (const PodPtr& pod : node.pods) pods.push_back(pod->raw);
  std::set<ObjectKey> out;
  for (const PodVerdict& verdict : judgePods(pods, budgets, DrainPolicy{})) {
    if (verdict.fate == PodFate::Evict && !verdict.budgetSpent) out.insert(verdict.pod);
  }
  // A drain sweeps ended pods away as well; they hold nothing.
  for (const PodPtr& pod : node.pods) {
    if (isTerminal(*pod->raw)) out.erase(pod->key());
  }
  return out;
}

void settle(DefragTarget& target) {
  std::sort(target.movables.begin(), target.movables.end(), [](const Movable& a, const Movable& b) {
    return std::tie(b.frees, a.pod->meta.key) < std::tie(a.frees, b.pod->meta.key);
  });
  std::int64_t freed = 0;
  while (freed < target.lacking && target.least < target.movables.size()) {
    freed += target.movables[target.least++].frees;
  }
  target.moved = freed;
}

std::int64_t canFree(const DefragTarget& target) {
  std::int64_t sum = 0;
  for (const Movable& one : target.movables) sum += one.frees;
  return sum;
}

class Finder {
 public:
  Finder(const ClusterSnapshot& snapshot, const DefragGoal& goal, std::span<const RawDisruptionBudget> budgets)
      : m_snapshot(snapshot), m_goal(goal), m_budgets(budgets) {}

  DefragTargets run() {
    for (std::uint32_t i = 0; i < m_snapshot.nodes.size(); ++i) look(NodeIndex{i});
    std::stable_sort(m_out.targets.begin(), m_out.targets.end(), [](const DefragTarget& a, const DefragTarget& b) {
      return std::tie(a.least, a.moved) < std::tie(b.least, b.moved);
    });
    return std::move(m_out);
  }

 private:
  void look(NodeIndex index) {
    const NodeRecord& node = m_snapshot.node(index);
    if (!isOpen(node) || node.cards.empty()) return;
    if (!m_goal.node.empty() && node.name != m_goal.node) return;
    if (m_goal.mode && node.gpu.mode != *m_goal.mode) return;
    const bool whole = isNvidiaCardMode(node.gpu.mode);
    const bool claimed = node.gpu.mode == GpuMode::Claims;
    if ((whole || claimed) && m_goal.memoryMib) return lookForFreeCard(index);
    if (!whole && !claimed && !isSharedMode(node.gpu.mode)) return;
    ++m_out.nodes;
    const std::set<ObjectKey> movable = movablePods(node, m_budgets);
    if (whole) return lookAtWholeCards(index, movable);
    for (const Card& card : m_snapshot.cardsOf(index)) {
      if (claimed) {
        lookAtClaimedCard(index, card, movable);
      } else {
        lookAtCard(index, card, movable);
      }
    }
  }

  /// Memory of cards that are handed out whole: pods cannot move it free bit by bit, but it may be free.
  void lookForFreeCard(NodeIndex index) {
    const NodeRecord& node = m_snapshot.node(index);
    const bool claimed = node.gpu.mode == GpuMode::Claims;
    const auto perUnit = mibPerUnit(node.gpu.unit);
    for (const Card& card : m_snapshot.cardsOf(index)) {
      if (card.health == CardHealth::Unhealthy || !card.memoryKnown || !perUnit) continue;
      if (claimed ? !isUnclaimed(card) : card.held) continue;
      const std::int64_t mib = card.memTotal.value * *perUnit;
      if (mib < *m_goal.memoryMib || (m_out.wholeCard && m_out.wholeCardMib <= mib)) continue;
      DefragTarget target;
      target.node = index;
      if (claimed) target.card = card.index;  // which of the others is taken nobody says
      m_out.wholeCard = std::move(target);
      m_out.wholeCardMib = mib;
    }
  }

  void lookAtWholeCards(NodeIndex index, const std::set<ObjectKey>& movable) {
    const NodeRecord& node = m_snapshot.node(index);
    DefragTarget target;
    target.node = index;
    target.lacking = 1;
    for (const Card& card : m_snapshot.cardsOf(index)) {
      if (!card.held && card.health != CardHealth::Unhealthy) return keepFree(target, 0);
    }
    for (const PodPtr& pod : node.pods) {
      const auto cards = std::int64_t{pod->request.number().value_or(1)};
      if (pod->countsForScheduler && movable.contains(pod->key())) target.movables.push_back({pod->raw, cards});
    }
    offer(std::move(target));
  }

  /// A card that a driver publishes: free once no claim holds the card or a part of it.
  void lookAtClaimedCard(NodeIndex index, const Card& card, const std::set<ObjectKey>& movable) {
    if (card.health == CardHealth::Unhealthy) return;
    if (!card.holderKnown) {
      ++m_out.unknown;
      return;
    }
    DefragTarget target;
    target.node = index;
    target.card = card.index;
    target.lacking = card.pods;
    if (isUnclaimed(card)) return keepFree(target, card.memTotal.value);
    if (card.pods == 0) {  // a claim that no pod uses
      ++m_out.blocked;
      return;
    }
    addMovables(m_snapshot.node(index), movable, target);
    offer(std::move(target));
  }

  void lookAtCard(NodeIndex index, const Card& card, const std::set<ObjectKey>& movable) {
    const NodeRecord& node = m_snapshot.node(index);
    if (card.health == CardHealth::Unhealthy) return;
    DefragTarget target;
    target.node = index;
    target.card = card.index;
    if (m_goal.memoryMib) {
      const auto perUnit = mibPerUnit(node.gpu.unit);
      if (!card.memoryKnown || !perUnit) {
        ++m_out.unknown;
        return;
      }
      const std::int64_t needed = (*m_goal.memoryMib + *perUnit - 1) / *perUnit;
      if (card.memTotal.value < needed) return;
      target.lacking = needed - std::max<std::int64_t>(card.memTotal.value - card.memScheduler.value, 0);
      if (target.lacking <= 0) return keepFree(target, -target.lacking);
      // On a card with more promised than it has, the excess must go first.
      target.lacking += std::max<std::int64_t>(card.memScheduler.value - card.memTotal.value, 0);
    } else {
      target.lacking = card.pods;
      if (card.pods == 0) return keepFree(target, card.memTotal.value);
    }
    addMovables(node, movable, target);
    offer(std::move(target));
  }

  void addMovables(const NodeRecord& node, const std::set<ObjectKey>& movable, DefragTarget& target) const {
    for (const PodPtr& pod : node.pods) {
      if (!movable.contains(pod->key())) continue;
      for (const CardShare& share : pod->shares) {
        if (share.card != target.card) continue;
        const std::int64_t frees = m_goal.memoryMib ? (pod->countsForScheduler ? share.memory.value : 0) : 1;
        if (frees > 0) target.movables.push_back({pod->raw, frees});
      }
    }
  }

  void offer(DefragTarget target) {
    if (canFree(target) < target.lacking) {
      ++m_out.blocked;
      return;
    }
    settle(target);
    m_out.targets.push_back(std::move(target));
  }

  void keepFree(const DefragTarget& target, std::int64_t spare) {
    if (m_out.already && m_spare <= spare) return;
    m_out.already = target;
    m_spare = spare;
  }

  const ClusterSnapshot& m_snapshot;
  const DefragGoal& m_goal;
  std::span<const RawDisruptionBudget> m_budgets;
  DefragTargets m_out;
  std::int64_t m_spare = 0;
};

}  // namespace

bool isUnclaimed(const Card& card) {
  return card.holderKnown && !card.held && card.pods == 0 && card.memAllocated.value == 0;
}

DefragTargets findTargets(const ClusterSnapshot& snapshot, const DefragGoal& goal,
                          std::span<const RawDisruptionBudget> budgets) {
  return Finder(snapshot, goal, budgets).run();
}

}  // namespace cardinal::plan
