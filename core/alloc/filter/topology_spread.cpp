// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/filter/topology_spread.h"

#include <algorithm>
#include <limits>
#include <map>

#include "core/alloc/filter/between_replicas.h"
#include "core/alloc/filter/labels.h"
#include "core/alloc/filter/taints.h"
#include "core/alloc/selector.h"
#include "core/model/pods/pod_owner.h"

namespace cardinal::alloc {
namespace {

using Counts = std::unordered_map<std::string_view, std::int64_t>;

std::string_view labelOr(const RawNode& node, const std::string& key, std::string_view fallback) {
  const std::string* label = find(node.meta.labels, key);
  return label != nullptr ? std::string_view(*label) : fallback;
}

class SpreadFilter final : public Filter, public BetweenReplicas {
 public:
  SpreadFilter(const RawPod& pod, const ClusterSnapshot& snapshot, const SchedulerProfile& profile)
      : m_pod(pod),
        m_rules(spreadRules(pod, true, profile)),
        m_countsEveryNode(profile.spreadCountsEveryNode),
        m_honorsMinDomains(profile.honorsMinDomains),
        m_counts(m_rules.size()),
        m_least(m_rules.size()),
        m_domainsWith(m_rules.size()) {
    if (m_countsEveryNode) {
      findDomains(snapshot);
      countEverywhere(snapshot);
    } else {
      countEligible(snapshot);
    }
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
      m_least[i] = leastOf(m_counts[i], minDomainsOf(i));
      m_selects.push_back(matches(m_rules[i].selector, pod.meta.labels));
      m_countsItself.push_back(m_rules[i].counts(pod, pod.meta.key.ns));
    }
  }

  std::optional<Rejection> check(const NodeView& view) const override {
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
      const SpreadRule& rule = m_rules[i];
      const std::string* value = find(view.raw().meta.labels, rule.key);
      if (value == nullptr) return nodeRejection(ReasonCode::TopologyKeyMissing, Waiting::Never, rule.key);
      const std::int64_t skew = skewAt(i, *value);
      if (skew > rule.maxSkew) {
        return Rejection{ReasonCode::TopologySpreadSkew, Waiting::NotNow, kPendingCard, rule.maxSkew, skew,
                         rule.key + "=" + *value};
      }
    }
    return std::nullopt;
  }

  /// A skew is made even by pods that end here or come elsewhere.
  Waiting onceEmptied(const NodeView& view) const override {
    return hasAllKeys(view.raw(), m_rules) ? Waiting::NotNow : Waiting::Never;
  }

