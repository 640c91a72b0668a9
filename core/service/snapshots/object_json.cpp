// SPDX-License-Identifier: Apache-2.0
#include "core/service/snapshots/object_json.h"

#include <algorithm>

#include "core/kube/decode/parts/objects.h"
#include "core/model/pods/claim_amounts.h"
#include "core/service/snapshots/extra_values.h"
#include "core/service/snapshots/json_parts.h"

namespace cardinal {
namespace {

using namespace json_parts;

constexpr const char* kRequired = "requiredDuringSchedulingIgnoredDuringExecution";
constexpr const char* kPreferred = "preferredDuringSchedulingIgnoredDuringExecution";

Json nodeStatus(const RawNode& node) {
  Json status = Json::object();
  put(status, "capacity", resources(node.capacity, "status.capacity", node.problems));
  put(status, "allocatable", resources(node.allocatable, "status.allocatable", node.problems));
  Json conditions = Json::array();
  for (const NodeCondition& condition : node.conditions) {
    Json item = Json::object();
    put(item, "type", condition.type);
    put(item, "status", condition.status);
    put(item, "reason", condition.reason);
    put(item, "message", condition.message);
    putTime(item, "lastTransitionTime", condition.since);
    conditions.push_back(std::move(item));
  }
  put(status, "conditions", std::move(conditions));
  Json addresses = Json::array();
  if (!node.internalIp.empty()) addresses.push_back({{"type", "InternalIP"}, {"address", node.internalIp}});
  if (!node.hostname.empty()) addresses.push_back({{"type", "Hostname"}, {"address", node.hostname}});
  put(status, "addresses", std::move(addresses));
  Json info = Json::object();
  put(info, "kubeletVersion", node.kubeletVersion);
  put(info, "containerRuntimeVersion", node.containerRuntime);
  put(info, "osImage", node.osImage);
  put(status, "nodeInfo", std::move(info));
  Json images = Json::array();
  for (const NodeImage& image : node.images) {
    Json names = Json::array();
    std::size_t from = 0;
    while (from < image.names.size()) {
      const std::size_t end = std::min(image.names.find('\n', from), image.names.size());
      names.push_back(image.names.substr(from, end - from));
      from = end + 1;
    }
    images.push_back({{"names", std::move(names)}, {"sizeBytes", image.bytes}});
  }
  put(status, "images", std::move(images));
  return status;
}

/// A container of which only the presence of ports is known keeps that.
Json ports(const Container& container) {
  Json json = Json::array();
  for (const HostPort& port : container.hostPorts) {
    Json item = {{"hostPort", port.port}};
    put(item, "protocol", port.protocol);
    put(item, "hostIP", port.ip);
    json.push_back(std::move(item));
  }
  if (container.hasHostPort && json.empty()) json.push_back({{"hostPort", -1}});
  return json;
}

Json containers(const SharedList<Container>& list, const std::string& path, const std::vector<FieldProblem>& problems) {
  Json json = Json::array();
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Container& container = list[i];
    const std::string at = path + "[" + std::to_string(i) + "].resources.";
    Json item = Json::object();
    put(item, "name", container.name);
    put(item, "image", container.image);
    Json amounts = Json::object();
    put(amounts, "limits", resources(container.limits, at + "limits", problems));
    put(amounts, "requests", resources(container.requests, at + "requests", problems));
    put(item, "resources", std::move(amounts));
    put(item, "ports", ports(container));
    if (container.isSidecar) item["restartPolicy"] = "Always";
    if (container.privileged) item["securityContext"]["privileged"] = true;
    json.push_back(std::move(item));
  }
  return json;
}

/// An empty selector matches everything, so it is written.
Json podTerm(const PodAffinityTerm& term) {
  Json item = Json::object();
  if (term.selector) item["labelSelector"] = labelSelector(*term.selector);
  put(item, "namespaces", Json(term.namespaces));
  if (term.namespaceSelector) item["namespaceSelector"] = labelSelector(*term.namespaceSelector);
  put(item, "topologyKey", term.topologyKey);
  put(item, "matchLabelKeys", Json(term.matchLabelKeys));
  put(item, "mismatchLabelKeys", Json(term.mismatchLabelKeys));
  return item;
}

Json affinity(const RawPodSpec& spec) {
  Json json = Json::object();
  Json node = Json::object();
  if (spec.requiredNodeAffinity) {
    Json terms = Json::array();
    for (const NodeSelectorTerm& term : *spec.requiredNodeAffinity) terms.push_back(nodeTerm(term));
    node[kRequired] = {{"nodeSelectorTerms", std::move(terms)}};
  }
  Json preferred = Json::array();
  for (const PreferredNodeTerm& term : spec.preferredNodeAffinity)
    preferred.push_back({{"weight", term.weight}, {"preference", nodeTerm(term.term)}});
  if (spec.hasPreferredNodeAffinity && preferred.empty()) preferred.push_back(Json::object());
  put(node, kPreferred, std::move(preferred));
  put(json, "nodeAffinity", std::move(node));
  for (const PodAffinityTerm& term : spec.podAffinity) {
    using Kind = PodAffinityTerm::Kind;
    const bool anti = term.kind == Kind::RequiredAntiAffinity || term.kind == Kind::PreferredAntiAffinity;
    const bool required = term.kind == Kind::RequiredAffinity || term.kind == Kind::RequiredAntiAffinity;
    Json item = required ? podTerm(term) : Json{{"weight", term.weight}, {"podAffinityTerm", podTerm(term)}};
    json[anti ? "podAntiAffinity" : "podAffinity"][required ? kRequired : kPreferred].push_back(std::move(item));
  }
  if (spec.hasPodAffinity && spec.podAffinity.empty())
    json["podAffinity"] = {{kRequired, Json::array({Json::object()})}};
  return json;
}

Json spreadConstraints(const RawPodSpec& spec) {
  Json json = Json::array();
  for (const TopologySpreadConstraint& constraint : spec.topologySpread) {
    Json item = Json::object();
    if (constraint.topologyKey.empty()) {
      json.push_back(std::move(item));
      continue;
    }
    item["maxSkew"] = constraint.maxSkew;
    item["topologyKey"] = constraint.topologyKey;
    item["whenUnsatisfiable"] = constraint.hard ? "DoNotSchedule" : "ScheduleAnyway";
    if (constraint.selector) item["labelSelector"] = labelSelector(*constraint.selector);
    if (constraint.minDomains != 1) item["minDomains"] = constraint.minDomains;
    if (constraint.ignoresNodeAffinity) item["nodeAffinityPolicy"] = "Ignore";
    if (constraint.honorsNodeTaints) item["nodeTaintsPolicy"] = "Honor";
    put(item, "matchLabelKeys", Json(constraint.matchLabelKeys));
    json.push_back(std::move(item));
  }
  if (spec.hasTopologySpread && json.empty()) json.push_back(Json::object());
  return json;
}

Json amounts(const HeldAmounts& held) {
  Json item = Json::object();
  item["resources"] = Json::object();
  put(item["resources"], "requests", resources(held.actual, {}, {}));
  put(item, "allocatedResources", resources(held.allocated, {}, {}));
  return item;
}

/// What containers hold, beside the restarts, which stand with the first.
void putHeld(Json& status, const RawPod& pod) {
  Json regular = Json::array();
  Json init = Json::array();
  Json claims = Json::array();
  if (pod.restarts != 0) regular.push_back({{"restartCount", pod.restarts}});
  for (const HeldAmounts& held : pod.held) {
    Json item = amounts(held);
    if (held.container.empty()) {
      status.update(item);
      continue;
    }
    if (isOfClaim(held)) {
      claims.push_back({{"resourceClaimName", held.container.substr(kClaimHolder.size())},
                        {"resources", resources(held.actual, {}, {})}});
      continue;
    }
    item["name"] = held.container;
    const auto& containers = pod.spec.initContainers;
    const bool isInit = std::any_of(containers.begin(), containers.end(),
                                    [&](const Container& container) { return container.name == held.container; });
    (isInit ? init : regular).push_back(std::move(item));
  }
  if (pod.initFinished) {
    if (init.empty()) init.push_back(Json::object());
    for (Json& item : init) item["state"]["terminated"]["exitCode"] = 0;
  }
  put(status, "containerStatuses", std::move(regular));
  put(status, "initContainerStatuses", std::move(init));
  put(status, "nodeAllocatableResourceClaimStatuses", std::move(claims));
}

Json podConditions(const RawPod& pod) {
  Json conditions = Json::array();
  if (!pod.scheduledReason.empty() || !pod.scheduledMessage.empty()) {
    Json condition = {{"type", "PodScheduled"}, {"status", "False"}};
    put(condition, "reason", pod.scheduledReason);
    put(condition, "message", pod.scheduledMessage);
    conditions.push_back(std::move(condition));
  }
  if (pod.isUnready) conditions.push_back({{"type", "Ready"}, {"status", "False"}});
  if (pod.resize == Resize::InProgress) conditions.push_back({{"type", "PodResizeInProgress"}, {"status", "True"}});
  if (pod.resize == Resize::Deferred || pod.resize == Resize::Infeasible) {
    const char* reason = pod.resize == Resize::Infeasible ? "Infeasible" : "Deferred";
    conditions.push_back({{"type", "PodResizePending"}, {"status", "True"}, {"reason", reason}});
  }
  if (pod.isPreempted)
    conditions.push_back({{"type", "DisruptionTarget"}, {"status", "True"}, {"reason", "PreemptionByScheduler"}});
  return conditions;
}

Json podStatus(const RawPod& pod) {
  Json status = Json::object();
  put(status, "phase", pod.phaseText);
  put(status, "reason", pod.reason);
  putTime(status, "startTime", pod.startTime);
  put(status, "conditions", podConditions(pod));
  put(status, "nominatedNodeName", pod.nominatedNode);
  putHeld(status, pod);
  return status;
}

}  // namespace

