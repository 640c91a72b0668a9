// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/raw.h"

namespace cardinal {

/// Whose scheduler starts the pods of a group together.
enum class GangSystem : std::uint8_t {
  None,
  Volcano,
  Kai,
  Koordinator,  ///< its annotations; and the labels that ACK's scheduler reads too
  SchedulerPlugins,
  Yunikorn,    ///< task groups of an application, for which placeholders are made
  Kubernetes,  ///< spec.schedulingGroup and spec.workloadRef, which are not read
};

/// A key by which pods name a PodGroup, and whose that is.
struct GroupKey {
  std::string_view key;
  GangSystem system;
};
/// In the order in which they are looked at; labels come before annotations.
inline constexpr std::array kGroupLabels = {
    GroupKey{"scheduling.x-k8s.io/pod-group", GangSystem::SchedulerPlugins},
    GroupKey{"pod-group.scheduling.sigs.k8s.io", GangSystem::Koordinator},
    GroupKey{"pod-group.scheduling.sigs.k8s.io/name", GangSystem::Koordinator},
};
inline constexpr std::array kGroupAnnotations = {
    GroupKey{"gang.scheduling.koordinator.sh/name", GangSystem::Koordinator},
    GroupKey{"scheduling.k8s.io/group-name", GangSystem::Volcano},
    GroupKey{"scheduling.volcano.sh/group-name", GangSystem::Volcano},
    GroupKey{"pod-group-name", GangSystem::Kai},
};

/// The PodGroup of the system that the pod's annotations name, whatever its scheduler; null = none.
const std::string* annotatedGroup(const RawPod& pod, GangSystem system);

/// The group that a pod names to the scheduler which it names.
struct GangName {
  GangSystem system = GangSystem::None;
  std::string_view name;            ///< in the namespace of the pod; empty of Kubernetes
  std::optional<std::int64_t> min;  ///< how many must start together, where pods say it
  bool isPlaceholder = false;       ///< YuniKorn
  /// The scheduler is the default one: whether it has the plugin for such groups the API does not tell.
  bool isAssumed = false;
};

/// A pure function; its texts point into the pod.
GangName gangNameOf(const RawPod& pod);

/// An entry of spec.subGroups of a PodGroup of KAI.
struct KaiSubGroup {
  std::string name;
  std::string parent;                       ///< empty = the group itself
  std::optional<std::int64_t> minMember;    ///< where nothing is below it
  std::optional<std::int64_t> minSubGroup;  ///< of those right below it; nothing = all
};

/// How many pods must start together at least: of each subgroup its own, of those above as many as they need, the
/// smallest of them. `minSubGroup`: of the group itself. Source: KAI-Scheduler v0.17.0,
/// pkg/scheduler/api/podgroup_info/subgroup_info (factory.go, subgroupset.go).
std::int64_t leastOfSubGroups(const std::vector<KaiSubGroup>& groups, std::optional<std::int64_t> minSubGroup);

}  // namespace cardinal
