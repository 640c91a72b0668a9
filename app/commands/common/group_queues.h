// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "core/queues/group_report.h"

namespace cardinal::app {

class Console;

/// Queues and quotas of Volcano, KAI, Koordinator and scheduler-plugins as JSON with stable English keys and words;
/// what is unknown is null. Amounts as Kubernetes writes them.
nlohmann::ordered_json groupReportsJson(const std::vector<queues::GroupReport>& reports, UnixSeconds now);
/// The same as tables, in the language in force. `hasBefore`: something was printed above.
void printGroupReports(Console& console, const std::vector<queues::GroupReport>& reports, UnixSeconds now,
                       bool hasBefore);

}  // namespace cardinal::app
