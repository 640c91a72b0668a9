// SPDX-License-Identifier: Apache-2.0
// Objects of GPU stacks and of Kubernetes itself as the decoder reads them back. Where it knows only that a part is
// there, any content does.
#include "core/service/snapshots/extra_values.h"
#include "core/service/snapshots/object_json.h"

namespace cardinal {
namespace {

using namespace json_parts;

constexpr const char* kDra = "resource.k8s.io/v1";

}  // namespace

namespace json_parts {

Json object(const char* apiVersion, const char* kind, const ObjectMeta& meta) {
  return Json{{"apiVersion", apiVersion}, {"kind", kind}, {"metadata", metadata(meta)}};
}

Json toValue(const RawPriorityClass& raw) {
  Json json = object("scheduling.k8s.io/v1", "PriorityClass", raw.meta);
  json["value"] = raw.value;
  if (raw.isDefault) json["globalDefault"] = true;
  put(json, "preemptionPolicy", raw.preemptionPolicy);
  return json;
}

Json toValue(const RawRuntimeClass& raw) {
  Json json = object("node.k8s.io/v1", "RuntimeClass", raw.meta);
  if (!raw.overhead.empty()) json["overhead"] = {{"podFixed", amounts(raw.overhead)}};
  Json scheduling = Json::object();
  put(scheduling, "nodeSelector", texts(raw.nodeSelector));
  put(scheduling, "tolerations", tolerations(raw.tolerations));
  put(json, "scheduling", std::move(scheduling));
  return json;
}

Json toValue(const RawService& service) {
  Json json = object("v1", "Service", service.meta);
  Json spec = Json::object();
  put(spec, "selector", texts(service.selector));
  json["spec"] = std::move(spec);
  return json;
}

Json toValue(const RawDisruptionBudget& budget) {
  Json json = object("policy/v1", "PodDisruptionBudget", budget.meta);
  Json spec = Json::object();
  if (!budget.selectsNothing) {
    spec["selector"] = Json::object();
    put(spec["selector"], "matchExpressions", requirements(budget.selector));
  }
  if (budget.letsUnreadyGo) spec["unhealthyPodEvictionPolicy"] = "AlwaysAllow";
  json["spec"] = std::move(spec);
  json["status"] = {{"disruptionsAllowed", budget.disruptionsAllowed},
                    {"currentHealthy", budget.currentHealthy},
                    {"desiredHealthy", budget.desiredHealthy}};
  return json;
}

Json toValue(const RawNamespace& raw) {
  return object("v1", "Namespace", raw.meta);
}

}  // namespace json_parts

namespace {

void putNodes(Json& json, const RawDeviceNodes& nodes) {
  put(json, "nodeName", nodes.nodeName);
  if (nodes.allNodes) json["allNodes"] = true;
  if (!nodes.selector) return;
  Json terms = Json::array();
  for (const NodeSelectorTerm& term : *nodes.selector) terms.push_back(nodeTerm(term));
  json["nodeSelector"] = {{"nodeSelectorTerms", std::move(terms)}};
}

Json attribute(const RawDeviceAttribute& raw) {
  using Kind = RawDeviceAttribute::Kind;
  switch (raw.kind) {
    case Kind::String:
      return {{"string", raw.text}};
    case Kind::Version:
      return {{"version", raw.text}};
    case Kind::Int:
      return {{"int", raw.integer}};
    case Kind::Bool:
      return {{"bool", raw.integer != 0}};
    case Kind::Other:
      break;
  }
  return Json::object();
}

Json values(const ResourceList& list) {
  Json json = Json::object();
  const Json plain = amounts(list);
  for (const auto& [name, amount] : plain.items()) json[name] = {{"value", amount}};
  return json;
}

Json counterSets(const SharedList<RawCounterSet>& sets, const char* nameKey) {
  Json json = Json::array();
  for (const RawCounterSet& set : sets) json.push_back({{nameKey, set.name}, {"counters", values(set.counters)}});
  return json;
}

Json device(const RawDevice& raw) {
  Json json = {{"name", raw.name}};
  Json attributes = Json::object();
  for (const DeviceAttributes* list : {&raw.attributes, &raw.ownAttributes}) {
    for (const auto& [name, value] : *list) attributes[name] = attribute(value);
  }
  put(json, "attributes", std::move(attributes));
  put(json, "capacity", values(raw.capacity));
  put(json, "consumesCounters", counterSets(raw.consumes, "counterSet"));
  put(json, "taints", taints(raw.taints));
  putNodes(json, raw.nodes);
  if (raw.hasBindingConditions) json["bindingConditions"] = Json::array({"-"});
  if (raw.allowMultipleAllocations) json["allowMultipleAllocations"] = true;
  return json;
}

Json toValue(const RawResourceSlice& slice) {
  Json json = object(kDra, "ResourceSlice", slice.meta);
  Json spec = {
      {"driver", slice.driver},
      {"pool", {{"name", slice.pool}, {"generation", slice.generation}, {"resourceSliceCount", slice.sliceCount}}}};
  putNodes(spec, slice.nodes);
  if (slice.hasPerDeviceNodes) spec["perDeviceNodeSelection"] = slice.perDeviceNodes;
  Json devices = Json::array();
  for (const RawDevice& raw : slice.devices) devices.push_back(device(raw));
  put(spec, "devices", std::move(devices));
  put(spec, "sharedCounters", counterSets(slice.sharedCounters, "name"));
  json["spec"] = std::move(spec);
  return json;
}

Json selectors(const std::vector<std::string>& expressions) {
  Json json = Json::array();
  for (const std::string& expression : expressions)
    json.push_back(expression.empty() ? Json::object() : Json{{"cel", {{"expression", expression}}}});
  return json;
}

Json toValue(const RawDeviceClass& raw) {
  Json json = object(kDra, "DeviceClass", raw.meta);
  Json spec = Json::object();
  put(spec, "selectors", selectors(raw.selectors));
  put(spec, "extendedResourceName", raw.extendedResourceName);
  json["spec"] = std::move(spec);
  return json;
}

Json choice(const RawDeviceChoice& raw) {
  Json json = Json::object();
  put(json, "name", raw.name);
  put(json, "deviceClassName", raw.deviceClass);
  put(json, "selectors", selectors(raw.selectors));
  if (raw.mode == DeviceCountMode::Other)
    json["allocationMode"] = raw.modeText;
  else
    json["allocationMode"] = raw.mode == DeviceCountMode::All ? "All" : "ExactCount";
  json["count"] = raw.count;
  if (raw.adminAccess) json["adminAccess"] = *raw.adminAccess;
  put(json, "tolerations", tolerations(raw.tolerations));
  if (raw.hasCapacity) json["capacity"] = {{"requests", {{"-", "1"}}}};
  return json;
}

Json claimSpec(const RawDeviceClaimSpec& raw) {
  Json requests = Json::array();
  for (const RawDeviceRequest& request : raw.requests) {
    Json item = {{"name", request.name}};
    for (const RawDeviceChoice& one : request.choices) {
      if (request.prioritized)
        item["firstAvailable"].push_back(choice(one));
      else
        item["exactly"] = choice(one);
    }
    requests.push_back(std::move(item));
  }
  Json constraints = Json::array();
  for (const RawDeviceConstraint& constraint : raw.constraints) {
    Json item = Json::object();
    put(item, "requests", Json(constraint.requests));
    put(item, "matchAttribute", constraint.matchAttribute);
    constraints.push_back(std::move(item));
  }
  Json devices = Json::object();
  put(devices, "requests", std::move(requests));
  put(devices, "constraints", std::move(constraints));
  // What the configuration for a driver says does not matter here, that there is one does.
  Json configs = Json::array();
  for (std::int64_t i = 0; i < raw.configs; ++i) configs.push_back(Json::object());
  put(devices, "config", std::move(configs));
  return {{"devices", std::move(devices)}};
}

Json allocation(const RawDeviceAllocation& raw) {
  Json results = Json::array();
  for (const RawDeviceResult& result : raw.results) {
    Json item = {
        {"request", result.request}, {"driver", result.driver}, {"pool", result.pool}, {"device", result.device}};
    if (result.adminAccess) item["adminAccess"] = true;
    put(item, "shareID", result.shareId);
    results.push_back(std::move(item));
  }
  Json json = {{"devices", {{"results", std::move(results)}}}};
  if (raw.nodeSelector) {
    Json terms = Json::array();
    for (const NodeSelectorTerm& term : *raw.nodeSelector) terms.push_back(nodeTerm(term));
    json["nodeSelector"] = {{"nodeSelectorTerms", std::move(terms)}};
  }
  return json;
}

Json toValue(const RawResourceClaim& claim) {
  Json json = object(kDra, "ResourceClaim", claim.meta);
  json["spec"] = claimSpec(claim.spec);
  Json status = Json::object();
  if (claim.allocation) status["allocation"] = allocation(*claim.allocation);
  Json users = Json::array();
  for (const RawClaimUser& user : claim.reservedFor)
    users.push_back({{"resource", user.resource}, {"name", user.name}, {"uid", user.uid}});
  put(status, "reservedFor", std::move(users));
  put(json, "status", std::move(status));
  return json;
}

Json toValue(const RawResourceClaimTemplate& source) {
  Json json = object(kDra, "ResourceClaimTemplate", source.meta);
  json["spec"] = {{"spec", claimSpec(source.spec)}};
  return json;
}

Json zone(const RawTopologyZone& raw) {
  Json json = {{"name", raw.name}, {"type", raw.type}};
  const Json available = amounts(raw.available);
  const Json capacity = amounts(raw.capacity);
  Json list = Json::array();
  for (const auto& [name, amount] : available.items()) {
    Json item = {{"name", name}, {"available", amount}};
    if (capacity.contains(name)) item["capacity"] = capacity[name];
    list.push_back(std::move(item));
  }
  for (const auto& [name, amount] : capacity.items()) {
    if (!available.contains(name)) list.push_back({{"name", name}, {"capacity", amount}});
  }
  put(json, "resources", std::move(list));
  Json costs = Json::array();
  for (const auto& [name, value] : raw.costs) costs.push_back({{"name", name}, {"value", value}});
  put(json, "costs", std::move(costs));
  return json;
}

Json toValue(const RawNodeTopology& topology) {
  Json json = object("topology.node.k8s.io/v1alpha2", "NodeResourceTopology", topology.meta);
  put(json, "topologyPolicies", Json(topology.policies));
  Json attributes = Json::array();
  for (const auto& [name, value] : topology.attributes) attributes.push_back({{"name", name}, {"value", value}});
  put(json, "attributes", std::move(attributes));
  Json zones = Json::array();
  for (const RawTopologyZone& raw : topology.zones) zones.push_back(zone(raw));
  put(json, "zones", std::move(zones));
  return json;
}

}  // namespace

std::string toJson(const RawExtra& extra) {
  return std::visit([](const auto& raw) { return dump(toValue(*raw)); }, extra);
}

}  // namespace cardinal
