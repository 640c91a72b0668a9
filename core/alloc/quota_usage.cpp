// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/alloc/admission.h"
#include "core/model/pods/pod_owner.h"
#include "core/model/snapshot.h"
#include "core/provider/effective_request.h"
#include "core/provider/pod_request.h"

namespace cardinal::alloc {
namespace {

bool isBestEffort(const RawPod& pod) {
  const auto asks = [](const Container& container) {
    const auto counts = [](const ResourceAmount& entry) {
      return (entry.name == "cpu" || entry.name == "memory") && entry.amount > Quantity{};
    };
    return std::any_of(container.requests.begin(), container.requests.end(), counts) ||
           std::any_of(container.limits.begin(), container.limits.end(), counts);
  };
  const auto& spec = pod.spec;
  if (!spec.podRequests.empty() || !spec.podLimits.empty()) return false;
  return std::none_of(spec.containers.begin(), spec.containers.end(), asks) &&
         std::none_of(spec.initContainers.begin(), spec.initContainers.end(), asks);
}

bool looksIntoOtherNamespaces(const RawPod& pod) {
  const auto& terms = pod.spec.podAffinity;
  return std::any_of(terms.begin(), terms.end(),
                     [](const auto& term) { return !term.namespaces.empty() || term.namespaceSelector; });
}

bool isInScope(const std::string& scope, const RawPod& pod) {
  if (scope == "BestEffort") return isBestEffort(pod);
  if (scope == "NotBestEffort") return !isBestEffort(pod);
  if (scope == "Terminating") return pod.spec.hasDeadline;
  if (scope == "NotTerminating") return !pod.spec.hasDeadline;
  if (scope == "PriorityClass") return !pod.spec.priorityClassName.empty();
  if (scope == "CrossNamespacePodAffinity") return looksIntoOtherNamespaces(pod);
  return false;
}

bool holds(const NodeSelectorRequirement& rule, const RawPod& pod) {
  if (rule.key != "PriorityClass") return isInScope(rule.key, pod);
  const std::string& name = pod.spec.priorityClassName;
  const bool listed = std::find(rule.values.begin(), rule.values.end(), name) != rule.values.end();
  if (rule.op == "In") return listed;
  if (rule.op == "NotIn") return !listed;
  if (rule.op == "Exists") return !name.empty();
  return rule.op == "DoesNotExist" && name.empty();
}

bool isNative(std::string_view name) {
  return name == "cpu" || name == "memory" || name == "ephemeral-storage" || name.substr(0, 10) == "hugepages-";
}

}  // namespace

ResourceList quotaUsage(const RawPod& pod) {
  ResourceList requests;
  provider::addPodRequests(requests, pod);
  ResourceList out = {{"pods", Quantity::fromInteger(1)}, {"count/pods", Quantity::fromInteger(1)}};
  for (const ResourceAmount& entry : requests) {
    if (isNative(entry.name)) out.push_back(entry);
    out.push_back({"requests." + entry.name, entry.amount});
  }
  ResourceList limits;
  provider::addEffectiveRequests(limits, pod, provider::Counted::Limits);
  for (const ResourceAmount& entry : limits) {
    if (isNative(entry.name)) out.push_back({"limits." + entry.name, entry.amount});
  }
  return out;
}

bool hasPods(const OwnerRef& owner, const std::string& ns, const ClusterSnapshot& snapshot) {
  const auto isOf = [&](const RawPod& pod) {
    if (pod.meta.key.ns != ns) return false;
    if (owner.kind == "Deployment" && likelyDeploymentOf(pod) == owner.name) return true;
    const OwnerRef* const found = controllerOf(pod);
    return found != nullptr && found->kind == owner.kind && found->name == owner.name;
  };
  const auto holds = [&](const NodePtr& node) {
    const auto& pods = node->scheduler.pods;
    return std::any_of(pods.begin(), pods.end(), [&](const auto& pod) { return isOf(*pod); });
  };
  const auto& waiting = snapshot.unboundPods;
  return std::any_of(snapshot.nodes.begin(), snapshot.nodes.end(), holds) ||
         std::any_of(waiting.begin(), waiting.end(), [&](const PodPtr& pod) { return isOf(*pod->raw); });
}

ResourceList controllerUsage(const RawPod& pod, const ClusterSnapshot& snapshot) {
  const OwnerRef* const owner = controllerOf(pod);
  if (owner == nullptr || !owner->uid.empty()) return {};
  std::vector<const char*> names;
  if (owner->kind == "Deployment") names = {"count/deployments.apps", "count/replicasets.apps"};
  if (owner->kind == "ReplicaSet") names = {"count/replicasets.apps"};
  if (owner->kind == "StatefulSet") names = {"count/statefulsets.apps"};
  if (owner->kind == "ReplicationController") names = {"count/replicationcontrollers", "replicationcontrollers"};
  if (owner->kind == "Job") names = {"count/jobs.batch"};
  if (names.empty() || hasPods(*owner, pod.meta.key.ns, snapshot)) return {};
  ResourceList out;
  for (const char* name : names) out.push_back({name, Quantity::fromInteger(1)});
  return out;
}

bool covers(const RawQuota& quota, const RawPod& pod) {
  return std::all_of(quota.scopes.begin(), quota.scopes.end(),
                     [&](const std::string& scope) { return isInScope(scope, pod); }) &&
         std::all_of(quota.scopeSelector.begin(), quota.scopeSelector.end(),
                     [&](const NodeSelectorRequirement& rule) { return holds(rule, pod); });
}

}  // namespace cardinal::alloc
