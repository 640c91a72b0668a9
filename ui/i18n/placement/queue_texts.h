// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <optional>

#include "core/alloc/pending/pending.h"
#include "core/queues/answers/queue_report.h"

namespace cardinal::ui {

/// As Kueue prints it: "24", "8Gi", "1500m"; "unlimited", "n/a" for unknown.
QString quotaAmount(const std::string& resource, const std::optional<queues::Amount>& amount);
/// "8 nvidia.com/gpu, 64 cpu".
QString requestsText(const queues::Requests& requests);

/// What was looked for and not found, with the remedy; empty where queues are known.
QString queueVisibilityText(const queues::QueueReport& report);
/// "waits for quota", "in line, quota is free": for a list.
QString queueCause(const queues::WaitingWorkload& waiting);
/// Whether it would be admitted now, and why not, in one sentence or two; Kueue's words in it are English.
QString queueVerdict(const queues::WaitingWorkload& waiting);
/// What to do, of a workload in that ClusterQueue.
QString queueRemedy(const queues::QueueRemedy& remedy, const queues::WaitingWorkload& waiting);
/// All of them; empty where there is none to offer.
QStringList queueRemedies(const queues::WaitingWorkload& waiting);
/// Why a ClusterQueue admits nothing new; Kueue's words in it are English.
QString queueInactivity(const queues::KueueInactivity& inactivity);
QString queueCautionText(queues::QueueCaution caution);
/// Why a pod waits in a queue, before any node is looked at.
QString podQueueCause(const queues::PodQueueWait& wait);
QString podQueueText(const queues::PodQueueWait& wait);
/// What the nodes have for such a pod, in one sentence: once its queue admits it, or, of a member of a gang, by itself.
QString podQueueNodes(const queues::PodQueueWait& wait, const PendingExplanation& why, const ClusterSnapshot& snapshot);

}  // namespace cardinal::ui
