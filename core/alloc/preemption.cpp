// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/preemption.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "core/alloc/evaluator.h"
#include "core/alloc/explain/changed_node.h"

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
using Cost = std::tuple<std::int32_t, std::int64_t, std::size_t, UnixSeconds>;

Cost costOf(const std::vector<RawPodPtr>& victims) {
  constexpr std::int64_t kShift = std::int64_t{1} << 31;
  const std::int32_t highest = victims.front()->spec.priority;
  std::int64_t sum = 0;
  UnixSeconds earliest = std::numeric_limits<UnixSeconds>::max();
  for (const RawPodPtr& victim : victims) {
    sum += victim->spec.priority + kShift;
    if (victim->spec.priority == highest) earliest = std::min(earliest, startOf(*victim));
  }
  return {highest, sum, victims.size(), -earliest};
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

  bool canTell() const { return !m_evaluator.looksAtOtherPods(); }

  void look(NodeIndex node) {
    std::vector<RawPodPtr> lower;
    for (const RawPodPtr& pod : m_snapshot.node(node).scheduler.pods) {
      if (pod->spec.priority < m_request.pod->spec.priority) lower.push_back(pod);
    }
    if (lower.empty()) return;
    NodeWithout without(m_snapshot, node);
    for (const RawPodPtr& pod : lower) without.remove(pod);
    if (!passes(without.view())) return;
    std::stable_sort(lower.begin(), lower.end(), isMoreImportant);
    std::vector<RawPodPtr> victims;
    for (const RawPodPtr& pod : lower) {
      without.put(pod);
      if (passes(without.view())) continue;
      without.remove(pod);
      victims.push_back(pod);
    }
    // Nobody in the way: it is the extender that refuses the node, and evicting does not change its mind.
    if (victims.empty()) return;
    passes(without.view());
    keep(node, std::move(victims), m_verdict.feasible);
  }

  std::optional<Preemption> best() && { return std::move(m_best); }

 private:
  /// In the eyes of who picks the victims. An extender's cards are not looked at; a closed scheduler has its own rule
  /// for them, which is one of its filters.
  bool passes(const NodeView& view) {
    static const TieBreaker kFirst;
    m_evaluator.evaluate(view, kFirst, m_verdict);
    if (m_verdict.family != Family::OpenSource || m_verdict.place) return m_verdict.feasible;
    return !m_verdict.resources.rejection && !m_verdict.rules && !m_evaluator.isAimedAway(view);
  }

  void keep(NodeIndex node, std::vector<RawPodPtr> victims, bool takesThen) {
    const Cost cost = costOf(victims);
    const std::uint32_t possible = m_best ? m_best->possible + 1 : 1;
    if (!m_best || cost < m_cost) {
      m_best = Preemption{node, std::move(victims), 1, 1, takesThen, false};
      m_cost = cost;
    } else if (cost == m_cost) {
      ++m_best->equal;
    }
    m_best->possible = possible;
  }

  const AllocationRequest& m_request;
  const ClusterSnapshot& m_snapshot;
  Evaluator m_evaluator;
  Verdict m_verdict;
  std::optional<Preemption> m_best;
  Cost m_cost;
};

}  // namespace
}  // namespace alloc

std::optional<Preemption> preemptionFor(const AllocationRequest& request, const AllocationAnswer& answer,
                                        const ClusterSnapshot& snapshot, std::stop_token stop) {
  if (!answer.requestProblems.empty() || !answer.candidates.empty()) return std::nullopt;
  alloc::VictimSearch search(request, snapshot);
  if (!search.canTell()) return std::nullopt;
  std::uint32_t tried = 0;
  for (const NodeRejection& rejection : answer.rejections) {
    if (stop.stop_requested()) return std::nullopt;
    if (rejection.reason.waiting != Waiting::NotNow) continue;
    ++tried;
    if (snapshot.node(rejection.node).scheduler.lowestPriority < request.pod->spec.priority)
      search.look(rejection.node);
  }
  auto best = std::move(search).best();
  // minCandidateNodesPercentage and minCandidateNodesAbsolute.
  constexpr std::uint32_t kLeastTried = 100;
  if (best) best->sampled = tried > std::max(kLeastTried, tried / 10);
  return best;
}

}  // namespace cardinal