  bool canRecount() const override { return true; }
  /// As the scheduler does it: not by the rules by which it counted. A pod that is terminating, or that an empty
  /// selector does not count, was in no sum and is taken off all the same.
  void recount(const RawPod& pod, const RawNode& node, int by) override {
    if (pod.meta.key.ns != m_pod.meta.key.ns || !hasAllKeys(node, m_rules)) return;
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
      const SpreadRule& rule = m_rules[i];
      if (!matches(rule.selector, pod.meta.labels)) continue;
      if (!m_countsEveryNode && !isIncluded(rule, m_pod.spec, node)) continue;
      const auto domain = m_counts[i].find(labelOr(node, rule.key, {}));
      if (domain == m_counts[i].end()) continue;
      domain->second += by;
      m_least[i] = leastOf(m_counts[i], minDomainsOf(i));
    }
  }

  BetweenReplicas* betweenReplicas() override {
    return std::find(m_countsItself.begin(), m_countsItself.end(), true) != m_countsItself.end() ? this : nullptr;
  }

  /// Those that do not count the pod itself too: all of them say no to a node together.
  std::vector<Constraint> constraints() const override {
    std::vector<Constraint> out;
    for (std::size_t i = 0; i < m_rules.size(); ++i) out.push_back({m_rules[i].key, Sort::Spread, m_countsItself[i]});
    return out;
  }

  bool refuses(std::size_t constraint, const std::string* value) const override {
    return value == nullptr || skewAt(constraint, *value) > m_rules[constraint].maxSkew;
  }

  bool place(const NodeView& view) override {
    const RawNode& node = view.raw();
    bool rises = false;
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
      const SpreadRule& rule = m_rules[i];
      if (!m_countsItself[i] || (!m_countsEveryNode && !counts(rule, node))) continue;
      const auto domain = m_counts[i].find(labelOr(node, rule.key, {}));
      if (domain != m_counts[i].end()) rises = addTo(i, domain->second) || rises;
    }
    return rises;
  }

 private:
  std::int32_t minDomainsOf(std::size_t rule) const { return m_honorsMinDomains ? m_rules[rule].minDomains : 0; }
  bool counts(const SpreadRule& rule, const RawNode& node) const {
    return hasAllKeys(node, m_rules) && isIncluded(rule, m_pod.spec, node);
  }

  std::int64_t skewAt(std::size_t rule, const std::string& value) const {
    const auto count = m_counts[rule].find(value);
    const std::int64_t here = count == m_counts[rule].end() ? 0 : count->second;
    return here + (m_selects[rule] ? 1 : 0) - m_least[rule];
  }

  /// One more in a domain. True where no domain has as few any more as the least had.
  bool addTo(std::size_t rule, std::int64_t& count) {
    std::map<std::int64_t, std::size_t>& domainsWith = m_domainsWith[rule];
    if (domainsWith.empty()) {
      for (const auto& domain : m_counts[rule]) ++domainsWith[domain.second];
    }
    const auto before = domainsWith.find(count);
    if (--before->second == 0) domainsWith.erase(before);
    ++domainsWith[++count];
    if (m_counts[rule].size() < static_cast<std::size_t>(std::max(minDomainsOf(rule), 0))) return false;
    const std::int64_t least = domainsWith.begin()->first;
    const bool rises = least != m_least[rule];
    m_least[rule] = least;
    return rises;
  }

  /// With `minDomains` of 0 nothing is skewed where there is no domain.
  static std::int64_t leastOf(const Counts& counts, std::int32_t minDomains) {
    if (counts.size() < static_cast<std::size_t>(std::max(minDomains, 0))) return 0;
    std::int64_t least = std::numeric_limits<std::int32_t>::max();
    for (const auto& [value, count] : counts) least = std::min(least, count);
    return least;
  }

  void findDomains(const ClusterSnapshot& snapshot) {
    for (const NodePtr& node : snapshot.nodes) {
      if (!node->exists() || !matchesNodeRules(m_pod.spec, *node->raw) || !hasAllKeys(*node->raw, m_rules)) continue;
      for (std::size_t i = 0; i < m_rules.size(); ++i) m_counts[i].try_emplace(labelOr(*node->raw, m_rules[i].key, {}));
    }
  }

  void countEverywhere(const ClusterSnapshot& snapshot) {
    std::vector<PodCounter> counters = countersFor(snapshot);
    for (std::uint32_t at = 0; at < snapshot.nodes.size(); ++at) {
      const NodeRecord& node = *snapshot.nodes[at];
      if (!node.exists()) continue;
      for (std::size_t i = 0; i < m_rules.size(); ++i) {
        const auto domain = m_counts[i].find(labelOr(*node.raw, m_rules[i].key, {}));
        if (domain != m_counts[i].end()) domain->second += counters[i].on(NodeIndex{at});
      }
    }
  }

  void countEligible(const ClusterSnapshot& snapshot) {
    std::vector<PodCounter> counters = countersFor(snapshot);
    for (std::uint32_t at = 0; at < snapshot.nodes.size(); ++at) {
      const NodeRecord& node = *snapshot.nodes[at];
      if (!node.exists() || !hasAllKeys(*node.raw, m_rules)) continue;
      for (std::size_t i = 0; i < m_rules.size(); ++i) {
        if (!counts(m_rules[i], *node.raw)) continue;
        m_counts[i][labelOr(*node.raw, m_rules[i].key, {})] += counters[i].on(NodeIndex{at});
      }
    }
  }

  std::vector<PodCounter> countersFor(const ClusterSnapshot& snapshot) const {
    std::vector<PodCounter> out;
    out.reserve(m_rules.size());
    for (const SpreadRule& rule : m_rules) out.emplace_back(rule, m_pod.meta.key.ns, snapshot);
    return out;
  }

  const RawPod& m_pod;
  std::vector<SpreadRule> m_rules;
  bool m_countsEveryNode;
  bool m_honorsMinDomains;
  std::vector<bool> m_selects;                                     ///< by rule: its selector matches the pod itself
  std::vector<bool> m_countsItself;                                ///< by rule: and the pod is counted once it runs
  std::vector<Counts> m_counts;                                    ///< by rule: pods by the value of its key
  std::vector<std::int64_t> m_least;                               ///< by rule: pods in the emptiest domain
  std::vector<std::map<std::int64_t, std::size_t>> m_domainsWith;  ///< by rule: domains by pods; once one was placed
};

