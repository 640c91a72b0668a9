// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/explain/shapes.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_map>

namespace cardinal::alloc {
namespace {

/// StatefulSets give each pod a label of its own. No rule that this program evaluates selects single pods by it.
bool isIdentityLabel(std::string_view key) {
  return key == "statefulset.kubernetes.io/pod-name" || key == "apps.kubernetes.io/pod-index" ||
         key == "batch.kubernetes.io/job-completion-index";
}

std::size_t labelsCounted(const StringMap& labels) {
  return static_cast<std::size_t>(
      std::count_if(labels.begin(), labels.end(), [](const auto& entry) { return !isIdentityLabel(entry.first); }));
}

bool sameLabels(const StringMap& a, const StringMap& b) {
  return labelsCounted(a) == labelsCounted(b) && std::all_of(a.begin(), a.end(), [&](const auto& entry) {
           if (isIdentityLabel(entry.first)) return true;
           const std::string* other = find(b, entry.first);
           return other != nullptr && *other == entry.second;
         });
}

/// Names and images of containers do not matter to any rule.
bool sameContainers(const std::vector<Container>& a, const std::vector<Container>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Container& left, const Container& right) {
    return left.requests == right.requests && left.limits == right.limits && left.hasHostPort == right.hasHostPort;
  });
}

bool sameSpec(const RawPodSpec& a, const RawPodSpec& b) {
  return sameContainers(a.containers, b.containers) && sameContainers(a.initContainers, b.initContainers) &&
         a.schedulerName == b.schedulerName && a.overhead == b.overhead && a.nodeSelector == b.nodeSelector &&
         a.requiredNodeAffinity == b.requiredNodeAffinity && a.tolerations == b.tolerations &&
         a.hasPreferredNodeAffinity == b.hasPreferredNodeAffinity && a.hasPodAffinity == b.hasPodAffinity &&
         a.hasTopologySpread == b.hasTopologySpread && a.hasBoundVolumes == b.hasBoundVolumes &&
         a.hasSchedulingGates == b.hasSchedulingGates;
}

/// Pods with rules on other pods are compared whole: what such rules read is more than the fields above.
bool isSame(const PodRecord& a, const PodRecord& b) {
  if (!(a.request == b.request) || a.key().ns != b.key().ns) return false;
  if (!sameLabels(a.raw->meta.labels, b.raw->meta.labels) || !sameSpec(a.raw->spec, b.raw->spec)) return false;
  const bool rules = a.raw->spec.hasPodAffinity || a.raw->spec.hasTopologySpread;
  const auto hostPort = [](const Container& container) { return container.hasHostPort; };
  const auto& containers = a.raw->spec.containers;
  return !(rules || std::any_of(containers.begin(), containers.end(), hostPort)) || a.raw->spec == b.raw->spec;
}

std::size_t hashOf(const PodRecord& pod) {
  std::size_t out = std::hash<std::string>{}(pod.key().ns);
  const auto mix = [&out](std::size_t value) { out ^= value + 0x9e3779b97f4a7c15ULL + (out << 6U) + (out >> 2U); };
  mix(static_cast<std::size_t>(pod.request.memory.value));
  mix(static_cast<std::size_t>(pod.request.core.value));
  mix(static_cast<std::size_t>(pod.request.cards));
  for (const Container& container : pod.raw->spec.containers) {
    for (const ResourceAmount& entry : container.requests) mix(static_cast<std::size_t>(entry.amount.milliValue()));
  }
  mix(labelsCounted(pod.raw->meta.labels));
  return out;
}

}  // namespace

PodShapes groupByShape(const std::vector<PodPtr>& pods) {
  PodShapes out;
  std::unordered_multimap<std::size_t, std::uint32_t> known;
  for (const PodPtr& pod : pods) {
    const std::size_t hash = hashOf(*pod);
    const auto [first, last] = known.equal_range(hash);
    const auto same =
        std::find_if(first, last, [&](const auto& entry) { return isSame(*out.shapes[entry.second].pod, *pod); });
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
