// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/engine.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/alloc/explain/near_miss.h"
#include "core/alloc/explain/reason_counts.h"
#include "core/alloc/filter/selector.h"
#include "core/alloc/filter/topology_spread.h"
#include "core/alloc/plan/replica_plan.h"
#include "core/alloc/prefetch.h"
#include "core/alloc/saturate.h"
#include "core/alloc/score/spread_score.h"

namespace cardinal::alloc {
namespace {

constexpr std::uint32_t kNodesPerStopCheck = 256;

void addTo(Fragmentation& sum, const Fragmentation& part) {
  sum.freeMib = addSaturated(sum.freeMib, part.freeMib);
  sum.usableMib = addSaturated(sum.usableMib, part.usableMib);
  sum.fits = addSaturated(sum.fits, part.fits);
}

/// Equal ones keep their order. Candidates are heavy, so each is moved once.
void sortByTotal(std::vector<Candidate>& candidates) {
  const auto better = [](const Candidate& a, const Candidate& b) { return a.total > b.total; };
  if (std::is_sorted(candidates.begin(), candidates.end(), better)) return;
  std::vector<std::pair<std::int64_t, std::uint32_t>> order;
  order.reserve(candidates.size());
  for (std::uint32_t i = 0; i < candidates.size(); ++i) order.emplace_back(-candidates[i].total, i);
  std::sort(order.begin(), order.end());
  std::vector<Candidate> sorted;
  sorted.reserve(candidates.size());
  for (const auto& entry : order) sorted.push_back(std::move(candidates[entry.second]));
  candidates = std::move(sorted);
}

bool hasUnknownCards(const NodeView& view) {
  return std::any_of(view.cards.begin(), view.cards.end(),
                     [](const Card& card) { return !card.memoryKnown && card.health != CardHealth::Unhealthy; });
}

}  // namespace

std::optional<AllocationAnswer> Engine::run() {
  m_answer.generation = m_snapshot.generation;
  m_answer.time = m_snapshot.time;
  if (!scan()) return std::nullopt;
  addRequestCaveats();
  rate();
  const std::size_t ackNodes = othersMayWin() ? 0 : m_ackNodes;
  ReplicaPlan plan{m_evaluator, m_snapshot, m_breakTie, m_scoresDecide, isLowered(), ackNodes, m_request.replicas};
  plan.kubeDecides = m_kubeDecides;
  if (m_request.replicas > 1 && m_evaluator.replicasInteract()) add(Caveat::ReplicasInteract);
  if (!planReplicas(plan, m_stop, m_answer)) return std::nullopt;
  m_answer.reasonCounts = countReasons(m_answer.rejections);
  m_answer.nearMisses = nearMisses(m_answer.rejections, m_evaluator.cardNeed(m_snapshot));
  for (const Caveat caveat : m_answer.caveats) add(caveat);
  m_answer.caveats.clear();
  for (std::size_t i = 0; i < m_caveats.size(); ++i) {
    if (m_caveats.test(i)) m_answer.caveats.push_back(static_cast<Caveat>(i));
  }
  return std::move(m_answer);
}

bool Engine::scan() {
  const auto nodes = static_cast<std::uint32_t>(m_snapshot.nodes.size());
  const NodePrefetcher prefetcher(m_snapshot);
  for (std::uint32_t i = 0; i < nodes; ++i) {
    if (i % kNodesPerStopCheck == 0 && m_stop.stop_requested()) return false;
    prefetcher.ahead(i);
    visit(NodeIndex{i});
  }
  return true;
}

void Engine::visit(NodeIndex node) {
  static const TieBreaker kFirst;
  const NodeView view{node, &m_snapshot.node(node), m_snapshot.cardsOf(node), 0};
  m_evaluator.evaluate(view, kFirst, m_verdict);
  if (!m_verdict.place) addTo(m_answer.before, m_evaluator.fragmentation(view, m_verdict));
  if (m_verdict.feasible) return addFeasible(view);
  if (m_answer.rejections.empty()) m_answer.rejections.reserve(m_snapshot.nodes.size() - node.value);
  if (m_verdict.cardsFit && m_evaluator.isAimedAway(view)) {
    ++m_elsewhere;
    m_bestElsewhere = std::max(m_bestElsewhere, m_verdict.choice.score);
  }
  NodeRejection& rejection = m_answer.rejections.emplace_back();
  m_evaluator.explain(view, m_verdict, rejection);
  const bool cardLevel =
      !m_verdict.place && !m_verdict.resources.rejection && !m_verdict.rules && m_verdict.family != Family::WholeCards;
  if (!cardLevel) return;
  if (m_verdict.family == Family::Ack) add(Caveat::ClosedScheduler);
  if (!m_verdict.cardsFit && hasUnknownCards(view)) add(Caveat::UnknownMemory);
}

void Engine::addFeasible(const NodeView& view) {
  if (m_answer.candidates.empty()) m_answer.candidates.reserve(m_snapshot.nodes.size() - view.index.value);
  m_answer.candidates.push_back(m_evaluator.candidate(view, m_verdict));
  if (m_verdict.family == Family::Ack) ++m_ackNodes;
  const GpuRequest& gpu = m_request.gpu;
  if (m_verdict.family == Family::OpenSource && gpu.cards > 1) add(Caveat::CountLabelIgnored);
  if (m_verdict.family == Family::WholeCards) add(Caveat::CardChosenByKubelet);
  if (gpu.kind == GpuRequest::Kind::Topology || m_verdict.family == Family::Ack) add(Caveat::ClosedScheduler);
  if (view.node->readiness == NodeReadiness::NotReady) add(Caveat::NodesNotReady);
}

void Engine::sortCandidates() {
  auto& candidates = m_answer.candidates;
  const auto better = [](const Candidate& a, const Candidate& b) { return a.score > b.score; };
  if (std::is_sorted(candidates.begin(), candidates.end(), better)) return;
  // Counting sort: scores are 0..100 and candidates are heavy to move.
  constexpr std::size_t kScores = 101;
  std::array<std::vector<std::uint32_t>, kScores> byScore;
  for (std::uint32_t i = 0; i < candidates.size(); ++i)
    byScore[static_cast<std::size_t>(candidates[i].score)].push_back(i);
  std::vector<Candidate> sorted;
  sorted.reserve(candidates.size());
  for (auto bucket = byScore.rbegin(); bucket != byScore.rend(); ++bucket) {
    for (const std::uint32_t i : *bucket) sorted.push_back(std::move(candidates[i]));
  }
  candidates = std::move(sorted);
}

void Engine::addRequestCaveats() {
  const RawPodSpec& spec = m_request.pod->spec;
  const auto hostPort = [](const Container& container) { return container.hasHostPort && container.hostPorts.empty(); };
  const bool unknownNamespaces = std::any_of(spec.podAffinity.begin(), spec.podAffinity.end(), needsNamespaceLabels);
  if ((spec.hasPodAffinity && spec.podAffinity.empty()) || unknownNamespaces) add(Caveat::PodAffinity);
  if (spec.hasTopologySpread && spec.topologySpread.empty()) add(Caveat::TopologySpread);
  if (spec.hasBoundVolumes) add(Caveat::Volumes);
  if (spec.hasSchedulingGates) add(Caveat::SchedulingGates);
  const bool preferenceUnknown = spec.preferredNodeAffinity.empty() || !m_evaluator.profile().known;
  if (spec.hasPreferredNodeAffinity && preferenceUnknown) add(Caveat::PreferredNodeAffinity);
  if (std::any_of(spec.containers.begin(), spec.containers.end(), hostPort)) add(Caveat::HostPorts);
  if (!spec.usesDefaultScheduler() && !m_request.scheduler) add(Caveat::OtherScheduler);
  if (m_answer.candidates.empty() && m_elsewhere == 0 && mayPreempt()) add(Caveat::Preemption);
}

/// The scheduler looks for pods to evict only on nodes that others fill.
bool Engine::mayPreempt() const {
  const std::int32_t priority = m_request.pod->spec.priority;
  return std::any_of(m_answer.rejections.begin(), m_answer.rejections.end(), [&](const NodeRejection& rejection) {
    return rejection.reason.waiting == Waiting::NotNow &&
           m_snapshot.node(rejection.node).scheduler.lowestPriority < priority;
  });
}

bool Engine::isLowered() const {
  return has(Caveat::PodAffinity) || has(Caveat::TopologySpread) || has(Caveat::Volumes) ||
         has(Caveat::SchedulingGates) || has(Caveat::HostPorts) || has(Caveat::UnknownMemory) ||
         has(Caveat::CardChosenByKubelet) || has(Caveat::OtherScheduler) || has(Caveat::Preemption) || othersMayWin();
}

bool Engine::othersMayWin() const {
  if (m_elsewhere == 0) return false;
  return !m_scoresDecide || m_answer.candidates.front().score <= m_bestElsewhere;
}

void Engine::rate() {
  const std::size_t feasible = m_answer.candidates.size();
  m_scoresDecide = m_ackNodes > 0 && m_ackNodes == feasible;
  m_kubeDecides = m_evaluator.profile().known && m_ackNodes == 0 && m_elsewhere == 0 && feasible > 0;
  if (m_scoresDecide) sortCandidates();
  if (m_kubeDecides) return rateByKubeScores();
  if ((feasible > 1 || m_elsewhere > 0) && !m_scoresDecide) add(Caveat::NodeScoresNotModelled);
  if (feasible == 0) {
    m_answer.certainty = has(Caveat::ClosedScheduler) ? Certainty::Modelled
                         : isLowered()                ? Certainty::OneOf
                                                      : Certainty::Certain;
    return;
  }
  m_answer.certainty = certaintyOf(feasible, othersMayWin() ? 0 : m_ackNodes, isLowered());
  m_answer.tied = static_cast<std::uint32_t>(feasible);
  if (!m_scoresDecide) return;
  const int best = m_answer.candidates.front().score;
  const auto isBest = [best](const Candidate& candidate) { return candidate.score == best; };
  m_answer.tied =
      static_cast<std::uint32_t>(std::count_if(m_answer.candidates.begin(), m_answer.candidates.end(), isBest));
}

void Engine::addSchedulerCaveats() {
  const SchedulerProfile& profile = m_evaluator.profile();
  const RawPod& pod = *m_request.pod;
  const bool chooses = m_answer.candidates.size() > 1;
  // The filters between pods differ from version to version too, the others do not.
  if (!profile.verified && (chooses || pod.spec.hasTopologySpread || pod.spec.hasPodAffinity))
    add(Caveat::ProfileNotVerified);
  if (!chooses) return;
  if (m_answer.sampled > 0) add(Caveat::NodesSampled);
  // Pods of one controller are counted without knowing its Service.
  const bool spreads = profile.defaultSpread && profile.weightOf(KubeScore::PodTopologySpread) > 0;
  if (spreads && !pod.spec.hasTopologySpread && defaultSpreadRules(pod).empty() &&
      serviceMayMatter(pod, m_snapshot, profile, m_answer.candidates, m_answer.tied))
    add(Caveat::ServicesNotRead);
}

/// Scores are 0..100 x weight each; the one of avoided nodes outweighs all others and would hide them.
void Engine::setDisplayScores() {
  constexpr std::int64_t kMost = 100;
  const SchedulerProfile& profile = m_evaluator.profile();
  const std::int64_t avoiding = profile.weightOf(KubeScore::NodePreferAvoidPods);
  const std::int64_t weights = std::accumulate(profile.weights.begin(), profile.weights.end(), -avoiding);
  for (Candidate& candidate : m_answer.candidates) {
    const std::int64_t others = candidate.total - kMost * avoiding;
    candidate.score = static_cast<int>(std::clamp(others / std::max<std::int64_t>(weights, 1), std::int64_t{0}, kMost));
  }
}

void Engine::rateByKubeScores() {
  auto& candidates = m_answer.candidates;
  m_evaluator.scores().finish(candidates);
  m_answer.totalsKnown = true;
  sortByTotal(candidates);
  setDisplayScores();
  const auto exists = [](const NodePtr& node) { return node->exists(); };
  const std::int64_t looked =
      nodesToScore(m_evaluator.profile(), std::count_if(m_snapshot.nodes.begin(), m_snapshot.nodes.end(), exists));
  const auto feasible = static_cast<std::int64_t>(candidates.size());
  std::int64_t least = candidates.front().total;
  if (feasible > looked) {
    // A node can win where the sample holds no better one, so `looked` nodes must be no better than it.
    m_answer.sampled = static_cast<std::uint32_t>(looked);
    least = candidates[static_cast<std::size_t>(feasible - looked)].total;
  }
  const auto mayWin = [&](const Candidate& candidate) { return candidate.total >= least; };
  m_answer.tied = static_cast<std::uint32_t>(std::count_if(candidates.begin(), candidates.end(), mayWin));
  addSchedulerCaveats();
  m_answer.certainty = certaintyOf(m_answer.tied, 0, isLowered());
  const bool assumed = has(Caveat::ProfileNotVerified) || has(Caveat::ServicesNotRead);
  if (assumed) m_answer.certainty = Certainty::Modelled;
}

}  // namespace cardinal::alloc
