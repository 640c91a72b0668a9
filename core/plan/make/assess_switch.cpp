// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <set>

#include "core/model/extras/extra.h"
#include "core/plan/make/make_plan.h"
#include "core/plan/make/stack_switches.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/readers.h"
#include "core/provider/registry/registry.h"
#include "core/provider/shared_node.h"
#include "core/provider/stacks/ack/ack.h"
#include "core/provider/stacks/dra/dra_adapter.h"

namespace cardinal {
namespace {

constexpr std::string_view kUpgradeState = "nvidia.com/gpu-driver-upgrade-state";
constexpr std::string_view kUpgradeDone = "upgrade-done";
constexpr std::string_view kCardCount = "aliyun.accelerator/nvidia_count";
constexpr std::string_view kOpenSource = "gpushare";
constexpr std::string_view kMigPrefix = "nvidia.com/mig-";

std::int64_t published(const RawNode& node, std::string_view resource) {
  const Quantity* amount = find(node.allocatable, resource);
  return amount == nullptr ? 0 : amount->floor();
}

bool isSet(const RawNode& node, std::string_view label) {
  const std::string* value = find(node.meta.labels, label);
  return value != nullptr && *value == "true";
}

bool publishesMig(const RawNode& node) {
  return std::any_of(node.allocatable.begin(), node.allocatable.end(), [](const ResourceAmount& entry) {
    return entry.name.compare(0, kMigPrefix.size(), kMigPrefix) == 0 && entry.amount.floor() > 0;
  });
}

bool isReady(const RawNode& node) {
  return std::any_of(node.conditions.begin(), node.conditions.end(),
                     [](const NodeCondition& c) { return c.type == "Ready" && c.status == "True"; });
}

/// Cards on the node as labels or resources say; nothing = not known.
std::optional<std::int64_t> cardCount(const RawNode& node) {
  std::int64_t count = 0;
  const std::string* label = find(node.meta.labels, kCardCount);
  if (label != nullptr && provider::parseGoInteger(*label, count) && count > 0) return count;
  for (const std::string_view resource : {provider::kNvidiaGpu, provider::kTopologyGpu, provider::kGpuCount}) {
    if (published(node, resource) > 0) return published(node, resource);
  }
  return std::nullopt;
}

class Assessor {
 public:
  Assessor(const RawNode& node, const SwitchTarget& target, const ClusterExtras* extras)
      : m_node(node), m_extras(extras) {
    m_out.target = target;
    m_out.from = presentMode(node);
  }

  SwitchAssessment assess() {
    const std::string* label = presentValue(m_node, m_out.target);
    const bool isSame =
        m_out.target.remove ? label == nullptr : label != nullptr && *label == labelValueOf(m_out.target);
    if (isSame) refuse(SwitchNote::AlreadyThere);
    switch (m_out.target.kind) {
      case SwitchTarget::Kind::Mode:
        judgeMode(label != nullptr);
        break;
      case SwitchTarget::Kind::OpenSource:
        judgeFlag(GpuMode::Gpushare);
        break;
      case SwitchTarget::Kind::DedicatedCgpu:
        judgeFlag(GpuMode::Cgpu);
        break;
      case SwitchTarget::Kind::Placement:
        judgePlacement();
        break;
      case SwitchTarget::Kind::Stack:
        judgeStack(switchOf(m_out.target));
        break;
    }
    judgeState();
    settle(label == nullptr);
    return std::move(m_out);
  }

 private:
  void refuse(SwitchNote note, std::string detail = {}) { m_out.notes.push_back({note, std::move(detail)}); }
  void caution(SwitchNote note, std::string detail = {}) { m_cautions.push_back({note, std::move(detail)}); }

  bool labelled() const { return find(m_node.meta.labels, provider::kModeLabel) != nullptr; }

