// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/score/affinity_score.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "core/alloc/filter/labels.h"
#include "core/alloc/selector.h"

namespace cardinal::alloc {
namespace {

using Kind = PodAffinityTerm::Kind;

constexpr std::int64_t kMaxScore = 100;

/// Sums of weights by topology key and value.
class WeightMap {
 public:
  void add(const RawNode& node, const std::string& key, std::int64_t weight) {
    if (const std::string* value = find(node.meta.labels, key)) m_weights[key][*value] += weight;
  }
  bool empty() const { return m_weights.empty(); }

  std::int64_t at(const RawNode& node) const {
    std::int64_t sum = 0;
    for (const auto& [key, values] : m_weights) {
      const std::string* label = find(node.meta.labels, key);
      if (label == nullptr) continue;
      const auto value = values.find(*label);
      if (value != values.end()) sum += value->second;
    }
    return sum;
  }

 private:
  std::map<std::string, std::map<std::string_view, std::int64_t>> m_weights;  ///< values are those of nodes
};

bool isPreferred(const PodAffinityTerm& term) {
  return term.kind == Kind::PreferredAffinity || term.kind == Kind::PreferredAntiAffinity;
}

/// What a term of a running pod weighs for the pod it selects.
std::int64_t weightOf(const PodAffinityTerm& term, const SchedulerProfile& profile) {
  switch (term.kind) {
    case Kind::RequiredAffinity:
      return profile.hardPodAffinityWeight;
    case Kind::PreferredAffinity:
      return term.weight;
    case Kind::PreferredAntiAffinity:
      return -std::int64_t{term.weight};
    case Kind::RequiredAntiAffinity:
      break;
  }
  return 0;
}

bool speaksOfOthers(const PodAffinityTerm& term, const SchedulerProfile& profile) {
  if (term.kind == Kind::RequiredAffinity) return profile.hardPodAffinityWeight > 0;
  return isPreferred(term);
}

void addTermsOfPod(const RawPod& pod, const std::vector<PodAffinityTerm>& terms, const RawPod& other,
                   const RawNode& node, const SelectorObjects* known, WeightMap& weights) {
  for (const PodAffinityTerm& term : terms) {
    if (!isPreferred(term) || !selects(term, pod.meta.key.ns, other, known)) continue;
    const bool anti = term.kind == Kind::PreferredAntiAffinity;
    weights.add(node, term.topologyKey, anti ? -std::int64_t{term.weight} : term.weight);
  }
}

void addTermsOfOther(const RawPod& pod, const RawPod& other, const RawNode& node, const SchedulerProfile& profile,
                     const SelectorObjects* known, WeightMap& weights) {
  for (const PodAffinityTerm& term : other.spec.podAffinity) {
    if (speaksOfOthers(term, profile) && selects(term, other.meta.key.ns, pod, known))
      weights.add(node, term.topologyKey, weightOf(term, profile));
  }
}

/// Before 1.23 the least and the most began at 0.
std::vector<std::int64_t> scaledBetween(const std::vector<std::int64_t>& sums, bool fromZero) {
  std::int64_t least = fromZero || sums.empty() ? 0 : sums.front();
  std::int64_t most = least;
  for (const std::int64_t sum : sums) {
    least = std::min(least, sum);
    most = std::max(most, sum);
  }
  std::vector<std::int64_t> out(sums.size(), 0);
  if (most == least) return out;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const double part = static_cast<double>(sums[i] - least) / static_cast<double>(most - least);
    out[i] = static_cast<std::int64_t>(static_cast<double>(kMaxScore) * part);
  }
  return out;
}

/// By key and value, over all pods that run.
WeightMap weightsOf(const RawPod& pod, const ClusterSnapshot& snapshot, const SchedulerProfile& profile) {
  const std::vector<PodAffinityTerm> terms = incomingTerms(pod);
  const SelectorObjects* known = snapshot.selectors.get();
  const bool prefers = std::any_of(terms.begin(), terms.end(), isPreferred);
  WeightMap weights;
  if (!prefers && snapshot.counts.podsWithAffinity == 0) return weights;
  for (const NodePtr& node : snapshot.nodes) {
    if (!node->exists() || (!prefers && node->scheduler.podsWithAffinity == 0)) continue;
    for (const auto& other : node->scheduler.pods) {
      if (prefers) addTermsOfPod(pod, terms, *other, *node->raw, known, weights);
      addTermsOfOther(pod, *other, *node->raw, profile, known, weights);
    }
  }
  return weights;
}

/// What one replica of the pod adds for the next in its domain, by topology key: as the next one's terms see it, and by
/// its own.
std::map<std::string, std::int64_t> weightsOfReplica(const RawPod& pod, const SelectorObjects* known,
                                                     const SchedulerProfile& profile) {
  std::map<std::string, std::int64_t> out;
  for (const PodAffinityTerm& term : incomingTerms(pod)) {
    if (isPreferred(term) && selects(term, pod.meta.key.ns, pod, known))
      out[term.topologyKey] += weightOf(term, profile);
  }
  for (const PodAffinityTerm& term : pod.spec.podAffinity) {
    const PodAffinityTerm kept = withLabelKeys(term, pod.meta.labels);
    if (speaksOfOthers(kept, profile) && selects(kept, pod.meta.key.ns, pod, known))
      out[kept.topologyKey] += weightOf(kept, profile);
  }
  std::erase_if(out, [](const auto& entry) { return entry.second == 0; });
  return out;
}

}  // namespace

