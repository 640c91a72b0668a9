// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/make/make_plan.h"

namespace cardinal {

/// One reason against a switch, or a caution. `detail` returns the detail of the note where it applies; `extras` is
/// what was read of the cluster's objects, null = nothing.
struct SwitchGuard {
  SwitchNote note = SwitchNote::OtherStack;
  std::optional<std::string> (*detail)(const RawNode& node, const SwitchTarget& target,
                                       const ClusterExtras* extras) = nullptr;
};

/// Resources that a switch makes appear and vanish, as far as its value shows them.
struct SwitchedResources {
  std::vector<std::string> appear;
  std::vector<std::string> vanish;
};

/// One switch of a GPU stack other than ACK's: what is written on the node, when that may be done, what must leave, by
/// which signs it is seen to have worked, and what takes it back. Data: assessSwitch and makeSwitchPlan read it.
struct StackSwitch {
  std::string_view key;                  ///< of the label or annotation
  bool annotation = false;               ///< else a label
  std::vector<std::string_view> values;  ///< empty = any name, which the operator gives
  std::string_view placeholder;          ///< for a name that the operator gives: "CONFIG"
  bool removable = false;                ///< the stack follows a removal too
  std::vector<GpuStack> from;            ///< nodes of these stacks
  SwitchWay way = SwitchWay::AfterDrain;
  bool daemonPodsGo = false;        ///< GPU pods of DaemonSets are in the way too
  std::vector<SwitchGuard> guards;  ///< refusals and cautions
  /// Null = not known.
  SwitchedResources (*resources)(const RawNode& node, const SwitchTarget& target,
                                 const ClusterExtras* extras) = nullptr;
  std::string_view devices;        ///< prefix of the resources that must change; empty = none does
  std::string_view signs;          ///< labels that change with them, joined by ","
  bool mayOfferNothing = false;    ///< afterwards the node may publish none of the resources
  std::string_view report;         ///< label in which an operator reports "success" or "failed"; empty = none does
  std::string_view registration;   ///< annotation that must name a card afterwards; empty = none
  std::string_view absentUndo;     ///< what a rollback writes where the key was absent; empty = a removal
  std::chrono::seconds settle{0};  ///< see PlanStep::settle
  bool mayRestart = false;         ///< the machine may restart: PlanTimeouts::machine
};

/// The table. Source: NVIDIA k8s-device-plugin v0.20.0 (config-manager), mig-parted v0.15.0 (mig-manager), GPU operator
/// v26.7.0, HAMi v2.10.0; what it rests on stands in docs/modes.md.
const std::vector<StackSwitch>& stackSwitches();

/// The row that a target follows; null for targets of ACK and gpushare, and for what is in no row.
const StackSwitch* switchOf(const SwitchTarget& target);

/// Rows whose value the operator names and that belong to the node's stack.
std::vector<const StackSwitch*> namedSwitches(const RawNode& node);

/// Values that a row may get on the node, where the ConfigMap that has them was read; empty = not known.
std::vector<std::string> knownValues(const StackSwitch& about, const RawNode& node, const ClusterExtras* extras);

/// The stack that owns the node's cards, by what the node says of itself; None = none is seen.
GpuStack stackOfNode(const RawNode& node);

/// True for targets that are written at once, with pods running, and taken back in the same way.
bool isDirect(const SwitchTarget& target);

/// The value that stands on the node now; null = absent.
const std::string* presentValue(const RawNode& node, const SwitchTarget& target);

}  // namespace cardinal