/// Of a Deployment that does not exist yet the ReplicaSet has no name.
bool spreadsItsPods(const OwnerRef& owner) {
  if (owner.kind == "Deployment") return owner.uid.empty();
  return owner.kind == "ReplicaSet" || owner.kind == "ReplicationController" || owner.kind == "StatefulSet";
}

/// For a controller that does not exist yet.
std::string nameOf(const OwnerRef& owner) {
  return owner.kind + "/" + owner.name;
}

/// What all Services that select the pod select together; nothing where none does.
std::optional<LabelSelector> selectorOfServices(const RawPod& pod, const SelectorObjects& known) {
  LabelSelector out;
  for (const SelectorObjects::Service& service : known.services) {
    if (service.ns != pod.meta.key.ns || service.selector.empty()) continue;
    const LabelSelector one{service.selector, {}};
    if (!matches(one, pod.meta.labels)) continue;
    for (const auto& wanted : one.matchLabels) {
      if (find(out.matchLabels, wanted.first) == nullptr) out.matchLabels.push_back(wanted);
    }
  }
  return out.empty() ? std::nullopt : std::optional(std::move(out));
}

SpreadRule ruleOf(const TopologySpreadConstraint& constraint, const StringMap& labels,
                  const SchedulerProfile& profile) {
  SpreadRule out;
  out.key = constraint.topologyKey;
  out.maxSkew = constraint.maxSkew;
  out.minDomains = constraint.minDomains;
  out.ignoresNodeAffinity = constraint.ignoresNodeAffinity;
  out.honorsNodeTaints = constraint.honorsNodeTaints;
  out.selector = constraint.selector;
  for (const std::string& key : constraint.matchLabelKeys) {
    const std::string* value = find(labels, key);
    if (value != nullptr && out.selector) out.selector->matchExpressions.push_back({key, "In", {*value}});
  }
  out.countsNobody = profile.emptySelectorCountsNone && out.selector && out.selector->empty();
  return out;
}

/// The system's default constraints.
std::vector<SpreadRule> overHostsAndZones(SpreadRule host) {
  constexpr std::int32_t kHostSkew = 3;
  constexpr std::int32_t kZoneSkew = 5;
  host.key = "kubernetes.io/hostname";
  host.maxSkew = kHostSkew;
  SpreadRule zone = host;
  zone.key = "topology.kubernetes.io/zone";
  zone.maxSkew = kZoneSkew;
  return {std::move(host), std::move(zone)};
}

}  // namespace

bool SpreadRule::counts(const RawPod& other, const std::string& ns) const {
  if (countsNobody || isTerminating(other) || other.meta.key.ns != ns) return false;
  if (ownerUid.empty()) return matches(selector, other.meta.labels);
  const OwnerRef* owner = controllerOf(other);
  return owner != nullptr && (owner->uid.empty() ? nameOf(*owner) : owner->uid) == ownerUid;
}

std::vector<SpreadRule> spreadRules(const RawPod& pod, bool hard, const SchedulerProfile& profile) {
  std::vector<SpreadRule> out;
  for (const TopologySpreadConstraint& constraint : pod.spec.topologySpread) {
    if (constraint.hard == hard) out.push_back(ruleOf(constraint, pod.meta.labels, profile));
  }
  return out;
}

