// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "core/queues/kueue_index.h"

namespace cardinal::ui {

/// What would let a workload in that a queue or quota of this system holds back, a line each.
QStringList groupRemedies(queues::GroupSystem system, const std::vector<queues::GroupRemedy>& remedies);
/// A head and a line for each remedy, as a page shows them below one another; nothing where there are none.
QStringList remedyLines(const QStringList& remedies);
/// Of a pod, whatever system holds it back; empty where there is nothing to offer.
QStringList podQueueRemedies(const queues::PodQueueWait& wait);

}  // namespace cardinal::ui
