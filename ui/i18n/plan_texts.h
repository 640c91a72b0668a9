// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/plan/make_plan.h"
#include "core/plan/progress.h"

namespace cardinal::ui {

/// Plans in words, in the language in force. Names from the cluster are cleaned by plain().
QString planTitle(const Plan& plan);
QString stepTitle(const PlanStep& step, const Plan& plan);
QString stepStateText(const StepProgress& step);
QString planPhaseText(const PlanProgress& progress);
QString podFateText(PodFate fate);
QString podStateText(const PodProgress& pod);
/// Why a plan stopped, and what may be done.
QString stopText(const PlanStop& stop, const Plan& plan);
QString switchWayText(SwitchWay way);
QString switchNoteText(const NotedSwitch& note);

}  // namespace cardinal::ui
