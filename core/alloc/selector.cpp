// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/selector.h"

#include <algorithm>

namespace cardinal::alloc {
namespace {

bool matchesOne(const NodeSelectorRequirement& requirement, const std::string* label) {
  const auto listed = [&] {
    return std::find(requirement.values.begin(), requirement.values.end(), *label) != requirement.values.end();
  };
  if (requirement.op == "In") return label != nullptr && listed();
  if (requirement.op == "NotIn") return label == nullptr || !listed();
  if (requirement.op == "Exists") return label != nullptr;
  return requirement.op == "DoesNotExist" && label == nullptr;
}

bool matchesNamespace(const LabelSelector& selector, const std::string& ns, const SelectorObjects& known) {
  static const StringMap kNone;
  const auto labels = known.namespaceLabels.find(ns);
  return matches(selector, labels == known.namespaceLabels.end() ? kNone : labels->second);
}

}  // namespace

bool knowsNamespaces(const SelectorObjects* known) {
  return known != nullptr && !known->namespaceLabels.empty();
}

namespace {

bool covers(const PodAffinityTerm& term, const std::string& ownNamespace, const std::string& ns,
            const SelectorObjects* known) {
  if (term.namespaceSelector && term.namespaceSelector->empty()) return true;
  if (term.namespaceSelector && knowsNamespaces(known) && matchesNamespace(*term.namespaceSelector, ns, *known))
    return true;
  if (std::find(term.namespaces.begin(), term.namespaces.end(), ns) != term.namespaces.end()) return true;
  return term.namespaces.empty() && !term.namespaceSelector && ns == ownNamespace;
}

}  // namespace

bool matches(const LabelSelector& selector, const StringMap& labels) {
  return std::all_of(selector.matchLabels.begin(), selector.matchLabels.end(),
                     [&](const auto& wanted) {
                       const std::string* label = find(labels, wanted.first);
                       return label != nullptr && *label == wanted.second;
                     }) &&
         std::all_of(selector.matchExpressions.begin(), selector.matchExpressions.end(),
                     [&](const auto& requirement) { return matchesOne(requirement, find(labels, requirement.key)); });
}

bool matches(const std::optional<LabelSelector>& selector, const StringMap& labels) {
  return selector && matches(*selector, labels);
}

bool selects(const PodAffinityTerm& term, const std::string& ownNamespace, const RawPod& pod,
             const SelectorObjects* known) {
  return covers(term, ownNamespace, pod.meta.key.ns, known) && matches(term.selector, pod.meta.labels);
}

bool needsNamespaceLabels(const PodAffinityTerm& term) {
  return term.namespaceSelector && !term.namespaceSelector->empty();
}

PodAffinityTerm withLabelKeys(PodAffinityTerm term, const StringMap& podLabels) {
  if (!term.selector) return term;
  const auto merge = [&](const std::vector<std::string>& keys, const char* op) {
    for (const std::string& key : keys) {
      const std::string* value = find(podLabels, key);
      if (value == nullptr) continue;
      NodeSelectorRequirement requirement{key, op, {*value}};
      auto& all = term.selector->matchExpressions;
      if (std::find(all.begin(), all.end(), requirement) == all.end()) all.push_back(std::move(requirement));
    }
  };
  merge(term.matchLabelKeys, "In");
  merge(term.mismatchLabelKeys, "NotIn");
  return term;
}

std::vector<PodAffinityTerm> incomingTerms(const RawPod& pod) {
  static const StringMap kNone;
  std::vector<PodAffinityTerm> out;
  out.reserve(pod.spec.podAffinity.size());
  for (const PodAffinityTerm& term : pod.spec.podAffinity) {
    PodAffinityTerm& own = out.emplace_back(withLabelKeys(term, pod.meta.labels));
    if (needsNamespaceLabels(own) && matches(*own.namespaceSelector, kNone)) own.namespaceSelector = LabelSelector{};
  }
  return out;
}

std::vector<std::string> labelKeysOf(const RawPodSpec& spec) {
  std::vector<std::string> out;
  const auto add = [&out](const std::vector<std::string>& keys) { out.insert(out.end(), keys.begin(), keys.end()); };
  for (const PodAffinityTerm& term : spec.podAffinity) {
    add(term.matchLabelKeys);
    add(term.mismatchLabelKeys);
  }
  for (const TopologySpreadConstraint& constraint : spec.topologySpread) add(constraint.matchLabelKeys);
  return out;
}

bool lacksLabelKeys(const RawPod& pod) {
  const std::vector<std::string> keys = labelKeysOf(pod.spec);
  return std::any_of(keys.begin(), keys.end(),
                     [&](const std::string& key) { return find(pod.meta.labels, key) == nullptr; });
}

}  // namespace cardinal::alloc
