// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/raw.h"

namespace cardinal {

/// Objects of resource.k8s.io that offer devices, as far as kube-scheduler 1.35 looks at them. Field names and their
/// meaning: k8s.io/api/resource/v1/types.go. All text is the driver's and hostile.

/// One value of an attribute; exactly one kind is set.
struct RawDeviceAttribute {
  enum class Kind : std::uint8_t { Other, String, Int, Bool, Version };  ///< Other = none of these, not readable
  Kind kind = Kind::Other;
  std::string text;          ///< String, Version
  std::int64_t integer = 0;  ///< Int; 0 or 1 for Bool
  bool operator==(const RawDeviceAttribute&) const = default;
};

using DeviceAttributes = SharedList<std::pair<std::string, RawDeviceAttribute>>;

/// Names, without a domain, of attributes by which a driver tells one card or instance from the next.
inline std::span<const std::string_view> attributesOfOneDevice() {
  static constexpr std::array<std::string_view, 9> kNames{"uuid",     "parentUUID", "index",    "minor",   "serial",
                                                          "pciBusID", "pciAddress", "pcieRoot", "numaNode"};
  return kNames;
}

/// True for "uuid" or "gpu.nvidia.com/pciBusID".
inline bool isOfOneDevice(std::string_view attribute) {
  const std::size_t slash = attribute.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? attribute : attribute.substr(slash + 1);
  const auto names = attributesOfOneDevice();
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Counters of one set: what there is, or what a device takes of it.
struct RawCounterSet {
  std::string name;
  ResourceList counters;
  bool operator==(const RawCounterSet&) const = default;
};

/// On which nodes a slice or a device can be used: the first that is set decides (nodeName, allNodes, nodeSelector).
struct RawDeviceNodes {
  std::string nodeName;
  bool allNodes = false;
  std::optional<std::vector<NodeSelectorTerm>> selector;
  bool isSet() const { return !nodeName.empty() || allNodes || selector.has_value(); }
  bool operator==(const RawDeviceNodes&) const = default;
};

struct RawDevice {
  std::string name;
  DeviceAttributes attributes;         ///< "type", "productName"
  DeviceAttributes ownAttributes;      ///< further ones: those of isOfOneDevice stand here once lists are shared
  ResourceList capacity;               ///< "memory", ...
  SharedList<RawCounterSet> consumes;  ///< consumesCounters
  SharedList<Taint> taints;
  RawDeviceNodes nodes;                   ///< only where the slice has perDeviceNodeSelection
  bool hasBindingConditions = false;      ///< not allocated while the gate DRADeviceBindingConditions is off
  bool allowMultipleAllocations = false;  ///< consumable capacity (alpha in 1.35)
  bool operator==(const RawDevice&) const = default;
};

/// Attribute of that name as the driver wrote it, or nullptr.
inline const RawDeviceAttribute* find(const RawDevice& device, std::string_view name) {
  for (const DeviceAttributes* list : {&device.attributes, &device.ownAttributes}) {
    for (const auto& [key, value] : *list) {
      if (key == name) return &value;
    }
  }
  return nullptr;
}

struct RawResourceSlice {
  ObjectMeta meta;
  std::string driver;
  std::string pool;
  std::int64_t generation = 0;
  std::int64_t sliceCount = 0;  ///< slices that make up the pool in this generation
  RawDeviceNodes nodes;
  bool perDeviceNodes = false;     ///< perDeviceNodeSelection is true
  bool hasPerDeviceNodes = false;  ///< it is set at all
  std::vector<RawDevice> devices;
  SharedList<RawCounterSet> sharedCounters;
  std::vector<FieldProblem> problems;
  bool operator==(const RawResourceSlice&) const = default;
};

struct RawDeviceClass {
  ObjectMeta meta;
  std::vector<std::string> selectors;  ///< CEL expressions; empty text = a kind of selector that is not known
  std::string extendedResourceName;    ///< "nvidia.com/gpu"; gate DRAExtendedResource
  std::vector<FieldProblem> problems;
  bool operator==(const RawDeviceClass&) const = default;
};

}  // namespace cardinal
