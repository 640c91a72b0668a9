// SPDX-License-Identifier: Apache-2.0
// Objects of the eRDMA controller and of NVIDIA's GPU operator, as the decoder reads them back.
#include "core/service/snapshots/extra_values.h"

namespace cardinal::json_parts {
namespace {

Json sharing(const DevicePluginConfig& config) {
  Json method = Json::object();
  if (config.failsAboveOne) method["failRequestsGreaterThanOne"] = *config.failsAboveOne;
  Json resources = Json::array();
  for (const SharedDevices& one : config.shared)
    resources.push_back({{"name", one.resource}, {"replicas", one.replicas}});
  put(method, "resources", std::move(resources));
  return {{config.sharing == DeviceSharing::Mps ? "mps" : "timeSlicing", std::move(method)}};
}

/// JSON is YAML too. What could not be read stays unreadable: its text is not kept.
std::string configText(const DevicePluginConfig& config) {
  if (!config.isRead) return "-";
  Json json = {{"version", "v1"}};
  if (config.sharing != DeviceSharing::None) json["sharing"] = sharing(config);
  return dump(json);
}

Json layoutEntry(const MigLayoutEntry& entry) {
  Json json = Json::object();
  put(json, "device-filter", Json(entry.filter));
  json["devices"] = entry.cards ? Json(*entry.cards) : Json("all");
  json["mig-enabled"] = entry.enabled;
  if (!entry.enabled) return json;
  Json profiles = Json::object();
  for (const auto& [profile, count] : entry.instances) profiles[profile] = count;
  json["mig-devices"] = std::move(profiles);
  return json;
}

std::string layoutText(const RawMigConfigs& map) {
  Json configs = Json::object();
  for (const MigLayoutConfig& config : map.configs) {
    Json entries = Json::array();
    for (const MigLayoutEntry& entry : config.entries) entries.push_back(layoutEntry(entry));
    configs[config.name] = std::move(entries);
  }
  return dump({{"version", "v1"}, {"mig-configs", std::move(configs)}});
}

}  // namespace

Json toValue(const RawErdmaDevice& device) {
  Json json = object("network.alibabacloud.com/v1", "ERdmaDevice", device.meta);
  Json interfaces = Json::array();
  for (const RawErdmaInterface& one : device.interfaces) {
    Json item = Json::object();
    put(item, "id", one.id);
    put(item, "status", one.status);
    put(item, "message", one.message);
    interfaces.push_back(std::move(item));
  }
  Json status = Json::object();
  put(status, "devices", std::move(interfaces));
  put(json, "status", std::move(status));
  return json;
}

Json toValue(const RawClusterPolicy& policy) {
  Json json = object("nvidia.com/v1", "ClusterPolicy", policy.meta);
  Json config = Json::object();
  put(config, "name", policy.pluginConfigMap);
  put(config, "default", policy.pluginConfigDefault);
  json["spec"] = {{"devicePlugin", {{"config", std::move(config)}}}};
  if (!policy.migConfigMap.empty()) json["spec"]["migManager"] = {{"config", {{"name", policy.migConfigMap}}}};
  Json status = Json::object();
  put(status, "namespace", policy.operatorNamespace);
  put(json, "status", std::move(status));
  return json;
}

Json toValue(const RawPluginConfigs& map) {
  Json json = object("v1", "ConfigMap", map.meta);
  Json data = Json::object();
  for (const DevicePluginConfig& config : map.configs) data[config.name] = configText(config);
  json["data"] = std::move(data);
  return json;
}

Json toValue(const RawMigConfigs& map) {
  Json json = object("v1", "ConfigMap", map.meta);
  json["data"] = {{"config.yaml", map.isRead ? layoutText(map) : std::string("-")}};
  return json;
}

}  // namespace cardinal::json_parts
