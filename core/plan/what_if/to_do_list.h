// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/plan/make/make_plan.h"
#include "core/plan/what_if/what_if.h"

namespace cardinal {

enum class ToDoKind : std::uint8_t {
  Plan,     ///< a plan of core/plan; `plan` holds it
  Submit,   ///< the manifest is submitted
  Evict,    ///< cordon the node, evict the pod, uncordon it once the pod runs elsewhere
  Delete,   ///< by hand: `commands`
  ByHand,   ///< nothing here can do it: nodes are added and removed, requests changed, by their owner
  Nothing,  ///< happens by itself or changes nothing
};
const char* toString(ToDoKind kind) noexcept;

/// What an operator does for one step of a scenario.
struct ToDo {
  std::size_t step = 0;
  ToDoKind kind = ToDoKind::ByHand;
  std::optional<Plan> plan;           ///< Plan
  std::vector<std::string> commands;  ///< the equal commands, in order; empty where there are none
};

/// The steps of a run as operator actions, in order: drains and switches become plans for the node as it stood in the
/// observed state. Steps that were not done are left out. A plan for a node that an earlier step adds is ByHand,
/// because there is no such node yet.
std::vector<ToDo> toDoList(const WhatIfResult& result, const std::vector<WhatIfStep>& steps,
                           const PlanContext& context);

}  // namespace cardinal
