// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/kube/decode: readers and kinds of the objects in core/model/extras.

#include "core/kube/decode/json/json_reader.h"
#include "core/model/extras/group_queues.h"
#include "core/model/extras/kueue.h"
#include "core/model/extras/node_topology.h"
#include "core/model/extras/resource_claim.h"
#include "core/model/extras/resource_slice.h"

namespace cardinal::json {

/// One object of the API into its struct; `out` is fresh. Forms of resource.k8s.io v1alpha3 to v1 are read alike.
void readObject(Object& object, RawResourceSlice& out);
void readObject(Object& object, RawDeviceClass& out);
void readObject(Object& object, RawResourceClaim& out);
void readObject(Object& object, RawResourceClaimTemplate& out);
void readObject(Object& object, RawNodeTopology& out);
/// Forms of kueue.x-k8s.io v1beta1 and v1beta2 (a Cohort: v1alpha1 too) are read alike.
void readObject(Object& object, RawKueueClusterQueue& out);
void readObject(Object& object, RawKueueLocalQueue& out);
void readObject(Object& object, RawKueueFlavor& out);
void readObject(Object& object, RawKueueWorkload& out);
void readObject(Object& object, RawKueueCohort& out);
void readObject(Object& object, RawKueuePriorityClass& out);
void readObject(Object& object, RawKueueCheck& out);
void readObject(Object& object, RawVolcanoQueue& out);
void readObject(Object& object, RawVolcanoPodGroup& out);
void readObject(Object& object, RawHyperNode& out);
/// Of both groups that serve this form.
void readObject(Object& object, RawElasticQuota& out);
void readObject(Object& object, RawSigsPodGroup& out);
void readObject(Object& object, RawKueueTopology& out);
void readObject(Object& object, RawQuotaTree& out);
/// ConfigMaps that hold a scheduler's configuration as YAML.
void readObject(Object& object, RawYunikornConfig& out);
void readObject(Object& object, RawVolcanoConfig& out);

/// `status.conditions`; `status` is the path of the status.
void readConditions(Value& value, std::vector<NodeCondition>& out, const Path& status, Problems& problems);
/// `selectors` of classes and requests: their CEL expressions.
void readDeviceSelectors(Value& value, std::vector<std::string>& out, const Path& path, Problems& problems);
/// The value of a text that should be a quantity, added under `name`.
void readAmount(Value& value, std::string_view name, ResourceList& out, const Path& path, Problems& problems);

template <typename T>
struct Kind;
template <>
struct Kind<RawResourceSlice> {
  static constexpr const char* kName = "ResourceSlice";
  static constexpr const char* kList = "ResourceSliceList";
};
template <>
struct Kind<RawDeviceClass> {
  static constexpr const char* kName = "DeviceClass";
  static constexpr const char* kList = "DeviceClassList";
};
template <>
struct Kind<RawResourceClaim> {
  static constexpr const char* kName = "ResourceClaim";
  static constexpr const char* kList = "ResourceClaimList";
};
template <>
struct Kind<RawResourceClaimTemplate> {
  static constexpr const char* kName = "ResourceClaimTemplate";
  static constexpr const char* kList = "ResourceClaimTemplateList";
};
template <>
struct Kind<RawNodeTopology> {
  static constexpr const char* kName = "NodeResourceTopology";
  static constexpr const char* kList = "NodeResourceTopologyList";
};
template <>
struct Kind<RawKueueClusterQueue> {
  static constexpr const char* kName = "ClusterQueue";
  static constexpr const char* kList = "ClusterQueueList";
};
template <>
struct Kind<RawKueueLocalQueue> {
  static constexpr const char* kName = "LocalQueue";
  static constexpr const char* kList = "LocalQueueList";
};
template <>
struct Kind<RawKueueFlavor> {
  static constexpr const char* kName = "ResourceFlavor";
  static constexpr const char* kList = "ResourceFlavorList";
};
template <>
struct Kind<RawKueueWorkload> {
  static constexpr const char* kName = "Workload";
  static constexpr const char* kList = "WorkloadList";
};
template <>
struct Kind<RawKueueCohort> {
  static constexpr const char* kName = "Cohort";
  static constexpr const char* kList = "CohortList";
};
template <>
struct Kind<RawKueuePriorityClass> {
  static constexpr const char* kName = "WorkloadPriorityClass";
  static constexpr const char* kList = "WorkloadPriorityClassList";
};
template <>
struct Kind<RawKueueCheck> {
  static constexpr const char* kName = "AdmissionCheck";
  static constexpr const char* kList = "AdmissionCheckList";
};
template <>
struct Kind<RawKueueTopology> {
  static constexpr const char* kName = "Topology";
  static constexpr const char* kList = "TopologyList";
};
template <>
struct Kind<RawQuotaTree> {
  static constexpr const char* kName = "ElasticQuotaTree";
  static constexpr const char* kList = "ElasticQuotaTreeList";
};
template <>
struct Kind<RawYunikornConfig> {
  static constexpr const char* kName = "ConfigMap";
  static constexpr const char* kList = "ConfigMapList";
};
template <>
struct Kind<RawVolcanoConfig> : Kind<RawYunikornConfig> {};
template <>
struct Kind<RawVolcanoQueue> {
  static constexpr const char* kName = "Queue";
  static constexpr const char* kList = "QueueList";
};
template <>
struct Kind<RawHyperNode> {
  static constexpr const char* kName = "HyperNode";
  static constexpr const char* kList = "HyperNodeList";
};
template <>
struct Kind<RawVolcanoPodGroup> {
  static constexpr const char* kName = "PodGroup";
  static constexpr const char* kList = "PodGroupList";
};
template <>
struct Kind<RawKoordinatorQuota> {
  static constexpr const char* kName = "ElasticQuota";
  static constexpr const char* kList = "ElasticQuotaList";
};
template <>
struct Kind<RawPluginsQuota> : Kind<RawKoordinatorQuota> {};
template <>
struct Kind<RawKoordinatorPodGroup> : Kind<RawVolcanoPodGroup> {};
template <>
struct Kind<RawPluginsPodGroup> : Kind<RawVolcanoPodGroup> {};

}  // namespace cardinal::json
