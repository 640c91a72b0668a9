// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/engine/preemption.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "core/alloc/admission.h"
#include "core/alloc/evaluation/evaluator.h"
#include "core/alloc/explain/changed_node.h"
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

/// One node without some of its pods.
class NodeWithout {
 public:
  NodeWithout(const ClusterSnapshot& snapshot, NodeIndex node)
      : m_record(snapshot.node(node)), m_node(snapshot, node) {}

  void remove(const RawPodPtr& pod) {
    const PodRecord* record = recordOf(pod);
    record != nullptr ? m_node.remove(*record) : m_node.removeRequests(pod);
  }
  void put(const RawPodPtr& pod) {
    const PodRecord* record = recordOf(pod);
    record != nullptr ? m_node.put(*record) : m_node.addRequests(pod);
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
};

class VictimSearch {
 public:
  VictimSearch(const AllocationRequest& request, const ClusterSnapshot& snapshot)
      : m_request(request), m_snapshot(snapshot), m_evaluator(request, snapshot) {}

  bool canTell() const { return !m_evaluator.isHeldToOtherPods(); }

  std::optional<EvictionCandidate> look(NodeIndex node, std::span<const RawDisruptionBudget> budgets) {
    std::vector<RawPodPtr> lower;
    for (const RawPodPtr& pod : m_snapshot.node(node).scheduler.pods) {
      if (pod->spec.priority < m_request.pod->spec.priority) lower.push_back(pod);
    }
    if (lower.empty()) return std::nullopt;
    NodeWithout without(m_snapshot, node);
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
    out.takesThen = m_verdict.feasible;
    return out;
  }

 private:
  /// In the eyes of who picks the victims. An extender's cards are not looked at; a closed scheduler has its own rule
  /// for them, which is one of its filters.
  bool passes(const NodeView& view) {
    static const TieBreaker kFirst;
    m_evaluator.evaluate(view, kFirst, m_verdict);
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

std::optional<Preemption> preemptionFor(const AllocationRequest& request, const AllocationAnswer& answer,
                                        const ClusterSnapshot& snapshot, std::stop_token stop) {
  if (!answer.requestProblems.empty() || !answer.candidates.empty()) return std::nullopt;
  const alloc::Admission admitted = alloc::admit(request, snapshot);  // it may bring the pod's priority
  if (!admitted.problems.empty()) return std::nullopt;
  const RawPodSpec& spec = admitted.request.pod->spec;
  alloc::VictimSearch search(admitted.request, snapshot);
  if (spec.neverPreempts || !search.canTell()) return std::nullopt;
  const std::span<const RawDisruptionBudget> budgets = budgetsIn(snapshot);
  std::uint32_t tried = 0;
  std::vector<EvictionCandidate> found;
  for (const NodeRejection& rejection : answer.rejections) {
    if (stop.stop_requested()) return std::nullopt;
    if (rejection.reason.waiting != Waiting::NotNow) continue;
    ++tried;
    if (snapshot.node(rejection.node).scheduler.lowestPriority >= spec.priority) continue;
    if (auto candidate = search.look(rejection.node, budgets)) found.push_back(std::move(*candidate));
  }
  const std::vector<std::size_t> best = bestEvictions(found);
  if (best.empty()) return std::nullopt;
  // minCandidateNodesPercentage and minCandidateNodesAbsolute.
  constexpr std::uint32_t kMinTried = 100;
  const bool sampled = tried > std::max(kMinTried, tried / 10);
  EvictionCandidate& first = found[best.front()];
  return Preemption{first.node,
                    std::move(first.victims),
                    static_cast<std::uint32_t>(best.size()),
                    static_cast<std::uint32_t>(found.size()),
                    first.takesThen,
                    sampled,
                    first.violations,
                    snapshot.budgets != nullptr};
}

}  // namespace cardinal
