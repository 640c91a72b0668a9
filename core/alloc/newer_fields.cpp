// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/newer_fields.h"

#include <algorithm>

#include "core/alloc/profile.h"
#include "core/model/pods/pod_fields.h"

namespace cardinal::alloc {
namespace {

// Minor versions whose API has a field for the first time, behind a gate.
constexpr int kHasNamespaceSelector = 21;
constexpr int kHasMinDomains = 24;
constexpr int kHasInclusionPolicies = 25;
constexpr int kHasSpreadLabelKeys = 25;
constexpr int kHasSchedulingGates = 26;
constexpr int kHasSidecars = 28;
constexpr int kHasAffinityLabelKeys = 29;
constexpr int kHasPodResources = 32;

// Minor versions from which on a field is kept by default.
constexpr int kNamespaceSelector = 22;
constexpr int kInclusionPolicies = 26;
constexpr int kMinDomains = 27;
constexpr int kSchedulingGates = 27;
constexpr int kSpreadLabelKeys = 27;
constexpr int kSidecars = 29;
constexpr int kAffinityLabelKeys = 31;
constexpr int kPodResources = 34;

bool isDropped(const TopologySpreadConstraint& constraint, int minor) {
  const bool hasPolicy = constraint.ignoresNodeAffinity || constraint.honorsNodeTaints;
  return (constraint.minDomains > 1 && minor < kMinDomains) || (hasPolicy && minor < kInclusionPolicies) ||
         (!constraint.matchLabelKeys.empty() && minor < kSpreadLabelKeys);
}

bool isDropped(const PodAffinityTerm& term, int minor) {
  const bool hasKeys = !term.matchLabelKeys.empty() || !term.mismatchLabelKeys.empty();
  return (term.namespaceSelector && minor < kNamespaceSelector) || (hasKeys && minor < kAffinityLabelKeys);
}

/// Sets a value back to that of a spec which does not name it. True = it was another one.
template <typename T>
bool drop(T& value, const T& unnamed = {}) {
  if (value == unnamed) return false;
  value = unnamed;
  return true;
}

bool dropFrom(TopologySpreadConstraint& constraint, int minor) {
  bool out = false;
  if (minor < kHasMinDomains) out = drop(constraint.minDomains, TopologySpreadConstraint().minDomains) || out;
  if (minor < kHasInclusionPolicies) out = drop(constraint.ignoresNodeAffinity) || out;
  if (minor < kHasInclusionPolicies) out = drop(constraint.honorsNodeTaints) || out;
  if (minor < kHasSpreadLabelKeys) out = drop(constraint.matchLabelKeys) || out;
  return out;
}

bool dropFrom(PodAffinityTerm& term, int minor) {
  bool out = false;
  if (minor < kHasNamespaceSelector) out = drop(term.namespaceSelector) || out;
  if (minor < kHasAffinityLabelKeys) out = drop(term.matchLabelKeys) || out;
  if (minor < kHasAffinityLabelKeys) out = drop(term.mismatchLabelKeys) || out;
  return out;
}

}  // namespace

bool dropUnknownFields(RawPodSpec& spec, int minor) {
  if (minor >= kHasPodResources || !hasDroppedFields(spec, minor)) return false;
  bool out = drop(spec.podRequests);
  out = drop(spec.podLimits) || out;
  if (minor < kHasSchedulingGates) out = drop(spec.hasSchedulingGates) || out;
  if (minor < kHasSchedulingGates) drop(spec.schedulingGates);
  for (Container& one : spec.initContainers) {
    if (minor < kHasSidecars) out = drop(one.isSidecar) || out;
  }
  for (TopologySpreadConstraint& one : spec.topologySpread) out = dropFrom(one, minor) || out;
  for (PodAffinityTerm& one : spec.podAffinity) out = dropFrom(one, minor) || out;
  return out;
}

bool hasDroppedFields(const RawPodSpec& spec, int minor) {
  const auto dropped = [minor](const auto& one) { return isDropped(one, minor); };
  const auto& init = spec.initContainers;
  const bool hasSidecar = std::any_of(init.begin(), init.end(), [](const Container& one) { return one.isSidecar; });
  const bool hasResources = !spec.podRequests.empty() || !spec.podLimits.empty();
  return (hasSidecar && minor < kSidecars) || (hasResources && minor < kPodResources) ||
         (spec.hasSchedulingGates && minor < kSchedulingGates) ||
         std::any_of(spec.topologySpread.begin(), spec.topologySpread.end(), dropped) ||
         std::any_of(spec.podAffinity.begin(), spec.podAffinity.end(), dropped);
}

bool isHeldByGates(const RawPod& pod, std::string_view serverVersion) {
  if (!isGated(pod)) return false;
  return isCreated(pod) || minorVersion(serverVersion).value_or(kSchedulingGates) >= kSchedulingGates;
}

}  // namespace cardinal::alloc
