// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/plan/replica_plan.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>

#include "core/alloc/explain/near_miss.h"
#include "core/alloc/plan/replica_places.h"
#include "core/alloc/plan/replica_queue.h"
#include "core/alloc/tied.h"
#include "core/base/saturate.h"

namespace cardinal::alloc {
namespace {

/// Pods on one card that cGPU allows; ACK documentation names 20 (and once 16 for cgpu nodes).
constexpr int kMaxPodsOnCard = 20;

class Planner {
 public:
  Planner(const ReplicaPlan& plan, AllocationAnswer& answer)
      : m_plan(plan),
        m_answer(answer),
        m_overlay(plan.snapshot),
        m_replicas(plan.request.replicas),
        m_queue(m_replicas > 1 ? plan.snapshot.nodes.size() : 0),
        m_ackNodes(plan.ackNodes) {
    ClaimRule* claims = plan.evaluator.claims();
    if (claims != nullptr && claims->sharesDevices()) m_claims = claims;
    if (m_replicas == 1) return;
    if (!answer.candidates.empty() && plan.group.empty() &&
        ReplicaPlaces::isNeeded(plan.evaluator, *plan.request.pod, plan.snapshot, answer.candidates.front(),
                                plan.kubeDecides)) {
      const bool ofStacks = m_ackNodes > 0;
      m_places = std::make_unique<ReplicaPlaces>(plan.evaluator, plan.request, plan.snapshot, answer,
                                                 ReplicaPlaces::Rating{plan.kubeDecides, plan.scoresDecide, ofStacks});
      m_isOfStacks = ofStacks && m_ackNodes == answer.candidates.size();
      return;
    }
    if (plan.kubeDecides) m_totals.resize(plan.snapshot.nodes.size());
    // Candidates of one score stand by name, which is all that the queue needs.
    for (const Candidate& candidate : answer.candidates) {
      m_queue.append(candidate.node, plan.kubeDecides ? candidate.total : keyOf(candidate.score));
      if (plan.kubeDecides) m_totals[candidate.node.value] = candidate.total;
    }
  }

  ~Planner() {
    if (m_claims != nullptr) m_claims->forget();
  }
  Planner(const Planner&) = delete;
  Planner& operator=(const Planner&) = delete;

  bool run(const std::stop_token& stop) {
    m_answer.placements.reserve(static_cast<std::size_t>(std::min<std::int64_t>(m_replicas, answerRoom())));
    for (int replica = 0; replica < m_replicas; ++replica) {
      if (stop.stop_requested()) return false;
      if (m_claims != nullptr && replica > 0 && m_places == nullptr) dropFull();
      if (feasible() == 0 || !place(replica)) {
        m_answer.firstMiss = explainMiss();
        break;
      }
    }
    const bool isOpen = m_isDrawn || (m_places != nullptr && !m_places->followsScores());
    if (isOpen && m_places != nullptr && !m_places->isOrderFree()) m_answer.caveats.push_back(Caveat::ReplicasInteract);
    if (m_fullCards) m_answer.caveats.push_back(Caveat::TooManyPodsOnCard);
    m_answer.after = fragmentationAfter();
    return true;
  }

 private:
  int keyOf(int score) const { return m_plan.scoresDecide ? score : 0; }
  std::int64_t answerRoom() const { return saturatedSum<std::int64_t>(m_answer.before.fits, 1); }

