// SPDX-License-Identifier: Apache-2.0
#include "core/replay/kube/kube_attempt.h"

#include <algorithm>

#include "core/alloc/evaluation/evaluator.h"
#include "core/alloc/explain/changed_node.h"

namespace cardinal::replay {
namespace {

using alloc::NodeView;

/// Root of a heap and what comes up when the root is taken: how the scheduler picks among what it scored
/// (pkg/scheduler/schedule_one.go, newSortedNodeScores; container/heap of Go).
class ScoreHeap {
 public:
  explicit ScoreHeap(std::vector<Candidate> found) : m_items(std::move(found)) {
    for (std::size_t i = m_items.size() / 2; i-- > 0;) sift(i);
  }

  bool empty() const { return m_items.empty(); }
  Candidate pop() {
    std::swap(m_items.front(), m_items.back());
    Candidate out = std::move(m_items.back());
    m_items.pop_back();
    sift(0);
    return out;
  }

 private:
  void sift(std::size_t at) {
    for (;;) {
      std::size_t child = 2 * at + 1;
      if (child >= m_items.size()) return;
      if (child + 1 < m_items.size() && m_items[child + 1].total > m_items[child].total) ++child;
      if (m_items[child].total <= m_items[at].total) return;
      std::swap(m_items[at], m_items[child]);
      at = child;
    }
  }

  std::vector<Candidate> m_items;
};

/// "0/5 nodes are available: 1 a, 2 b": every text with its number of nodes, sorted as text.
std::string counted(std::size_t nodes, const std::map<std::string, std::size_t>& reasons) {
  std::vector<std::string> parts;
  for (const auto& [text, count] : reasons) parts.push_back(std::to_string(count) + " " + text);
  std::sort(parts.begin(), parts.end());
  std::string out = "0/" + std::to_string(nodes) + " nodes are available: ";
  for (std::size_t i = 0; i < parts.size(); ++i) out += (i == 0 ? "" : ", ") + parts[i];
  return out + ".";
}

class Attempt {
 public:
  explicit Attempt(const KubeQuestion& question)
      : m_request(question.request),
        m_pod(*question.request.pod),
        m_snapshot(question.snapshot),
        m_walk(question.walk),
        m_budgets(question.budgets),
        m_refusals(m_request, m_snapshot, *m_request.scheduler),
        m_evaluator(m_request, m_snapshot) {}

  KubeAttempt run() {
    judgeAll();
    walk();
    score();
    if (m_out.found.empty()) explain();
    return std::move(m_out);
  }

 private:
  const std::string& nameOf(NodeIndex node) const { return m_snapshot.node(node).name; }

  /// Every node, looked at or not; those that take the pod must be the engine's too.
  void judgeAll() {
    const auto named = namedNodes(m_pod.spec);
    for (const NodeIndex node : m_walk.order) {
      const NodeView view = alloc::viewOf(m_snapshot, node);
      if (named && std::find(named->begin(), named->end(), nameOf(node)) == named->end()) {
        m_out.refused[nameOf(node)] = {{}, true, {"node(s) didn't satisfy plugin(s) [NodeAffinity]"}};
        continue;
      }
      m_looked.push_back(node);
      if (auto refused = m_refusals.check(view)) m_out.refused[nameOf(node)] = std::move(*refused);
      if (takes(view)) m_out.feasible.push_back(nameOf(node));
    }
    std::sort(m_out.feasible.begin(), m_out.feasible.end());
  }

  bool takes(const NodeView& view) {
    static const TieBreaker kFirst;
    m_evaluator.evaluate(view, kFirst, m_verdict);
    return m_verdict.feasible;
  }

  bool isFeasible(NodeIndex node) const {
    return std::binary_search(m_out.feasible.begin(), m_out.feasible.end(), nameOf(node));
  }

  void walk() {
    const auto nominated = m_snapshot.findNode(m_pod.nominatedNode);
    if (nominated && isFeasible(*nominated)) {
      take(*nominated);
      m_out.evaluated = 1;
      m_out.byNomination = true;
      return;
    }
    const auto wanted =
        static_cast<std::size_t>(nodesToScore(*m_request.scheduler, static_cast<std::int64_t>(m_looked.size())));
    for (std::size_t i = 0; i < m_looked.size(); ++i) {
      const NodeIndex node = m_looked[(m_walk.start + i) % m_looked.size()];
      const bool passes = isFeasible(node);
      if (passes && m_out.found.size() == wanted) break;
      ++m_out.evaluated;
      if (passes) take(node);
    }
  }

