// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "core/alloc/engine/engine.h"
#include "core/alloc/score/spread_score.h"
#include "core/alloc/stacks/dra/dra_rule.h"
#include "core/base/saturate.h"

namespace cardinal::alloc {
namespace {

/// A sum that may have met the end of its range cannot be changed back.
bool isSafe(const Fragmentation& sum) {
  return std::max({sum.freeMib, sum.usableMib, sum.fits}) < std::numeric_limits<std::int64_t>::max() / 4;
}

void change(Fragmentation& sum, const Fragmentation& part, bool plus) {
  const auto apply = plus ? saturatedSum<std::int64_t> : saturatedDifference<std::int64_t>;
  sum.freeMib = apply(sum.freeMib, part.freeMib);
  sum.usableMib = apply(sum.usableMib, part.usableMib);
  sum.fits = apply(sum.fits, part.fits);
}

auto refusalOf(std::vector<NodeRejection>& rejections, NodeIndex node) {
  return std::lower_bound(rejections.begin(), rejections.end(), node,
                          [](const NodeRejection& rejection, NodeIndex wanted) { return rejection.node < wanted; });
}

}  // namespace

bool Engine::canUpdate() const {
  return m_request.replicas == 1 && m_request.pod->nominatedNode.empty() && !m_request.onlyNode && !m_breakTie &&
         !m_evaluator.looksAtOtherPods() &&
         (m_evaluator.claims() == nullptr || m_evaluator.claims()->judgesEachNodeAlone());
}

std::optional<OpenAnswer> Engine::update(OpenAnswer kept, const ClusterSnapshot& before,
                                         std::span<const NodeIndex> changed) {
  if (!isSafe(kept.answer.before)) return std::nullopt;
  const ClaimRule* claims = m_evaluator.claims();
  if (claims != nullptr && (!kept.alone || !haveSameClasses(before.extras.get(), m_snapshot.extras.get())))
    return std::nullopt;
  m_open = std::move(kept);
  // Without scores of the nodes' own, the totals of all are made again, but no node is judged again.
  const bool again = m_open.kubeDecides && !m_open.plain;
  if (again) KubeScores::reset(m_answer.candidates);
  for (const NodeIndex node : changed) {
    exchange(before, node);
    if (m_lost) return std::nullopt;
  }
  if (claims != nullptr && !claims->judgesEachNodeAlone()) return std::nullopt;
  const std::size_t feasible = m_answer.candidates.size();
  const bool scores = m_open.totals.ack > 0 && m_open.totals.ack == feasible;
  const bool kube = m_evaluator.profile().known && m_open.totals.ack == 0 && feasible > 0;
  if (scores != m_open.scoresDecide || kube != m_open.kubeDecides) return std::nullopt;
  if (again) {
    m_open.plain = m_evaluator.scores().finish(m_answer.candidates);
    setDisplayScores(m_answer.candidates);
    sortByTotal();
  }
  return finish();
}

void Engine::exchange(const ClusterSnapshot& before, NodeIndex node) {
  const NodeView old = viewOf(before, node);
  const NodeView now = viewOf(m_snapshot, node);
  const NodeFacts oldFacts = judge(old);
  std::optional<std::size_t> from;
  if (oldFacts.feasible) {
    Candidate candidate = m_evaluator.candidate(old, m_verdict);
    const bool own = !m_open.kubeDecides || !m_open.plain || m_evaluator.scores().finishOne(candidate);
    from = positionOf(keyOf(candidate), node);
    m_lost = !own || *from >= m_answer.candidates.size() || m_answer.candidates[*from].node != node;
    if (m_lost) return;
  }
  const NodeFacts facts = judge(now);
  m_open.totals.remove(oldFacts);
  m_open.totals.add(facts);
  change(m_answer.before, oldFacts.part, false);
  change(m_answer.before, facts.part, true);
  const auto refusal = refusalOf(m_answer.rejections, node);
  if (facts.feasible) {
    if (!oldFacts.feasible) m_answer.rejections.erase(refusal);
    m_lost = !insertCandidate(now, from);
  } else if (oldFacts.feasible) {
    m_answer.candidates.erase(m_answer.candidates.begin() + static_cast<std::ptrdiff_t>(*from));
    m_answer.rejections.insert(refusal, m_refusal);
  } else {
    *refusal = m_refusal;
  }
  changeMisses(node, !facts.feasible);
}

/// What the candidates are ordered by, greatest first.
std::int64_t Engine::keyOf(const Candidate& candidate) const {
  if (m_open.kubeDecides) return m_open.plain ? candidate.total : 0;
  return m_open.scoresDecide ? candidate.score : 0;
}

std::size_t Engine::positionOf(std::int64_t key, NodeIndex node) const {
  const auto& candidates = m_answer.candidates;
  const bool unordered = m_open.kubeDecides && !m_open.plain;
  const auto at = unordered ? std::find_if(candidates.begin(), candidates.end(),
                                           [node](const Candidate& one) { return one.node == node; })
                            : std::partition_point(candidates.begin(), candidates.end(), [&](const Candidate& one) {
                                const std::int64_t other = keyOf(one);
                                return other != key ? other > key : one.node < node;
                              });
  return static_cast<std::size_t>(at - candidates.begin());
}

/// Puts the judged node where it belongs; `from` is where it stood.
bool Engine::insertCandidate(const NodeView& view, std::optional<std::size_t> from) {
  Candidate candidate = m_evaluator.candidate(view, m_verdict);
  if (m_open.kubeDecides && m_open.plain) {
    if (!m_evaluator.scores().finishOne(candidate)) return false;
    setDisplayScores({&candidate, 1});
  }
  auto& candidates = m_answer.candidates;
  const auto first = candidates.begin();
  const auto to = static_cast<std::ptrdiff_t>(
      m_open.kubeDecides && !m_open.plain && from ? *from : positionOf(keyOf(candidate), view.index));
  if (!from) {
    candidates.insert(first + to, std::move(candidate));
    return true;
  }
  const auto at = static_cast<std::ptrdiff_t>(*from);
  if (to > at) {
    std::rotate(first + at, first + at + 1, first + to);
    first[to - 1] = std::move(candidate);
  } else {
    std::rotate(first + to, first + at, first + at + 1);
    first[to] = std::move(candidate);
  }
  return true;
}

void Engine::changeMisses(NodeIndex node, bool refused) {
  auto& misses = m_open.misses;
  const bool kept = std::any_of(misses.begin(), misses.end(), [node](const auto& one) { return one.at == node.value; });
  if (kept) {
    m_open.ranked = false;  // what would move up is not known any more
  } else if (refused && m_open.ranked) {
    MissRanking ranking(m_evaluator.cardNeed(m_snapshot), kMaxNearMisses, std::move(misses));
    ranking.add(m_refusal);
    misses = ranking.takeEntries();
  }
  if (m_open.nearest == node) m_open.nearest.reset();
  if (m_open.nearest && refused) {
    const auto at = refusalOf(m_answer.rejections, *m_open.nearest);
    const bool before = !lacksLess(at->reason, m_refusal.reason) && node < *m_open.nearest;
    if (lacksLess(m_refusal.reason, at->reason) || before) m_open.nearest = node;
  }
  const SchedulerView& scheduler = m_snapshot.node(node).scheduler;
  const bool evictable =
      refused && m_refusal.reason.waiting == Waiting::NotNow && scheduler.lowestPriority < m_request.pod->spec.priority;
  if (m_open.evictable == node && !evictable) m_open.looked = false;
  if (m_open.evictable == node) m_open.evictable.reset();
  if (m_open.looked && evictable) m_open.evictable = node;
  const bool relative = m_open.lookedRelative && holdsRelative(*m_request.pod, m_snapshot.node(node));
  if (m_open.relative == node && !relative) m_open.lookedRelative = false;
  if (m_open.relative == node) m_open.relative.reset();
  if (relative) m_open.relative = node;
}

}  // namespace cardinal::alloc