  /// A single replica needs no queue: the candidates stand in order.
  std::size_t feasible() const {
    if (m_places != nullptr) return m_places->size();
    return m_replicas == 1 ? m_answer.candidates.size() : m_queue.size();
  }
  std::size_t ackNodes() const {
    if (m_places == nullptr) return m_ackNodes;
    return m_isOfStacks ? m_places->size() : 0;
  }
  std::size_t tiedBest() const {
    if (m_plan.tiesByName || !m_plan.group.empty()) return 1;
    if (m_places != nullptr) return m_places->best();
    if (m_replicas > 1) return m_queue.best().size();
    const auto& candidates = m_answer.candidates;
    const Candidate& best = candidates.front();
    const auto equal = [&](const Candidate& one) {
      return m_plan.kubeDecides ? one.total == best.total : keyOf(one.score) == keyOf(best.score);
    };
    const auto end = std::partition_point(candidates.begin(), candidates.end(), equal);
    return static_cast<std::size_t>(end - candidates.begin());
  }
  NodeIndex pick(std::size_t tied, int replica) const {
    if (const GroupPlace* place = placeOf(replica)) return place->node;
    const std::size_t at = tied > 1 && m_plan.breakTie ? m_plan.breakTie(tied) % tied : 0;
    if (m_places != nullptr) return m_places->bestAt(at);
    return m_replicas == 1 ? m_answer.candidates[at].node : NodeIndex{m_queue.best()[at]};
  }

  const GroupPlace* placeOf(int replica) const {
    const auto at = static_cast<std::size_t>(replica);
    return at < m_plan.group.size() ? &m_plan.group[at] : nullptr;
  }

  /// False where no node is left after all.
  bool place(int replica) {
    std::size_t tied = tiedBest();
    NodeIndex node = pick(tied, replica);
    if (m_judged != node) m_plan.evaluator.evaluate(m_overlay.view(node), m_plan.breakTie, m_verdict);
    m_judged.reset();
    while (m_places != nullptr && !m_verdict.feasible) {
      // Devices that others share, or a pod that is nominated to this node: not counted beforehand.
      m_assumed = true;
      m_places->drop(node);
      if (m_places->size() == 0) return false;
      tied = tiedBest();
      node = pick(tied, replica);
      m_plan.evaluator.evaluate(m_overlay.view(node), m_plan.breakTie, m_verdict);
    }
    const GroupPlace* together = placeOf(replica);
    if (together != nullptr && !together->cards.empty()) m_verdict.choice.cards = together->cards;
    ReplicaPlacement& placement = m_answer.placements.emplace_back();
    placement.replica = replica;
    m_plan.evaluator.fill(m_overlay.view(node), m_verdict, placement.place);
    // Once a place was only one of several, whatever follows rests on that assumption.
    placement.certainty = certaintyOf(feasible(), ackNodes(), m_plan.lowered || m_assumed);
    placement.tied = static_cast<std::uint32_t>(tied);
    if (m_plan.kubeDecides && replica == 0) {
      placement.certainty = m_answer.certainty;
      placement.tied = m_answer.tied;
    }
    // Which of them has devices left hangs on where the earlier ones went.
    if (m_claims != nullptr && m_assumed) placement.tied = kTiedUnknown;
    if (m_places != nullptr && !m_places->followsScores() && replica > 0) placement.tied = kTiedUnknown;
    const bool modelled = m_plan.kubeDecides && placement.certainty == Certainty::Modelled;
    m_assumed = m_assumed || modelled || placement.certainty == Certainty::OneOf;
    m_isDrawn = m_isDrawn || placement.tied != 1 || (feasible() > 1 && (modelled || m_answer.sampled > 0));
    warnOfFullCards(m_overlay.view(node));
    const std::int64_t before = allocationScore(node);
    if (m_claims != nullptr) m_claims->placed(m_overlay.view(node));
    if (m_overlay.take(node, m_plan.evaluator.rule(m_verdict.family), m_verdict.choice)) m_touched.push_back(node);
    if (m_places != nullptr) {
      reopen(node, before);
    } else if (m_replicas > 1) {
      rescore(node, before);
    }
    return true;
  }

  /// Takes nodes off the queue whose devices earlier replicas took on other nodes, until the best ones have some.
  void dropFull() {
    static const TieBreaker kFirst;
    for (bool isSettled = false; !isSettled && m_queue.size() > 0;) {
      const auto best = m_queue.best();
      const std::vector<std::uint32_t> nodes(best.begin(), best.end());
      isSettled = true;
      for (const std::uint32_t node : nodes) {
        m_plan.evaluator.evaluate(m_overlay.view(NodeIndex{node}), kFirst, m_verdict);
        if (m_verdict.feasible) continue;
        m_queue.remove(NodeIndex{node});
        isSettled = false;
      }
    }
  }

