// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <vector>

#include "core/plan/capacity/policy_advice.h"
#include "core/plan/what_if/defragment.h"
#include "core/plan/what_if/to_do_list.h"
#include "core/plan/what_if/what_if.h"

namespace cardinal::ui {

/// What-ifs in words, in the language in force. Names from the cluster are cleaned by plain().
QString whatIfStepText(const WhatIfStep& step);
/// What a step did: "3 placed, 1 pending".
QString whatIfOutcomeText(const WhatIfOutcome& outcome);
/// Where one pod went: "on gpu-b, card 2", "pending: ...".
QString whatIfPodText(const WhatIfPod& pod);
/// How sure that is; empty when the pod was not placed.
QString whatIfCertaintyText(const WhatIfPod& pod);
/// "Step 2 (drain gpu-c) cannot be done: ..."
QString whatIfFailureText(const WhatIfFailure& failure, const std::vector<WhatIfStep>& steps);

/// How an operator does a step: "plan: drain gpu-c", "by hand".
QString toDoText(const ToDo& todo);

/// What a search for moves came to.
QString defragVerdictText(const DefragAnswer& answer);
/// What it looked at and what it left out; `budgetsKnown`: disruption budgets were read.
QString defragFootnote(const DefragAnswer& answer, bool budgetsKnown);

/// Advice of a policy beside the scheduler's prediction.
struct AdviceTexts {
  QString policyPlace;      ///< "gpu-a, card 2"
  QString policyChange;     ///< "12.3 -> 12.1 cards"
  QString schedulerPlace;   ///< the first of those that are as likely
  QString schedulerChange;  ///< up to the worst of them
  QString note;             ///< that the scheduler does not follow it, or why there is no advice
};
AdviceTexts adviceTexts(const PolicyAdvice& advice, const ClusterSnapshot& snapshot);

/// One figure of a cluster, before and after.
struct FigureRow {
  QString name;
  QString before;
  QString after;
  bool changed = false;
};
/// Allocated, free, largest free slot, whole free cards, fragmentation, pending pods, nodes and cards.
std::vector<FigureRow> figureRows(const ClusterFigures& before, const ClusterFigures& after);
/// Fragmentation F as cards: "12.3 cards"; "n/a" when no task is known.
QString fragmentText(const std::optional<double>& milli);

}  // namespace cardinal::ui
