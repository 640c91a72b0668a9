// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/score/replica_totals.h"

#include <algorithm>

namespace cardinal::alloc {
namespace {

constexpr std::int64_t kMaxScore = 100;

KubeScores::Unscaled ownOf(const KubeScores& scores, std::vector<Candidate> places) {
  KubeScores::reset(places);
  return scores.unscaled(places);
}

std::vector<std::int64_t> pick(const std::vector<std::int64_t>& from, std::span<const std::uint32_t> open) {
  std::vector<std::int64_t> out;
  if (from.empty()) return out;
  out.reserve(open.size());
  for (const std::uint32_t at : open) out.push_back(from[at]);
  return out;
}

}  // namespace

bool scoresMindReplicas(const RawPod& pod, const ClusterSnapshot& snapshot, const SchedulerProfile& profile) {
  return (profile.weightOf(KubeScore::PodTopologySpread) > 0 && countsItself(pod, snapshot, profile)) ||
         (profile.weightOf(KubeScore::InterPodAffinity) > 0 && attractsItself(pod, snapshot, profile));
}

ReplicaTotals::ReplicaTotals(const KubeScores& scores, const RawPod& pod, const ClusterSnapshot& snapshot,
                             std::vector<Candidate> places, std::span<const NodeIndex> nodes)
    : m_profile(scores.profile()),
      m_nodes(nodes),
      m_own(ownOf(scores, std::move(places))),
      m_spread(pod, snapshot, scores.profile()),
      m_affinity(pod, snapshot, scores.profile(), nodes) {}

bool ReplicaTotals::isConstant() const {
  const bool avoids = std::any_of(m_own.taints.begin(), m_own.taints.end(), [](std::int64_t one) { return one != 0; });
  return !avoids && m_own.preferences.empty() && !m_spread.hasRules() && m_affinity.isSilent();
}

void ReplicaTotals::place(std::size_t at, std::int64_t change) {
  m_own.fixed[at] += change;
  m_spread.place(m_nodes[at]);
  m_affinity.place(at);
}

void ReplicaTotals::describe(std::size_t at, std::vector<std::int64_t>& out) {
  out.push_back(m_own.taints[at]);
  if (!m_own.preferences.empty()) out.push_back(m_own.preferences[at]);
  m_spread.describe(m_nodes[at], out);
  m_affinity.describe(at, out);
}

std::vector<std::int64_t> ReplicaTotals::shared(std::span<const std::uint32_t> open,
                                                std::span<const std::uint32_t> counts) {
  std::vector<std::int64_t> out(open.size(), 0);
  const auto add = [&](KubeScore score, const std::vector<std::int64_t>& scores) {
    const std::int64_t weight = m_profile.weightOf(score);
    for (std::size_t i = 0; i < scores.size(); ++i) out[i] += scores[i] * weight;
  };
  addTaints(open, out);
  std::vector<std::int64_t> preferences = pick(m_own.preferences, open);
  scaleToMost(preferences);
  add(KubeScore::NodeAffinity, preferences);
  if (m_spread.hasRules()) {
    std::vector<NodeIndex> nodes;
    nodes.reserve(open.size());
    for (const std::uint32_t at : open) nodes.push_back(m_nodes[at]);
    add(KubeScore::PodTopologySpread, m_spread.of(nodes, counts));
  }
  add(KubeScore::InterPodAffinity, m_affinity.of(open));
  return out;
}

void ReplicaTotals::addTaints(std::span<const std::uint32_t> open, std::vector<std::int64_t>& totals) const {
  const std::int64_t weight = m_profile.weightOf(KubeScore::TaintToleration);
  std::int64_t most = 0;
  for (const std::uint32_t at : open) most = std::max(most, m_own.taints[at]);
  for (std::size_t i = 0; i < open.size(); ++i) {
    const std::int64_t lost = most == 0 ? 0 : kMaxScore * m_own.taints[open[i]] / most;
    totals[i] += (kMaxScore - lost) * weight;
  }
}

}  // namespace cardinal::alloc