  void judgeMode(bool hasLabel) {
    const GpuMode to = m_out.target.mode;
    if (to == GpuMode::Mig) refuse(SwitchNote::ToMig);
    if (m_out.from == GpuMode::Mig) refuse(SwitchNote::FromMig);
    if (m_out.from == GpuMode::Unknown || m_out.from == GpuMode::Disabled) {
      refuse(SwitchNote::ModeUnknown, hasLabel ? *find(m_node.meta.labels, provider::kModeLabel) : std::string());
    }
    if (!hasLabel && (isSharedMode(m_out.from) || isOfOtherStack())) refuse(SwitchNote::OtherStack, nameOfStack());
    const SwitchRule rule = switchRule(m_out.from, to);
    m_out.way = rule.way;
    // Without a label exclusive scheduling is not certain: setting it is a change even where the mode looks the same.
    if (rule.way == SwitchWay::Same && !hasLabel) m_out.way = SwitchWay::AfterDrain;
    if (rule.reAddAdvised) caution(SwitchNote::ReAddAdvised);
    const bool isolated = m_out.from == GpuMode::Cgpu || m_out.from == GpuMode::CoreMem;
    if (isolated && m_out.way == SwitchWay::AfterDrain) caution(SwitchNote::ModuleStays);
    if (rule.disputed) caution(SwitchNote::SourcesDisagree);
    if (rule.inferred && rule.way != SwitchWay::Refused) caution(SwitchNote::NotDocumented);
    if (!hasLabel) caution(SwitchNote::RemovalNoReturn);
    expect(resourcesOf(to));
  }

  /// Labels that daemon sets select: `mode` is what they turn on, whole cards what they leave.
  void judgeFlag(GpuMode mode) {
    const bool on = m_out.target.on;
    m_out.way = SwitchWay::AfterDrain;
    if (m_out.from == GpuMode::Mig) refuse(SwitchNote::FromMig);
    const GpuMode wanted = on ? GpuMode::Exclusive : mode;
    if (labelled() || (m_out.from != wanted && m_out.from != GpuMode::None)) {
      if (!(m_out.from == mode && !labelled())) refuse(SwitchNote::OtherStack, toString(m_out.from));
    }
    const bool restored = find(m_node.meta.labels, kCardCount) != nullptr;
    if (!on && !restored) caution(SwitchNote::PluginNotRestored);
    if (on) {
      expect(resourcesOf(mode));
    } else {
      expect(restored ? resourcesOf(GpuMode::Exclusive) : std::vector<std::string>{});
    }
  }

  void judgePlacement() {
    m_out.way = SwitchWay::Directly;
    const bool shared = isSharedMode(m_out.from) && m_out.from != GpuMode::Gpushare;
    if (!shared) refuse(SwitchNote::NotShared, toString(m_out.from));
    caution(SwitchNote::FuturePodsOnly);
  }

  /// Modes that the labels of ACK neither make nor end.
  bool isOfOtherStack() const {
    const auto& modes = switchModes();
    return m_out.from != GpuMode::None && m_out.from != GpuMode::Unknown && m_out.from != GpuMode::Disabled &&
           std::find(modes.begin(), modes.end(), m_out.from) == modes.end();
  }
  std::string nameOfStack() const { return isSharedMode(m_out.from) ? toString(m_out.from) : toString(stackOf()); }

  /// Devices of claims stand in ResourceSlices, not on the node.
  GpuStack stackOf() const {
    NodeExtras own;
    if (m_extras != nullptr) {
      std::copy_if(m_extras->slices.begin(), m_extras->slices.end(), std::back_inserter(own.slices),
                   [&](const auto& slice) { return slice->nodes.nodeName == m_node.meta.key.name; });
    }
    const bool isClaimed = !own.slices.empty() && provider::offersClaimableGpus(m_node, &own);
    const GpuStack stack = stackOfNode(m_node);
    return isClaimed && !provider::publishes(m_node, provider::kNvidiaGpu) ? GpuStack::Dra : stack;
  }

