// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/model/tables/table_export.h"
#include "core/queues/answers/queue_report.h"
#include "core/queues/group_report.h"

namespace cardinal::queues {

/// Queues and quotas as tables for other programs (ExportKind::Queues, ExportKind::Waiting). Amounts in the unit that
/// stands beside them: cores of cpu, bytes of memory and storage, pieces of everything else. Pure; thread-safe.

/// A row for each resource (and flavor) of the queue; one without figures where it has no quota.
void addQueueRows(const QueueRow& row, ExportTable& table);
/// `waiting`: pod groups; nothing = not known.
void addQueueRows(GroupSystem system, const GroupQueueRow& row, std::optional<std::size_t> waiting, ExportTable& table);

/// `clusterQueue`: empty = it is in the line of none.
void addWaitingRow(const WaitingWorkload& waiting, const std::string& clusterQueue, ExportTable& table);
void addWaitingRow(GroupSystem system, const GroupWait& wait, ExportTable& table);

}  // namespace cardinal::queues