std::vector<std::int64_t> podAffinityScores(const RawPod& pod, const ClusterSnapshot& snapshot,
                                            const SchedulerProfile& profile, std::span<const Candidate> candidates) {
  const WeightMap weights = weightsOf(pod, snapshot, profile);
  if (weights.empty()) return {};
  std::vector<std::int64_t> sums;
  sums.reserve(candidates.size());
  for (const Candidate& candidate : candidates) sums.push_back(weights.at(*snapshot.node(candidate.node).raw));
  return scaledBetween(sums, profile.affinityScaledFromZero);
}

bool attractsItself(const RawPod& pod, const ClusterSnapshot& snapshot, const SchedulerProfile& profile) {
  return !pod.spec.podAffinity.empty() && !weightsOfReplica(pod, snapshot.selectors.get(), profile).empty();
}

ReplicaAffinity::ReplicaAffinity(const RawPod& pod, const ClusterSnapshot& snapshot, const SchedulerProfile& profile,
                                 std::span<const NodeIndex> places)
    : m_fromZero(profile.affinityScaledFromZero), m_sums(places.size(), 0) {
  const WeightMap weights = weightsOf(pod, snapshot, profile);
  for (std::size_t at = 0; !weights.empty() && at < places.size(); ++at)
    m_sums[at] = weights.at(*snapshot.node(places[at]).raw);
  m_isSilent = weights.empty();
  for (const auto& [key, weight] : weightsOfReplica(pod, snapshot.selectors.get(), profile)) {
    Pull& pull = m_pulls.emplace_back();
    pull.weight = weight;
    pull.domainOf.resize(places.size(), kNoDomain);
    std::map<std::string_view, std::uint32_t> known;
    for (std::size_t at = 0; at < places.size(); ++at) {
      const std::string* value = find(snapshot.node(places[at]).raw->meta.labels, key);
      if (value == nullptr) continue;
      const auto [domain, isNew] = known.try_emplace(*value, static_cast<std::uint32_t>(known.size()));
      if (isNew) pull.replicas.push_back(0);
      pull.isOfHosts = pull.isOfHosts && isNew;
      pull.domainOf[at] = domain->second;
    }
  }
}

void ReplicaAffinity::place(std::size_t at) {
  for (Pull& pull : m_pulls) {
    if (pull.domainOf[at] == kNoDomain) continue;
    m_isSilent = false;
    ++pull.replicas[pull.domainOf[at]];
  }
}

std::int64_t ReplicaAffinity::sumAt(std::size_t at) const {
  std::int64_t out = m_sums[at];
  for (const Pull& pull : m_pulls) {
    if (pull.domainOf[at] != kNoDomain) out += pull.weight * pull.replicas[pull.domainOf[at]];
  }
  return out;
}

void ReplicaAffinity::describe(std::size_t at, std::vector<std::int64_t>& out) const {
  out.push_back(m_sums[at]);
  for (const Pull& pull : m_pulls) {
    const std::uint32_t domain = pull.domainOf[at];
    out.push_back(pull.isOfHosts && domain != kNoDomain ? pull.replicas[domain] : std::int64_t{domain});
  }
}

std::vector<std::int64_t> ReplicaAffinity::of(std::span<const std::uint32_t> open) const {
  if (m_isSilent) return {};
  std::vector<std::int64_t> sums;
  sums.reserve(open.size());
  for (const std::uint32_t at : open) sums.push_back(sumAt(at));
  return scaledBetween(sums, m_fromZero);
}

std::vector<std::int64_t> nodeAffinitySums(const RawPod& pod, const ClusterSnapshot& snapshot,
                                           std::span<const Candidate> candidates) {
  std::vector<std::int64_t> out;
  out.reserve(candidates.size());
  for (const Candidate& candidate : candidates) {
    const RawNode& node = *snapshot.node(candidate.node).raw;
    std::int64_t sum = 0;
    for (const PreferredNodeTerm& preferred : pod.spec.preferredNodeAffinity) {
      if (matchesTerm(preferred.term, node)) sum += preferred.weight;
    }
    out.push_back(sum);
  }
  return out;
}

void scaleToMost(std::vector<std::int64_t>& sums) {
  const std::int64_t most = sums.empty() ? 0 : std::max<std::int64_t>(0, *std::max_element(sums.begin(), sums.end()));
  for (std::int64_t& score : sums) score = most == 0 ? score : kMaxScore * score / most;
}

std::vector<std::int64_t> nodeAffinityScores(const RawPod& pod, const ClusterSnapshot& snapshot,
                                             std::span<const Candidate> candidates) {
  if (pod.spec.preferredNodeAffinity.empty()) return {};
  std::vector<std::int64_t> out = nodeAffinitySums(pod, snapshot, candidates);
  scaleToMost(out);
  return out;
}

}  // namespace cardinal::alloc
