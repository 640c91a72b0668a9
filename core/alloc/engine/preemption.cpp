// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/engine/preemption.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "core/alloc/admission.h"
#include "core/alloc/evaluation/evaluator.h"
#include "core/alloc/explain/changed_node.h"
#include "core/alloc/filter/volumes.h"
#include "core/alloc/profile.h"
#include "core/alloc/selector.h"

namespace cardinal {
namespace alloc {
namespace {

using RawPodPtr = std::shared_ptr<const RawPod>;

/// A pod that was not started yet counts as started last.
UnixSeconds startOf(const RawPod& pod) {
  return pod.startTime > 0 ? pod.startTime : std::numeric_limits<UnixSeconds>::max();
}

bool isMoreImportant(const RawPodPtr& a, const RawPodPtr& b) {
  if (a->spec.priority != b->spec.priority) return a->spec.priority > b->spec.priority;
  return startOf(*a) < startOf(*b);
}

/// How good it is to evict these; the smallest is chosen.
using Cost = std::tuple<std::uint32_t, std::int32_t, std::int64_t, std::size_t, UnixSeconds>;

Cost costOf(const EvictionCandidate& candidate) {
  constexpr std::int64_t kShift = std::int64_t{1} << 31;
  const auto& victims = candidate.victims;
  const std::int32_t highest = victims.front()->spec.priority;
  std::int64_t sum = 0;
  UnixSeconds earliest = std::numeric_limits<UnixSeconds>::max();
  for (const RawPodPtr& victim : victims) {
    sum += victim->spec.priority + kShift;
    if (victim->spec.priority == highest) earliest = std::min(earliest, startOf(*victim));
  }
  return {candidate.violations, highest, sum, victims.size(), -earliest};
}

bool covers(const RawDisruptionBudget& budget, const RawPod& pod) {
  if (budget.selectsNothing || budget.selector.empty() || budget.meta.key.ns != pod.meta.key.ns) return false;
  return !pod.meta.labels.empty() && matches(LabelSelector{{}, budget.selector}, pod.meta.labels);
}

/// Those whose eviction breaks a budget, when the pods go in this order, and the others.
struct Split {
  std::vector<RawPodPtr> violating;
  std::vector<RawPodPtr> others;
};

Split splitByBudgets(const std::vector<RawPodPtr>& pods, std::span<const RawDisruptionBudget> budgets) {
  std::vector<std::int64_t> allowed;
  allowed.reserve(budgets.size());
  for (const RawDisruptionBudget& budget : budgets) allowed.push_back(budget.disruptionsAllowed);
  Split out;
  for (const RawPodPtr& pod : pods) {
    bool breaks = false;
    for (std::size_t i = 0; i < budgets.size(); ++i) {
      if (covers(budgets[i], *pod) && --allowed[i] < 0) breaks = true;
    }
    (breaks ? out.violating : out.others).push_back(pod);
  }
  return out;
}

/// One node without some of its pods. Who is off at the end is back for the evaluator.
class NodeWithout {
 public:
  NodeWithout(const ClusterSnapshot& snapshot, NodeIndex node, Evaluator& evaluator)
      : m_record(snapshot.node(node)), m_node(snapshot, node), m_evaluator(evaluator) {}
  ~NodeWithout() {
    for (const RawPodPtr& pod : m_off) m_evaluator.recount(*pod, *m_record.raw, 1);
  }
  NodeWithout(const NodeWithout&) = delete;
  NodeWithout& operator=(const NodeWithout&) = delete;

  void remove(const RawPodPtr& pod) {
    const PodRecord* record = recordOf(pod);
    record != nullptr ? m_node.remove(*record) : m_node.removeRequests(pod);
    m_evaluator.recount(*pod, *m_record.raw, -1);
    m_off.push_back(pod);
  }
  void put(const RawPodPtr& pod) {
    const PodRecord* record = recordOf(pod);
    record != nullptr ? m_node.put(*record) : m_node.addRequests(pod);
    m_evaluator.recount(*pod, *m_record.raw, 1);
    std::erase(m_off, pod);
  }
  NodeView view() const { return m_node.view(); }

 private:
  const PodRecord* recordOf(const RawPodPtr& pod) const {
    const auto found =
        std::find_if(m_record.pods.begin(), m_record.pods.end(), [&](const PodPtr& one) { return one->raw == pod; });
    return found == m_record.pods.end() ? nullptr : found->get();
  }

