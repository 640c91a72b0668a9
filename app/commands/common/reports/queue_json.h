// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "core/queues/answers/queue_report.h"

namespace cardinal::app {

/// Queues as JSON with stable English keys and words; what is unknown is null. Amounts as Kubernetes writes them.
nlohmann::ordered_json queueReportJson(const queues::QueueReport& report, UnixSeconds now);
/// Of a workload: what it asks for, whether it would be admitted, why not and what would help.
nlohmann::ordered_json verdictJson(const queues::WaitingWorkload& waiting);
/// The same with who it is and how long it waits.
nlohmann::ordered_json waitingJson(const queues::WaitingWorkload& waiting, UnixSeconds now);
/// null where Kueue does not hold the pod back.
nlohmann::ordered_json podQueueJson(const std::optional<queues::PodQueueWait>& wait, UnixSeconds now);

}  // namespace cardinal::app
