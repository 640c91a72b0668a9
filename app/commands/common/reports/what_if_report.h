// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "core/plan/what_if/defragment.h"
#include "core/plan/what_if/to_do_list.h"
#include "core/plan/what_if/what_if.h"

namespace cardinal::app {

/// The whole result as text for a terminal, in the language in force: each step with what became of the pods, then the
/// figures before and after. Long lists are cut and say so.
QString report(const WhatIfResult& result, const Scenario& scenario);
/// The steps as operator actions.
QString report(const std::vector<ToDo>& list, const Scenario& scenario);

/// The answer of a search for moves, and the figures that they change.
QString report(const DefragAnswer& answer, const WhatIfResult& moved, bool budgetsKnown);
std::string toJson(const DefragAnswer& answer, const WhatIfResult& moved, bool budgetsKnown);

/// One object with stable English keys; unknown is null.
std::string toJson(const WhatIfResult& result, const Scenario& scenario, const std::vector<ToDo>& list);

}  // namespace cardinal::app
