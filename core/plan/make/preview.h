// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/drain/node_operations.h"
#include "core/plan/make/make_plan.h"

namespace cardinal {

/// What a plan for one node is to do.
struct PlanRequest {
  PlanKind kind = PlanKind::Cordon;
  std::string node;
  std::optional<SwitchTarget> target;  ///< Switch
  DrainPolicy drain;                   ///< Drain, Switch
  PlanTimeouts timeouts;
  bool labelOnly = false;                         ///< Switch: see makeLabelOnlyPlan
  std::shared_ptr<const ClusterExtras> extras{};  ///< Switch: see assessSwitch; null = nothing was read
};

/// Everything that can be said before anything is done.
struct PlanPreview {
  Plan plan;                                   ///< without steps when the switch is refused
  std::optional<SwitchAssessment> assessment;  ///< Switch
  std::vector<PodVerdict> pods;                ///< Drain and Switch: what becomes of each pod on the node
  bool budgetsKnown = true;                    ///< false: the user may not list budgets
  std::size_t outsideLedger = 0;               ///< label only: GPU pods that stay and are no longer counted
};

/// True when some pods must be decided on before the plan can begin.
bool isBlocked(const PlanPreview& preview);
std::size_t podsToMove(const PlanPreview& preview);

/// Reads the node, its pods and the budgets fresh and makes the plan. Errors: those of NodeOperations.
Result<PlanPreview> previewPlan(NodeOperations& nodes, const PlanRequest& request, const PlanContext& context,
                                const std::stop_token& stop);

/// What the server says to each write of the plan when it is only tried.
struct TriedAct {
  std::size_t step = 0;
  ObjectKey pod;  ///< evictions
  std::optional<Error> refused;
  bool blocked = false;  ///< a budget does not allow the eviction now
  std::string budget;
};
std::vector<TriedAct> tryPlan(NodeOperations& nodes, const PlanPreview& preview, const std::stop_token& stop);

}  // namespace cardinal
