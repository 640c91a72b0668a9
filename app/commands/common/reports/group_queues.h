// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "core/queues/group_report.h"

namespace cardinal::app {

class Console;

/// Who waits, one entry as in groupReportsJson().
nlohmann::ordered_json groupRemediesJson(const std::vector<queues::GroupRemedy>& remedies);
nlohmann::ordered_json groupWaitJson(const queues::GroupWait& wait, UnixSeconds now);
/// Queues and quotas of the systems beside Kueue as JSON with stable English keys and words;
/// what is unknown is null. Amounts as Kubernetes writes them.
nlohmann::ordered_json groupReportsJson(const std::vector<queues::GroupReport>& reports, UnixSeconds now);
/// The same as tables, in the language in force. `hasBefore`: something was printed above.
void printGroupReports(Console& console, const std::vector<queues::GroupReport>& reports, UnixSeconds now,
                       bool hasBefore);

}  // namespace cardinal::app
