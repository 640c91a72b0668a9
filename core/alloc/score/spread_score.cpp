// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/score/spread_score.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "core/alloc/filter/labels.h"
#include "core/alloc/filter/topology_spread.h"

namespace cardinal::alloc {
namespace {

constexpr std::string_view kHostname = "kubernetes.io/hostname";
constexpr std::int64_t kIgnored = -1;
constexpr std::int64_t kMostScore = 100;

std::string_view valueOf(const RawNode& node, const std::string& key) {
  const std::string* value = find(node.meta.labels, key);
  return value != nullptr ? std::string_view(*value) : std::string_view();
}

class SpreadScore {
 public:
  SpreadScore(const RawPod& pod, const ClusterSnapshot& snapshot, const SchedulerProfile& profile,
              std::vector<SpreadRule> rules, bool needsAllKeys)
      : m_pod(pod),
        m_snapshot(snapshot),
        m_profile(profile),
        m_rules(std::move(rules)),
        m_needsAllKeys(needsAllKeys),
        m_counts(m_rules.size()),
        m_weights(m_rules.size()) {}

  std::vector<std::int64_t> run(std::span<const Candidate> candidates) {
    openDomains(candidates);
    countPods();
    std::vector<std::int64_t> out;
    out.reserve(candidates.size());
    for (const Candidate& candidate : candidates) out.push_back(rawScore(m_snapshot.node(candidate.node)));
    normalise(out);
    return out;
  }

 private:
  bool isIgnored(const RawNode& node) const { return m_needsAllKeys && !hasAllKeys(node, m_rules); }

  /// Only domains that hold a candidate count; each one more makes a single pod weigh more.
  void openDomains(std::span<const Candidate> candidates) {
    std::size_t scored = 0;
    for (const Candidate& candidate : candidates) {
      const RawNode& node = *m_snapshot.node(candidate.node).raw;
      if (isIgnored(node)) continue;
      ++scored;
      for (std::size_t i = 0; i < m_rules.size(); ++i) {
        if (m_rules[i].key != kHostname) m_counts[i].try_emplace(valueOf(node, m_rules[i].key));
      }
    }
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
      const std::size_t domains = m_rules[i].key == kHostname ? scored : m_counts[i].size();
      m_weights[i] = std::log(static_cast<double>(domains + 2));
    }
  }

  void countPods() {
    const auto hasDomains = [](const SpreadRule& rule) { return rule.key != kHostname; };
    if (std::none_of(m_rules.begin(), m_rules.end(), hasDomains)) return;
    for (const NodePtr& node : m_snapshot.nodes) {
      if (!node->exists() || isIgnored(*node->raw)) continue;
      for (std::size_t i = 0; i < m_rules.size(); ++i) {
        if (!hasDomains(m_rules[i]) || !isIncluded(m_rules[i], m_pod.spec, *node->raw)) continue;
        const auto domain = m_counts[i].find(valueOf(*node->raw, m_rules[i].key));
        if (domain != m_counts[i].end()) domain->second += countOn(*node, m_rules[i], m_pod.meta.key.ns);
      }
    }
  }

  std::int64_t rawScore(const NodeRecord& node) const {
    if (isIgnored(*node.raw)) return kIgnored;
    double score = 0;
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
      const SpreadRule& rule = m_rules[i];
      const std::string* value = find(node.raw->meta.labels, rule.key);
      if (value == nullptr) continue;
      const std::int64_t count =
          rule.key == kHostname ? countOn(node, rule, m_pod.meta.key.ns) : m_counts[i].find(*value)->second;
      score += static_cast<double>(count) * m_weights[i] + static_cast<double>(rule.maxSkew - 1);
    }
    return static_cast<std::int64_t>(m_profile.roundsSpread ? std::round(score) : score);
  }

  static void normalise(std::vector<std::int64_t>& scores) {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    std::int64_t most = 0;
    for (const std::int64_t score : scores) {
      if (score == kIgnored) continue;
      least = std::min(least, score);
      most = std::max(most, score);
    }
    for (std::int64_t& score : scores) {
      if (score == kIgnored) {
        score = 0;
      } else if (most == 0) {
        score = kMostScore;
      } else {
        score = kMostScore * (most + least - score) / most;
      }
    }
  }

  const RawPod& m_pod;
  const ClusterSnapshot& m_snapshot;
  const SchedulerProfile& m_profile;
  std::vector<SpreadRule> m_rules;
  bool m_needsAllKeys;
  std::vector<std::unordered_map<std::string_view, std::int64_t>> m_counts;  ///< by rule; not for hostname
  std::vector<double> m_weights;
};

bool sharesLabel(const RawPod& pod, const RawPod& other) {
  if (other.meta.key.ns != pod.meta.key.ns || isTerminating(other)) return false;
  return std::any_of(pod.meta.labels.begin(), pod.meta.labels.end(), [&](const auto& label) {
    const std::string* value = find(other.meta.labels, label.first);
    return value != nullptr && *value == label.second;
  });
}

}  // namespace

bool holdsRelative(const RawPod& pod, const NodeRecord& node) {
  const auto& labels = pod.meta.labels;
  const SchedulerView& view = node.scheduler;
  const bool may = node.exists() && std::any_of(labels.begin(), labels.end(), [&](const auto& label) {
                     return view.labels.mayHold(pod.meta.key.ns, label.first, label.second);
                   });
  return may &&
         std::any_of(view.pods.begin(), view.pods.end(), [&](const auto& other) { return sharesLabel(pod, *other); });
}

std::optional<NodeIndex> nodeWithRelative(const RawPod& pod, const ClusterSnapshot& snapshot) {
  for (std::uint32_t i = 0; i < snapshot.nodes.size(); ++i) {
    if (holdsRelative(pod, *snapshot.nodes[i])) return NodeIndex{i};
  }
  return std::nullopt;
}

std::vector<std::int64_t> spreadScores(const RawPod& pod, const ClusterSnapshot& snapshot,
                                       const SchedulerProfile& profile, std::span<const Candidate> candidates) {
  bool needsAllKeys = true;
  std::vector<SpreadRule> rules = spreadRules(pod, false);
  if (!pod.spec.hasTopologySpread && profile.defaultSpread) {
    rules = defaultSpreadRules(pod);
    needsAllKeys = profile.defaultSpreadNeedsZone;
  }
  if (rules.empty() && profile.spreadScoresEveryone) return std::vector<std::int64_t>(candidates.size(), kMostScore);
  if (rules.empty()) return {};
  return SpreadScore(pod, snapshot, profile, std::move(rules), needsAllKeys).run(candidates);
}

}  // namespace cardinal::alloc