  /// The part of a node's total that a replica changes.
  std::int64_t allocationScore(NodeIndex node) const {
    if (!m_plan.kubeDecides || m_replicas == 1) return 0;
    return m_plan.evaluator.scores().allocationScore(m_overlay.view(node), m_verdict.resources.basic);
  }

  void warnOfFullCards(const NodeView& view) {
    const GpuMode mode = view.mode();
    if (mode != GpuMode::Cgpu && mode != GpuMode::CoreMem) return;
    for (const CardIndex card : m_verdict.choice.cards) {
      if (view.cards[static_cast<std::size_t>(card)].pods >= kMaxPodsOnCard) m_fullCards = true;
    }
  }

  void reopen(NodeIndex node, std::int64_t before) {
    static const TieBreaker kFirst;
    const NodeView view = m_overlay.view(node);
    m_plan.evaluator.evaluateAlone(view, kFirst, m_verdict);
    const std::int64_t change = m_verdict.feasible ? allocationScore(node) - before : 0;
    m_places->place(view, m_verdict.feasible, m_verdict.choice.score, change);
  }

  void rescore(NodeIndex node, std::int64_t before) {
    static const TieBreaker kFirst;
    const Family family = m_verdict.family;
    m_plan.evaluator.evaluate(m_overlay.view(node), kFirst, m_verdict);
    if (!m_plan.breakTie && m_plan.evaluator.claims() == nullptr) m_judged = node;
    if (m_verdict.feasible && m_plan.kubeDecides && m_replicas > 1) {
      std::int64_t& total = m_totals[node.value];
      total += allocationScore(node) - before;
      m_queue.put(node, total);
      return;
    }
    if (m_verdict.feasible) {
      m_queue.put(node, m_plan.kubeDecides ? 0 : keyOf(m_verdict.choice.score));
      return;
    }
    m_queue.remove(node);
    if (scoresNodes(family) && m_ackNodes > 0) --m_ackNodes;
  }

  const NodeRejection* nearestRefusal() {
    const auto& refused = m_answer.rejections;
    if (m_places != nullptr) {
      std::copy_if(refused.begin(), refused.end(), std::back_inserter(m_othersRefused),
                   [&](const NodeRejection& one) { return !m_places->holds(one.node); });
      return nearest(m_othersRefused);
    }
    if (!m_plan.nearestRefusal) return nearest(refused);
    return &*std::lower_bound(refused.begin(), refused.end(), *m_plan.nearestRefusal,
                              [](const NodeRejection& one, NodeIndex node) { return one.node < node; });
  }

  /// Nodes that took replicas, or would have.
  std::vector<NodeIndex> planned() const {
    if (m_places != nullptr) return {m_places->nodes().begin(), m_places->nodes().end()};
    std::vector<NodeIndex> out;
    for (const Candidate& candidate : m_answer.candidates) out.push_back(candidate.node);
    return out;
  }

  std::optional<NodeRejection> explainMiss() {
    static const TieBreaker kFirst;
    const std::vector<NodeIndex> nodes = planned();
    std::vector<NodeRejection> refused;
    refused.reserve(nodes.size());
    for (const NodeIndex node : nodes) {
      const NodeView view = m_overlay.view(node);
      m_plan.evaluator.evaluate(view, kFirst, m_verdict);
      if (!m_verdict.feasible) m_plan.evaluator.explain(view, m_verdict, refused.emplace_back());
    }
    const NodeRejection* amongTaken = nearest(refused);
    const NodeRejection* amongRefused = nearestRefusal();
    std::vector<NodeRejection> best;  // a node that took replicas comes first: it wins where both lack the same
    if (amongTaken != nullptr) best.push_back(*amongTaken);
    if (amongRefused != nullptr) best.push_back(*amongRefused);
    const NodeRejection* miss = nearest(best);
    return miss != nullptr ? std::optional<NodeRejection>(*miss) : std::nullopt;
  }