  void judgeStack(const StackSwitch* row) {
    if (row == nullptr) return refuse(SwitchNote::OtherStack, toString(stackOf()));
    m_row = row;
    m_out.way = row->way;
    const auto capacity = readCapacity(m_node, nullptr);
    m_out.from = capacity ? capacity->gpu.mode : GpuMode::None;
    const GpuStack stack = stackOf();
    if (stack == GpuStack::None && row->from.front() != stack) refuse(SwitchNote::NoCards);
    const bool belongs = std::find(row->from.begin(), row->from.end(), stack) != row->from.end();
    if (!belongs && stack != GpuStack::None) refuse(SwitchNote::OtherStack, toString(stack));
    for (const SwitchGuard& guard : row->guards) {
      const bool stale = !belongs || (guard.note != SwitchNote::SameAgain && isSameAlready());
      auto detail = stale ? std::nullopt : guard.detail(m_node, m_out.target, m_extras);
      if (!detail) continue;
      if (guard.note == SwitchNote::SameAgain) m_out.notes.clear();  // it is there, but not done
      if (isRefusal(guard.note)) {
        refuse(guard.note, std::move(*detail));
      } else {
        caution(guard.note, std::move(*detail));
      }
    }
    if (row->resources == nullptr) return;
    SwitchedResources changed = row->resources(m_node, m_out.target, m_extras);
    m_out.appear = std::move(changed.appear);
    m_out.vanish = std::move(changed.vanish);
  }

  bool isSameAlready() const { return !m_out.notes.empty() && m_out.notes.front().note == SwitchNote::AlreadyThere; }

  void judgeState() {
    const std::string* upgrade = find(m_node.meta.labels, kUpgradeState);
    if (upgrade != nullptr && *upgrade != kUpgradeDone) refuse(SwitchNote::DriverUpgrade, *upgrade);
    if (!isReady(m_node) && !isDirect(m_out.target)) refuse(SwitchNote::NotReady);
    const bool isStack = m_out.target.kind == SwitchTarget::Kind::Stack;
    if (!isStack && m_out.from == GpuMode::None && !cardCount(m_node)) {
      if (stackOf() == GpuStack::Dra) {
        refuse(SwitchNote::OtherStack, toString(GpuStack::Dra));
      } else {
        refuse(SwitchNote::NoCards);
      }
    }
    std::string present;
    int stacks = 0;
    for (const std::string_view resource : {provider::kGpuMem, provider::kTopologyGpu, provider::kNvidiaGpu}) {
      if (published(m_node, resource) <= 0) continue;
      present += (present.empty() ? "" : ", ") + std::string(resource);
      ++stacks;
    }
    if (stacks > 1) caution(SwitchNote::Foreign, present);
  }

  void expect(std::vector<std::string> appear) {
    m_out.appear = std::move(appear);
    for (const std::string& resource : switchedResources()) {
      if (std::find(m_out.appear.begin(), m_out.appear.end(), resource) == m_out.appear.end()) {
        m_out.vanish.push_back(resource);
      }
    }
  }

  std::optional<std::int64_t> amountAfter(const std::string& resource) const {
    const bool appears = std::find(m_out.appear.begin(), m_out.appear.end(), resource) != m_out.appear.end();
    const bool vanishes = std::find(m_out.vanish.begin(), m_out.vanish.end(), resource) != m_out.vanish.end();
    if (vanishes) return 0;
    if (!appears) return published(m_node, resource);
    // The plugin measures memory when it starts; what it will say is known only where it says it already.
    if (resource == provider::kGpuMem) {
      return published(m_node, resource) > 0 ? std::optional(published(m_node, resource)) : std::nullopt;
    }
    const auto cards = cardCount(m_node);
    if (!cards) return std::nullopt;
    return resource == provider::kGpuCore ? *cards * 100 : *cards;
  }

  void settle(bool labelAbsent) {
    const bool refused = !m_out.notes.empty();
    const bool same = refused && m_out.notes.front().note == SwitchNote::AlreadyThere;
    if (m_out.way == SwitchWay::ReAdd && labelAbsent) {
      std::erase_if(m_cautions, [](const NotedSwitch& n) { return n.note == SwitchNote::RemovalNoReturn; });
    }
    if (refused) m_out.way = same ? SwitchWay::Same : SwitchWay::Refused;
    if (!refused) m_out.notes = std::move(m_cautions);
    if (m_out.target.kind == SwitchTarget::Kind::Stack) return tellStackResources();
    for (const std::string& resource : switchedResources()) {
      m_out.resources.push_back({resource, published(m_node, resource), amountAfter(resource)});
    }
  }