  const NodeRecord& m_record;
  ChangedNode m_node;
  Evaluator& m_evaluator;
  std::vector<RawPodPtr> m_off;
};

class VictimSearch {
 public:
  VictimSearch(const AllocationRequest& request, const ClusterSnapshot& snapshot)
      : m_request(request), m_snapshot(snapshot), m_evaluator(request, snapshot) {}

  bool canTell() const { return m_evaluator.canRecount(); }

  /// The scheduler holds it for possible that evicting helps. It sees the sum of the cards where their sizes would
  /// never do.
  bool isPotential(const NodeRejection& refused) {
    if (refused.reason.waiting == Waiting::NotNow) return true;
    if (!m_snapshot.node(refused.node).exists()) return false;
    evaluate(viewOf(m_snapshot, refused.node));
    const auto& lack = m_verdict.resources.rejection;
    return !m_verdict.place && lack && (*lack).waiting == Waiting::NotNow;
  }

  std::optional<EvictionCandidate> look(NodeIndex node, std::span<const RawDisruptionBudget> budgets) {
    std::vector<RawPodPtr> lower;
    for (const RawPodPtr& pod : m_snapshot.node(node).scheduler.pods) {
      if (pod->spec.priority < m_request.pod->spec.priority) lower.push_back(pod);
    }
    if (lower.empty()) return std::nullopt;
    NodeWithout without(m_snapshot, node, m_evaluator);
    for (const RawPodPtr& pod : lower) without.remove(pod);
    if (!passes(without.view())) return std::nullopt;
    std::stable_sort(lower.begin(), lower.end(), isMoreImportant);
    const Split split = splitByBudgets(lower, budgets);
    EvictionCandidate out{node, {}, 0, false};
    for (const RawPodPtr& pod : split.violating) out.violations += putBack(without, pod, out.victims) ? 0 : 1;
    for (const RawPodPtr& pod : split.others) putBack(without, pod, out.victims);
    // Nobody in the way: it is the extender that refuses the node, and evicting does not change its mind.
    if (out.victims.empty()) return std::nullopt;
    if (!split.violating.empty()) std::stable_sort(out.victims.begin(), out.victims.end(), isMoreImportant);
    passes(without.view());
    out.takesThen = m_verdict.feasible && !isClaimUsedBeside(m_request, m_snapshot, out.victims);
    return out;
  }

 private:
  void evaluate(const NodeView& view) {
    static const TieBreaker kFirst;
    m_evaluator.evaluate(view, kFirst, m_verdict);
  }

  /// In the eyes of who picks the victims. An extender's cards are not looked at; a closed scheduler has its own rule
  /// for them, which is one of its filters.
  bool passes(const NodeView& view) {
    evaluate(view);
    if (m_verdict.family != Family::OpenSource || m_verdict.place) return m_verdict.feasible;
    return !m_verdict.resources.rejection && !m_verdict.rules && !m_evaluator.isAimedAway(view);
  }

  bool putBack(NodeWithout& without, const RawPodPtr& pod, std::vector<RawPodPtr>& victims) {
    without.put(pod);
    if (passes(without.view())) return true;
    without.remove(pod);
    victims.push_back(pod);
    return false;
  }

