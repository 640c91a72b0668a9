// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/score/spread_score.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/alloc/filter/labels.h"
#include "core/alloc/filter/topology_spread.h"

namespace cardinal::alloc {
namespace {

constexpr std::string_view kHostname = "kubernetes.io/hostname";
constexpr std::int64_t kIgnored = -1;
constexpr std::int64_t kMaxScore = 100;

/// A node's domain by one rule, by the order in which values were met.
using DomainId = std::uint32_t;
constexpr DomainId kNoLabel = 1U << 31U;  ///< set where the node lacks the key; such nodes share one domain

NodeIndex nodeOf(const Candidate& candidate) {
  return candidate.node;
}
NodeIndex nodeOf(NodeIndex node) {
  return node;
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
        m_ignored(snapshot.nodes.size(), false),
        m_domainOf(m_rules.size()),
        m_known(m_rules.size()),
        m_counts(m_rules.size()),
        m_weights(m_rules.size()),
        m_hostPods(m_rules.size()) {
    m_counters.reserve(m_rules.size());
  }

  /// Of all candidates or nodes that take the pod; `counts`: how many of each place there are, empty = one. Once
  /// `readNodes` was called.
  template <typename Place>
  std::vector<std::int64_t> of(std::span<const Place> places, std::span<const std::uint32_t> counts = {}) {
    openDomains(places, counts);
    std::vector<std::int64_t> out;
    out.reserve(places.size());
    for (const Place& place : places) out.push_back(rawScore(nodeOf(place)));
    normalise(out);
    return out;
  }

  void describe(NodeIndex node, std::vector<std::int64_t>& out) {
    if (m_ignored[node.value]) return out.push_back(kIgnored);
    for (std::size_t rule = 0; rule < m_rules.size(); ++rule) {
      const DomainId domain = m_domainOf[rule][node.value];
      const bool isCounted = isOfHosts(m_rules[rule]) && (domain & kNoLabel) == 0;
      out.push_back(isCounted ? podsOfHost(rule, node) : std::int64_t{domain});
    }
  }

  /// A replica of the pod went there.
  void place(NodeIndex node) {
    const RawPodSpec& spec = m_pod.spec;
    if (m_ignored[node.value]) return;
    for (std::size_t rule = 0; rule < m_rules.size(); ++rule) {
      const SpreadRule& one = m_rules[rule];
      if (!one.counts(m_pod, m_pod.meta.key.ns)) continue;
      if (isOfHosts(one)) {
        ++podsOfHost(rule, node);
      } else if (isIncluded(one, spec, *m_snapshot.nodes[node.value]->raw)) {
        ++domainAt(rule, node.value).pods;
      }
    }
  }

  /// Every node is looked at once, its labels and its pods; what follows goes by numbers.
  void readNodes() {
    for (std::size_t rule = 0; rule < m_rules.size(); ++rule) {
      m_counters.emplace_back(m_rules[rule], m_pod.meta.key.ns, m_snapshot);
      m_keys.push_back(hashOfLabelText(m_rules[rule].key));
      m_domainOf[rule].resize(m_snapshot.nodes.size());
    }
    for (std::uint32_t i = 0; i < m_snapshot.nodes.size(); ++i) {
      const auto rowLabels = m_snapshot.rowLabelsOf(NodeIndex{i});
      findDomains(i, rowLabels);
      if (!m_ignored[i]) countPods(i, rowLabels);
    }
  }

 private:
  struct Domain {
    bool open = false;  ///< holds a candidate
    std::int64_t pods = 0;
  };

  struct KnownDomains {
    std::unordered_map<LabelHash, DomainId> all;
    std::optional<std::pair<LabelHash, DomainId>> last;  ///< neighbours are mostly in one domain
  };

  static bool isOfHosts(const SpreadRule& rule) { return rule.key == kHostname; }

  /// Counted when first asked, and kept from then on.
  std::int64_t& podsOfHost(std::size_t rule, NodeIndex node) {
    constexpr std::int64_t kUnknown = -1;
    std::vector<std::int64_t>& pods = m_hostPods[rule];
    if (pods.empty()) pods.resize(m_snapshot.nodes.size(), kUnknown);
    std::int64_t& out = pods[node.value];
    if (out == kUnknown) out = m_counters[rule].on(node);
    return out;
  }

  void findDomains(std::uint32_t node, const std::optional<RowLabels>& rowLabels) {
    const bool exists = rowLabels || m_snapshot.nodes[node]->exists();
    for (std::size_t rule = 0; rule < m_rules.size(); ++rule) {
      const auto value = rowLabels ? rowLabels->find(m_keys[rule])
                         : exists  ? labelOf(*m_snapshot.nodes[node]->raw, m_rules[rule].key)
                                   : std::nullopt;
      if (!value && (m_needsAllKeys || !exists)) m_ignored[node] = true;
      DomainId& domain = m_domainOf[rule][node];
      domain = value ? 0 : kNoLabel;
      if (!isOfHosts(m_rules[rule])) domain |= domainFor(rule, value.value_or(hashOfLabelText({})));
    }
  }

  DomainId domainFor(std::size_t rule, LabelHash value) {
    KnownDomains& known = m_known[rule];
    if (known.last && known.last->first == value) return known.last->second;
    const auto [at, isNew] = known.all.try_emplace(value, static_cast<DomainId>(known.all.size()));
    if (isNew) m_counts[rule].emplace_back();
    known.last = *at;
    return at->second;
  }

  /// Of domains without a candidate too: nobody asks for them.
  void countPods(std::uint32_t node, const std::optional<RowLabels>& rowLabels) {
    const RawPodSpec& spec = m_pod.spec;
    const bool picks = !spec.nodeSelector.empty() || spec.requiredNodeAffinity;
    for (std::size_t rule = 0; rule < m_rules.size(); ++rule) {
      const SpreadRule& one = m_rules[rule];
      if (isOfHosts(one)) continue;
      const bool anyNode = (one.ignoresNodeAffinity || !picks) && !one.honorsNodeTaints;
      if (!anyNode && !isIncluded(one, spec, *m_snapshot.nodes[node]->raw)) continue;
      domainAt(rule, node).pods += m_counters[rule].on(NodeIndex{node}, rowLabels);
    }
  }

  static std::optional<LabelHash> labelOf(const RawNode& node, const std::string& key) {
    const std::string* value = find(node.meta.labels, key);
    return value != nullptr ? std::optional(hashOfLabelText(*value)) : std::nullopt;
  }

  Domain& domainAt(std::size_t rule, std::size_t node) { return m_counts[rule][m_domainOf[rule][node] & ~kNoLabel]; }

  /// Only domains that hold a candidate count; each one more makes a single pod weigh more.
  template <typename Place>
  void openDomains(std::span<const Place> places, std::span<const std::uint32_t> counts) {
    std::size_t scored = 0;
    std::vector<std::size_t> opened(m_rules.size(), 0);
    for (auto& domains : m_counts) {
      for (Domain& domain : domains) domain.open = false;
    }
    for (std::size_t at = 0; at < places.size(); ++at) {
      const std::uint32_t node = nodeOf(places[at]).value;
      if (m_ignored[node]) continue;
      scored += counts.empty() ? 1 : counts[at];
      for (std::size_t i = 0; i < m_rules.size(); ++i) {
        if (isOfHosts(m_rules[i])) continue;
        Domain& domain = domainAt(i, node);
        opened[i] += domain.open ? 0 : 1;
        domain.open = true;
      }
    }
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
      const std::size_t domains = isOfHosts(m_rules[i]) ? scored : opened[i];
      m_weights[i] = std::log(static_cast<double>(domains + 2));
    }
  }