  /// What appears is published by the operator in its own time: its amount is not known before, only what goes to 0.
  void tellStackResources() {
    if (m_row == nullptr || m_row->devices.empty()) return;
    std::set<std::string> names(m_out.appear.begin(), m_out.appear.end());
    names.insert(std::string(provider::kNvidiaGpu));
    for (const ResourceAmount& entry : m_node.allocatable) {
      const bool belongs = entry.name.compare(0, m_row->devices.size(), m_row->devices) == 0 &&
                           provider::classify(entry.name) != provider::GpuResource::None;
      if (belongs && entry.amount.floor() > 0) names.insert(entry.name);
    }
    for (const std::string& name : names) {
      const bool goes = std::find(m_out.vanish.begin(), m_out.vanish.end(), name) != m_out.vanish.end();
      m_out.resources.push_back({name, published(m_node, name), goes ? std::optional<std::int64_t>(0) : std::nullopt});
    }
  }

  const RawNode& m_node;
  const ClusterExtras* m_extras;  ///< null = nothing was read
  SwitchAssessment m_out;
  const StackSwitch* m_row = nullptr;  ///< of a switch of another stack
  std::vector<NotedSwitch> m_cautions;
};

}  // namespace

const char* toString(SwitchNote note) noexcept {
  static constexpr const char* kNames[] = {"AlreadyThere",
                                           "ToMig",
                                           "FromMig",
                                           "ModeUnknown",
                                           "OtherStack",
                                           "NoCards",
                                           "DriverUpgrade",
                                           "NotReady",
                                           "NotShared",
                                           "SeveralStacks",
                                           "NotMigCapable",
                                           "NoMigManager",
                                           "NoMigStrategy",
                                           "LayoutByHand",
                                           "NoInstances",
                                           "SameAgain",
                                           "OperatorBusy",
                                           "PluginOff",
                                           "PluginInTheWay",
                                           "ConfigMissing",
                                           "ConfigUnreadable",
                                           "TooFewReplicas",
                                           "TooManyClients",
                                           "MpsOnMig",
                                           "ProfileNotOfCard",
                                           "MigConfigMissing",
                                           "MigConfigUnreadable",
                                           "LayoutMedia",
                                           "LayoutMemory",
                                           "LayoutStarts",
                                           "LayoutCompute",
                                           "LayoutOfSingle",
                                           "UnknownCards",
                                           "ReAddAdvised",
                                           "ModuleStays",
                                           "SourcesDisagree",
                                           "NotDocumented",
                                           "PluginNotRestored",
                                           "RemovalNoReturn",
                                           "FuturePodsOnly",
                                           "ManagerStops",
                                           "FailedBefore",
                                           "RollbackWrites",
                                           "ConfigNotRead",
                                           "ConfigOf",
                                           "OwnLayoutOf",
                                           "LayoutOf",
                                           "NoOtherPlugin",
                                           "NextRegistration",
                                           "AllCards",
                                           "Foreign"};
  return kNames[static_cast<std::size_t>(note)];
}

GpuMode presentMode(const RawNode& node) {
  if (publishesMig(node)) return GpuMode::Mig;
  if (const std::string* label = find(node.meta.labels, provider::kModeLabel)) return provider::modeOfLabel(*label);
  if (isSet(node, kOpenSource)) return GpuMode::Gpushare;
  if (isSet(node, provider::kDedicatedCgpuLabel)) return GpuMode::Cgpu;
  const auto capacity = readCapacity(node, nullptr);
  return capacity ? capacity->gpu.mode : GpuMode::None;
}

SwitchAssessment assessSwitch(const RawNode& node, const SwitchTarget& target, const ClusterExtras* extras) {
  return Assessor(node, target, extras).assess();
}

}  // namespace cardinal