  const AllocationRequest& m_request;
  const ClusterSnapshot& m_snapshot;
  Evaluator m_evaluator;
  Verdict m_verdict;
};

/// What the answer says is not known of who refuses the pod.
bool isOpen(const AllocationAnswer& answer) {
  return std::any_of(answer.caveats.begin(), answer.caveats.end(), [](Caveat one) {
    return one == Caveat::PodAffinity || one == Caveat::TopologySpread || one == Caveat::PriorityNotRead;
  });
}

/// minCandidateNodesPercentage and minCandidateNodesAbsolute: the scheduler begins anywhere and stops once it has so
/// many candidates, one of them at least without a broken budget.
bool isSampled(std::size_t potential, std::span<const EvictionCandidate> found) {
  constexpr std::size_t kMinWanted = 100;
  constexpr std::size_t kTenth = 10;
  const auto keepsBudgets = [](const EvictionCandidate& one) { return one.violations == 0; };
  return found.size() > std::max(kMinWanted, potential / kTenth) &&
         std::any_of(found.begin(), found.end(), keepsBudgets);
}

/// Of the pod's nominated node: it refuses the pod for what no end of pods changes.
bool isRefusedForGood(const AllocationAnswer& answer, const ClusterSnapshot& snapshot, const RawPod& pod,
                      VictimSearch& search) {
  const auto node = snapshot.findNode(pod.nominatedNode);
  const auto at = std::find_if(answer.rejections.begin(), answer.rejections.end(),
                               [&](const NodeRejection& one) { return one.node == node; });
  return node && at != answer.rejections.end() && !search.isPotential(*at);
}

}  // namespace
}  // namespace alloc

std::vector<EvictionCandidate> evictionCandidates(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                                                  std::span<const NodeIndex> potential,
                                                  std::span<const RawDisruptionBudget> budgets) {
  alloc::VictimSearch search(request, snapshot);
  std::vector<EvictionCandidate> out;
  if (!search.canTell() || request.pod->spec.neverPreempts) return out;
  for (const NodeIndex node : potential) {
    if (auto found = search.look(node, budgets)) out.push_back(std::move(*found));
  }
  return out;
}

std::vector<std::size_t> bestEvictions(std::span<const EvictionCandidate> candidates) {
  std::vector<std::size_t> out;
  alloc::Cost least;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const alloc::Cost cost = alloc::costOf(candidates[i]);
    if (!out.empty() && cost > least) continue;
    if (out.empty() || cost < least) out.clear();
    least = cost;
    out.push_back(i);
  }
  return out;
}

bool waitsForVictims(const RawPod& pod, const ClusterSnapshot& snapshot) {
  constexpr int kByCondition = 28;  // since then only those that the scheduler itself is ending
  const auto node = snapshot.findNode(pod.nominatedNode);
  if (!node) return false;
  const bool byCondition = minorVersion(snapshot.serverVersion).value_or(kByCondition) >= kByCondition;
  const auto& pods = snapshot.node(*node).scheduler.pods;
  return std::any_of(pods.begin(), pods.end(), [&](const auto& other) {
    return (other->isPreempted || !byCondition) && isTerminating(*other) && other->spec.priority < pod.spec.priority;
  });
}

std::optional<Preemption> preemptionFor(const AllocationRequest& request, const AllocationAnswer& answer,
                                        const ClusterSnapshot& snapshot, std::stop_token stop) {
  if (!answer.requestProblems.empty() || !answer.candidates.empty() || alloc::isOpen(answer)) return std::nullopt;
  const alloc::Admission admitted = alloc::admit(request, snapshot);  // it may bring the pod's priority
  if (!admitted.problems.empty()) return std::nullopt;
  const RawPod& pod = *admitted.request.pod;
  alloc::VictimSearch search(admitted.request, snapshot);
  if (pod.spec.neverPreempts || !search.canTell()) return std::nullopt;
  if (waitsForVictims(pod, snapshot) && !alloc::isRefusedForGood(answer, snapshot, pod, search)) return std::nullopt;
  const std::span<const RawDisruptionBudget> budgets = budgetsIn(snapshot);
  std::size_t potential = 0;
  std::vector<EvictionCandidate> found;
  for (const NodeRejection& rejection : answer.rejections) {
    if (stop.stop_requested()) return std::nullopt;
    const bool hasLower = snapshot.node(rejection.node).scheduler.lowestPriority < pod.spec.priority;
    if (hasLower ? !search.isPotential(rejection) : rejection.reason.waiting != Waiting::NotNow) continue;
    ++potential;
    if (!hasLower) continue;
    if (auto candidate = search.look(rejection.node, budgets)) found.push_back(std::move(*candidate));
  }
  const std::vector<std::size_t> best = bestEvictions(found);
  if (best.empty()) return std::nullopt;
  const bool sampled = alloc::isSampled(potential, found);
  EvictionCandidate& first = found[best.front()];
  Preemption out;
  out.node = first.node;
  out.victims = std::move(first.victims);
  out.equal = static_cast<std::uint32_t>(best.size());
  out.possible = static_cast<std::uint32_t>(found.size());
  out.takesThen = first.takesThen;
  out.sampled = sampled;
  out.violations = first.violations;
  out.budgetsKnown = snapshot.budgets != nullptr;
  return out;
}

}  // namespace cardinal
