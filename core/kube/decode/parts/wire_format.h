// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/kube/decode/parts/objects.h"
#include "core/model/extras/cluster_kinds.h"

namespace cardinal {

/// How an answer of the API server is written. The answer's content type says which, each time; it is never guessed.
enum class WireFormat : std::uint8_t { Json, Protobuf };

/// Versions of a kind whose field numbers are known; another version may use the same ones otherwise. None: the kind
/// has no protobuf, as all that CustomResourceDefinitions make. resource.k8s.io/v1alpha3 is left out: 1.31 writes there
/// as false what 1.32 leaves out (docs/reference/protobuf.md 7).
template <typename Object>
struct ProtobufVersions {
  static constexpr std::array<std::string_view, 0> kAll{};
};
struct ProtobufOfCore {
  static constexpr std::array<std::string_view, 1> kAll{"v1"};
};
struct ProtobufOfScheduling {
  static constexpr std::array<std::string_view, 1> kAll{"scheduling.k8s.io/v1"};
};
struct ProtobufOfRuntimes {
  static constexpr std::array<std::string_view, 2> kAll{"node.k8s.io/v1", "node.k8s.io/v1beta1"};
};
struct ProtobufOfPolicy {
  static constexpr std::array<std::string_view, 2> kAll{"policy/v1", "policy/v1beta1"};
};
struct ProtobufOfDevices {
  static constexpr std::array<std::string_view, 3> kAll{"resource.k8s.io/v1", "resource.k8s.io/v1beta2",
                                                        "resource.k8s.io/v1beta1"};
};
template <>
struct ProtobufVersions<RawNode> : ProtobufOfCore {};
template <>
struct ProtobufVersions<RawPod> : ProtobufOfCore {};
template <>
struct ProtobufVersions<RawConfigMap> : ProtobufOfCore {};
template <>
struct ProtobufVersions<RawQuota> : ProtobufOfCore {};
template <>
struct ProtobufVersions<RawLimitRange> : ProtobufOfCore {};
template <>
struct ProtobufVersions<RawClaim> : ProtobufOfCore {};
template <>
struct ProtobufVersions<RawVolume> : ProtobufOfCore {};
template <>
struct ProtobufVersions<RawService> : ProtobufOfCore {};
template <>
struct ProtobufVersions<RawNamespace> : ProtobufOfCore {};
template <>
struct ProtobufVersions<RawPriorityClass> : ProtobufOfScheduling {};
template <>
struct ProtobufVersions<RawRuntimeClass> : ProtobufOfRuntimes {};
template <>
struct ProtobufVersions<ObjectEvent> : ProtobufOfCore {};
template <>
struct ProtobufVersions<RawDisruptionBudget> : ProtobufOfPolicy {};
template <>
struct ProtobufVersions<RawResourceSlice> : ProtobufOfDevices {};
template <>
struct ProtobufVersions<RawDeviceClass> : ProtobufOfDevices {};
template <>
struct ProtobufVersions<RawResourceClaim> : ProtobufOfDevices {};
template <>
struct ProtobufVersions<RawResourceClaimTemplate> : ProtobufOfDevices {};

/// Kinds that are read from protobuf too; all others are asked for as JSON alone.
template <typename Object>
inline constexpr bool kReadsProtobuf = !ProtobufVersions<Object>::kAll.empty();

/// The same for one version of the kind: "v1", "policy/v1".
template <typename Object>
constexpr bool readsProtobuf(std::string_view apiVersion) {
  for (const std::string_view version : ProtobufVersions<Object>::kAll) {
    if (version == apiVersion) return true;
  }
  return false;
}

}  // namespace cardinal
