// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <deque>
#include <limits>
#include <set>

#include "core/queues/kueue/fair_share.h"
#include "core/queues/kueue/victims.h"

namespace cardinal::queues::victims {
namespace {

using Node = QuotaTree::Node;

/// Which queue loses a workload next: from the root down always the child with the largest share.
class QueueOrder {
 public:
  QueueOrder(const KueueState& state, Node own, const std::vector<std::size_t>& candidates)
      : m_state(state), m_tree(state.tree()), m_own(own) {
    for (Node node = m_tree.parent(own); node != QuotaTree::kNone; node = m_tree.parent(node)) m_above.insert(node);
    for (const std::size_t index : candidates) m_waiting[state.holders()[index].queue].push_back(index);
  }

  /// kNone = nobody is left. Whoever asks again takes a workload or drops the queue between.
  Node next() {
    const Node root = m_tree.root(m_own);
    if (root == m_own) return m_pruned.count(m_own) == 0 && hasWorkload(m_own) ? m_own : QuotaTree::kNone;
    while (m_pruned.count(root) == 0) {
      const Node found = nextIn(root);
      if (found != QuotaTree::kNone) return found;
    }
    return QuotaTree::kNone;
  }

  bool hasWorkload(Node queue) const {
    const auto found = m_waiting.find(queue);
    return found != m_waiting.end() && !found->second.empty();
  }
  std::size_t take(Node queue) {
    std::deque<std::size_t>& waiting = m_waiting.at(queue);
    const std::size_t index = waiting.front();
    waiting.pop_front();
    return index;
  }
  void drop(Node queue) { m_pruned.insert(queue); }

  /// The nodes just below the lowest cohort above both queues: of the own queue and of the other.
  std::pair<Node, Node> branches(Node other) const {
    Node theirs = other;
    while (m_above.count(m_tree.parent(theirs)) == 0) theirs = m_tree.parent(theirs);
    Node ours = m_own;
    while (m_tree.parent(ours) != m_tree.parent(theirs)) ours = m_tree.parent(ours);
    return {ours, theirs};
  }

  FairShare share(Node node) const { return fairShareOf(m_tree, node, fairWeight(m_state.objects(), m_tree, node)); }

 private:
  Node nextIn(Node cohort) {
    Node queue = QuotaTree::kNone;
    FairShare most = FairShare::none();
    for (const Node child : m_tree.childQueues(cohort)) {
      if (m_pruned.count(child) != 0) continue;
      FairShare own = share(child);
      if ((!own.isBorrowing() && child != m_own) || !hasWorkload(child)) {
        m_pruned.insert(child);
        continue;
      }
      const int order = compare(own, most);
      const bool wins = order > 0 || (order == 0 && comesFirst(first(child), first(queue), m_own));
      if (!wins) continue;
      queue = child;
      most = std::move(own);
    }
    Node below = QuotaTree::kNone;
    FairShare mostBelow = FairShare::none();
    for (const Node child : m_tree.childCohorts(cohort)) {
      if (m_pruned.count(child) != 0) continue;
      FairShare own = share(child);
      if (!own.isBorrowing() && m_above.count(child) == 0) {
        m_pruned.insert(child);
      } else if (compare(own, mostBelow) >= 0) {
        below = child;
        mostBelow = std::move(own);
      }
    }
    if (queue == QuotaTree::kNone && below == QuotaTree::kNone) m_pruned.insert(cohort);
    if (below != QuotaTree::kNone && compare(mostBelow, most) >= 0) return nextIn(below);
    return queue;
  }

  const QuotaHolder& first(Node queue) const { return m_state.holders()[m_waiting.at(queue).front()]; }

  const KueueState& m_state;
  const QuotaTree& m_tree;
  Node m_own;
  std::set<Node> m_above;
  std::map<Node, std::deque<std::size_t>> m_waiting;
  std::set<Node> m_pruned;
};

class FairSearch {
 public:
  FairSearch(KueueState& state, const RoomQuestion& question)
      : m_state(state), m_tree(state.tree()), m_question(question), m_queue(state.queueOf(question.queue)) {}