bool isOfNewController(const RawPod& pod) {
  const OwnerRef* owner = controllerOf(pod);
  return owner != nullptr && owner->uid.empty() && spreadsItsPods(*owner);
}

std::vector<SpreadRule> defaultSpreadRules(const RawPod& pod, const SelectorObjects* known) {
  const OwnerRef* owner = controllerOf(pod);
  if (owner == nullptr || !spreadsItsPods(*owner)) return serviceSpreadRules(pod, known);
  if (pod.spec.hasTopologySpread) return {};
  SpreadRule rule;
  rule.ownerUid = owner->uid.empty() ? nameOf(*owner) : owner->uid;
  if (owner->uid.empty()) rule.selector = LabelSelector{pod.meta.labels, {}};  // what all its pods will carry
  return overHostsAndZones(std::move(rule));
}

std::vector<SpreadRule> serviceSpreadRules(const RawPod& pod, const SelectorObjects* known) {
  if (pod.spec.hasTopologySpread || known == nullptr) return {};
  SpreadRule rule;
  rule.selector = selectorOfServices(pod, *known);
  return rule.selector ? overHostsAndZones(std::move(rule)) : std::vector<SpreadRule>();
}

bool hasAllKeys(const RawNode& node, const std::vector<SpreadRule>& rules) {
  return std::all_of(rules.begin(), rules.end(),
                     [&](const SpreadRule& rule) { return find(node.meta.labels, rule.key) != nullptr; });
}

bool isIncluded(const SpreadRule& rule, const RawPodSpec& spec, const RawNode& node) {
  if (!rule.ignoresNodeAffinity && !matchesNodeRules(spec, node)) return false;
  return !rule.honorsNodeTaints || toleratesNode(spec, node);
}

PodCounter::PodCounter(const SpreadRule& rule, const std::string& ns, const ClusterSnapshot& snapshot)
    : m_rule(rule), m_ns(ns), m_snapshot(snapshot) {
  if (!rule.selector) return;
  const LabelHash place = hashOfLabelText(ns);
  for (const auto& [key, value] : rule.selector->matchLabels) m_wanted.push_back(hashOfLabel(place, key, value));
}

bool PodCounter::mayCount(NodeIndex node) const {
  if (!m_rule.selector) return !m_rule.ownerUid.empty();
  const PlacementRow* row = m_snapshot.rowOf(node);
  const LabelSketch& labels = row != nullptr ? row->labels : m_snapshot.node(node).scheduler.labels;
  return std::all_of(m_wanted.begin(), m_wanted.end(), [&](LabelHash label) { return labels.mayHold(label); });
}

std::int64_t PodCounter::on(NodeIndex node, const std::optional<RowLabels>& rowLabels) {
  if (!mayCount(node)) return 0;
  if (!rowLabels) {
    const auto& pods = m_snapshot.node(node).scheduler.pods;
    return std::count_if(pods.begin(), pods.end(), [&](const auto& pod) { return m_rule.counts(*pod, m_ns); });
  }
  std::int64_t out = 0;
  for (std::size_t i = 0; i < rowLabels->podClasses.size(); ++i) {
    const auto counts = [&] { return m_rule.counts(*m_snapshot.node(node).scheduler.pods[i], m_ns); };
    out += m_classes.of(rowLabels->podClasses[i], counts) ? 1 : 0;
  }
  return out;
}

std::unique_ptr<Filter> makeSpreadFilter(const RawPod& pod, const ClusterSnapshot& snapshot,
                                         const SchedulerProfile& profile) {
  const auto& constraints = pod.spec.topologySpread;
  const bool asks =
      std::any_of(constraints.begin(), constraints.end(), [](const auto& constraint) { return constraint.hard; });
  return asks ? std::make_unique<SpreadFilter>(pod, snapshot, profile) : nullptr;
}

}  // namespace cardinal::alloc
