// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/plan/make/make_plan.h"

namespace cardinal {

/// Why a label or taint cannot be written as it stands, or what must be known first.
enum class EditNote : std::uint8_t {
  // Refusals.
  KeyEmpty,
  KeyInvalid,      ///< not [prefix/]name of letters, digits, "-", "_", "."
  KeyTooLong,      ///< name above 63 or prefix above 253 bytes
  ValueInvalid,    ///< not letters, digits, "-", "_", "." with a letter or digit at both ends
  ValueTooLong,    ///< above 63 bytes
  EffectUnknown,   ///< not NoSchedule, PreferNoSchedule, NoExecute
  Twice,           ///< the key (of taints: key and effect) stands twice
  ModeLabel,       ///< a label that device plugins follow: change it by a mode switch, which drains first
  PlacementLabel,  ///< the placement policy: has its own dialog and plan
  // Cautions.
  Reserved,    ///< Kubernetes or a cloud controller owns the key and may set it back
  EvictsPods,  ///< NoExecute: pods that do not tolerate it are evicted at once
};
const char* toString(EditNote note) noexcept;
constexpr bool isRefusal(EditNote note) {
  return note <= EditNote::PlacementLabel;
}

/// What is to be changed of one node; only differences.
struct NodeEdit {
  std::vector<LabelChange> labels;
  std::vector<TaintChange> taints;
  bool empty() const { return labels.empty() && taints.empty(); }
  bool operator==(const NodeEdit&) const = default;
};

struct NotedEdit {
  EditNote note = EditNote::KeyEmpty;
  bool taint = false;  ///< of `taints`, else of `labels`
  std::size_t index = 0;
  bool operator==(const NotedEdit&) const = default;
};

/// Rules of the API for single texts (kubernetes-client: names and keys); nothing = good.
std::optional<EditNote> checkKey(std::string_view key);
std::optional<EditNote> checkValue(std::string_view value);

/// Everything that is wrong or remarkable with an edit, refusals first.
std::vector<NotedEdit> checkEdit(const NodeEdit& edit);

/// The edit that makes `wanted` of what `seen` has. Taints are distinguished by key and effect.
NodeEdit editBetween(const RawNode& seen, const StringMap& wantedLabels, const std::vector<Taint>& wantedTaints);

/// What changed on the node since the user looked at it, of the fields that the edit touches.
struct EditConflict {
  std::string field;
  std::optional<std::string> seen;
  std::optional<std::string> found;  ///< what stands now (hostile)
  std::optional<std::string> wanted;
  bool operator==(const EditConflict&) const = default;
};
std::vector<EditConflict> conflictsOf(const NodeEdit& edit, const RawNode& seen, const RawNode& now);

/// One step that writes all of it at once, under the condition that the touched fields are as `seen` shows them.
Plan makeEditPlan(const RawNode& seen, const NodeEdit& edit, const PlanContext& context);

}  // namespace cardinal
