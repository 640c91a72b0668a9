// SPDX-License-Identifier: Apache-2.0
// Trees of quotas and configurations of schedulers, as the decoder reads them back.
#include "core/service/snapshots/extra_values.h"

namespace cardinal::json_parts {
namespace {

/// What could not be read stays so: an amount that is none.
Json amountsOf(const ResourceList& list, bool isUnread) {
  Json json = list.empty() ? Json::object() : amounts(list);
  if (isUnread) json["unreadable"] = "unreadable";
  return json;
}

Json quotaOf(const RawQuotaTree& tree, std::size_t at) {
  const RawTreeQuota& quota = tree.quotas[at];
  Json json = Json::object();
  put(json, "name", quota.name);
  put(json, "namespaces", Json(quota.namespaces));
  put(json, "min", amounts(quota.min));
  put(json, "max", amountsOf(quota.max, quota.isUnread));
  Json children = Json::array();
  for (std::size_t i = at + 1; i < tree.quotas.size(); ++i) {
    if (tree.quotas[i].parent == at) children.push_back(quotaOf(tree, i));
  }
  put(json, "children", std::move(children));
  return json;
}

Json queueOf(const std::vector<RawYunikornQueue>& queues, std::size_t at) {
  const RawYunikornQueue& queue = queues[at];
  const std::size_t above = queue.parent ? queues[*queue.parent].name.size() + 1 : 0;
  Json json = {{"name", queue.name.substr(above)}};
  if (queue.isParent) json["parent"] = true;
  if (queue.maxApplications) json["maxapplications"] = *queue.maxApplications;
  if (queue.hasLimits) json["limits"] = Json::array({Json{{"limit", "not kept"}}});
  Json resources = Json::object();
  put(resources, "guaranteed", amounts(queue.guaranteed));
  put(resources, "max", amountsOf(queue.max, queue.isUnread));
  put(json, "resources", std::move(resources));
  Json below = Json::array();
  for (std::size_t i = at + 1; i < queues.size(); ++i) {
    if (queues[i].parent == at) below.push_back(queueOf(queues, i));
  }
  put(json, "queues", std::move(below));
  return json;
}

Json mapOf(const ObjectMeta& meta, const char* key, const std::string& text) {
  Json json = object("v1", "ConfigMap", meta);
  json["data"] = {{key, text}};
  return json;
}

}  // namespace

Json toValue(const RawQuotaTree& tree) {
  Json json = object("scheduling.sigs.k8s.io/v1beta1", "ElasticQuotaTree", tree.meta);
  if (!tree.quotas.empty()) json["spec"] = {{"root", quotaOf(tree, 0)}};
  return json;
}

/// JSON is YAML too. What could not be read stays unreadable: its text is not kept.
Json toValue(const RawYunikornConfig& config) {
  if (!config.isRead) return mapOf(config.meta, "queues.yaml", "-");
  Json queues = Json::array();
  for (std::size_t i = 0; i < config.queues.size(); ++i) {
    if (!config.queues[i].parent) queues.push_back(queueOf(config.queues, i));
  }
  Json partition = {{"name", "default"}, {"queues", std::move(queues)}};
  if (config.makesQueues) partition["placementrules"] = Json::array({Json{{"name", "kept"}, {"create", true}}});
  Json partitions = Json::array({std::move(partition)});
  if (config.isCut) partitions.push_back({{"name", "not kept"}});
  Json text = {{"partitions", std::move(partitions)}};
  return mapOf(config.meta, "queues.yaml", dump(text));
}

Json toValue(const RawVolcanoConfig& config) {
  if (!config.isRead) return mapOf(config.meta, "volcano-scheduler.conf", "-");
  std::string actions;
  for (const std::string& action : config.actions) actions += (actions.empty() ? "" : ", ") + action;
  Json plugins = Json::array();
  for (const std::string& name : config.plugins) {
    Json plugin = {{"name", name}};
    if (name == "overcommit" && config.overcommitFactor)
      plugin["arguments"] = {{"overcommit-factor", *config.overcommitFactor}};
    if (name == "capacity" && config.hasHierarchy) plugin["enableHierarchy"] = true;
    plugins.push_back(std::move(plugin));
  }
  Json tier = Json::object();
  tier["plugins"] = std::move(plugins);
  Json text = {{"actions", actions}, {"tiers", Json::array({std::move(tier)})}};
  return mapOf(config.meta, "volcano-scheduler.conf", dump(text));
}

}  // namespace cardinal::json_parts
