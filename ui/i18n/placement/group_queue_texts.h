// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <string>
#include <vector>

#include "core/queues/answers/queue_report.h"
#include "core/queues/group_report.h"

namespace cardinal::ui {

/// "Volcano", "KAI": a name, alike in every language.
QString groupSystemName(queues::GroupSystem system);
/// "8", "1500m", "8Gi"; "unlimited", "n/a" for unknown.
QString groupAmount(const std::string& resource, const std::optional<double>& amount);
/// "4 nvidia.com/gpu, 64 cpu"; "n/a" where the object does not say it.
QString groupRequests(const queues::GroupWait& wait);
/// Why a group waits: what its objects show, else the reason in the system's own words (hostile, cut); empty where
/// neither is known.
QString groupCause(const queues::GroupWait& wait);
/// One sentence about who waits, for a pod of it: which queue holds it back and why; never certain where it is
/// modelled.
QString groupWaitText(queues::GroupSystem system, const queues::GroupWait& wait);
/// What could not be read of a system, in one sentence each; empty = everything was.
QString groupQueuesUnknown(const queues::GroupReport& report);
QString groupWaitsUnknown(const queues::GroupReport& report);
/// How far the figures of a system go: what they count, and what is not known of it.
QStringList groupNotes(const queues::GroupReport& report);
/// Which kinds of Kueue may not be listed; empty = none.
QString kueueKindsRefused(const queues::QueueReport& kueue);
/// Which kinds of which systems were looked for, by what came of it: for a page or a command that has nothing
/// to show.
QString queueSystemsLookedFor(const queues::QueueReport& kueue, const std::vector<queues::GroupReport>& others);

}  // namespace cardinal::ui
