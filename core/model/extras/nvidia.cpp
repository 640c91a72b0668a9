// SPDX-License-Identifier: Apache-2.0
#include "core/model/extras/nvidia.h"

#include <algorithm>

namespace cardinal {

const DevicePluginConfig* find(const RawPluginConfigs& configs, std::string_view name) {
  const auto at = std::find_if(configs.configs.begin(), configs.configs.end(),
                               [name](const DevicePluginConfig& one) { return one.name == name; });
  return at == configs.configs.end() ? nullptr : &*at;
}

const DevicePluginConfig* configOf(const NvidiaConfigs& known, const RawNode& node) {
  if (known.policy == nullptr || known.plugin == nullptr) return nullptr;
  const std::string* label = find(node.meta.labels, kPluginConfigLabel);
  const std::string& name = label != nullptr ? *label : known.policy->pluginConfigDefault;
  return name.empty() ? nullptr : find(*known.plugin, name);
}

}  // namespace cardinal
