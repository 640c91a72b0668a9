// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

#include "core/alloc/engine/engine.h"
#include "core/alloc/filter/topology_spread.h"
#include "core/alloc/plan/replica_plan.h"
#include "core/alloc/score/spread_score.h"
#include "core/alloc/selector.h"
#include "core/model/extras/claim_objects.h"

namespace cardinal::alloc {
namespace {

/// Puts the candidates into the order of `from` (position by position) without a second copy of them.
void arrange(std::vector<Candidate>& candidates, std::vector<std::uint32_t>& from) {
  for (std::uint32_t start = 0; start < from.size(); ++start) {
    if (from[start] == start) continue;
    Candidate held = std::move(candidates[start]);
    std::uint32_t at = start;
    while (from[at] != start) {
      candidates[at] = std::move(candidates[from[at]]);
      at = std::exchange(from[at], at);
    }
    candidates[at] = std::move(held);
    from[at] = at;
  }
}

/// Positions by key, greatest first, equal keys in the order they stand in. Nothing where the keys are too far apart to
/// be counted.
std::optional<std::vector<std::uint32_t>> orderByCounting(const std::vector<std::int64_t>& keys) {
  constexpr std::int64_t kMaxApart = 1 << 14;
  const auto [least, most] = std::minmax_element(keys.begin(), keys.end());
  if (keys.empty() || *most - *least > kMaxApart) return std::nullopt;
  const std::int64_t top = *most;
  std::vector<std::uint32_t> next(static_cast<std::size_t>(top - *least) + 2);
  for (const std::int64_t key : keys) ++next[static_cast<std::size_t>(top - key) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::uint32_t> from(keys.size());
  for (std::uint32_t i = 0; i < keys.size(); ++i) from[next[static_cast<std::size_t>(top - keys[i])]++] = i;
  return from;
}

/// The file creates a Service that selects the pod, and the cluster has none that does so alike.
bool bringsService(const AllocationRequest& request, const SelectorObjects& known) {
  if (request.claims == nullptr) return false;
  const ObjectMeta& pod = request.pod->meta;
  const auto& brought = request.claims->services;
  return std::any_of(brought.begin(), brought.end(), [&](const RawService& service) {
    const std::string& ns = service.meta.key.ns;
    if (service.selector.empty() || (!ns.empty() && ns != pod.key.ns)) return false;
    return matches(LabelSelector{service.selector, {}}, pod.labels) &&
           std::none_of(known.services.begin(), known.services.end(), [&](const SelectorObjects::Service& one) {
             return one.ns == pod.key.ns && one.selector == service.selector;
           });
  });
}

}  // namespace

/// Who chooses between the candidates, and their order by it.
void Engine::order() {
  const std::size_t feasible = m_answer.candidates.size();
  m_open.scoresDecide = m_open.totals.ack > 0 && m_open.totals.ack == feasible;
  m_open.kubeDecides = m_evaluator.profile().known && m_open.totals.ack == 0 && m_elsewhere == 0 && feasible > 0;
  if (m_open.scoresDecide) sortCandidates();
  if (!m_open.kubeDecides) return;
  m_open.plain = m_evaluator.scores().finish(m_answer.candidates);
  setDisplayScores(m_answer.candidates);
  sortByTotal();
}

void Engine::sortCandidates() {
  auto& candidates = m_answer.candidates;
  std::vector<std::int64_t> scores;
  scores.reserve(candidates.size());
  for (const Candidate& candidate : candidates) scores.push_back(candidate.score);
  if (std::is_sorted(scores.begin(), scores.end(), std::greater<>())) return;
  auto from = orderByCounting(scores);
  if (from) arrange(candidates, *from);
}

void Engine::sortByTotal() {
  auto& candidates = m_answer.candidates;
  std::vector<std::int64_t> totals;
  totals.reserve(candidates.size());
  bool byNode = true;
  for (const Candidate& candidate : candidates) {
    byNode = byNode && (totals.empty() || candidates[totals.size() - 1].node < candidate.node);
    totals.push_back(candidate.total);
  }
  if (byNode && std::is_sorted(totals.begin(), totals.end(), std::greater<>())) return;
  auto from = byNode ? orderByCounting(totals) : std::nullopt;
  if (!from) {
    from.emplace(candidates.size());
    std::iota(from->begin(), from->end(), 0U);
    std::sort(from->begin(), from->end(), [&](std::uint32_t a, std::uint32_t b) {
      return totals[a] != totals[b] ? totals[a] > totals[b] : candidates[a].node < candidates[b].node;
    });
  }
  arrange(candidates, *from);
}

/// Scores are 0..100 x weight each; the one of avoided nodes outweighs all others and would hide them.
void Engine::setDisplayScores(std::span<Candidate> candidates) const {
  constexpr std::int64_t kMax = 100;
  const SchedulerProfile& profile = m_evaluator.profile();
  const std::int64_t avoiding = profile.weightOf(KubeScore::NodePreferAvoidPods);
  const std::int64_t weights = std::accumulate(profile.weights.begin(), profile.weights.end(), -avoiding);
  for (Candidate& candidate : candidates) {
    const std::int64_t others = candidate.total - kMax * avoiding;
    candidate.score = static_cast<int>(std::clamp(others / std::max<std::int64_t>(weights, 1), std::int64_t{0}, kMax));
  }
}

void Engine::rate() {
  const auto& candidates = m_answer.candidates;
  const std::size_t feasible = candidates.size();
  m_answer.totalsKnown = m_open.kubeDecides;
  m_answer.sampled = 0;
  m_answer.tied = 0;
  if (!m_group.places.empty()) {
    m_answer.certainty = Certainty::Modelled;
    m_answer.tied = 1;
    return;
  }
  if (m_open.kubeDecides) {
    rateByKubeScores();
    if (!m_request.pod->nominatedNode.empty()) preferNominated();
    return;
  }
  if ((feasible > 1 || m_elsewhere > 0) && !m_open.scoresDecide) add(Caveat::NodeScoresNotModelled);
  if (feasible == 0) {
    const bool modelled = has(Caveat::ClosedScheduler) || has(Caveat::StackScheduler);
    m_answer.certainty = modelled ? Certainty::Modelled : isLowered() ? Certainty::OneOf : Certainty::Certain;
    return;
  }
  m_answer.certainty = certaintyOf(feasible, othersMayWin() ? 0 : m_open.totals.ack, isLowered());
  m_answer.tied = static_cast<std::uint32_t>(feasible);
  if (!m_open.scoresDecide) return;
  const int best = candidates.front().score;
  const auto end = std::partition_point(candidates.begin(), candidates.end(),
                                        [best](const Candidate& candidate) { return candidate.score == best; });
  m_answer.tied = m_evaluator.isOfKai() ? 1 : static_cast<std::uint32_t>(end - candidates.begin());
}

/// The node that the pod was nominated to is looked at alone first: where it takes the pod, that is the place.
void Engine::preferNominated() {
  const auto node = m_snapshot.findNode(m_request.pod->nominatedNode);
  auto& candidates = m_answer.candidates;
  const auto found = std::find_if(candidates.begin(), candidates.end(),
                                  [&](const Candidate& candidate) { return node && candidate.node == *node; });
  if (found == candidates.end()) return;
  std::rotate(candidates.begin(), found, found + 1);
  m_answer.sampled = 0;
  m_answer.tied = 1;
  m_answer.certainty = certaintyOf(1, 0, isLowered());
}

void Engine::rateByKubeScores() {
  const auto& candidates = m_answer.candidates;
  const std::int64_t looked = nodesToScore(m_evaluator.profile(), m_open.totals.exists);
  const auto feasible = static_cast<std::int64_t>(candidates.size());
  std::int64_t least = candidates.front().total;
  if (feasible > looked) {
    // A node can win where the sample holds no better one, so `looked` nodes must be no better than it.
    m_answer.sampled = static_cast<std::uint32_t>(looked);
    least = candidates[static_cast<std::size_t>(feasible - looked)].total;
  }
  const auto end = std::partition_point(candidates.begin(), candidates.end(),
                                        [least](const Candidate& candidate) { return candidate.total >= least; });
  m_answer.tied = static_cast<std::uint32_t>(end - candidates.begin());
  addSchedulerCaveats();
  if (mayBeUnspread()) addUnspread(m_answer.sampled > 0 ? static_cast<std::size_t>(feasible - looked) : 0);
  m_answer.certainty = certaintyOf(m_answer.tied, 0, isLowered());
  const bool assumed = has(Caveat::ProfileNotVerified) || has(Caveat::ServicesNotRead);
  if (assumed) m_answer.certainty = Certainty::Modelled;
}

/// The pod's controller is created with it, and spreads its pods once kube-scheduler knows it.
bool Engine::mayBeUnspread() const {
  const SchedulerProfile& profile = m_evaluator.profile();
  const RawPod& pod = *m_request.pod;
  return isOfNewController(pod) && !pod.spec.hasTopologySpread && profile.defaultSpread &&
         profile.weightOf(KubeScore::PodTopologySpread) > 0 && m_answer.candidates.size() > 1;
}

/// Puts behind the best nodes those that win where kube-scheduler does not know the new controller yet; the `missed`
/// best of them may not be looked at.
void Engine::addUnspread(std::size_t missed) {
  auto& candidates = m_answer.candidates;
  const std::int64_t weight = m_evaluator.profile().weightOf(KubeScore::PodTopologySpread);
  const auto byServices =
      spreadScoresByServices(*m_request.pod, m_snapshot, m_evaluator.profile(), std::span<const Candidate>(candidates));
  const auto spreadOf = [](const Candidate& candidate) -> const ScorePart* {
    const auto found = std::find_if(candidate.parts.begin(), candidate.parts.end(),
                                    [](const ScorePart& part) { return part.code == ScoreCode::TopologySpread; });
    return found != candidate.parts.end() ? found : nullptr;
  };
  if (byServices.empty() && spreadOf(candidates.front()) == nullptr) return;  // all are spread alike
  std::vector<std::int64_t> totals;
  totals.reserve(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const ScorePart* spread = spreadOf(candidates[i]);
    const std::int64_t own = spread != nullptr ? spread->value : 0;
    totals.push_back(candidates[i].total - own + (byServices.empty() ? 0 : byServices[i] * weight));
  }
  std::vector<std::int64_t> ranked = totals;
  const auto last = ranked.begin() + static_cast<std::ptrdiff_t>(missed);
  std::nth_element(ranked.begin(), last, ranked.end(), std::greater<>());
  const std::int64_t least = *last;
  std::vector<bool> wins(m_snapshot.nodes.size(), false);
  for (std::size_t i = m_answer.tied; i < candidates.size(); ++i) wins[candidates[i].node.value] = totals[i] >= least;
  const auto others = candidates.begin() + static_cast<std::ptrdiff_t>(m_answer.tied);
  const auto end =
      std::stable_partition(others, candidates.end(), [&](const Candidate& one) { return wins[one.node.value]; });
  m_isUnspread = end != others;
  m_answer.tied = static_cast<std::uint32_t>(end - candidates.begin());
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
  // Pods of one controller that kube-scheduler knows are counted without knowing its Service.
  const bool spreads = profile.defaultSpread && profile.weightOf(KubeScore::PodTopologySpread) > 0;
  const bool isByServices = isOfNewController(pod) || defaultSpreadRules(pod, nullptr).empty();
  const bool ruleUnknown =
      isByServices && (m_snapshot.selectors == nullptr || bringsService(m_request, *m_snapshot.selectors));
  if (spreads && !pod.spec.hasTopologySpread && ruleUnknown && serviceMayMatter()) add(Caveat::ServicesNotRead);
}

/// Would a Service that selects the pod change which of the candidates are best? No where no pod of the namespace
/// shares a label with this one, and the best neither lose by the zones that nodes lack nor are overtaken for them.
bool Engine::serviceMayMatter() {
  const RawPod& pod = *m_request.pod;
  if (pod.meta.labels.empty()) return false;
  const auto labelled = m_open.totals.spreadLabels;
  if (labelled > 0 && labelled < m_answer.candidates.size()) {
    const bool needsZone = m_evaluator.profile().defaultSpreadNeedsZone;
    const auto best = std::span(m_answer.candidates).first(m_answer.tied);
    const bool areAhead = std::all_of(best.begin(), best.end(), [&](const Candidate& candidate) {
      return m_snapshot.node(candidate.node).scheduler.hasSpreadLabels == needsZone;
    });
    if (!areAhead) return true;
  }
  if (!m_open.lookedRelative) {
    m_open.lookedRelative = true;
    m_open.relative = nodeWithRelative(pod, m_snapshot);
  }
  return m_open.relative.has_value();
}

}  // namespace cardinal::alloc
