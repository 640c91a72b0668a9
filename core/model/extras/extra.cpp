// SPDX-License-Identifier: Apache-2.0
#include "core/model/extras/extra.h"

#include "core/model/extras/cluster_kinds.h"
#include "core/model/extras/erdma.h"
#include "core/model/extras/group_queues.h"
#include "core/model/extras/kueue.h"
#include "core/model/extras/nvidia.h"
#include "core/model/namespace_rules.h"

namespace cardinal {

bool holdsRoom(const RawKoordinatorReservation& reservation) {
  return !reservation.nodeName.empty() && (reservation.phase == "Available" || reservation.phase == "Waiting");
}

std::string_view toString(ExtraKind kind) noexcept {
  switch (kind) {
    case ExtraKind::KoordinatorDevice:
      return "Device";
    case ExtraKind::ResourceSlice:
      return "ResourceSlice";
    case ExtraKind::DeviceClass:
      return "DeviceClass";
    case ExtraKind::ResourceClaim:
      return "ResourceClaim";
    case ExtraKind::ResourceClaimTemplate:
      return "ResourceClaimTemplate";
    case ExtraKind::NodeTopology:
      return "NodeResourceTopology";
    case ExtraKind::KueueClusterQueue:
      return "ClusterQueue";
    case ExtraKind::KueueLocalQueue:
      return "LocalQueue";
    case ExtraKind::KueueFlavor:
      return "ResourceFlavor";
    case ExtraKind::KueueWorkload:
      return "Workload";
    case ExtraKind::KueueCohort:
      return "Cohort";
    case ExtraKind::KueuePriorityClass:
      return "WorkloadPriorityClass";
    case ExtraKind::KueueCheck:
      return "AdmissionCheck";
    case ExtraKind::KueueTopology:
      return "Topology";
    case ExtraKind::ResourceQuota:
      return "ResourceQuota";
    case ExtraKind::QuotaTree:
      return "ElasticQuotaTree";
    case ExtraKind::VolcanoQueue:
    case ExtraKind::KaiQueue:
      return "Queue";
    case ExtraKind::VolcanoPodGroup:
    case ExtraKind::KaiPodGroup:
    case ExtraKind::KoordinatorPodGroup:
    case ExtraKind::PluginsPodGroup:
      return "PodGroup";
    case ExtraKind::KoordinatorQuota:
    case ExtraKind::PluginsQuota:
      return "ElasticQuota";
    case ExtraKind::KoordinatorReservation:
      return "Reservation";
    case ExtraKind::ErdmaDevice:
      return "ERdmaDevice";
    case ExtraKind::ClusterPolicy:
      return "ClusterPolicy";
    case ExtraKind::PluginConfigs:
    case ExtraKind::YunikornConfig:
    case ExtraKind::VolcanoConfig:
    case ExtraKind::MigConfigs:
      return "ConfigMap";
    case ExtraKind::HyperNode:
      return "HyperNode";
    case ExtraKind::PriorityClass:
      return "PriorityClass";
    case ExtraKind::RuntimeClass:
      return "RuntimeClass";
    case ExtraKind::Service:
      return "Service";
    case ExtraKind::Namespace:
      return "Namespace";
    case ExtraKind::DisruptionBudget:
      return "PodDisruptionBudget";
  }
  return {};
}

std::string_view groupOf(ExtraKind kind) noexcept {
  if (isOfKueue(kind)) return "kueue.x-k8s.io";
  switch (kind) {
    case ExtraKind::KoordinatorDevice:
    case ExtraKind::KoordinatorReservation:
      return "scheduling.koordinator.sh";
    case ExtraKind::NodeTopology:
      return "topology.node.k8s.io";
    case ExtraKind::VolcanoQueue:
    case ExtraKind::VolcanoPodGroup:
      return "scheduling.volcano.sh";
    case ExtraKind::HyperNode:
      return "topology.volcano.sh";
    case ExtraKind::KaiQueue:
    case ExtraKind::KaiPodGroup:
      return "scheduling.run.ai";
    case ExtraKind::KoordinatorQuota:
    case ExtraKind::KoordinatorPodGroup:
    case ExtraKind::QuotaTree:
      return "scheduling.sigs.k8s.io";
    case ExtraKind::PluginsQuota:
    case ExtraKind::PluginsPodGroup:
      return "scheduling.x-k8s.io";
    case ExtraKind::ErdmaDevice:
      return "network.alibabacloud.com";
    case ExtraKind::ClusterPolicy:
      return "nvidia.com";
    case ExtraKind::PriorityClass:
      return "scheduling.k8s.io";
    case ExtraKind::RuntimeClass:
      return "node.k8s.io";
    case ExtraKind::DisruptionBudget:
      return "policy";
    case ExtraKind::PluginConfigs:
    case ExtraKind::ResourceQuota:
    case ExtraKind::YunikornConfig:
    case ExtraKind::VolcanoConfig:
    case ExtraKind::MigConfigs:
    case ExtraKind::Service:
    case ExtraKind::Namespace:
      return {};
    default:
      return "resource.k8s.io";
  }
}

bool isNull(const RawExtra& extra) noexcept {
  return std::visit([](const auto& object) { return object == nullptr; }, extra);
}

const ObjectMeta& metaOf(const RawExtra& extra) noexcept {
  return std::visit([](const auto& object) -> const ObjectMeta& { return object->meta; }, extra);
}

}  // namespace cardinal
