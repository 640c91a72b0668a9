// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/plan/drain/drain.h"
#include "core/plan/make/mode_matrix.h"

namespace cardinal {

/// Something that must hold of the plan's node, before an act or after it.
enum class ConditionCode : std::uint8_t {
  NodeSame,         ///< the node exists and is the one the plan was made for (uid)
  NodeReady,        ///< condition Ready is True
  Unschedulable,    ///< cordoned
  Schedulable,      ///< not cordoned
  LabelIs,          ///< label `key` has `value`; absent when `absent`
  NoGpuPods,        ///< no pod but those of DaemonSets asks for a GPU
  Drained,          ///< nothing is left that the drain policy evicts
  Published,        ///< resource `key` is allocatable above 0
  NotPublished,     ///< resource `key` is 0 or absent
  NodeGone,         ///< the node of the plan's uid does not exist any more
  NodeReturned,     ///< a node of the name exists with another uid, Ready
  TaintsAre,        ///< the taints are those the plan found (exact rollback)
  TaintIs,          ///< the taint `key` ("key:effect") has `value`; absent when `absent`
  AnnotationIs,     ///< annotation `key` has `value`; absent when `absent`
  ReportedIs,       ///< the label `key`, in which an operator of the stack reports, has `value`
  Registered,       ///< the annotation `key`, in which a device plugin registers cards, names at least one
  DevicesDiffer,    ///< the resources whose names begin with `key`, or the labels in `value` (joined by ","), are not
                    ///< what the plan found, and a resource is above 0 (not asked for when `absent`)
  DevicesAsBefore,  ///< those resources and labels are what the plan found
};
inline constexpr ConditionCode kLastConditionCode = ConditionCode::DevicesAsBefore;
const char* toString(ConditionCode code) noexcept;

struct PlanCondition {
  ConditionCode code = ConditionCode::NodeSame;
  std::string key;
  std::string value;
  bool absent = false;
  bool operator==(const PlanCondition&) const = default;
};

enum class ActCode : std::uint8_t { None, Cordon, Uncordon, SetLabels, Evict };
const char* toString(ActCode code) noexcept;

struct PlanAct {
  ActCode code = ActCode::None;
  std::vector<LabelChange> labels;         ///< SetLabels
  std::vector<TaintChange> taints;         ///< SetLabels too: labels and taints are written in one request
  std::vector<LabelChange> annotations{};  ///< likewise
  bool operator==(const PlanAct&) const = default;
};

/// What a step is to a reader.
enum class StepCode : std::uint8_t {
  Check,  ///< looks at rights and state, changes nothing
  Cordon,
  Evict,
  SetLabel,
  AwaitRemoval,    ///< the operator removes the node from the cluster
  AwaitReturn,     ///< the operator adds it again with the label
  AwaitResources,  ///< the device plugin publishes the mode's resources
  Verify,          ///< nothing of the old mode is left, no pod outside the ledger
  Uncordon,
};
const char* toString(StepCode code) noexcept;

/// One step: `before` must hold, then `act` is done, then `after` is waited for until `timeout`. `undo` takes the act
/// back where `undoBefore` holds; `undone` is waited for after that.
struct PlanStep {
  StepCode code = StepCode::Check;
  std::vector<PlanCondition> before;
  PlanAct act;
  std::vector<PlanCondition> after;
  PlanAct undo;
  std::vector<PlanCondition> undoBefore;
  std::vector<PlanCondition> undone;
  std::chrono::seconds timeout{60};  ///< of waiting for `after` and `undone`; 0 = none
  /// How long `undone`, and `after` of a step that does nothing itself, must hold in a row: what an operator reports is
  /// old until it has seen the change.
  std::chrono::seconds settle{0};
  /// Where one of these holds while `after` does not, it never will: nothing more is waited for.
  std::vector<PlanCondition> hopeless{};
  bool operator==(const PlanStep&) const = default;
};

enum class PlanKind : std::uint8_t {
  Cordon,
  Uncordon,
  Drain,
  Switch,
  Edit,  ///< labels and taints
  Undo,  ///< takes back the change `undoes`
};
const char* toString(PlanKind kind) noexcept;

/// How the node stood when the plan was made; what a rollback restores.
struct NodeBefore {
  bool unschedulable = false;
  StringMap labels;         ///< those the plan changes or looks at (DevicesDiffer); an absent one is not in the list
  StringMap annotations{};  ///< those the plan changes, likewise
  std::vector<Taint> taints;
  ResourceList allocatable;  ///< the GPU resources of the modes, or of the stack that is switched
  bool operator==(const NodeBefore&) const = default;
};

/// What is to be done with one node. A value: made by make_plan.h, shown, dry-run, run by PlanRunner, kept by the
/// journal.
struct Plan {
  std::string id;  ///< unique in a journal
  PlanKind kind = PlanKind::Cordon;
  std::string cluster;  ///< name of the source (context)
  std::string server;   ///< its address, empty = none
  std::string node;
  std::string nodeUid;
  UnixSeconds made = 0;
  DrainPolicy drain;
  std::optional<SwitchTarget> target;  ///< Switch
  NodeBefore before;
  std::string undoes;  ///< Undo: id of the change
  std::vector<PlanStep> steps;
  bool operator==(const Plan&) const = default;
};

/// Names the plan's cluster in locks and journals: several contexts may lead to one server.
std::string placeOf(const std::string& cluster, const std::string& server);

/// The kubectl commands that do the same, one per line; waiting is left to the reader.
std::vector<std::string> equalCommands(const Plan& plan);
/// The one of an act; empty for None.
std::string equalCommand(const PlanAct& act, const Plan& plan);

}  // namespace cardinal
