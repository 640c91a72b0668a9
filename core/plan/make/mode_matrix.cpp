// SPDX-License-Identifier: Apache-2.0
#include "core/plan/make/mode_matrix.h"

#include <algorithm>
#include <array>

#include "core/plan/make/node_edit.h"
#include "core/plan/make/stack_switches.h"
#include "core/provider/gpu_keys.h"

namespace cardinal {
namespace {

constexpr std::size_t kModes = 7;

// The cells in the words of the matrix: L label after draining, R remove and re-add, X refused, - the same mode.
// L+ and the like: the label works, R is recommended. * inferred, ! sources disagree.
constexpr std::array<std::array<std::string_view, kModes>, kModes> kCells = {{
    // default  cgpu   core_mem  share  mps   topology  mig          to / from
    {"-", "L+", "R", "L", "R*", "L", "X*"},      // default
    {"L+!", "-", "R", "R!", "R*", "L+!", "X*"},  // cgpu
    {"L+!", "R", "-", "R", "R*", "L+!", "X*"},   // core_mem
    {"L", "R!", "R", "-", "R*", "L*", "X*"},     // share
    {"R*", "R*", "R*", "R*", "-", "R*", "X*"},   // mps
    {"L", "L+*", "R", "L*", "R*", "-", "X*"},    // topology
    {"X", "X", "X", "X", "X", "X", "-"},         // mig
}};

SwitchRule ruleOf(std::string_view cell) {
  SwitchRule rule;
  const char way = cell.front();
  rule.way = way == '-'   ? SwitchWay::Same
             : way == 'L' ? SwitchWay::AfterDrain
             : way == 'R' ? SwitchWay::ReAdd
                          : SwitchWay::Refused;
  rule.reAddAdvised = cell.find('+') != std::string_view::npos;
  rule.disputed = cell.find('!') != std::string_view::npos;
  rule.inferred = cell.find('*') != std::string_view::npos;
  return rule;
}

std::optional<std::size_t> positionOf(GpuMode mode) {
  const auto& modes = switchModes();
  const auto at = std::find(modes.begin(), modes.end(), mode);
  if (at == modes.end()) return std::nullopt;
  return static_cast<std::size_t>(at - modes.begin());
}

SwitchTarget modeTarget(GpuMode mode) {
  SwitchTarget target;
  target.mode = mode;
  return target;
}

SwitchTarget flagTarget(SwitchTarget::Kind kind, bool on) {
  SwitchTarget target;
  target.kind = kind;
  target.on = on;
  return target;
}

SwitchTarget placementTarget(Placement placement) {
  SwitchTarget target;
  target.kind = SwitchTarget::Kind::Placement;
  target.placement = placement;
  return target;
}

SwitchTarget stackTarget(std::string_view key, std::string_view value) {
  SwitchTarget target;
  target.kind = SwitchTarget::Kind::Stack;
  target.key = key;
  target.value = value;
  return target;
}

std::vector<SwitchTarget> makeTargets() {
  std::vector<SwitchTarget> out;
  for (const GpuMode mode : switchModes()) out.push_back(modeTarget(mode));
  for (const auto kind : {SwitchTarget::Kind::OpenSource, SwitchTarget::Kind::DedicatedCgpu}) {
    for (const bool on : {true, false}) out.push_back(flagTarget(kind, on));
  }
  for (const Placement placement : {Placement::Binpack, Placement::Spread}) out.push_back(placementTarget(placement));
  for (const StackSwitch& one : stackSwitches()) {
    for (const std::string_view value : one.values) out.push_back(stackTarget(one.key, value));
  }
  return out;
}

/// "KEY=VALUE" or "KEY-" of a switch whose value the operator names.
std::optional<SwitchTarget> parseStackTarget(std::string_view word) {
  const std::size_t at = word.find('=');
  SwitchTarget target = stackTarget(word.substr(0, at), at == std::string_view::npos ? "" : word.substr(at + 1));
  if (at == std::string_view::npos) {
    if (!target.key.empty() && target.key.back() == '-') target.key.pop_back();
    target.remove = target.key.size() < word.size();
  }
  const StackSwitch* known = switchOf(target);
  if (known == nullptr || target.remove == !target.value.empty()) return std::nullopt;
  const bool good = known->annotation ? target.value.find_first_of(" \t\r\n") == std::string::npos
                                      : !checkValue(target.value).has_value();
  return good ? std::optional(std::move(target)) : std::nullopt;
}

}  // namespace

const char* toString(SwitchWay way) noexcept {
  switch (way) {
    case SwitchWay::Same:
      return "Same";
    case SwitchWay::Directly:
      return "Directly";
    case SwitchWay::AfterDrain:
      return "AfterDrain";
    case SwitchWay::ReAdd:
      return "ReAdd";
    case SwitchWay::Refused:
      return "Refused";
  }
  return "Refused";
}

const std::vector<GpuMode>& switchModes() {
  static const std::vector<GpuMode> modes = {GpuMode::Exclusive, GpuMode::Cgpu,     GpuMode::CoreMem, GpuMode::Share,
                                             GpuMode::Mps,       GpuMode::Topology, GpuMode::Mig};
  return modes;
}

SwitchRule switchRule(GpuMode from, GpuMode to) {
  const auto row = positionOf(from);
  const auto column = positionOf(to);
  if (!row || !column) return {};
  return ruleOf(kCells[*row][*column]);
}

const std::vector<SwitchTarget>& switchTargets() {
  static const std::vector<SwitchTarget> targets = makeTargets();
  return targets;
}

std::string toString(const SwitchTarget& target) {
  const bool bare = target.kind == SwitchTarget::Kind::Mode || target.kind == SwitchTarget::Kind::Placement;
  if (target.remove) return labelKeyOf(target) + "-";
  return bare ? labelValueOf(target) : labelKeyOf(target) + "=" + labelValueOf(target);
}

std::optional<SwitchTarget> parseSwitchTarget(std::string_view word) {
  for (const SwitchTarget& target : switchTargets()) {
    if (toString(target) == word) return target;
  }
  return parseStackTarget(word);
}

std::string labelKeyOf(const SwitchTarget& target) {
  switch (target.kind) {
    case SwitchTarget::Kind::Mode:
      return std::string(provider::kModeLabel);
    case SwitchTarget::Kind::OpenSource:
      return "gpushare";
    case SwitchTarget::Kind::DedicatedCgpu:
      return std::string(provider::kDedicatedCgpuLabel);
    case SwitchTarget::Kind::Placement:
      return std::string(provider::kPlacementLabel);
    case SwitchTarget::Kind::Stack:
      return target.key;
  }
  return {};
}

std::string labelValueOf(const SwitchTarget& target) {
  switch (target.kind) {
    case SwitchTarget::Kind::Mode:
      return toString(target.mode);
    case SwitchTarget::Kind::OpenSource:
    case SwitchTarget::Kind::DedicatedCgpu:
      return target.on ? "true" : "false";
    case SwitchTarget::Kind::Placement:
      return toString(target.placement);
    case SwitchTarget::Kind::Stack:
      return target.value;
  }
  return {};
}

std::vector<std::string> resourcesOf(GpuMode mode) {
  if (mode == GpuMode::CoreMem) return {std::string(provider::kGpuMem), std::string(provider::kGpuCore)};
  if (isSharedMode(mode)) return {std::string(provider::kGpuMem)};
  if (mode == GpuMode::Exclusive) return {std::string(provider::kNvidiaGpu)};
  if (mode == GpuMode::Topology) return {std::string(provider::kTopologyGpu)};
  return {};
}

const std::vector<std::string>& switchedResources() {
  static const std::vector<std::string> resources = {std::string(provider::kGpuMem), std::string(provider::kGpuCore),
                                                     std::string(provider::kTopologyGpu),
                                                     std::string(provider::kNvidiaGpu)};
  return resources;
}

}  // namespace cardinal
