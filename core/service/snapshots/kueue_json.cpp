// SPDX-License-Identifier: Apache-2.0
// Objects of Kueue in the form of v1beta2, as the decoder reads them back.
#include "core/service/snapshots/extra_values.h"

namespace cardinal::json_parts {
namespace {

constexpr const char* kKueue = "kueue.x-k8s.io/v1beta2";

void putAmount(Json& json, const char* key, const std::optional<Quantity>& amount) {
  if (amount) json[key] = quantityText(*amount);
}

Json resourceGroups(const std::vector<RawKueueResourceGroup>& groups) {
  Json out = Json::array();
  for (const RawKueueResourceGroup& group : groups) {
    Json flavors = Json::array();
    for (const RawKueueFlavorQuotas& flavor : group.flavors) {
      Json resources = Json::array();
      for (const RawKueueQuota& quota : flavor.resources) {
        Json item = {{"name", quota.resource}};
        putAmount(item, "nominalQuota", quota.nominal);
        putAmount(item, "borrowingLimit", quota.borrowingLimit);
        putAmount(item, "lendingLimit", quota.lendingLimit);
        resources.push_back(std::move(item));
      }
      flavors.push_back({{"name", flavor.flavor}, {"resources", std::move(resources)}});
    }
    out.push_back({{"coveredResources", group.coveredResources}, {"flavors", std::move(flavors)}});
  }
  return out;
}

void putWeight(Json& spec, const std::optional<Quantity>& weight) {
  if (weight) spec["fairSharing"] = {{"weight", quantityText(*weight)}};
}

Json preemption(const RawKueueClusterQueue& queue) {
  Json json = Json::object();
  put(json, "withinClusterQueue", queue.withinClusterQueue);
  put(json, "reclaimWithinCohort", queue.reclaimWithinCohort);
  Json borrowing = Json::object();
  put(borrowing, "policy", queue.borrowPolicy);
  if (queue.borrowThreshold) borrowing["maxPriorityThreshold"] = *queue.borrowThreshold;
  put(json, "borrowWithinCohort", std::move(borrowing));
  return json;
}

Json admission(const RawKueueAdmission& raw) {
  Json podSets = Json::array();
  for (const RawKueuePodSetAdmission& podSet : raw.podSets) {
    Json item = {{"name", podSet.podSet}};
    Json flavors = Json::object();
    for (const auto& [resource, flavor] : podSet.flavors) flavors[resource] = flavor;
    put(item, "flavors", std::move(flavors));
    put(item, "resourceUsage", amounts(podSet.usage));
    if (podSet.count) item["count"] = *podSet.count;
    podSets.push_back(std::move(item));
  }
  return {{"clusterQueue", raw.clusterQueue}, {"podSetAssignments", std::move(podSets)}};
}

Json topologyRequest(const RawKueueTopologyRequest& request) {
  Json out = Json::object();
  put(out, "required", request.required);
  put(out, "preferred", request.preferred);
  if (request.unconstrained) out["unconstrained"] = *request.unconstrained;
  put(out, "podSetSliceRequiredTopology", request.slice);
  if (request.sliceSize) out["podSetSliceSize"] = *request.sliceSize;
  Json layers = Json::array();
  for (const auto& [label, size] : request.layers) layers.push_back({{"topology", label}, {"size", size}});
  put(out, "podsetSliceRequiredTopologyConstraints", std::move(layers));
  return out;
}

Json podSets(const RawKueueWorkload& workload) {
  Json out = Json::array();
  for (const RawKueuePodSet& podSet : workload.podSets) {
    const std::string path = "spec.podSets[" + std::to_string(out.size()) + "].template.spec";
    Json item = Json::object();
    put(item, "name", podSet.name);
    item["count"] = podSet.count;
    if (podSet.minCount) item["minCount"] = *podSet.minCount;
    if (podSet.topology) item["topologyRequest"] = topologyRequest(*podSet.topology);
    item["template"] = {{"spec", podSpec(podSet.spec, path, workload.problems)}};
    out.push_back(std::move(item));
  }
  return out;
}

}  // namespace

Json conditions(const std::vector<NodeCondition>& list) {
  Json out = Json::array();
  for (const NodeCondition& condition : list) {
    Json item = {{"type", condition.type}, {"status", condition.status}};
    put(item, "reason", condition.reason);
    put(item, "message", condition.message);
    putTime(item, "lastTransitionTime", condition.since);
    out.push_back(std::move(item));
  }
  return out;
}

Json toValue(const RawKueueClusterQueue& queue) {
  Json json = object(kKueue, "ClusterQueue", queue.meta);
  Json spec = Json::object();
  put(spec, "cohortName", queue.cohort);
  put(spec, "resourceGroups", resourceGroups(queue.groups));
  put(spec, "queueingStrategy", queue.queueingStrategy);
  if (queue.namespaceSelector) spec["namespaceSelector"] = labelSelector(*queue.namespaceSelector);
  put(spec, "preemption", preemption(queue));
  Json fungibility = Json::object();
  put(fungibility, "whenCanBorrow", queue.whenCanBorrow);
  put(fungibility, "whenCanPreempt", queue.whenCanPreempt);
  put(fungibility, "preference", queue.flavorPreference);
  put(spec, "flavorFungibility", std::move(fungibility));
  put(spec, "stopPolicy", queue.stopPolicy);
  Json checks = Json::array();
  for (const RawKueueRequiredCheck& check : queue.checks) {
    Json item = {{"name", check.name}};
    put(item, "onFlavors", Json(check.flavors));
    checks.push_back(std::move(item));
  }
  if (!checks.empty()) spec["admissionChecksStrategy"] = {{"admissionChecks", std::move(checks)}};
  putWeight(spec, queue.fairWeight);
  json["spec"] = std::move(spec);
  // the number changes with every admission and is computed here; that there is one is what counts
  if (queue.tellsShare) json["status"] = {{"fairSharing", Json::object()}};
  return json;
}

Json toValue(const RawKueueLocalQueue& queue) {
  Json json = object(kKueue, "LocalQueue", queue.meta);
  Json spec = Json::object();
  put(spec, "clusterQueue", queue.clusterQueue);
  put(spec, "stopPolicy", queue.stopPolicy);
  json["spec"] = std::move(spec);
  return json;
}

Json toValue(const RawKueueFlavor& flavor) {
  Json json = object(kKueue, "ResourceFlavor", flavor.meta);
  Json spec = Json::object();
  put(spec, "nodeLabels", texts(flavor.nodeLabels));
  put(spec, "nodeTaints", taints(flavor.taints));
  put(spec, "tolerations", tolerations(flavor.tolerations));
  put(spec, "topologyName", flavor.topology);
  json["spec"] = std::move(spec);
  return json;
}

Json toValue(const RawKueueWorkload& workload) {
  Json json = object(kKueue, "Workload", workload.meta);
  Json spec = Json::object();
  put(spec, "queueName", workload.queueName);
  spec["priority"] = workload.priority;
  if (!workload.priorityClass.empty()) spec["priorityClassRef"] = {{"name", workload.priorityClass}};
  if (!workload.active) spec["active"] = false;
  put(spec, "podSets", podSets(workload));
  json["spec"] = std::move(spec);
  Json status = Json::object();
  put(status, "conditions", conditions(workload.conditions));
  if (workload.admission) status["admission"] = admission(*workload.admission);
  Json ended = Json::array();
  for (const RawKueueEndedPods& one : workload.reclaimable)
    ended.push_back({{"name", one.podSet}, {"count", one.count}});
  put(status, "reclaimablePods", std::move(ended));
  Json checks = Json::array();
  for (const RawKueueCheckState& check : workload.checks) {
    Json item = {{"name", check.check}, {"state", check.state}};
    put(item, "message", check.message);
    checks.push_back(std::move(item));
  }
  put(status, "admissionChecks", std::move(checks));
  put(json, "status", std::move(status));
  return json;
}

Json toValue(const RawKueueCohort& cohort) {
  Json json = object(kKueue, "Cohort", cohort.meta);
  Json spec = Json::object();
  put(spec, "parentName", cohort.parent);
  put(spec, "resourceGroups", resourceGroups(cohort.groups));
  putWeight(spec, cohort.fairWeight);
  json["spec"] = std::move(spec);
  return json;
}

Json toValue(const RawKueueTopology& topology) {
  Json json = object(kKueue, "Topology", topology.meta);
  Json levels = Json::array();
  for (const std::string& label : topology.levels) levels.push_back({{"nodeLabel", label}});
  json["spec"] = {{"levels", std::move(levels)}};
  return json;
}

Json toValue(const RawKueuePriorityClass& priority) {
  Json json = object(kKueue, "WorkloadPriorityClass", priority.meta);
  json["value"] = priority.value;
  return json;
}

Json toValue(const RawKueueCheck& check) {
  Json json = object(kKueue, "AdmissionCheck", check.meta);
  Json spec = Json::object();
  put(spec, "controllerName", check.controllerName);
  json["spec"] = std::move(spec);
  Json status = Json::object();
  put(status, "conditions", conditions(check.conditions));
  put(json, "status", std::move(status));
  return json;
}

}  // namespace cardinal::json_parts