namespace json_parts {

Json labelSelector(const LabelSelector& selector) {
  Json json = Json::object();
  put(json, "matchLabels", texts(selector.matchLabels));
  put(json, "matchExpressions", requirements(selector.matchExpressions));
  return json;
}

Json podSpec(const RawPodSpec& spec, const std::string& path, const std::vector<FieldProblem>& problems) {
  Json json = Json::object();
  put(json, "nodeName", spec.nodeName);
  put(json, "schedulerName", spec.schedulerName);
  put(json, "priorityClassName", spec.priorityClassName);
  if (spec.priority != 0) json["priority"] = spec.priority;
  put(json, "containers", containers(spec.containers, path + ".containers", problems));
  put(json, "initContainers", containers(spec.initContainers, path + ".initContainers", problems));
  put(json, "overhead", resources(spec.overhead, path + ".overhead", problems));
  put(json, "nodeSelector", texts(spec.nodeSelector));
  put(json, "affinity", affinity(spec));
  put(json, "tolerations", tolerations(spec.tolerations));
  put(json, "topologySpreadConstraints", spreadConstraints(spec));
  Json volumes = Json::array();
  for (const std::string& claim : spec.claims) volumes.push_back({{"persistentVolumeClaim", {{"claimName", claim}}}});
  if (spec.hasEphemeralVolumes) volumes.push_back({{"ephemeral", Json::object()}});
  if (spec.hasBoundVolumes && volumes.empty()) volumes.push_back({{"persistentVolumeClaim", Json::object()}});
  if (spec.hasLocalData) volumes.push_back({{"emptyDir", Json::object()}});
  put(json, "volumes", std::move(volumes));
  Json gates = Json::array();
  for (const std::string& gate : spec.schedulingGates) gates.push_back({{"name", gate}});
  if (spec.hasSchedulingGates && gates.empty()) gates.push_back(Json::object());
  put(json, "schedulingGates", std::move(gates));
  if (spec.hasDeadline) json["activeDeadlineSeconds"] = 1;
  Json whole = Json::object();
  put(whole, "limits", resources(spec.podLimits, path + ".resources.limits", problems));
  put(whole, "requests", resources(spec.podRequests, path + ".resources.requests", problems));
  put(json, "resources", std::move(whole));
  Json claims = Json::array();
  for (const PodDeviceClaim& claim : spec.deviceClaims) {
    Json item = Json::object();
    put(item, "name", claim.name);
    put(item, "resourceClaimName", claim.claim);
    put(item, "resourceClaimTemplateName", claim.claimTemplate);
    claims.push_back(std::move(item));
  }
  put(json, "resourceClaims", std::move(claims));
  put(json, "runtimeClassName", spec.runtimeClass);
  if (spec.neverPreempts) json["preemptionPolicy"] = "Never";
  for (const std::string& field : spec.unreadFields) json[field] = Json::object();
  return json;
}

}  // namespace json_parts

