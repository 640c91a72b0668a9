// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/score/affinity_score.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "core/alloc/filter/labels.h"
#include "core/alloc/filter/selector.h"

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
  std::map<std::string_view, std::map<std::string_view, std::int64_t>> m_weights;
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

}  // namespace

std::vector<std::int64_t> podAffinityScores(const RawPod& pod, const ClusterSnapshot& snapshot,
                                            const SchedulerProfile& profile, std::span<const Candidate> candidates) {
  const std::vector<PodAffinityTerm> terms = incomingTerms(pod);
  const SelectorObjects* known = snapshot.selectors.get();
  const bool prefers = std::any_of(terms.begin(), terms.end(), isPreferred);
  if (!prefers && snapshot.counts.podsWithAffinity == 0) return {};
  WeightMap weights;
  for (const NodePtr& node : snapshot.nodes) {
    if (!node->exists() || (!prefers && node->scheduler.podsWithAffinity == 0)) continue;
    for (const auto& other : node->scheduler.pods) {
      if (prefers) addTermsOfPod(pod, terms, *other, *node->raw, known, weights);
      addTermsOfOther(pod, *other, *node->raw, profile, known, weights);
    }
  }
  if (weights.empty()) return {};
  std::vector<std::int64_t> sums;
  sums.reserve(candidates.size());
  for (const Candidate& candidate : candidates) sums.push_back(weights.at(*snapshot.node(candidate.node).raw));
  return scaledBetween(sums, profile.affinityScaledFromZero);
}

std::vector<std::int64_t> nodeAffinityScores(const RawPod& pod, const ClusterSnapshot& snapshot,
                                             std::span<const Candidate> candidates) {
  if (pod.spec.preferredNodeAffinity.empty()) return {};
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
  const std::int64_t most = out.empty() ? 0 : std::max<std::int64_t>(0, *std::max_element(out.begin(), out.end()));
  for (std::int64_t& score : out) score = most == 0 ? score : kMaxScore * score / most;
  return out;
}

}  // namespace cardinal::alloc
