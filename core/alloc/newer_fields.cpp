// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/newer_fields.h"

#include <algorithm>

#include "core/alloc/profile.h"
#include "core/model/pods/pod_fields.h"

namespace cardinal::alloc {
namespace {

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

}  // namespace

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
