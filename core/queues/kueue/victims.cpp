// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kueue/victims.h"

#include <algorithm>
#include <tuple>

namespace cardinal::queues {
namespace victims {

bool mayEvict(const KueueWorkload& preemptor, const KueueWorkload& candidate, PreemptionPolicy policy) {
  if (preemptor.replaces == candidate.key) return false;  // its quota is taken over anyway
  const bool isLower = candidate.priority < preemptor.priority;
  switch (policy) {
    case PreemptionPolicy::Never:
      return false;
    case PreemptionPolicy::LowerPriority:
      return isLower;
    case PreemptionPolicy::LowerOrNewerEqualPriority:
      return isLower || (candidate.priority == preemptor.priority && preemptor.queueTime() < candidate.queueTime());
    case PreemptionPolicy::Any:
      return true;
  }
  return false;
}

bool usesAny(const QuotaHolder& holder, const std::vector<int>& cells) {
  return std::any_of(holder.cells.begin(), holder.cells.end(),
                     [&](int cell) { return std::find(cells.begin(), cells.end(), cell) != cells.end(); });
}

bool comesFirst(const QuotaHolder& a, const QuotaHolder& b, QuotaTree::Node ownQueue) {
  const auto key = [&](const QuotaHolder& one) {
    return std::make_tuple(!one.isEvicted, one.queue == ownQueue, one.workload->priority, -one.reservedAt,
                           std::cref(one.workload->uid));
  };
  return key(a) < key(b);
}

bool fits(const KueueState& state, const RoomQuestion& question, bool mayBorrow) {
  const QuotaTree& tree = state.tree();
  return std::all_of(question.usage.begin(), question.usage.end(), [&](const auto& requested) {
    if (!mayBorrow && tree.borrowsWith(question.queue, requested.first, requested.second)) return false;
    return requested.second <= tree.available(question.queue, requested.first);
  });
}

void restore(KueueState& state, const std::vector<Victim>& victims) {
  for (const Victim& victim : victims) state.add(state.holders()[victim.holder]);
}

}  // namespace victims

namespace {

using Node = QuotaTree::Node;

/// How a workload of another queue may be taken.
enum class Claim : std::uint8_t { Own, ByPlace, WithoutBorrowing, WhileBorrowing };

struct Candidate {
  std::size_t holder = 0;
  Node common = QuotaTree::kNone;  ///< the lowest cohort above both queues
  Claim claim = Claim::Own;
};

VictimReason reasonOf(Claim claim) {
  switch (claim) {
    case Claim::Own:
      return VictimReason::InClusterQueue;
    case Claim::WhileBorrowing:
      return VictimReason::InCohortReclaimWhileBorrowing;
    case Claim::ByPlace:
    case Claim::WithoutBorrowing:
      break;
  }
  return VictimReason::InCohortReclamation;
}

/// The way without fair sharing: candidates in an order that is fixed before the first is taken.
class ClassicalSearch {
 public:
  ClassicalSearch(KueueState& state, const RoomQuestion& question)
      : m_state(state), m_tree(state.tree()), m_question(question), m_queue(state.queueOf(question.queue)) {
    collectOwn();
    collectOthers();
    for (auto* list : {&m_own, &m_byPlace, &m_byPriority}) {
      std::sort(list->begin(), list->end(), [&](const Candidate& a, const Candidate& b) {
        return victims::comesFirst(m_state.holders()[a.holder], m_state.holders()[b.holder], m_question.queue);
      });
    }
    for (const bool evicted : {true, false}) {
      for (const auto* list : {&m_byPlace, &m_byPriority, &m_own}) {
        std::copy_if(list->begin(), list->end(), std::back_inserter(m_order),
                     [&](const Candidate& one) { return m_state.holders()[one.holder].isEvicted == evicted; });
      }
    }
  }

  std::vector<Victim> run() {
    for (const bool mayBorrow : attempts()) {
      std::vector<Victim> taken;
      for (const Candidate& candidate : m_order) {
        if (!isValid(candidate, mayBorrow)) continue;
        m_state.remove(m_state.holders()[candidate.holder]);
        taken.push_back({candidate.holder, reasonOf(candidate.claim)});
        if (!victims::fits(m_state, m_question, mayBorrow)) continue;
        victims::putBack(m_state, taken, [&] { return victims::fits(m_state, m_question, mayBorrow); });
        victims::restore(m_state, taken);
        return taken;
      }
      victims::restore(m_state, taken);
    }
    return {};
  }

 private:
  /// Whether to allow borrowing, in the order in which it is tried.
  std::vector<bool> attempts() const {
    const bool onlyOwn = m_byPlace.empty() && m_byPriority.empty();
    const bool isForbidden = !m_queue.mayBorrowWhilePreempting;
    const bool isBelowNominal = std::all_of(m_question.shortCells.begin(), m_question.shortCells.end(), [&](int cell) {
      return m_tree.usage(m_question.queue, cell) < m_tree.quota(m_question.queue, cell).nominal;
    });
    if (onlyOwn || (isForbidden && !isBelowNominal)) return {true};
    if (isForbidden && m_byPlace.empty()) return {false, true};
    return {true, false};
  }