std::string toJson(const RawNode& node) {
  Json json = {{"apiVersion", "v1"}, {"kind", "Node"}, {"metadata", metadata(node.meta)}};
  Json spec = Json::object();
  if (node.unschedulable) spec["unschedulable"] = true;
  put(spec, "taints", taints(node.taints));
  json["spec"] = std::move(spec);
  json["status"] = nodeStatus(node);
  return dump(json);
}

std::string toJson(const RawPod& pod) {
  return dump(Json{{"apiVersion", "v1"},
                   {"kind", "Pod"},
                   {"metadata", metadata(pod.meta)},
                   {"spec", podSpec(pod.spec, "spec", pod.problems)},
                   {"status", podStatus(pod)}});
}

std::string toJson(const RawUnhealthyGpus& unhealthy) {
  const bool report = unhealthy.devices || unhealthy.bandwidth;
  const std::string name =
      report ? unhealthy.node + std::string(kTopologyReportSuffix) : std::string(kUnhealthyGpuPrefix) + unhealthy.node;
  Json meta = {{"name", name}, {"namespace", "kube-system"}};
  put(meta, "resourceVersion", unhealthy.resourceVersion);
  Json json = {{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"metadata", std::move(meta)}};
  if (unhealthy.gpus) json["data"]["gpus"] = *unhealthy.gpus;
  if (unhealthy.devices) json["data"]["devices"] = *unhealthy.devices;
  if (unhealthy.bandwidth) json["data"]["bandwidth"] = *unhealthy.bandwidth;
  return dump(json);
}

