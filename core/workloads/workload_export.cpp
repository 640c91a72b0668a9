// SPDX-License-Identifier: Apache-2.0
#include "core/workloads/workload_export.h"

#include "core/workloads/workload_objects.h"

namespace cardinal {
namespace {

std::string gangsOf(const Workload& workload) {
  std::string out;
  for (const WorkloadGang& gang : workload.gangs) out += (out.empty() ? "" : " ") + gang.name;
  return out;
}

}  // namespace

ExportTable workloadTable(const std::vector<WorkloadPtr>& workloads) {
  using Cell = ExportCell;
  ExportTable table{ExportKind::Workloads, exportKeys(ExportKind::Workloads), {}};
  table.rows.reserve(workloads.size());
  for (const WorkloadPtr& one : workloads) {
    const bool hasQueue = one->queueSystem != QueueSystem::None;
    const Cell created = one->created != 0 ? Cell::ofNumber(one->created) : Cell::unknown();
    table.rows.push_back(
        {Cell::ofText(one->ns), Cell::ofText(one->kind), Cell::ofText(one->name), Cell::ofText(toString(one->trace)),
         hasQueue ? Cell::ofText(toString(one->queueSystem)) : Cell::unknown(), Cell::ofText(one->queue),
         Cell::ofText(gangsOf(*one)), Cell::ofNumber(one->wanted), Cell::ofNumber(one->running),
         Cell::ofNumber(one->starting), Cell::ofNumber(one->waiting), Cell::ofNumber(one->succeeded),
         Cell::ofNumber(one->failed), Cell::ofNumber(one->unknown), Cell::ofNumber(one->cardsHeld),
         Cell::ofNumber(one->cardsRequested), created, Cell::ofText(waitReasonOf(*one))});
  }
  return table;
}

}  // namespace cardinal
