// SPDX-License-Identifier: Apache-2.0
#include "core/service/snapshots/object_json.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <nlohmann/json.hpp>

#include "core/kube/decode/objects.h"

namespace cardinal {
namespace {

// Keys keep the order in which they were read, so that saving and loading is no change.
using Json = nlohmann::ordered_json;

constexpr const char* kLastApplied = "kubectl.kubernetes.io/last-applied-configuration";
constexpr const char* kRequired = "requiredDuringSchedulingIgnoredDuringExecution";
constexpr const char* kPreferred = "preferredDuringSchedulingIgnoredDuringExecution";

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

void put(Json& object, const char* key, const std::string& text) {
  if (!text.empty()) object[key] = text;
}

void put(Json& object, const char* key, Json&& part) {
  if (!part.empty()) object[key] = std::move(part);
}

void putTime(Json& object, const char* key, UnixSeconds time) {
  if (time != 0) object[key] = rfc3339(time);
}

std::string quantityText(const Quantity& quantity) {
  if (quantity.isInteger()) return std::to_string(quantity.floor());
  constexpr std::int64_t kMicro = 1'000'000;
  constexpr std::int64_t kNano = 1'000'000'000;
  const std::int64_t nano = quantity.nanoAboveFloor();
  const bool milliFits = nano % kMicro == 0 && quantity.floor() > INT64_MIN / kNano && quantity.floor() < INT64_MAX / kNano;
  if (milliFits) return std::to_string(quantity.floor() * 1000 + nano / kMicro) + "m";
  // A fraction of a negative number counts down from the next whole number above.
  const bool negative = quantity.floor() < 0;
  const std::int64_t whole = negative ? quantity.floor() + 1 : quantity.floor();
  std::string fraction = std::to_string(negative ? kNano - nano : nano);
  fraction.insert(0, 9 - fraction.size(), '0');
  return (negative && whole == 0 ? "-0" : std::to_string(whole)) + "." + fraction;
}

/// Amounts that could not be read are written as they were, so that the file shows the same fault.
Json resources(const ResourceList& list, const std::string& path, const std::vector<FieldProblem>& problems) {
  Json json = Json::object();
  for (const ResourceAmount& entry : list) json[entry.name] = quantityText(entry.amount);
  const std::string prefix = path + "[";
  for (const FieldProblem& problem : problems) {
    const std::string& field = problem.field;
    if (field.size() <= prefix.size() + 1 || field.compare(0, prefix.size(), prefix) != 0 || field.back() != ']') continue;
    json[field.substr(prefix.size(), field.size() - prefix.size() - 1)] = problem.value;
  }
  return json;
}

Json texts(const StringMap& map) {
  Json json = Json::object();
  for (const auto& entry : map) {
    if (entry.first != kLastApplied) json[entry.first] = entry.second;
  }
  return json;
}

Json metadata(const ObjectMeta& meta) {
  Json json = Json::object();
  put(json, "name", meta.key.name);
  put(json, "namespace", meta.key.ns);
  put(json, "uid", meta.uid);
  put(json, "resourceVersion", meta.resourceVersion);
  putTime(json, "creationTimestamp", meta.created);
  putTime(json, "deletionTimestamp", meta.deletionTimestamp);
  put(json, "finalizers", Json(meta.finalizers));
  put(json, "labels", texts(meta.labels));
  put(json, "annotations", texts(meta.annotations));
  Json owners = Json::array();
  for (const OwnerRef& owner : meta.owners) {
    Json item = Json::object();
    put(item, "kind", owner.kind);
    put(item, "name", owner.name);
    put(item, "uid", owner.uid);
    if (owner.controller) item["controller"] = true;
    owners.push_back(std::move(item));
  }
  put(json, "ownerReferences", std::move(owners));
  return json;
}

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
    json.push_back(std::move(item));
  }
  return json;
}

Json requirements(const std::vector<NodeSelectorRequirement>& list) {
  Json json = Json::array();
  for (const NodeSelectorRequirement& requirement : list) {
    Json item = Json::object();
    put(item, "key", requirement.key);
    put(item, "operator", requirement.op);
    put(item, "values", Json(requirement.values));
    json.push_back(std::move(item));
  }
  return json;
}

Json nodeTerm(const NodeSelectorTerm& term) {
  Json item = Json::object();
  put(item, "matchExpressions", requirements(term.matchExpressions));
  put(item, "matchFields", requirements(term.matchFields));
  return item;
}

/// An empty selector matches everything, so it is written.
Json labelSelector(const LabelSelector& selector) {
  Json json = Json::object();
  put(json, "matchLabels", texts(selector.matchLabels));
  put(json, "matchExpressions", requirements(selector.matchExpressions));
  return json;
}

