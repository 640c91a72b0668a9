// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/kube/decode/decoder.h"
#include "core/provider/record/snapshot_builder.h"

namespace cardinal::testing {

/// Objects of resource.k8s.io, read from the JSON that a server sends.
template <typename T>
std::shared_ptr<const T> read(const std::string& json) {
  auto out = Decoder().object<T>(json);
  if (!out) {
    ADD_FAILURE() << describe(out.error()) << "\n" << json;
    return std::make_shared<const T>();
  }
  return std::move(out).value();
}

template <typename T>
T readAs(const std::string& json) {
  return *read<T>(json);
}

/// Device of the NVIDIA driver: "gpu-<index>", 80 GiB.
inline std::string draGpu(int index, const std::string& more = {}) {
  const std::string number = std::to_string(index);
  return R"({"name":"gpu-)" + number + R"(","attributes":{"type":{"string":"gpu"},"uuid":{"string":"GPU-)" + number +
         R"("},"productName":{"string":"NVIDIA H100 80GB HBM3"},"resource.kubernetes.io/numaNode":{"int":1}},)"
         R"("capacity":{"memory":{"value":"80Gi"}})" +
         more + "}";
}

/// MIG instance "1g.10gb" of 10 GiB on the card of that index.
inline std::string draMig(int card, int start, const std::string& more = {}) {
  const std::string number = std::to_string(card);
  return R"({"name":"gpu-)" + number + "-mig-1g10gb-15-" + std::to_string(start) +
         R"(","attributes":{"type":{"string":"mig"},"parentUUID":{"string":"GPU-)" + number +
         R"("},"profile":{"string":"1g.10gb"}},"capacity":{"memory":{"value":"10Gi"}})" + more + "}";
}

/// `devices` are joined by commas; the pool has the node's name.
inline RawResourceSlice draSlice(const std::string& name, const std::string& node, const std::string& devices,
                                 int count = 1, const std::string& driver = "gpu.nvidia.com") {
  return readAs<RawResourceSlice>(R"({"kind":"ResourceSlice","metadata":{"name":")" + name +
                                  R"("},"spec":{"driver":")" + driver + R"(","nodeName":")" + node +
                                  R"(","pool":{"name":")" + node + R"(","generation":1,"resourceSliceCount":)" +
                                  std::to_string(count) + R"(},"devices":[)" + devices + "]}}");
}

/// Class of that name for devices of that type.
inline RawDeviceClass draClass(const std::string& name, const std::string& type) {
  return readAs<RawDeviceClass>(
      R"({"kind":"DeviceClass","metadata":{"name":")" + name +
      R"("},"spec":{"selectors":[{"cel":{"expression":)"
      R"("device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == ')" +
      type + R"('"}}]}})");
}

/// One request "r" with these fields of `exactly`.
inline std::string draAsk(const std::string& deviceClass, int count = 1, const std::string& more = {}) {
  return R"("devices":{"requests":[{"name":"r","exactly":{"deviceClassName":")" + deviceClass + R"(","count":)" +
         std::to_string(count) + more + "}}]}";
}

/// A claim of the namespace "default"; `devices` it holds, all of one node, for these pods.
inline RawResourceClaim draClaim(const std::string& name, const std::string& node = {},
                                 const std::vector<std::string>& devices = {},
                                 const std::vector<std::string>& pods = {},
                                 const std::string& spec = draAsk("gpu.nvidia.com")) {
  RawResourceClaim out = readAs<RawResourceClaim>(
      R"({"kind":"ResourceClaim","metadata":{"namespace":"default","name":")" + name + R"("},"spec":{)" + spec + "}}");
  for (const std::string& device : devices) {
    if (!out.allocation) out.allocation.emplace();
    out.allocation->results.push_back({"r", "gpu.nvidia.com", node, device, false, {}});
  }
  if (out.allocation) {
    NodeSelectorRequirement here;
    here.key = "metadata.name";
    here.op = "In";
    here.values = {node};
    out.allocation->nodeSelector.emplace(1).front().matchFields.push_back(here);
  }
  for (const std::string& pod : pods) out.reservedFor.push_back({"pods", pod, {}});
  return out;
}

inline RawResourceClaimTemplate draTemplate(const std::string& name, const std::string& spec) {
  return readAs<RawResourceClaimTemplate>(
      R"({"kind":"ResourceClaimTemplate","metadata":{"namespace":"default","name":")" + name +
      R"("},"spec":{"spec":{)" + spec + "}}}");
}

/// All objects of a kind; none = the kind was read and is empty.
template <typename T>
ClusterDelta replaceExtras(ExtraKind kind, std::vector<T> objects) {
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::ReplaceExtras;
  delta.extraKind = kind;
  for (T& object : objects) delta.extras.emplace_back(std::make_shared<const T>(std::move(object)));
  return delta;
}

inline ClusterDelta draSlices(std::vector<RawResourceSlice> all) {
  return replaceExtras(ExtraKind::ResourceSlice, std::move(all));
}
inline ClusterDelta draClaims(std::vector<RawResourceClaim> all) {
  return replaceExtras(ExtraKind::ResourceClaim, std::move(all));
}
inline ClusterDelta draClasses(std::vector<RawDeviceClass> all) {
  return replaceExtras(ExtraKind::DeviceClass, std::move(all));
}
inline ClusterDelta draTemplates(std::vector<RawResourceClaimTemplate> all) {
  return replaceExtras(ExtraKind::ResourceClaimTemplate, std::move(all));
}

}  // namespace cardinal::testing
