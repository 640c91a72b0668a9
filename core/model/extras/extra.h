// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/model/extras/koordinator.h"
#include "core/model/extras/node_topology.h"
#include "core/model/extras/resource_claim.h"
#include "core/model/extras/resource_slice.h"
#include "core/model/raw.h"

namespace cardinal {

// core/model/extras/kueue.h
struct RawKueueClusterQueue;
struct RawKueueLocalQueue;
struct RawKueueFlavor;
struct RawKueueWorkload;
struct RawKueueCohort;
struct RawKueuePriorityClass;
struct RawKueueCheck;
struct RawKueueTopology;
struct KueueLists;
// core/model/extras/group_queues.h
struct RawVolcanoQueue;
struct RawVolcanoPodGroup;
struct RawKaiQueue;
struct RawKaiPodGroup;
struct RawKoordinatorQuota;
struct RawKoordinatorPodGroup;
struct RawPluginsQuota;
struct RawPluginsPodGroup;
struct RawQuotaTree;
struct RawYunikornConfig;
struct RawVolcanoConfig;
struct RawHyperNode;
struct GroupQueueLists;
struct RawQuota;          // core/model/namespace_rules.h
struct RawErdmaDevice;    // core/model/extras/erdma.h
struct RawClusterPolicy;  // core/model/extras/nvidia.h
struct RawPluginConfigs;  // likewise
struct RawMigConfigs;     // likewise
struct NvidiaConfigs;     // likewise
struct RawPriorityClass;  // core/model/extras/cluster_kinds.h
struct RawRuntimeClass;   // likewise
struct RawService;        // likewise
struct RawNamespace;      // likewise

/// Objects beside nodes and pods, of GPU stacks, of queue systems and of Kubernetes itself, as one type. Order of the
/// alternatives = order of ExtraKind.
using RawExtra = std::variant<
    std::shared_ptr<const RawKoordinatorDevice>, std::shared_ptr<const RawResourceSlice>,
    std::shared_ptr<const RawDeviceClass>, std::shared_ptr<const RawResourceClaim>,
    std::shared_ptr<const RawResourceClaimTemplate>, std::shared_ptr<const RawNodeTopology>,
    std::shared_ptr<const RawKueueClusterQueue>, std::shared_ptr<const RawKueueLocalQueue>,
    std::shared_ptr<const RawKueueFlavor>, std::shared_ptr<const RawKueueWorkload>,
    std::shared_ptr<const RawKueueCohort>, std::shared_ptr<const RawKueuePriorityClass>,
    std::shared_ptr<const RawKueueCheck>, std::shared_ptr<const RawKueueTopology>,
    std::shared_ptr<const RawVolcanoQueue>, std::shared_ptr<const RawVolcanoPodGroup>,
    std::shared_ptr<const RawKaiQueue>, std::shared_ptr<const RawKaiPodGroup>,
    std::shared_ptr<const RawKoordinatorQuota>, std::shared_ptr<const RawKoordinatorPodGroup>,
    std::shared_ptr<const RawPluginsQuota>, std::shared_ptr<const RawPluginsPodGroup>, std::shared_ptr<const RawQuota>,
    std::shared_ptr<const RawQuotaTree>, std::shared_ptr<const RawYunikornConfig>,
    std::shared_ptr<const RawVolcanoConfig>, std::shared_ptr<const RawKoordinatorReservation>,
    std::shared_ptr<const RawErdmaDevice>, std::shared_ptr<const RawClusterPolicy>,
    std::shared_ptr<const RawPluginConfigs>, std::shared_ptr<const RawMigConfigs>, std::shared_ptr<const RawHyperNode>,
    std::shared_ptr<const RawPriorityClass>, std::shared_ptr<const RawRuntimeClass>, std::shared_ptr<const RawService>,
    std::shared_ptr<const RawNamespace>, std::shared_ptr<const RawDisruptionBudget>>;

enum class ExtraKind : std::uint8_t {
  KoordinatorDevice,
  ResourceSlice,
  DeviceClass,
  ResourceClaim,
  ResourceClaimTemplate,
  NodeTopology,
  KueueClusterQueue,
  KueueLocalQueue,
  KueueFlavor,
  KueueWorkload,
  KueueCohort,
  KueuePriorityClass,
  KueueCheck,
  KueueTopology,
  VolcanoQueue,
  VolcanoPodGroup,
  KaiQueue,
  KaiPodGroup,
  KoordinatorQuota,
  KoordinatorPodGroup,
  PluginsQuota,
  PluginsPodGroup,
  ResourceQuota,
  QuotaTree,       ///< ElasticQuotaTree of ACK
  YunikornConfig,  ///< the ConfigMap yunikorn-configs
  VolcanoConfig,   ///< the ConfigMap of Volcano's scheduler
  KoordinatorReservation,
  ErdmaDevice,
  ClusterPolicy,
  PluginConfigs,  ///< the ConfigMap of the device plugin that the ClusterPolicy names
  MigConfigs,     ///< likewise of mig-manager, or the operator's own ones
  HyperNode,
  PriorityClass,
  RuntimeClass,
  Service,
  Namespace,
  DisruptionBudget  ///< PodDisruptionBudget
};
inline constexpr std::size_t kExtraKinds = std::variant_size_v<RawExtra>;

constexpr std::size_t indexOf(ExtraKind kind) {
  return static_cast<std::size_t>(kind);
}
/// Kind of the API: "Device", "ResourceSlice", ...
std::string_view toString(ExtraKind kind) noexcept;
/// API group: "scheduling.koordinator.sh", "resource.k8s.io", "topology.node.k8s.io", "kueue.x-k8s.io", ...
std::string_view groupOf(ExtraKind kind) noexcept;
constexpr bool isOfKueue(ExtraKind kind) {
  return kind >= ExtraKind::KueueClusterQueue && kind <= ExtraKind::KueueTopology;
}

inline ExtraKind kindOf(const RawExtra& extra) {
  return static_cast<ExtraKind>(extra.index());
}
/// True for a null pointer, which stands for no object.
bool isNull(const RawExtra& extra) noexcept;
/// Not for a null one.
const ObjectMeta& metaOf(const RawExtra& extra) noexcept;

/// By kind; nothing = the kind was not read, empty = there are none.
using ExtraLists = std::array<std::optional<std::vector<RawExtra>>, kExtraKinds>;

/// What such objects say of one node. Immutable once published.
struct NodeExtras {
  std::shared_ptr<const RawKoordinatorDevice> device;           ///< of the node's name; null = none seen
  std::shared_ptr<const RawNodeTopology> topology;              ///< likewise
  std::vector<std::shared_ptr<const RawResourceSlice>> slices;  ///< of the pools that have a slice of this node
  std::vector<std::shared_ptr<const RawResourceClaim>> claims;  ///< that hold devices of those pools
  std::vector<std::shared_ptr<const RawKoordinatorReservation>> reservations;  ///< that hold room on it, by name
  bool reservationsKnown = false;                                              ///< the kind was read
  std::shared_ptr<const RawErdmaDevice> erdma{};                               ///< of the node's name; null = none seen
  std::shared_ptr<const NvidiaConfigs> nvidia{};  ///< of the whole cluster; null = nothing of it was read
  bool empty() const {
    return device == nullptr && topology == nullptr && slices.empty() && reservations.empty() && erdma == nullptr &&
           nvidia == nullptr;
  }
};

/// What they say of the whole cluster, each list by namespace and name. Immutable, shared between snapshots.
struct ClusterExtras {
  std::array<bool, kExtraKinds> known{};    ///< by ExtraKind: the kind was read; its list may be empty
  std::array<bool, kExtraKinds> refused{};  ///< by ExtraKind: the server has the kind, and it may not be listed
  std::vector<std::shared_ptr<const RawResourceSlice>> slices;
  std::vector<std::shared_ptr<const RawDeviceClass>> classes;
  std::vector<std::shared_ptr<const RawResourceClaim>> claims;
  std::vector<std::shared_ptr<const RawResourceClaimTemplate>> templates;
  std::shared_ptr<const KueueLists> kueue;                         ///< null = no kind of Kueue was read
  std::shared_ptr<const GroupQueueLists> groups;                   ///< null = no kind of those was read
  std::shared_ptr<const NvidiaConfigs> nvidia{};                   ///< null = nothing of it was read
  std::vector<std::shared_ptr<const RawMigConfigs>> migConfigs{};  ///< of mig-manager
  std::vector<std::shared_ptr<const RawHyperNode>> hyperNodes{};
  std::vector<std::shared_ptr<const RawPriorityClass>> priorityClasses{};
  std::vector<std::shared_ptr<const RawRuntimeClass>> runtimeClasses{};
  bool knows(ExtraKind kind) const { return known[indexOf(kind)]; }
};

}  // namespace cardinal
