// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/gpu.h"

namespace cardinal {

/// How a node gets from one sharing mode into another.
enum class SwitchWay : std::uint8_t {
  Same,        ///< it is there already
  Directly,    ///< a label, with pods running
  AfterDrain,  ///< a label, once no pod on the node asks for GPUs
  ReAdd,       ///< only by removing the node from the cluster and adding it again with the label; a console guides
  Refused,     ///< cannot be done or cannot be verified
};
const char* toString(SwitchWay way) noexcept;

/// One cell of the matrix, with what is known of its foundation.
struct SwitchRule {
  SwitchWay way = SwitchWay::Refused;
  bool reAddAdvised = false;  ///< the label works, but removing and re-adding is the vendor's clean way
  bool disputed = false;      ///< sources contradict each other; the safer reading was taken
  bool inferred = false;      ///< no source names this cell
  bool operator==(const SwitchRule&) const = default;
};

/// The modes of the matrix, in its order: default, cgpu, core_mem, share, mps, topology, mig.
const std::vector<GpuMode>& switchModes();

/// Modes of `ack.node.gpu.schedule` against each other. Modes outside the matrix (open source, disabled, unknown) are
/// Refused. Source: ACK documentation on labels and scheduling, as collected in the matrix of docs/modes.md.
SwitchRule switchRule(GpuMode from, GpuMode to);

/// What a mode switch changes.
struct SwitchTarget {
  enum class Kind : std::uint8_t {
    Mode,           ///< ack.node.gpu.schedule
    OpenSource,     ///< gpushare=true|false
    DedicatedCgpu,  ///< cgpu=true|false on dedicated clusters
    Placement,      ///< ack.node.gpu.placement
    Stack,          ///< a label or annotation that another stack follows: core/plan/make/stack_switches.h
  };
  Kind kind = Kind::Mode;
  GpuMode mode = GpuMode::Exclusive;         ///< Mode
  bool on = false;                           ///< OpenSource, DedicatedCgpu
  Placement placement = Placement::Binpack;  ///< Placement
  std::string key{};                         ///< Stack: of the label or annotation
  std::string value{};                       ///< Stack
  bool remove = false;                       ///< Stack: drops it, `value` is empty then
  bool operator==(const SwitchTarget&) const = default;
};

/// Every target that needs no name of the operator's: the modes, "gpushare=true", "gpushare=false", "cgpu=true",
/// "cgpu=false", "binpack", "spread", "gpu=on", "gpu=off".
const std::vector<SwitchTarget>& switchTargets();
/// The target's word, as the command line and the journal write it: a mode, "KEY=VALUE", or "KEY-" for a removal.
std::string toString(const SwitchTarget& target);
/// Nothing for a word that is no target, or whose value the API would not take.
std::optional<SwitchTarget> parseSwitchTarget(std::string_view word);

/// Label (Stack: or annotation) and value that the target writes. A removal only where the stack follows it: the labels
/// of ACK's modes are never removed, because that does not turn a mode off. The value of a removal is empty.
std::string labelKeyOf(const SwitchTarget& target);
std::string labelValueOf(const SwitchTarget& target);

/// Resources that a mode publishes above 0; empty where they are not known.
std::vector<std::string> resourcesOf(GpuMode mode);
/// GPU resources that any mode of the matrix publishes.
const std::vector<std::string>& switchedResources();

}  // namespace cardinal