  void take(NodeIndex node) {
    const NodeView view = alloc::viewOf(m_snapshot, node);
    takes(view);
    m_evaluator.fill(view, m_verdict, m_out.found.emplace_back());
  }

  void score() {
    auto& found = m_out.found;
    if (found.size() > 1) m_evaluator.scores().finish(found);
    std::int64_t most = found.empty() ? 0 : found.front().total;
    for (const Candidate& candidate : found) most = std::max(most, candidate.total);
    for (const Candidate& candidate : found) {
      if (candidate.total == most || found.size() == 1) m_out.best.push_back(nameOf(candidate.node));
    }
    for (ScoreHeap heap(found); !heap.empty();) m_out.ranked.push_back(nameOf(heap.pop().node));
  }

  /// The event's text, and what evicting would do.
  void explain() {
    std::map<std::string, std::size_t> reasons;
    for (const auto& [node, refusal] : m_out.refused) {
      for (const std::string& reason : refusal.reasons) ++reasons[reason];
    }
    const std::size_t nodes = m_walk.order.size();
    m_out.message = counted(nodes, reasons);
    std::string tail = " no new claims to deallocate, preemption: ";
    if (m_pod.spec.neverPreempts) {
      m_out.message += tail + "not eligible due to preemptionPolicy=Never.";
    } else if (waitsForVictims(m_pod, m_snapshot) && !isNominatedForNothing()) {
      m_out.message += tail + "not eligible due to a terminating pod on the nominated node.";
    } else {
      m_out.evictions = evictionCandidates(m_request, m_snapshot, potential(), m_budgets);
      if (m_out.evictions.empty()) m_out.message += tail + counted(nodes, whyNoVictims());
    }
  }

  bool isNominatedForNothing() const {
    const auto refusal = m_out.refused.find(m_pod.nominatedNode);
    return refusal != m_out.refused.end() && refusal->second.isFinal;
  }

  std::vector<NodeIndex> potential() const {
    std::vector<NodeIndex> out;
    for (const NodeIndex node : m_looked) {
      const auto refusal = m_out.refused.find(nameOf(node));
      if (refusal != m_out.refused.end() && !refusal->second.isFinal) out.push_back(node);
    }
    return out;
  }

  std::map<std::string, std::size_t> whyNoVictims() const {
    std::map<std::string, std::size_t> out;
    const std::vector<NodeIndex> looked = potential();
    if (m_walk.order.size() > looked.size())
      out["Preemption is not helpful for scheduling"] = m_walk.order.size() - looked.size();
    for (const NodeIndex node : looked) {
      alloc::ChangedNode without(m_snapshot, node);
      bool any = false;
      for (const auto& pod : m_snapshot.node(node).scheduler.pods) {
        if (pod->spec.priority >= m_pod.spec.priority) continue;
        without.removeRequests(pod);
        any = true;
      }
      const auto refused = any ? m_refusals.check(without.view()) : std::nullopt;
      if (!refused) ++out["No preemption victims found for incoming pod"];
      if (!refused) continue;
      for (const std::string& reason : refused->reasons) ++out[reason];
    }
    return out;
  }

  const AllocationRequest& m_request;
  const RawPod& m_pod;
  const ClusterSnapshot& m_snapshot;
  const KubeWalk& m_walk;
  const std::vector<RawDisruptionBudget>& m_budgets;
  KubeRefusals m_refusals;
  alloc::Evaluator m_evaluator;
  alloc::Verdict m_verdict;
  std::vector<NodeIndex> m_looked;  ///< in walking order
  KubeAttempt m_out;
};

}  // namespace

KubeAttempt attemptOf(const KubeQuestion& question) {
  return Attempt(question).run();
}

std::size_t nextStart(const KubeWalk& walk, const KubeAttempt& attempt) {
  return walk.order.empty() ? 0 : (walk.start + attempt.evaluated) % walk.order.size();
}

}  // namespace cardinal::replay
