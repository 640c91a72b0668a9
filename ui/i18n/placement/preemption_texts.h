// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include "core/alloc/engine/preemption.h"

namespace cardinal::ui {

/// "The scheduler would evict 2 pods of lower priority on gpu-3."
QString preemptionText(const Preemption& found, const ClusterSnapshot& snapshot);
/// One victim: "team/train-0 (priority 100)".
QString victimText(const RawPod& victim);
/// The first victims and how many more there are, a line each.
QStringList victimLines(const Preemption& found, std::size_t most);
/// What else is to be known of it, a sentence each.
QStringList preemptionNotes(const Preemption& found);

}  // namespace cardinal::ui
