// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/filter/labels.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "core/alloc/selector_mismatch.h"

namespace cardinal::alloc {
namespace {

std::optional<std::int64_t> integerOf(const std::string& text) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || text.empty()) return std::nullopt;
  return value;
}

bool compares(const NodeSelectorRequirement& requirement, const std::string& label) {
  if (requirement.values.size() != 1) return false;
  const auto left = integerOf(label);
  const auto right = integerOf(requirement.values.front());
  if (!left || !right) return false;
  return requirement.op == "Gt" ? *left > *right : *left < *right;
}

/// `label` is null when the node does not have the key.
bool matches(const NodeSelectorRequirement& requirement, const std::string* label) {
  const auto listed = [&] {
    return std::find(requirement.values.begin(), requirement.values.end(), *label) != requirement.values.end();
  };
  if (requirement.op == "In") return label != nullptr && listed();
  if (requirement.op == "NotIn") return label == nullptr || !listed();
  if (requirement.op == "Exists") return label != nullptr;
  if (requirement.op == "DoesNotExist") return label == nullptr;
  if (requirement.op == "Gt" || requirement.op == "Lt") return label != nullptr && compares(requirement, *label);
  return false;
}

bool matchesField(const NodeSelectorRequirement& requirement, const std::string& nodeName) {
  if (requirement.key != "metadata.name" || requirement.values.size() != 1) return false;
  if (requirement.op == "In") return requirement.values.front() == nodeName;
  return requirement.op == "NotIn" && requirement.values.front() != nodeName;
}

Rejection mismatch(SharedText detail) {
  return nodeRejection(ReasonCode::NodeSelectorMismatch, Waiting::Never, std::move(detail));
}

class LabelFilter final : public Filter {
 public:
  explicit LabelFilter(const RawPodSpec& spec) : m_spec(spec) {
    for (const auto& [key, value] : spec.nodeSelector) m_wanted.emplace_back(key + "=" + value);
  }

  std::optional<Rejection> check(const NodeView& view) const override {
    const RawNode& node = view.raw();
    std::size_t at = 0;
    for (const auto& [key, value] : m_spec.nodeSelector) {
      const std::string* label = find(node.meta.labels, key);
      if (label == nullptr) return mismatch(m_wanted[at]);
      if (*label != value) return mismatch(std::string(m_wanted[at].text()).append(kInstead) + *label);
      ++at;
    }
    if (!m_spec.requiredNodeAffinity) return std::nullopt;
    const auto& terms = *m_spec.requiredNodeAffinity;
    if (std::any_of(terms.begin(), terms.end(), [&](const auto& term) { return matchesTerm(term, node); }))
      return std::nullopt;
    return nodeRejection(ReasonCode::NodeAffinityMismatch, Waiting::Never);
  }

 private:
  const RawPodSpec& m_spec;
  std::vector<SharedText> m_wanted;  ///< by entry of the node selector
};

}  // namespace

bool matchesTerm(const NodeSelectorTerm& term, const RawNode& node) {
  if (term.matchExpressions.empty() && term.matchFields.empty()) return false;
  return std::all_of(
             term.matchExpressions.begin(), term.matchExpressions.end(),
             [&](const auto& requirement) { return matches(requirement, find(node.meta.labels, requirement.key)); }) &&
         std::all_of(term.matchFields.begin(), term.matchFields.end(),
                     [&](const auto& requirement) { return matchesField(requirement, node.meta.key.name); });
}

bool matchesNodeRules(const RawPodSpec& spec, const RawNode& node) {
  for (const auto& [key, value] : spec.nodeSelector) {
    const std::string* label = find(node.meta.labels, key);
    if (label == nullptr || *label != value) return false;
  }
  if (!spec.requiredNodeAffinity) return true;
  const auto& terms = *spec.requiredNodeAffinity;
  return std::any_of(terms.begin(), terms.end(), [&](const auto& one) { return matchesTerm(one, node); });
}

std::unique_ptr<Filter> makeLabelFilter(const RawPodSpec& spec) {
  if (spec.nodeSelector.empty() && !spec.requiredNodeAffinity) return nullptr;
  return std::make_unique<LabelFilter>(spec);
}

}  // namespace cardinal::alloc