  Fragmentation fragmentationAfter() {
    static const TieBreaker kFirst;
    Fragmentation out = m_answer.before;
    const auto add = [&](const NodeView& view, bool plus) {
      m_plan.evaluator.evaluate(view, kFirst, m_verdict);
      const Fragmentation part = m_plan.evaluator.fragmentation(view, m_verdict);
      const auto apply = plus ? saturatedSum<std::int64_t> : saturatedDifference<std::int64_t>;
      out.freeMib = apply(out.freeMib, part.freeMib);
      out.usableMib = apply(out.usableMib, part.usableMib);
      out.fits = apply(out.fits, part.fits);
    };
    if (m_places != nullptr) return fragmentationBetween();
    std::sort(m_touched.begin(), m_touched.end());
    for (const NodeIndex node : m_touched) {
      add(viewOf(m_plan.snapshot, node), false);
      add(m_overlay.view(node), true);
    }
    return out;
  }

  /// The same where replicas open and close nodes that they did not go to. `before` counted waiting nodes without use.
  Fragmentation fragmentationBetween() {
    static const TieBreaker kFirst;
    Fragmentation out = m_answer.before;
    const auto partOf = [&](const NodeView& view, bool alone) {
      if (alone) {
        m_plan.evaluator.evaluateAlone(view, kFirst, m_verdict);
      } else {
        m_plan.evaluator.evaluate(view, kFirst, m_verdict);
      }
      return m_plan.evaluator.fragmentation(view, m_verdict);
    };
    std::set<NodeIndex> first;
    for (const Candidate& candidate : m_answer.candidates) first.insert(candidate.node);
    for (const NodeIndex node : m_places->nodes()) {
      const Fragmentation before = partOf(viewOf(m_plan.snapshot, node), true);
      const Fragmentation now = partOf(m_overlay.view(node), false);
      out.freeMib = saturatedSum(saturatedDifference(out.freeMib, before.freeMib), now.freeMib);
      if (first.contains(node)) out.usableMib = saturatedDifference(out.usableMib, before.usableMib);
      out.usableMib = saturatedSum(out.usableMib, now.usableMib);
    }
    return out;
  }

  const ReplicaPlan& m_plan;
  AllocationAnswer& m_answer;
  Overlay m_overlay;
  const int m_replicas;
  ReplicaQueue m_queue;
  std::unique_ptr<ReplicaPlaces> m_places;     ///< instead of the queue, where replicas have a say
  bool m_isOfStacks = false;                   ///< and all of these nodes are chosen by their stacks
  std::vector<NodeRejection> m_othersRefused;  ///< nodes that `m_places` does not have
  std::size_t m_ackNodes;
  ClaimRule* m_claims = nullptr;       ///< where nodes share devices
  std::vector<std::int64_t> m_totals;  ///< by node, where kube-scheduler's totals decide
  std::vector<NodeIndex> m_touched;    ///< each once
  std::optional<NodeIndex> m_judged;   ///< the verdict is of this node as it is now, ties broken as for placing
  bool m_fullCards = false;
  bool m_assumed = false;
  bool m_isDrawn = false;  ///< a place so far was one of several
  Verdict m_verdict;
};

}  // namespace

Certainty certaintyOf(std::size_t feasible, std::size_t ackNodes, bool lowered) {
  if (ackNodes > 0 && ackNodes == feasible) return Certainty::Modelled;
  return feasible == 1 && !lowered ? Certainty::Certain : Certainty::OneOf;
}

bool planReplicas(const ReplicaPlan& plan, const std::stop_token& stop, AllocationAnswer& answer) {
  answer.placements.clear();
  answer.firstMiss.reset();
  return Planner(plan, answer).run(stop);
}

}  // namespace cardinal::alloc
