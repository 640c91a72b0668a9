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
  };
  Kind kind = Kind::Mode;
  GpuMode mode = GpuMode::Exclusive;         ///< Mode
  bool on = false;                           ///< OpenSource, DedicatedCgpu
  Placement placement = Placement::Binpack;  ///< Placement
  bool operator==(const SwitchTarget&) const = default;
};

/// Every target there is: the modes, "gpushare=true", "gpushare=false", "cgpu=true", "cgpu=false", "binpack", "spread".
const std::vector<SwitchTarget>& switchTargets();
/// The target's word, as the command line and the journal write it.
std::string toString(const SwitchTarget& target);
std::optional<SwitchTarget> parseSwitchTarget(std::string_view word);

/// Label and value that the target writes. Never a removal: removing a label does not turn a mode off.
std::string labelKeyOf(const SwitchTarget& target);
std::string labelValueOf(const SwitchTarget& target);

/// Resources that a mode publishes above 0; empty where they are not known.
std::vector<std::string> resourcesOf(GpuMode mode);
/// GPU resources that any mode of the matrix publishes.
const std::vector<std::string>& switchedResources();

}  // namespace cardinal
