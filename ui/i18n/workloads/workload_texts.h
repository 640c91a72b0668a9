// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include "core/workloads/workloads.h"

namespace cardinal::ui {

/// "Kueue", "KAI": a name, alike in every language; empty for none.
QString queueSystemName(QueueSystem system);
/// "main"; a dash where it names no queue, "n/a" where its own object was not read.
QString workloadQueueText(const Workload& workload);
/// "train-gang (at least 4)", "3 gangs"; a dash where no pod names one.
QString workloadGangText(const Workload& workload);
/// What its pods do: "4 running, 2 waiting"; "no pods yet".
QString workloadStateText(const Workload& workload);
/// "4 of 6", "4 of ?" where nothing says how many it is to have.
QString ofWanted(std::int64_t number, const std::optional<std::int64_t>& wanted);
/// Why it waits, in the words of Kueue or of the first pod that waits (hostile, cut); empty where nothing waits.
QString workloadReason(const Workload& workload);
/// What Kueue's Workloads of it say, one line a condition: "job-train Admitted is True: ..." (hostile, cut). Without
/// the message `shown`, which stands elsewhere already.
QStringList workloadConditions(const Workload& workload, const QString& shown = {});

}  // namespace cardinal::ui
