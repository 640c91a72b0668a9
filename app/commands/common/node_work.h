// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/program/console.h"
#include "core/plan/make/preview.h"
#include "core/service/writes/plan_work.h"

namespace cardinal::app {

/// What `cardinal node` was asked to change.
struct NodeOptions {
  PlanRequest plan;  ///< without its node
  std::vector<std::string> nodes;
  bool dryRun = false;
  std::string yes;
};

/// Shows, confirms and runs one plan per node, one after the other; stops at the first that does not end well.
int changeNodes(Console& console, const NodeOptions& options);

/// What the journal says about plans that are not finished.
int listPlans(Console& console);
/// Goes on with such a plan, takes it back, or ends it as it is.
int finishPlan(Console& console, PlanDecision decision, const std::string& id, const std::string& yes);

/// Folder of the journal: $XDG_STATE_HOME/cardinal, else ~/.local/state/cardinal.
std::string stateFolder();

struct UndoOptions {
  std::string id;
  bool dryRun = false;
  std::string yes;
};
/// Takes back a change of the journal, if its fields are still what it made of them.
int undoChange(Console& console, const UndoOptions& options);

}  // namespace cardinal::app
