// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include "core/alloc/engine/preemption.h"

namespace cardinal::ui {

/// "The scheduler would evict 2 pods of lower priority on gpu-3."
QString preemptionText(const Preemption& found, const ClusterSnapshot& snapshot);
/// The same with its victims, of many the first ones, and what else is to be known of it, a line each.
QStringList preemptionLines(const Preemption& found, const ClusterSnapshot& snapshot);
/// What else is to be known of it, a sentence each.
QStringList preemptionNotes(const Preemption& found);

}  // namespace cardinal::ui
