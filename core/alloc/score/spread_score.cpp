// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/score/spread_score.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "core/alloc/filter/labels.h"
#include "core/alloc/filter/topology_spread.h"
#include "core/alloc/prefetch.h"

namespace cardinal::alloc {
namespace {

constexpr std::string_view kHostname = "kubernetes.io/hostname";
constexpr std::int64_t kIgnored = -1;
constexpr std::int64_t kMostScore = 100;

/// A node's domain by one rule, by the order in which values were met.
using DomainId = std::uint32_t;
constexpr DomainId kNoLabel = 1U << 31U;  ///< set where the node lacks the key; such nodes share one domain

class SpreadScore {
 public:
  SpreadScore(const RawPod& pod, const ClusterSnapshot& snapshot, const SchedulerProfile& profile,
              std::vector<SpreadRule> rules, bool needsAllKeys)
      : m_pod(pod),
        m_snapshot(snapshot),
        m_profile(profile),
        m_rules(std::move(rules)),
        m_needsAllKeys(needsAllKeys),
        m_ignored(snapshot.nodes.size(), false),
        m_domainOf(m_rules.size()),
        m_counts(m_rules.size()),
        m_weights(m_rules.size()) {}

  std::vector<std::int64_t> run(std::span<const Candidate> candidates) {
    for (std::size_t i = 0; i < m_rules.size(); ++i) findDomains(i);
    openDomains(candidates);
    countPods();
    std::vector<std::int64_t> out;
    out.reserve(candidates.size());
    for (const Candidate& candidate : candidates) out.push_back(rawScore(candidate.node));
    normalise(out);
    return out;
  }

 private:
  struct Domain {
    bool open = false;  ///< holds a candidate
    std::int64_t pods = 0;
  };

  static bool isOfHosts(const SpreadRule& rule) { return rule.key == kHostname; }

  /// The labels of every node are looked at once; what follows goes by numbers.
  void findDomains(std::size_t rule) {
    const std::string& key = m_rules[rule].key;
    std::unordered_map<std::string_view, DomainId> known;
    auto& domainOf = m_domainOf[rule];
    domainOf.resize(m_snapshot.nodes.size());
    for (std::size_t i = 0; i < m_snapshot.nodes.size(); ++i) {
      const NodeRecord& node = *m_snapshot.nodes[i];
      const std::string* value = node.exists() ? find(node.raw->meta.labels, key) : nullptr;
      if (value == nullptr && (m_needsAllKeys || !node.exists())) m_ignored[i] = true;
      if (isOfHosts(m_rules[rule])) {
        domainOf[i] = value != nullptr ? 0 : kNoLabel;
        continue;
      }
      const auto [domain, isNew] = known.try_emplace(value != nullptr ? std::string_view(*value) : std::string_view(),
                                                     static_cast<DomainId>(known.size()));
      domainOf[i] = domain->second | (value != nullptr ? 0 : kNoLabel);
    }
    m_counts[rule].resize(known.size());
  }

  Domain& domainAt(std::size_t rule, std::size_t node) { return m_counts[rule][m_domainOf[rule][node] & ~kNoLabel]; }

  /// Only domains that hold a candidate count; each one more makes a single pod weigh more.
  void openDomains(std::span<const Candidate> candidates) {
    std::size_t scored = 0;
    std::vector<std::size_t> opened(m_rules.size(), 0);
    for (const Candidate& candidate : candidates) {
      if (m_ignored[candidate.node.value]) continue;
      ++scored;
      for (std::size_t i = 0; i < m_rules.size(); ++i) {
        if (isOfHosts(m_rules[i])) continue;
        Domain& domain = domainAt(i, candidate.node.value);
        opened[i] += domain.open ? 0 : 1;
        domain.open = true;
      }
    }
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
      const std::size_t domains = isOfHosts(m_rules[i]) ? scored : opened[i];
      m_weights[i] = std::log(static_cast<double>(domains + 2));
    }
  }

  void countPods() {
    if (std::all_of(m_rules.begin(), m_rules.end(), isOfHosts)) return;
    const PodPrefetcher prefetcher(m_snapshot);
    for (std::uint32_t node = 0; node < m_snapshot.nodes.size(); ++node) {
      prefetcher.ahead(node);
      if (m_ignored[node]) continue;
      const NodeRecord& record = *m_snapshot.nodes[node];
      for (std::size_t i = 0; i < m_rules.size(); ++i) {
        if (isOfHosts(m_rules[i]) || !isIncluded(m_rules[i], m_pod.spec, *record.raw)) continue;
        Domain& domain = domainAt(i, node);
        if (domain.open) domain.pods += countOn(record, m_rules[i], m_pod.meta.key.ns);
      }
    }
  }

  std::int64_t rawScore(NodeIndex node) {
    if (m_ignored[node.value]) return kIgnored;
    double score = 0;
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
      const SpreadRule& rule = m_rules[i];
      if ((m_domainOf[i][node.value] & kNoLabel) != 0) continue;
      const std::int64_t count =
          isOfHosts(rule) ? countOn(m_snapshot.node(node), rule, m_pod.meta.key.ns) : domainAt(i, node.value).pods;
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
  std::vector<bool> m_ignored;                    ///< by node
  std::vector<std::vector<DomainId>> m_domainOf;  ///< by rule and node
  std::vector<std::vector<Domain>> m_counts;      ///< by rule and domain; empty for hostname
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
