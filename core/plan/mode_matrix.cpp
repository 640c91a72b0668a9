// SPDX-License-Identifier: Apache-2.0
#include "core/plan/mode_matrix.h"

#include <algorithm>
#include <array>

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

std::vector<SwitchTarget> makeTargets() {
  std::vector<SwitchTarget> out;
  for (const GpuMode mode : switchModes()) out.push_back(modeTarget(mode));
  for (const auto kind : {SwitchTarget::Kind::OpenSource, SwitchTarget::Kind::DedicatedCgpu}) {
    for (const bool on : {true, false}) out.push_back(flagTarget(kind, on));
  }
  for (const Placement placement : {Placement::Binpack, Placement::Spread}) out.push_back(placementTarget(placement));
  return out;
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
  return bare ? labelValueOf(target) : labelKeyOf(target) + "=" + labelValueOf(target);
}

std::optional<SwitchTarget> parseSwitchTarget(std::string_view word) {
  for (const SwitchTarget& target : switchTargets()) {
    if (toString(target) == word) return target;
  }
  return std::nullopt;
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
