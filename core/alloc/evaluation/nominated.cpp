// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/evaluation/nominated.h"

#include <algorithm>

#include "core/alloc/explain/changed_node.h"
#include "core/alloc/filter/pod_affinity.h"
#include "core/alloc/filter/topology_spread.h"
#include "core/alloc/numa/numa_zones.h"

namespace cardinal::alloc {
namespace {

bool isBetweenPods(const RawPod& pod) {
  return pod.spec.hasPodAffinity || pod.spec.hasTopologySpread;
}

/// The snapshot with the pods on the node. The rules keep no reference to it beyond their making but to its nodes.
PodRules rulesWith(const NominatedPods& nominated, const RawPod& pod, const ClusterSnapshot& snapshot,
                   const SchedulerProfile& profile) {
  ChangedNode changed(snapshot, nominated.node);
  ClusterSnapshot with = snapshot;
  for (const auto& other : nominated.pods) {
    changed.addRequests(other);
    with.counts.podsWithAffinity += other->spec.hasPodAffinity ? 1 : 0;
  }
  with.nodes[nominated.node.value] = std::make_shared<const NodeRecord>(changed.record());
  return podRulesFor(pod, with, profile);
}

}  // namespace

PodRules podRulesFor(const RawPod& pod, const ClusterSnapshot& snapshot, const SchedulerProfile& profile) {
  PodRules rules;
  const auto add = [&](std::unique_ptr<Filter> rule) {
    if (rule) rules.push_back(std::move(rule));
  };
  if (profile.has(KubeFilter::PodTopologySpread)) add(makeSpreadFilter(pod, snapshot, profile));
  if (profile.has(KubeFilter::InterPodAffinity)) add(makePodAffinityFilter(pod, snapshot));
  if (profile.matchesNumaZones) add(makeNumaZoneFilter(pod));
  return rules;
}

std::vector<NominatedPods> nominatedBeside(const RawPod& pod, const ClusterSnapshot& snapshot,
                                           const SchedulerProfile& profile) {
  std::vector<NominatedPods> out;
  bool betweenPods = isBetweenPods(pod) || snapshot.counts.podsWithAffinity > 0;
  for (const auto& other : snapshot.nominatedPods) {
    if (other->spec.priority < pod.spec.priority || other->meta.key == pod.meta.key) continue;
    const auto node = snapshot.findNode(other->nominatedNode);
    if (!node || !snapshot.node(*node).exists()) continue;
    if (out.empty() || out.back().node != *node) out.push_back({*node, {}, {}});
    out.back().pods.push_back(other);
    betweenPods = betweenPods || other->spec.hasPodAffinity;
  }
  for (NominatedPods& one : out) {
    if (betweenPods) one.rules = rulesWith(one, pod, snapshot, profile);
  }
  return out;
}

}  // namespace cardinal::alloc