Json json_parts::toValue(const RawQuota& quota) {
  Json spec = Json::object();
  put(spec, "scopes", Json(quota.scopes));
  Json rules = Json::array();
  for (const NodeSelectorRequirement& rule : quota.scopeSelector) {
    Json item = {{"scopeName", rule.key}, {"operator", rule.op}};
    put(item, "values", Json(rule.values));
    rules.push_back(std::move(item));
  }
  if (!rules.empty()) spec["scopeSelector"] = {{"matchExpressions", std::move(rules)}};
  Json status = Json::object();
  put(status, "hard", resources(quota.hard, "status.hard", quota.problems));
  put(status, "used", resources(quota.used, "status.used", quota.problems));
  return Json{{"apiVersion", "v1"},
              {"kind", "ResourceQuota"},
              {"metadata", metadata(quota.meta)},
              {"spec", std::move(spec)},
              {"status", std::move(status)}};
}

std::string toJson(const RawQuota& quota) {
  return dump(json_parts::toValue(quota));
}

std::string toJson(const RawLimitRange& range) {
  Json limits = Json::array();
  for (const RawLimitItem& item : range.items) {
    Json limit = {{"type", item.type}};
    put(limit, "max", resources(item.most, {}, {}));
    put(limit, "min", resources(item.least, {}, {}));
    put(limit, "default", resources(item.defaults, {}, {}));
    put(limit, "defaultRequest", resources(item.defaultRequests, {}, {}));
    put(limit, "maxLimitRequestRatio", resources(item.mostRatio, {}, {}));
    limits.push_back(std::move(limit));
  }
  return dump(Json{{"apiVersion", "v1"},
                   {"kind", "LimitRange"},
                   {"metadata", metadata(range.meta)},
                   {"spec", {{"limits", std::move(limits)}}}});
}

std::string toJson(const RawClaim& claim) {
  Json spec = Json::object();
  put(spec, "volumeName", claim.volumeName);
  if (!claim.accessModes.empty()) spec["accessModes"] = claim.accessModes;
  if (claim.storageClass) spec["storageClassName"] = *claim.storageClass;
  return dump(Json{{"apiVersion", "v1"},
                   {"kind", "PersistentVolumeClaim"},
                   {"metadata", metadata(claim.meta)},
                   {"spec", std::move(spec)}});
}

std::string toJson(const RawVolume& volume) {
  Json spec = Json::object();
  if (volume.nodeAffinity) {
    Json terms = Json::array();
    for (const NodeSelectorTerm& term : *volume.nodeAffinity) terms.push_back(nodeTerm(term));
    spec["nodeAffinity"] = {{"required", {{"nodeSelectorTerms", std::move(terms)}}}};
  }
  return dump(Json{{"apiVersion", "v1"},
                   {"kind", "PersistentVolume"},
                   {"metadata", metadata(volume.meta)},
                   {"spec", std::move(spec)}});
}

std::string toJson(const RawStorageClass& storage) {
  return dump(Json{{"apiVersion", "storage.k8s.io/v1"},
                   {"kind", "StorageClass"},
                   {"metadata", metadata(storage.meta)},
                   {"volumeBindingMode", storage.waitsForPod ? "WaitForFirstConsumer" : "Immediate"}});
}

}  // namespace cardinal
