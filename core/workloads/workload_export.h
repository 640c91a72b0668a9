// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/model/tables/table_export.h"
#include "core/workloads/workloads.h"

namespace cardinal {

/// Workloads as a table for other programs, in their order: ExportKind::Workloads. Pure; thread-safe.
ExportTable workloadTable(const std::vector<WorkloadPtr>& workloads);

}  // namespace cardinal