  void collectOwn() {
    if (m_queue.withinQueue != PreemptionPolicy::Never) collectQueue(m_question.queue, QuotaTree::kNone, true, m_own);
  }

  void collectOthers() {
    if (m_tree.parent(m_question.queue) == QuotaTree::kNone || m_queue.reclaim == PreemptionPolicy::Never) return;
    CellAmounts rest = m_question.usage;
    bool hasPlace = fitsBranch(m_question.queue, rest);
    Node done = QuotaTree::kNone;
    for (Node root = m_tree.parent(m_question.queue); root != QuotaTree::kNone; root = m_tree.parent(root)) {
      collectBranch(root, root, done, hasPlace);
      hasPlace = fitsBranch(root, rest) || hasPlace;
      done = root;
    }
  }

  /// Does the branch hold what is asked? What its own reserve does not cover is left in `rest`.
  bool fitsBranch(Node node, CellAmounts& rest) const {
    bool fits = true;
    for (auto& [cell, amount] : rest) {
      fits = fits && !m_tree.borrowsWith(node, cell, amount);
      amount = std::max<Amount>(0, minus(amount, m_tree.localAvailable(node, cell)));
    }
    return fits;
  }

  void collectBranch(Node cohort, Node common, Node done, bool hasPlace) {
    for (const Node child : m_tree.childCohorts(cohort)) {
      if (child != done && m_tree.borrowsInAny(child, m_question.shortCells))
        collectBranch(child, common, done, hasPlace);
    }
    for (const Node child : m_tree.childQueues(cohort)) {
      if (child == m_question.queue || !m_tree.isActive(child)) continue;
      if (m_tree.borrowsInAny(child, m_question.shortCells))
        collectQueue(child, common, hasPlace, hasPlace ? m_byPlace : m_byPriority);
    }
  }

  void collectQueue(Node queue, Node common, bool hasPlace, std::vector<Candidate>& into) {
    const bool isOwn = queue == m_question.queue;
    for (const std::size_t index : m_state.holdersOf(queue)) {
      const QuotaHolder& holder = m_state.holders()[index];
      const PreemptionPolicy policy = isOwn ? m_queue.withinQueue : m_queue.reclaim;
      if (!victims::usesAny(holder, m_question.shortCells) ||
          !victims::mayEvict(*m_question.workload, *holder.workload, policy))
        continue;
      into.push_back({index, common, isOwn ? Claim::Own : claimOn(*holder.workload, hasPlace)});
    }
  }

  Claim claimOn(const KueueWorkload& candidate, bool hasPlace) const {
    if (hasPlace) return Claim::ByPlace;
    if (!m_queue.mayBorrowWhilePreempting || candidate.priority >= m_question.workload->priority)
      return Claim::WithoutBorrowing;
    const bool isAbove = m_queue.borrowThreshold && candidate.priority > *m_queue.borrowThreshold;
    return isAbove ? Claim::WithoutBorrowing : Claim::WhileBorrowing;
  }

  /// Evictions before it may have brought its branch back within its quota.
  bool isValid(const Candidate& candidate, bool mayBorrow) const {
    const Node queue = m_state.holders()[candidate.holder].queue;
    if (queue == m_question.queue) return true;
    if (mayBorrow && candidate.claim == Claim::WithoutBorrowing) return false;
    for (Node node = queue; node != QuotaTree::kNone && node != candidate.common; node = m_tree.parent(node)) {
      if (!m_tree.borrowsInAny(node, m_question.shortCells)) return false;
    }
    return true;
  }

  KueueState& m_state;
  const QuotaTree& m_tree;
  const RoomQuestion& m_question;
  const KueueClusterQueue& m_queue;
  std::vector<Candidate> m_own;
  std::vector<Candidate> m_byPlace;
  std::vector<Candidate> m_byPriority;
  std::vector<Candidate> m_order;
};

}  // namespace

const char* toString(VictimReason reason) {
  switch (reason) {
    case VictimReason::InClusterQueue:
      return "InClusterQueue";
    case VictimReason::InCohortReclamation:
      return "InCohortReclamation";
    case VictimReason::InCohortFairSharing:
      return "InCohortFairSharing";
    case VictimReason::InCohortReclaimWhileBorrowing:
      return "InCohortReclaimWhileBorrowing";
  }
  return "";
}

std::vector<Victim> findVictims(KueueState& state, const RoomQuestion& question) {
  if (state.objects().fairSharing) return victims::findFairly(state, question);
  return ClassicalSearch(state, question).run();
}

}  // namespace cardinal::queues
