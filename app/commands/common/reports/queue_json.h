// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/alloc/pending/pending.h"
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

/// What a pending pod looks forward to: of the nodes, and where they would take it now, yet a queue of another system
/// than Kueue or its own group holds it back, "QueueWaits", "GangWaits" or, of a group that was not read, "Unknown".
std::string outlookWord(Outlook outlook, const std::optional<queues::PodQueueWait>& wait);

}  // namespace cardinal::app
