// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/make/plan.h"

namespace cardinal {

struct ClusterExtras;  // core/model/extras/extra.h

/// Why a switch is refused, or what its reader must know first.
enum class SwitchNote : std::uint8_t {
  // Refusals.
  AlreadyThere,   ///< the label has the value
  ToMig,          ///< resources of MIG nodes are not known, so success cannot be seen: use a node pool
  FromMig,        ///< a MIG node is not relabelled
  ModeUnknown,    ///< the label has a value that is not known; detail = value
  OtherStack,     ///< the node belongs to another GPU stack; detail = its mode
  NoCards,        ///< the node publishes no GPU resource and has no label of one
  DriverUpgrade,  ///< the GPU operator is changing the driver; detail = state
  NotReady,       ///< no device plugin can answer
  NotShared,      ///< placement is for sharing modes only
  // Refusals of other stacks' switches.
  SeveralStacks,        ///< detail = the stacks
  NotMigCapable,        ///< no label nvidia.com/mig.capable=true
  NoMigManager,         ///< nothing on the node follows nvidia.com/mig.config
  NoMigStrategy,        ///< the device plugin would offer cut cards as whole ones
  LayoutByHand,         ///< MIG instances that mig-manager did not make, so nothing could restore them
  NoInstances,          ///< all-enabled: the node would offer nothing, so success could not be seen
  SameAgain,            ///< the value stands there and failed; detail = it
  OperatorBusy,         ///< an operator is changing the node; detail = its label and value
  PluginOff,            ///< the device plugin is switched off; detail = the label
  PluginInTheWay,       ///< another device plugin offers the resource; detail = it
  ConfigMissing,        ///< the ConfigMap has no configuration of this name; detail = the names that it has
  ConfigUnreadable,     ///< the configuration cannot be read, and the plugin could not either; detail = its name
  TooFewReplicas,       ///< the plugin takes 2 replicas and more; detail = resource: replicas
  TooManyClients,       ///< more replicas than MPS has clients on such cards; detail = replicas > most
  MpsOnMig,             ///< the configuration shares by MPS, which the plugin does not do on MIG instances
  ProfileNotOfCard,     ///< the cards have no such MIG profile; detail = the profiles that they have
  MigConfigMissing,     ///< mig-manager's ConfigMap has no configuration of this name; detail = the names that it has
  MigConfigUnreadable,  ///< mig-manager's ConfigMap cannot be read, and mig-manager could not either; detail = its name
  LayoutMedia,          ///< more than one instance with the media engines on a card; detail = the layout
  LayoutMemory,         ///< more memory slices than a card has; detail = the layout
  LayoutStarts,         ///< memory slices are left, but none at which a profile may start; detail = the layout
  LayoutCompute,        ///< more compute slices than a card has; detail = the layout
  LayoutOfSingle,       ///< the strategy single wants one profile on all cards; detail = the layout
  UnknownCards,         ///< detail = ids that the node does not register
  // Cautions.
  ReAddAdvised,       ///< removing and re-adding the node is the vendor's clean way
  ModuleStays,        ///< the isolation module stays loaded until the machine restarts
  SourcesDisagree,    ///< the vendor's pages contradict each other
  NotDocumented,      ///< no source names this switch
  PluginNotRestored,  ///< without aliyun.accelerator/nvidia_count nothing brings the NVIDIA plugin back
  RemovalNoReturn,    ///< removing the label on rollback does not restore exclusive scheduling
  FuturePodsOnly,     ///< running pods stay where they are
  ManagerStops,       ///< mig-manager stops plugin, feature discovery and DCGM, and may restart the machine
  FailedBefore,       ///< the present value failed, so a rollback may not reach it either; detail = it
  RollbackWrites,     ///< the label is absent now and its removal is not followed; detail = what a rollback writes
  ConfigNotRead,      ///< which sharing a config gives, and whether it exists, is not read
  ConfigOf,           ///< what the configuration gives; detail = in few words
  OwnLayoutOf,        ///< what mig-manager's ConfigMap gives the cards; detail = profiles, "-" = no instances
  LayoutOf,           ///< what NVIDIA's default configuration of this name gives a card; detail = profiles
  NoOtherPlugin,      ///< nothing offers the node's cards until another device plugin runs there
  NextRegistration,   ///< counts from the next registration; older versions do not know it
  AllCards,           ///< no card of the node is left for new pods
  Foreign,            ///< more than one GPU stack shows on the node; detail = resources
};
const char* toString(SwitchNote note) noexcept;
constexpr bool isRefusal(SwitchNote note) {
  return note <= SwitchNote::UnknownCards;
}

struct NotedSwitch {
  SwitchNote note = SwitchNote::AlreadyThere;
  std::string detail;
  bool operator==(const NotedSwitch&) const = default;
};

/// Amount of one resource before and after; nothing = not known.
struct ResourceChange {
  std::string resource;
  std::optional<std::int64_t> before;
  std::optional<std::int64_t> after;
  bool operator==(const ResourceChange&) const = default;
};

/// Whether and how a node gets to a target.
struct SwitchAssessment {
  GpuMode from = GpuMode::None;
  SwitchTarget target;
  SwitchWay way = SwitchWay::Refused;
  std::vector<NotedSwitch> notes;         ///< refusals first
  std::vector<ResourceChange> resources;  ///< GPU resources of the modes, in a fixed order
  std::vector<std::string> appear;        ///< resources that must be above 0 afterwards
  std::vector<std::string> vanish;        ///< resources that must be 0 afterwards
};

/// Mode a node is in, by its label, else by what it publishes.
GpuMode presentMode(const RawNode& node);

/// `extras`: what was read of the cluster's objects, such as the device plugin's configurations; null = nothing.
SwitchAssessment assessSwitch(const RawNode& node, const SwitchTarget& target, const ClusterExtras* extras = nullptr);

/// Where and when plans are made.
struct PlanContext {
  std::string id;
  std::string cluster;
  std::string server;
  UnixSeconds now = 0;
};

/// How long a plan waits; defaults as an operator would.
struct PlanTimeouts {
  std::chrono::seconds plugin{300};      ///< for the device plugin to publish
  std::chrono::seconds machine{1800};    ///< for an operator that may restart the machine
  std::chrono::seconds operators{7200};  ///< for people to remove and add a node
};

Plan makeCordonPlan(const RawNode& node, const PlanContext& context);
Plan makeUncordonPlan(const RawNode& node, const PlanContext& context);
/// Cordons and evicts; the node stays cordoned.
Plan makeDrainPlan(const RawNode& node, const DrainPolicy& policy, const PlanContext& context);
/// The plan of an assessment whose way is Directly, AfterDrain or ReAdd; without steps for any other.
Plan makeSwitchPlan(const RawNode& node, const SwitchAssessment& assessment, DrainPolicy policy,
                    const PlanTimeouts& timeouts, const PlanContext& context);
/// The naked label: nothing is cordoned, evicted or verified, and GPU pods that run stay outside the scheduler's
/// ledger. For experts who accept that. Without steps where the switch is refused or there is nothing to do, and for
/// switches of other stacks than ACK's and gpushare, whose operators break under running pods.
Plan makeLabelOnlyPlan(const RawNode& node, SwitchAssessment assessment, const PlanContext& context);

}  // namespace cardinal
