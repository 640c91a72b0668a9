// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/shared_list.h"
#include "core/model/raw.h"

namespace cardinal {

struct ClusterExtras;  // core/model/extras/extra.h

/// Objects of NVIDIA's GPU operator and of its ConfigMaps, as far as the program uses them. Source: GPU operator
/// v26.7.0 (api/nvidia/v1, controllers), k8s-device-plugin v0.20.0 (api/config/v1), mig-parted v0.15.0 (api/spec/v1,
/// cmd/nvidia-mig-manager).

/// A ClusterPolicy (clusterpolicies.nvidia.com, v1), cluster-scoped; a cluster has one.
struct RawClusterPolicy {
  ObjectMeta meta;
  std::string operatorNamespace;    ///< status.namespace; empty = not reported yet
  std::string pluginConfigMap;      ///< spec.devicePlugin.config.name; empty = none
  std::string pluginConfigDefault;  ///< spec.devicePlugin.config.default: of nodes without the label; empty = none
  std::string migConfigMap{};       ///< spec.migManager.config.name; empty = the operator's own
  std::vector<FieldProblem> problems{};
  bool operator==(const RawClusterPolicy&) const = default;
};

/// How the device plugin shares cards.
enum class DeviceSharing : std::uint8_t { None, TimeSlicing, Mps };

struct SharedDevices {
  std::string resource;       ///< "nvidia.com/gpu", "nvidia.com/mig-1g.10gb"
  std::int64_t replicas = 0;  ///< slots per device, as written; the plugin takes 2 and more
  bool operator==(const SharedDevices&) const = default;
};

/// One configuration of the device plugin: a key of the ConfigMap with its YAML.
struct DevicePluginConfig {
  std::string name;    ///< what the label nvidia.com/device-plugin.config names
  bool isRead = true;  ///< false: the text is no such configuration, and nothing below is known
  DeviceSharing sharing = DeviceSharing::None;
  std::optional<bool> failsAboveOne{};  ///< failRequestsGreaterThanOne; nothing = the default: false, for MPS true
  std::vector<SharedDevices> shared{};
  bool operator==(const DevicePluginConfig&) const = default;
};

/// A ConfigMap of configurations of the device plugin. Which ConfigMap that is, the ClusterPolicy says.
struct RawPluginConfigs {
  ObjectMeta meta;
  std::vector<DevicePluginConfig> configs;  ///< by name
  bool isCut = false;                       ///< it has more configurations than are kept
  std::vector<FieldProblem> problems;
  bool operator==(const RawPluginConfigs&) const = default;
};

/// What a layout of mig-manager makes of some cards.
struct MigLayoutEntry {
  std::vector<std::string> filter{};                     ///< PCI ids of the cards, "0x20B010DE"; empty = of any card
  std::optional<std::vector<int>> cards{};               ///< their numbers on the node; nothing = all
  bool enabled = false;                                  ///< MIG mode
  std::vector<std::pair<std::string, int>> instances{};  ///< profile ("1g.5gb+me") and how many of it on each card
  bool operator==(const MigLayoutEntry&) const = default;
};

struct MigLayoutConfig {
  std::string name;  ///< what the label nvidia.com/mig.config names
  std::vector<MigLayoutEntry> entries{};
  bool operator==(const MigLayoutConfig&) const = default;
};

/// A ConfigMap of layouts of mig-manager: its key config.yaml. A list of them, because every node may have its own.
struct RawMigConfigs {
  ObjectMeta meta;
  SharedList<MigLayoutConfig> configs{};  ///< by name
  bool isRead = false;                    ///< false: mig-manager could not read it either
  std::vector<FieldProblem> problems{};
  bool operator==(const RawMigConfigs&) const = default;
};

/// What was read of them. Immutable, shared between snapshots.
struct NvidiaConfigs {
  std::shared_ptr<const RawClusterPolicy> policy;  ///< null = none, or several
  std::shared_ptr<const RawPluginConfigs> plugin;  ///< the ConfigMap that it names; null = not read
};

/// Label by which a node names its configuration.
inline constexpr std::string_view kPluginConfigLabel = "nvidia.com/device-plugin.config";
/// The operator's own layouts, where its policy names none; a mig-manager from v0.14 on makes a ConfigMap of each
/// node's hardware instead, and keeps to this one where it cannot.
inline constexpr std::string_view kDefaultMigConfigs = "default-mig-parted-config";
inline constexpr std::string_view kNodeMigConfigs = "-mig-config";  ///< behind the name of the node

/// The configuration of this name; null = the ConfigMap has none.
const DevicePluginConfig* find(const RawPluginConfigs& configs, std::string_view name);
/// The layout of this name; null = the ConfigMap has none.
const MigLayoutConfig* find(const RawMigConfigs& configs, std::string_view name);
/// The ConfigMap whose layouts mig-manager follows on the node; null = not read, or not known which.
const RawMigConfigs* migConfigsOf(const ClusterExtras& known, const RawNode& node);
/// The one that a node follows: that of its label, else the ClusterPolicy's default; null = none, or not known.
const DevicePluginConfig* configOf(const NvidiaConfigs& known, const RawNode& node);

}  // namespace cardinal