  std::vector<Victim> run() {
    std::vector<std::size_t> candidates = collect();
    if (candidates.empty()) return {};
    std::sort(candidates.begin(), candidates.end(), [&](std::size_t a, std::size_t b) {
      return comesFirst(m_state.holders()[a], m_state.holders()[b], m_question.queue);
    });
    // shares are those after the workload got what it asks
    m_tree.addUsage(m_question.queue, m_question.usage);
    std::vector<std::size_t> retries;
    const bool found = takeByFinalShare(candidates, retries) || takeByInitialShare(retries);
    m_tree.removeUsage(m_question.queue, m_question.usage);
    if (found) putBack(m_state, m_taken, [&] { return fits(m_state, m_question, true); });
    restore(m_state, m_taken);
    return found ? m_taken : std::vector<Victim>();
  }

 private:
  std::vector<std::size_t> collect() const {
    std::vector<std::size_t> out;
    const auto add = [&](Node queue, PreemptionPolicy policy) {
      for (const std::size_t index : m_state.holdersOf(queue)) {
        const QuotaHolder& holder = m_state.holders()[index];
        if (mayEvict(*m_question.workload, *holder.workload, policy) && usesAny(holder, m_question.shortCells))
          out.push_back(index);
      }
    };
    add(m_question.queue, m_queue.withinQueue);
    if (m_tree.parent(m_question.queue) == QuotaTree::kNone) return out;
    const Node root = m_tree.root(m_question.queue);
    for (const auto& [name, queue] : m_state.objects().clusterQueues) {
      const Node node = m_tree.queue(name);
      if (node == m_question.queue || m_tree.root(node) != root || !m_tree.isActive(node)) continue;
      if (m_tree.borrowsInAny(node, m_question.shortCells)) add(node, m_queue.reclaim);
    }
    return out;
  }

  bool take(std::size_t index, VictimReason reason) {
    m_state.remove(m_state.holders()[index]);
    m_taken.push_back({index, reason});
    m_tree.removeUsage(m_question.queue, m_question.usage);
    const bool enough = fits(m_state, m_question, true);
    m_tree.addUsage(m_question.queue, m_question.usage);
    return enough;
  }

  /// From a queue only while its share without the workload is not below the own one.
  bool takeByFinalShare(const std::vector<std::size_t>& candidates, std::vector<std::size_t>& retries) {
    QueueOrder order(m_state, m_question.queue, candidates);
    const bool isWithinNominal = !m_tree.borrowsInAny(m_question.queue, m_question.shortCells);
    for (Node queue = order.next(); queue != QuotaTree::kNone; queue = order.next()) {
      const bool isOwn = queue == m_question.queue;
      if (isOwn || isWithinNominal) {
        const auto reason = isOwn ? VictimReason::InClusterQueue : VictimReason::InCohortReclamation;
        if (take(order.take(queue), reason)) return true;
        continue;
      }
      const auto [ours, theirs] = order.branches(queue);
      const FairShare own = order.share(ours);
      while (order.hasWorkload(queue)) {
        const std::size_t index = order.take(queue);
        const CellAmounts& usage = m_state.holders()[index].usage;
        m_tree.removeUsage(queue, usage);
        const FairShare after = order.share(theirs);
        m_tree.addUsage(queue, usage);
        if (compare(own, after) > 0) {
          retries.push_back(index);
          continue;
        }
        if (take(index, VictimReason::InCohortFairSharing)) return true;
        break;
      }
    }
    return false;
  }

  /// One more of each queue whose share is above the own one as it is.
  bool takeByInitialShare(const std::vector<std::size_t>& candidates) {
    QueueOrder order(m_state, m_question.queue, candidates);
    for (Node queue = order.next(); queue != QuotaTree::kNone; queue = order.next()) {
      const auto [ours, theirs] = order.branches(queue);
      const bool isAbove = compare(order.share(ours), order.share(theirs)) < 0;
      const std::size_t index = order.take(queue);
      if (isAbove && take(index, VictimReason::InCohortFairSharing)) return true;
      order.drop(queue);
    }
    return false;
  }

  KueueState& m_state;
  QuotaTree& m_tree;
  const RoomQuestion& m_question;
  const KueueClusterQueue& m_queue;
  std::vector<Victim> m_taken;
};

}  // namespace

std::vector<Victim> findFairly(KueueState& state, const RoomQuestion& question) {
  return FairSearch(state, question).run();
}

}  // namespace cardinal::queues::victims