Json podTerm(const PodAffinityTerm& term) {
  Json item = Json::object();
  if (term.selector) item["labelSelector"] = labelSelector(*term.selector);
  put(item, "namespaces", Json(term.namespaces));
  if (term.namespaceSelector) item["namespaceSelector"] = labelSelector(*term.namespaceSelector);
  put(item, "topologyKey", term.topologyKey);
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

Json tolerations(const SharedList<Toleration>& list) {
  Json json = Json::array();
  for (const Toleration& toleration : list) {
    Json item = Json::object();
    put(item, "key", toleration.key);
    put(item, "operator", toleration.op);
    put(item, "value", toleration.value);
    put(item, "effect", toleration.effect);
    json.push_back(std::move(item));
  }
  return json;
}

Json podSpec(const RawPod& pod) {
  const RawPodSpec& spec = pod.spec;
  Json json = Json::object();
  put(json, "nodeName", spec.nodeName);
  put(json, "schedulerName", spec.schedulerName);
  put(json, "priorityClassName", spec.priorityClassName);
  if (spec.priority != 0) json["priority"] = spec.priority;
  put(json, "containers", containers(spec.containers, "spec.containers", pod.problems));
  put(json, "initContainers", containers(spec.initContainers, "spec.initContainers", pod.problems));
  put(json, "overhead", resources(spec.overhead, "spec.overhead", pod.problems));
  put(json, "nodeSelector", texts(spec.nodeSelector));
  put(json, "affinity", affinity(spec));
  put(json, "tolerations", tolerations(spec.tolerations));
  put(json, "topologySpreadConstraints", spreadConstraints(spec));
  Json volumes = Json::array();
  for (const std::string& claim : spec.claims)
    volumes.push_back({{"persistentVolumeClaim", {{"claimName", claim}}}});
  if (spec.hasEphemeralVolumes) volumes.push_back({{"ephemeral", Json::object()}});
  if (spec.hasBoundVolumes && volumes.empty()) volumes.push_back({{"persistentVolumeClaim", Json::object()}});
  if (spec.hasLocalData) volumes.push_back({{"emptyDir", Json::object()}});
  put(json, "volumes", std::move(volumes));
  Json gates = Json::array();
  for (const std::string& gate : spec.schedulingGates) gates.push_back({{"name", gate}});
  if (spec.hasSchedulingGates && gates.empty()) gates.push_back(Json::object());
  put(json, "schedulingGates", std::move(gates));
  if (spec.hasDeadline) json["activeDeadlineSeconds"] = 1;
  return json;
}

Json podStatus(const RawPod& pod) {
  Json status = Json::object();
  put(status, "phase", pod.phaseText);
  put(status, "reason", pod.reason);
  putTime(status, "startTime", pod.startTime);
  if (!pod.scheduledReason.empty() || !pod.scheduledMessage.empty()) {
    Json condition = {{"type", "PodScheduled"}, {"status", "False"}};
    put(condition, "reason", pod.scheduledReason);
    put(condition, "message", pod.scheduledMessage);
    status["conditions"] = Json::array({std::move(condition)});
  }
  if (pod.restarts != 0) status["containerStatuses"] = Json::array({{{"restartCount", pod.restarts}}});
  return status;
}

}  // namespace

std::string toJson(const RawNode& node) {
  Json json = {{"apiVersion", "v1"}, {"kind", "Node"}, {"metadata", metadata(node.meta)}};
  Json spec = Json::object();
  if (node.unschedulable) spec["unschedulable"] = true;
  Json taints = Json::array();
  for (const Taint& taint : node.taints) {
    Json item = Json::object();
    put(item, "key", taint.key);
    put(item, "value", taint.value);
    put(item, "effect", taint.effect);
    taints.push_back(std::move(item));
  }
  put(spec, "taints", std::move(taints));
  json["spec"] = std::move(spec);
  json["status"] = nodeStatus(node);
  return dump(json);
}

std::string toJson(const RawPod& pod) {
  return dump(Json{{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", metadata(pod.meta)}, {"spec", podSpec(pod)}, {"status", podStatus(pod)}});
}

std::string toJson(const RawUnhealthyGpus& unhealthy) {
  const bool report = unhealthy.devices || unhealthy.bandwidth;
  const std::string name = report ? unhealthy.node + std::string(kTopologyReportSuffix) : std::string(kUnhealthyGpuPrefix) + unhealthy.node;
  Json meta = {{"name", name}, {"namespace", "kube-system"}};
  put(meta, "resourceVersion", unhealthy.resourceVersion);
  Json json = {{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"metadata", std::move(meta)}};
  if (unhealthy.gpus) json["data"]["gpus"] = *unhealthy.gpus;
  if (unhealthy.devices) json["data"]["devices"] = *unhealthy.devices;
  if (unhealthy.bandwidth) json["data"]["bandwidth"] = *unhealthy.bandwidth;
  return dump(json);
}

std::string toJson(const RawQuota& quota) {
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
  return dump(Json{{"apiVersion", "v1"}, {"kind", "ResourceQuota"}, {"metadata", metadata(quota.meta)},
                   {"spec", std::move(spec)}, {"status", std::move(status)}});
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
  return dump(Json{{"apiVersion", "v1"}, {"kind", "LimitRange"}, {"metadata", metadata(range.meta)},
                   {"spec", {{"limits", std::move(limits)}}}});
}

std::string toJson(const RawClaim& claim) {
  Json spec = Json::object();
  put(spec, "volumeName", claim.volumeName);
  return dump(Json{{"apiVersion", "v1"}, {"kind", "PersistentVolumeClaim"}, {"metadata", metadata(claim.meta)},
                   {"spec", std::move(spec)}});
}

std::string toJson(const RawVolume& volume) {
  Json spec = Json::object();
  if (volume.nodeAffinity) {
    Json terms = Json::array();
    for (const NodeSelectorTerm& term : *volume.nodeAffinity) terms.push_back(nodeTerm(term));
    spec["nodeAffinity"] = {{"required", {{"nodeSelectorTerms", std::move(terms)}}}};
  }
  return dump(Json{{"apiVersion", "v1"}, {"kind", "PersistentVolume"}, {"metadata", metadata(volume.meta)},
                   {"spec", std::move(spec)}});
}

std::string jsonText(const std::string& text) { return dump(Json(text)); }

std::string rfc3339(UnixSeconds time) {
  const std::time_t moment = time;
  std::tm parts{};
  std::array<char, 32> text{};
  if (gmtime_r(&moment, &parts) == nullptr || std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts) == 0) return {};
  return text.data();
}

}  // namespace cardinal
