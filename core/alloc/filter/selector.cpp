// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/filter/selector.h"

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

bool covers(const PodAffinityTerm& term, const std::string& ownNamespace, const std::string& ns) {
  if (term.namespaceSelector && term.namespaceSelector->empty()) return true;
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

bool selects(const PodAffinityTerm& term, const std::string& ownNamespace, const RawPod& pod) {
  return covers(term, ownNamespace, pod.meta.key.ns) && matches(term.selector, pod.meta.labels);
}

bool needsNamespaceLabels(const PodAffinityTerm& term) {
  return term.namespaceSelector && !term.namespaceSelector->empty();
}

}  // namespace cardinal::alloc
