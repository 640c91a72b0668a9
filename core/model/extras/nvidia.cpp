// SPDX-License-Identifier: Apache-2.0
#include "core/model/extras/nvidia.h"

#include <algorithm>

#include "core/model/extras/extra.h"

namespace cardinal {

const DevicePluginConfig* find(const RawPluginConfigs& configs, std::string_view name) {
  const auto at = std::find_if(configs.configs.begin(), configs.configs.end(),
                               [name](const DevicePluginConfig& one) { return one.name == name; });
  return at == configs.configs.end() ? nullptr : &*at;
}

const MigLayoutConfig* find(const RawMigConfigs& configs, std::string_view name) {
  const auto at = std::find_if(configs.configs.begin(), configs.configs.end(),
                               [name](const MigLayoutConfig& one) { return one.name == name; });
  return at == configs.configs.end() ? nullptr : &*at;
}

const RawMigConfigs* migConfigsOf(const ClusterExtras& known, const RawNode& node) {
  if (known.nvidia == nullptr || known.nvidia->policy == nullptr) return nullptr;
  const RawClusterPolicy& policy = *known.nvidia->policy;
  const auto named = [&](std::string_view name) -> const RawMigConfigs* {
    const auto at = std::find_if(known.migConfigs.begin(), known.migConfigs.end(), [&](const auto& one) {
      return one->meta.key.name == name && one->meta.key.ns == policy.operatorNamespace;
    });
    return at == known.migConfigs.end() ? nullptr : at->get();
  };
  if (!policy.migConfigMap.empty()) return named(policy.migConfigMap);
  const RawMigConfigs* const own = named(node.meta.key.name + std::string(kNodeMigConfigs));
  return own != nullptr ? own : named(kDefaultMigConfigs);
}

const DevicePluginConfig* configOf(const NvidiaConfigs& known, const RawNode& node) {
  if (known.policy == nullptr || known.plugin == nullptr) return nullptr;
  const std::string* label = find(node.meta.labels, kPluginConfigLabel);
  const std::string& name = label != nullptr ? *label : known.policy->pluginConfigDefault;
  return name.empty() ? nullptr : find(*known.plugin, name);
}

}  // namespace cardinal
