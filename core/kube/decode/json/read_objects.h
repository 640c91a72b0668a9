// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/kube/decode.

#include "core/kube/decode/json/json_reader.h"
#include "core/kube/decode/parts/objects.h"
#include "core/model/extras/cluster_kinds.h"
#include "core/model/extras/erdma.h"
#include "core/model/extras/kai.h"
#include "core/model/extras/koordinator.h"
#include "core/model/extras/nvidia.h"

namespace cardinal::json {

/// One object of the API into its struct; `out` is fresh.
void readObject(Object& object, RawNode& out);
void readObject(Object& object, RawPod& out);
void readObject(Object& object, RawConfigMap& out);
void readObject(Object& object, RawDisruptionBudget& out);
void readObject(Object& object, RawQuota& out);
void readObject(Object& object, RawLimitRange& out);
void readObject(Object& object, RawClaim& out);
void readObject(Object& object, RawVolume& out);
void readObject(Object& object, RawPriorityClass& out);
void readObject(Object& object, RawRuntimeClass& out);
void readObject(Object& object, RawService& out);
void readObject(Object& object, RawNamespace& out);
void readObject(Object& object, RawStorageClass& out);
void readObject(Object& object, RawKaiQueue& out);
void readObject(Object& object, RawKaiPodGroup& out);
void readObject(Object& object, RawKoordinatorDevice& out);
void readObject(Object& object, RawKoordinatorReservation& out);
void readObject(Object& object, RawErdmaDevice& out);
void readObject(Object& object, RawClusterPolicy& out);
void readObject(Object& object, RawPluginConfigs& out);
void readObject(Object& object, RawMigConfigs& out);
void readObject(Object& object, ObjectEvent& out);
void readObject(Object& object, ApiStatus& out);
void readObject(Object& object, ObjectHeader& out);
void readListMeta(Value& value, ListMeta& out);

/// The spec of a pod or of a pod template; `path` is that of the spec.
void readPodSpec(Value& value, RawPodSpec& out, const Path& path, Problems& problems);
/// The terms of a NodeSelector, of a pod or a volume; `path` is that of the selector.
void readRequirements(Value& value, std::vector<NodeSelectorRequirement>& out, const Path& path, Problems& problems);
void readNodeSelector(Value& value, std::vector<NodeSelectorTerm>& terms, const Path& path, Problems& problems);
/// A label selector: `null` is no selector, which matches nothing; `{}` matches everything.
void readLabelSelector(Value& value, std::optional<LabelSelector>& out, const Path& path, Problems& problems);
/// `spec.affinity` and `spec.topologySpreadConstraints` of a pod; `parent` is the path of the spec.
void readAffinity(Value& value, RawPodSpec& spec, const Path& parent, Problems& problems);
void readTopologySpread(Value& value, RawPodSpec& spec, const Path& parent, Problems& problems);

/// Kind of the objects and of their lists.
template <typename T>
struct Kind;
template <>
struct Kind<RawNode> {
  static constexpr const char* kName = "Node";
  static constexpr const char* kList = "NodeList";
};
template <>
struct Kind<RawPod> {
  static constexpr const char* kName = "Pod";
  static constexpr const char* kList = "PodList";
};
template <>
struct Kind<RawConfigMap> {
  static constexpr const char* kName = "ConfigMap";
  static constexpr const char* kList = "ConfigMapList";
};

template <>
struct Kind<ObjectEvent> {
  static constexpr const char* kName = "Event";
  static constexpr const char* kList = "EventList";
};

template <>
struct Kind<RawDisruptionBudget> {
  static constexpr const char* kName = "PodDisruptionBudget";
  static constexpr const char* kList = "PodDisruptionBudgetList";
};

template <>
struct Kind<RawQuota> {
  static constexpr const char* kName = "ResourceQuota";
  static constexpr const char* kList = "ResourceQuotaList";
};

template <>
struct Kind<RawLimitRange> {
  static constexpr const char* kName = "LimitRange";
  static constexpr const char* kList = "LimitRangeList";
};

template <>
struct Kind<RawClaim> {
  static constexpr const char* kName = "PersistentVolumeClaim";
  static constexpr const char* kList = "PersistentVolumeClaimList";
};

template <>
struct Kind<RawVolume> {
  static constexpr const char* kName = "PersistentVolume";
  static constexpr const char* kList = "PersistentVolumeList";
};

template <>
struct Kind<RawPriorityClass> {
  static constexpr const char* kName = "PriorityClass";
  static constexpr const char* kList = "PriorityClassList";
};

template <>
struct Kind<RawRuntimeClass> {
  static constexpr const char* kName = "RuntimeClass";
  static constexpr const char* kList = "RuntimeClassList";
};

template <>
struct Kind<RawService> {
  static constexpr const char* kName = "Service";
  static constexpr const char* kList = "ServiceList";
};

template <>
struct Kind<RawNamespace> {
  static constexpr const char* kName = "Namespace";
  static constexpr const char* kList = "NamespaceList";
};

template <>
struct Kind<RawStorageClass> {
  static constexpr const char* kName = "StorageClass";
  static constexpr const char* kList = "StorageClassList";
};

template <>
struct Kind<RawKaiQueue> {
  static constexpr const char* kName = "Queue";
  static constexpr const char* kList = "QueueList";
};

template <>
struct Kind<RawKaiPodGroup> {
  static constexpr const char* kName = "PodGroup";
  static constexpr const char* kList = "PodGroupList";
};

template <>
struct Kind<RawKoordinatorDevice> {
  static constexpr const char* kName = "Device";
  static constexpr const char* kList = "DeviceList";
};

template <>
struct Kind<RawKoordinatorReservation> {
  static constexpr const char* kName = "Reservation";
  static constexpr const char* kList = "ReservationList";
};

template <>
struct Kind<RawErdmaDevice> {
  static constexpr const char* kName = "ERdmaDevice";
  static constexpr const char* kList = "ERdmaDeviceList";
};

template <>
struct Kind<RawClusterPolicy> {
  static constexpr const char* kName = "ClusterPolicy";
  static constexpr const char* kList = "ClusterPolicyList";
};

template <>
struct Kind<RawPluginConfigs> {
  static constexpr const char* kName = "ConfigMap";
  static constexpr const char* kList = "ConfigMapList";
};

template <>
struct Kind<RawMigConfigs> {
  static constexpr const char* kName = "ConfigMap";
  static constexpr const char* kList = "ConfigMapList";
};

}  // namespace cardinal::json
