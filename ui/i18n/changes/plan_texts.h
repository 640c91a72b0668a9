// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <string_view>

#include "core/plan/changes/progress.h"
#include "core/plan/drain/eviction_target.h"
#include "core/plan/make/make_plan.h"

namespace cardinal::ui {

/// Plans in words, in the language in force. Names from the cluster are cleaned by plain().
QString planTitle(const Plan& plan);
QString stepTitle(const PlanStep& step, const Plan& plan);
QString stepStateText(const StepProgress& step);
/// What people must do while the step waits for them; empty for steps that need nobody.
QString stepGuide(const PlanStep& step, const Plan& plan);
QString planPhaseText(const PlanProgress& progress);
QString podFateText(PodFate fate);
QString podStateText(const PodProgress& pod);
/// Where the successor of an evicted pod goes: "node-b card 1", "one of 3: node-b card 1", or why it goes nowhere.
QString evictionTargetText(const EvictionTarget& target);
/// "4 of 6 pods find a place elsewhere now; 1 waits for room; ..."; empty without pods.
QString evictionTargetSummary(const std::vector<EvictionTarget>& targets);
/// Why a plan stopped, and what may be done.
QString stopText(const PlanStop& stop, const Plan& plan);
QString switchWayText(SwitchWay way);
QString switchNoteText(const NotedSwitch& note);
/// What a label or annotation of core/plan/make/stack_switches.h decides; empty for others.
QString switchMeaning(std::string_view key);

}  // namespace cardinal::ui
