// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/explain/shapes.h"

#include <algorithm>
#include <unordered_map>

namespace cardinal::alloc {
namespace {

/// Names and images of containers do not matter to any rule.
bool sameContainers(const SharedList<Container>& a, const SharedList<Container>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Container& left, const Container& right) {
    return left.requests == right.requests && left.limits == right.limits && left.hasHostPort == right.hasHostPort &&
           left.isSidecar == right.isSidecar;
  });
}

bool sameSpec(const RawPodSpec& a, const RawPodSpec& b) {
  return sameContainers(a.containers, b.containers) && sameContainers(a.initContainers, b.initContainers) &&
         a.schedulerName == b.schedulerName && a.overhead == b.overhead && a.nodeSelector == b.nodeSelector &&
         a.requiredNodeAffinity == b.requiredNodeAffinity && a.tolerations == b.tolerations &&
         a.hasPreferredNodeAffinity == b.hasPreferredNodeAffinity && a.hasPodAffinity == b.hasPodAffinity &&
         a.hasTopologySpread == b.hasTopologySpread && a.hasBoundVolumes == b.hasBoundVolumes &&
         a.hasSchedulingGates == b.hasSchedulingGates && a.schedulingGates == b.schedulingGates &&
         a.podRequests == b.podRequests && a.podLimits == b.podLimits && a.deviceClaims == b.deviceClaims &&
         a.runtimeClass == b.runtimeClass && a.priority == b.priority && a.hasEphemeralVolumes == b.hasEphemeralVolumes;
}

/// Looked up in the pod's namespace: volume claims, quotas of HAMi.
bool hasRules(const PodRecord& pod) {
  return !pod.raw->spec.claims.empty() || pod.request.stack == GpuStack::Hami;
}

bool hasRulesOnPods(const RawPodSpec& spec) {
  const auto hostPort = [](const Container& container) { return container.hasHostPort; };
  return spec.hasPodAffinity || spec.hasTopologySpread ||
         std::any_of(spec.containers.begin(), spec.containers.end(), hostPort);
}

/// Namespace and labels matter to rules between pods only; pods with such rules are compared whole.
bool isSame(const PodRecord& a, const PodRecord& b, ShapeParts parts) {
  if (isTerminating(*a.raw) != isTerminating(*b.raw)) return false;
  if (!(a.request == b.request) || !sameSpec(a.raw->spec, b.raw->spec)) return false;
  // Room is kept for those that were nominated to a node, and not from them.
  if (a.raw->nominatedNode != b.raw->nominatedNode) return false;
  const bool isOfNamespace = !a.raw->spec.deviceClaims.empty() || (parts.rules && hasRules(a));
  if (isOfNamespace && a.key().ns != b.key().ns) return false;
  if (parts.rules && a.raw->spec.claims != b.raw->spec.claims) return false;
  if (parts.labels && (a.key().ns != b.key().ns || a.raw->meta.labels != b.raw->meta.labels)) return false;
  if (!hasRulesOnPods(a.raw->spec)) return true;
  return a.raw->spec == b.raw->spec && a.key().ns == b.key().ns && a.raw->meta.labels == b.raw->meta.labels;
}

std::size_t hashOf(const PodRecord& pod) {
  std::size_t out = 0;
  const auto mix = [&out](std::size_t value) { out ^= value + 0x9e3779b97f4a7c15ULL + (out << 6U) + (out >> 2U); };
  const SharedAmounts shared = pod.request.shared().value_or(SharedAmounts());
  mix(static_cast<std::size_t>(shared.memory.value));
  mix(static_cast<std::size_t>(shared.core.value));
  mix(static_cast<std::size_t>(pod.request.number().value_or(shared.cards)));
  for (const Container& container : pod.raw->spec.containers) {
    for (const ResourceAmount& entry : container.requests) mix(static_cast<std::size_t>(entry.amount.milliValue()));
  }
  return out;
}

}  // namespace

PodShapes groupByShape(const std::vector<PodPtr>& pods, ShapeParts parts) {
  PodShapes out;
  std::unordered_multimap<std::size_t, std::uint32_t> known;
  for (const PodPtr& pod : pods) {
    const std::size_t hash = hashOf(*pod);
    const auto [first, last] = known.equal_range(hash);
    const auto same = std::find_if(
        first, last, [&](const auto& entry) { return isSame(*out.shapes[entry.second].pod, *pod, parts); });
    std::uint32_t shape = 0;
    if (same != last) {
      shape = same->second;
    } else {
      shape = static_cast<std::uint32_t>(out.shapes.size());
      known.emplace(hash, shape);
      out.shapes.push_back({pod, 0});
    }
    ++out.shapes[shape].pods;
    out.ofPod.push_back(shape);
  }
  return out;
}

}  // namespace cardinal::alloc
