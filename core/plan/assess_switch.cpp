// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/plan/make_plan.h"
#include "core/provider/ack.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/readers.h"

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

/// Cards on the node as labels or resources tell; nothing = not known.
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
  Assessor(const RawNode& node, const SwitchTarget& target) : m_node(node) {
    m_out.target = target;
    m_out.from = presentMode(node);
  }

  SwitchAssessment assess() {
    const std::string* label = find(m_node.meta.labels, labelKeyOf(m_out.target));
    if (label != nullptr && *label == labelValueOf(m_out.target)) refuse(SwitchNote::AlreadyThere);
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
    if (!hasLabel && isSharedMode(m_out.from)) refuse(SwitchNote::OtherStack, toString(m_out.from));
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

  void judgeState() {
    const std::string* upgrade = find(m_node.meta.labels, kUpgradeState);
    if (upgrade != nullptr && *upgrade != kUpgradeDone) refuse(SwitchNote::DriverUpgrade, *upgrade);
    if (!isReady(m_node) && m_out.target.kind != SwitchTarget::Kind::Placement) refuse(SwitchNote::NotReady);
    if (m_out.from == GpuMode::None && !cardCount(m_node)) refuse(SwitchNote::NoCards);
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
    for (const std::string& resource : switchedResources()) {
      m_out.resources.push_back({resource, published(m_node, resource), amountAfter(resource)});
    }
  }

  const RawNode& m_node;
  SwitchAssessment m_out;
  std::vector<NotedSwitch> m_cautions;
};

}  // namespace

const char* toString(SwitchNote note) noexcept {
  switch (note) {
    case SwitchNote::AlreadyThere:
      return "AlreadyThere";
    case SwitchNote::ToMig:
      return "ToMig";
    case SwitchNote::FromMig:
      return "FromMig";
    case SwitchNote::ModeUnknown:
      return "ModeUnknown";
    case SwitchNote::OtherStack:
      return "OtherStack";
    case SwitchNote::NoCards:
      return "NoCards";
    case SwitchNote::DriverUpgrade:
      return "DriverUpgrade";
    case SwitchNote::NotReady:
      return "NotReady";
    case SwitchNote::NotShared:
      return "NotShared";
    case SwitchNote::ReAddAdvised:
      return "ReAddAdvised";
    case SwitchNote::ModuleStays:
      return "ModuleStays";
    case SwitchNote::SourcesDisagree:
      return "SourcesDisagree";
    case SwitchNote::NotDocumented:
      return "NotDocumented";
    case SwitchNote::PluginNotRestored:
      return "PluginNotRestored";
    case SwitchNote::RemovalNoReturn:
      return "RemovalNoReturn";
    case SwitchNote::FuturePodsOnly:
      return "FuturePodsOnly";
    case SwitchNote::Foreign:
      return "Foreign";
  }
  return "AlreadyThere";
}

GpuMode presentMode(const RawNode& node) {
  if (publishesMig(node)) return GpuMode::Mig;
  if (const std::string* label = find(node.meta.labels, provider::kModeLabel)) return provider::modeOfLabel(*label);
  if (isSet(node, kOpenSource)) return GpuMode::Gpushare;
  if (isSet(node, provider::kDedicatedCgpuLabel)) return GpuMode::Cgpu;
  const auto capacity = readCapacity(node, nullptr);
  return capacity ? capacity->gpu.mode : GpuMode::None;
}

SwitchAssessment assessSwitch(const RawNode& node, const SwitchTarget& target) {
  return Assessor(node, target).assess();
}

}  // namespace cardinal
