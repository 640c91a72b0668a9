// SPDX-License-Identifier: Apache-2.0
// Queues, quotas and pod groups of Volcano, KAI, Koordinator and scheduler-plugins, as the decoder reads them back.
#include "core/service/snapshots/extra_values.h"

namespace cardinal::json_parts {
namespace {

constexpr const char* kVolcano = "scheduling.volcano.sh/v1beta1";
constexpr const char* kSigs = "scheduling.sigs.k8s.io/v1alpha1";
constexpr const char* kPlugins = "scheduling.x-k8s.io/v1alpha1";

/// An empty list is not the same as none.
void putMaybe(Json& json, const char* key, const std::optional<ResourceList>& list) {
  if (list) json[key] = list->empty() ? Json::object() : amounts(*list);
}

void putNumber(Json& json, const char* key, const std::optional<double>& number) {
  if (number) json[key] = *number;
}

Json kaiResource(const RawKaiQueueResource& raw) {
  Json json = Json::object();
  putNumber(json, "quota", raw.quota);
  putNumber(json, "limit", raw.limit);
  putNumber(json, "overQuotaWeight", raw.overQuotaWeight);
  return json;
}

Json quotaValue(const char* apiVersion, const RawElasticQuota& quota) {
  Json json = object(apiVersion, "ElasticQuota", quota.meta);
  Json spec = Json::object();
  put(spec, "min", amounts(quota.min));
  put(spec, "max", amounts(quota.max));
  json["spec"] = std::move(spec);
  Json status = Json::object();
  putMaybe(status, "used", quota.used);
  put(json, "status", std::move(status));
  return json;
}

Json groupValue(const char* apiVersion, const RawSigsPodGroup& group) {
  Json json = object(apiVersion, "PodGroup", group.meta);
  Json spec = {{"minMember", group.minMember}};
  putMaybe(spec, "minResources", group.minResources);
  json["spec"] = std::move(spec);
  Json status = Json::object();
  put(status, "phase", group.phase);
  put(json, "status", std::move(status));
  return json;
}

}  // namespace

Json toValue(const RawVolcanoQueue& queue) {
  Json json = object(kVolcano, "Queue", queue.meta);
  Json spec = Json::object();
  put(spec, "parent", queue.parent);
  if (queue.weight) spec["weight"] = *queue.weight;
  put(spec, "capability", amounts(queue.capability));
  put(spec, "deserved", amounts(queue.deserved));
  if (!queue.guarantee.empty()) spec["guarantee"] = {{"resource", amounts(queue.guarantee)}};
  json["spec"] = std::move(spec);
  Json status = Json::object();
  put(status, "state", queue.state);
  putMaybe(status, "allocated", queue.allocated);
  put(json, "status", std::move(status));
  return json;
}

Json toValue(const RawHyperNode& node) {
  Json json = object("topology.volcano.sh/v1alpha1", "HyperNode", node.meta);
  Json members = Json::array();
  for (const RawHyperNodeMember& member : node.members) {
    Json selector = Json::object();
    if (!member.name.empty()) selector["exactMatch"] = {{"name", member.name}};
    if (!member.pattern.empty()) selector["regexMatch"] = {{"pattern", member.pattern}};
    if (member.labels) selector["labelMatch"] = labelSelector(*member.labels);
    members.push_back({{"type", member.isHyperNode ? "HyperNode" : "Node"}, {"selector", std::move(selector)}});
  }
  json["spec"] = {{"tier", node.tier}, {"members", std::move(members)}};
  put(json["spec"], "tierName", node.tierName);
  return json;
}

Json toValue(const RawVolcanoPodGroup& group) {
  Json json = object(kVolcano, "PodGroup", group.meta);
  Json spec = {{"minMember", group.minMember}};
  put(spec, "queue", group.queue);
  putMaybe(spec, "minResources", group.minResources);
  json["spec"] = std::move(spec);
  Json status = Json::object();
  put(status, "phase", group.phase);
  put(status, "conditions", conditions(group.conditions));
  put(json, "status", std::move(status));
  return json;
}

Json toValue(const RawKaiQueue& queue) {
  Json json = object("scheduling.run.ai/v2", "Queue", queue.meta);
  Json spec = Json::object();
  put(spec, "displayName", queue.displayName);
  put(spec, "parentQueue", queue.parentQueue);
  if (queue.priority) spec["priority"] = *queue.priority;
  Json all = Json::object();
  put(all, "gpu", kaiResource(queue.gpu));
  put(all, "cpu", kaiResource(queue.cpu));
  put(all, "memory", kaiResource(queue.memory));
  put(spec, "resources", std::move(all));
  json["spec"] = std::move(spec);
  return json;
}

Json toValue(const RawKaiPodGroup& group) {
  Json json = object("scheduling.run.ai/v2alpha2", "PodGroup", group.meta);
  Json spec = {{"minMember", group.minMember}};
  put(spec, "queue", group.queue);
  put(spec, "priorityClassName", group.priorityClassName);
  put(spec, "preemptibility", group.preemptibility);
  json["spec"] = std::move(spec);
  Json reasons = Json::array();
  for (const RawKaiReason& one : group.reasons) {
    Json reason = Json::object();
    put(reason, "reason", one.reason);
    put(reason, "message", one.message);
    reasons.push_back(std::move(reason));
  }
  if (!reasons.empty()) {
    Json condition = Json::object();
    condition["reasons"] = std::move(reasons);
    json["status"]["schedulingConditions"].push_back(std::move(condition));
  }
  return json;
}

Json toValue(const RawKoordinatorQuota& quota) {
  return quotaValue(kSigs, quota);
}
Json toValue(const RawKoordinatorPodGroup& group) {
  return groupValue(kSigs, group);
}
Json toValue(const RawPluginsQuota& quota) {
  return quotaValue(kPlugins, quota);
}
Json toValue(const RawPluginsPodGroup& group) {
  return groupValue(kPlugins, group);
}

}  // namespace cardinal::json_parts