  std::int64_t rawScore(NodeIndex node) {
    if (m_ignored[node.value]) return kIgnored;
    double score = 0;
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
      const SpreadRule& rule = m_rules[i];
      if ((m_domainOf[i][node.value] & kNoLabel) != 0) continue;
      const std::int64_t count = isOfHosts(rule) ? podsOfHost(i, node) : domainAt(i, node.value).pods;
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
        score = kMaxScore;
      } else {
        score = kMaxScore * (most + least - score) / most;
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
  std::vector<LabelHash> m_keys;                  ///< by rule
  std::vector<KnownDomains> m_known;              ///< by rule
  std::vector<std::vector<Domain>> m_counts;      ///< by rule and domain; empty for hostname
  std::vector<double> m_weights;
  std::vector<PodCounter> m_counters;                 ///< by rule
  std::vector<std::vector<std::int64_t>> m_hostPods;  ///< by rule and node; of hostname
};

struct SoftRules {
  std::vector<SpreadRule> rules;
  bool needsAllKeys = true;
};

SoftRules softRules(const RawPod& pod, const SelectorObjects* known, const SchedulerProfile& profile) {
  if (!pod.spec.hasTopologySpread && profile.defaultSpread)
    return {defaultSpreadRules(pod, known), profile.defaultSpreadNeedsZone};
  return {spreadRules(pod, false, profile), true};
}

std::vector<std::int64_t> scoresBy(SoftRules soft, const RawPod& pod, const ClusterSnapshot& snapshot,
                                   const SchedulerProfile& profile, std::span<const Candidate> candidates) {
  if (soft.rules.empty()) return {};
  SpreadScore score(pod, snapshot, profile, std::move(soft.rules), soft.needsAllKeys);
  score.readNodes();
  return score.of<Candidate>(candidates);
}

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
  std::vector<LabelHash> labels;
  const LabelHash ns = hashOfLabelText(pod.meta.key.ns);
  for (const auto& [key, value] : pod.meta.labels) labels.push_back(hashOfLabel(ns, key, value));
  for (std::uint32_t i = 0; i < snapshot.nodes.size(); ++i) {
    const PlacementRow* row = snapshot.rowOf(NodeIndex{i});
    const bool may = row == nullptr || std::any_of(labels.begin(), labels.end(),
                                                   [row](LabelHash label) { return row->labels.mayHold(label); });
    if (may && holdsRelative(pod, *snapshot.nodes[i])) return NodeIndex{i};
  }
  return std::nullopt;
}

bool spreadsSoftly(const RawPod& pod, const ClusterSnapshot& snapshot, const SchedulerProfile& profile) {
  return !softRules(pod, snapshot.selectors.get(), profile).rules.empty();
}

bool countsItself(const RawPod& pod, const ClusterSnapshot& snapshot, const SchedulerProfile& profile) {
  const SoftRules soft = softRules(pod, snapshot.selectors.get(), profile);
  return std::any_of(soft.rules.begin(), soft.rules.end(),
                     [&](const SpreadRule& rule) { return rule.counts(pod, pod.meta.key.ns); });
}

std::vector<std::int64_t> spreadScores(const RawPod& pod, const ClusterSnapshot& snapshot,
                                       const SchedulerProfile& profile, std::span<const Candidate> candidates) {
  return scoresBy(softRules(pod, snapshot.selectors.get(), profile), pod, snapshot, profile, candidates);
}

std::vector<std::int64_t> spreadScoresByServices(const RawPod& pod, const ClusterSnapshot& snapshot,
                                                 const SchedulerProfile& profile,
                                                 std::span<const Candidate> candidates) {
  return scoresBy({serviceSpreadRules(pod, snapshot.selectors.get()), profile.defaultSpreadNeedsZone}, pod, snapshot,
                  profile, candidates);
}

struct ReplicaSpread::State {
  State(const RawPod& pod, const ClusterSnapshot& snapshot, const SchedulerProfile& profile, SoftRules soft)
      : score(pod, snapshot, profile, std::move(soft.rules), soft.needsAllKeys) {
    score.readNodes();
  }
  SpreadScore score;
};

ReplicaSpread::ReplicaSpread(const RawPod& pod, const ClusterSnapshot& snapshot, const SchedulerProfile& profile) {
  SoftRules soft = softRules(pod, snapshot.selectors.get(), profile);
  if (!soft.rules.empty()) m_state = std::make_unique<State>(pod, snapshot, profile, std::move(soft));
}
ReplicaSpread::~ReplicaSpread() = default;

std::vector<std::int64_t> ReplicaSpread::of(std::span<const NodeIndex> nodes, std::span<const std::uint32_t> counts) {
  return m_state != nullptr ? m_state->score.of<NodeIndex>(nodes, counts) : std::vector<std::int64_t>();
}

void ReplicaSpread::describe(NodeIndex node, std::vector<std::int64_t>& out) {
  if (m_state != nullptr) m_state->score.describe(node, out);
}

void ReplicaSpread::place(NodeIndex node) {
  if (m_state != nullptr) m_state->score.place(node);
}

}  // namespace cardinal::alloc
