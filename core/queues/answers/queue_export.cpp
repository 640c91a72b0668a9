// SPDX-License-Identifier: Apache-2.0
#include "core/queues/answers/queue_export.h"

#include <array>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "core/queues/kueue/amount.h"

namespace cardinal::queues {
namespace {

using Cell = ExportCell;

/// Of the amounts of a resource. Nothing = not known: a node's unit of aliyun.com/gpu-mem, resources of no known stack.
std::optional<std::string_view> unitOf(std::string_view name) {
  const std::string_view resource = plainResource(name);
  struct Named {
    std::string_view resource;
    std::string_view unit;
  };
  static constexpr std::array kNamed{
      Named{"cpu", "cores"},
      Named{"memory", "bytes"},
      Named{"ephemeral-storage", "bytes"},
      Named{"kubernetes.io/batch-memory", "bytes"},
      Named{"kubernetes.io/mid-memory", "bytes"},
      Named{"kubernetes.io/batch-cpu", "millicores"},
      Named{"kubernetes.io/mid-cpu", "millicores"},
      Named{"koordinator.sh/gpu-memory", "bytes"},
      Named{"koordinator.sh/gpu-core", "percent"},
      Named{"koordinator.sh/gpu-memory-ratio", "percent"},
      Named{"nvidia.com/gpumem", "MiB"},
      Named{"nvidia.com/gpumem-percentage", "percent"},
      Named{"nvidia.com/gpucores", "percent"},
      Named{"volcano.sh/vgpu-memory", "MiB"},
      Named{"volcano.sh/vgpu-cores", "percent"},
      Named{"aliyun.com/gpu-core.percentage", "percent"},
      Named{"pods", "pieces"},
  };
  for (const Named& one : kNamed) {
    if (one.resource == resource) return one.unit;
  }
  if (resource.rfind("hugepages-", 0) == 0) return "bytes";
  if (rankOfResource(resource) == 2) return "pieces";
  return std::nullopt;
}

Cell unitCell(const std::string& resource) {
  const auto unit = unitOf(resource);
  return unit ? Cell::ofText(std::string(*unit)) : Cell::unknown();
}

Cell amountCell(const std::string& resource, const std::optional<Amount>& amount) {
  constexpr double kMilli = 1000;
  if (!amount) return Cell::unknown();
  if (*amount == kUnlimited) return Cell::ofAmount(std::numeric_limits<double>::infinity());
  return resource == "cpu" ? Cell::ofAmount(static_cast<double>(*amount) / kMilli) : Cell::ofNumber(*amount);
}

Cell countCell(const std::optional<std::size_t>& number) {
  return number ? Cell::ofNumber(static_cast<std::int64_t>(*number)) : Cell::unknown();
}

Cell timeCell(UnixSeconds time) {
  return time != 0 ? Cell::ofNumber(time) : Cell::unknown();
}

std::string joined(const std::string& text, const std::string& amount, const std::string& resource) {
  return text + (text.empty() ? "" : ", ") + amount + " " + resource;
}

}  // namespace

void addQueueRows(const QueueRow& row, ExportTable& table) {
  const Cell none = Cell::unknown();
  const auto add = [&](const QueueCell& cell) {
    const auto amount = [&](const std::optional<Amount>& value) { return amountCell(cell.resource, value); };
    table.rows.push_back({Cell::ofText("kueue"), none, Cell::ofText(row.name), Cell::ofText(row.cohort),
                          row.inactivity ? Cell::ofText("inactive") : none, Cell::ofText(cell.flavor),
                          Cell::ofText(cell.resource), unitCell(cell.resource), none, amount(cell.nominal), none, none,
                          amount(cell.used), amount(cell.reserved), amount(cell.borrowed), amount(cell.available),
                          countCell(row.pending), countCell(row.admitted)});
  };
  if (row.cells.empty()) add({});
  for (const QueueCell& cell : row.cells) add(cell);
}

void addQueueRows(GroupSystem system, const GroupQueueRow& row, std::optional<std::size_t> waiting,
                  ExportTable& table) {
  const Cell none = Cell::unknown();
  const auto add = [&](const GroupCell& cell) {
    table.rows.push_back({Cell::ofText(toString(system)), Cell::ofText(row.key.ns), Cell::ofText(row.key.name),
                          Cell::ofText(row.parent), Cell::ofText(row.state), none, Cell::ofText(cell.resource),
                          unitCell(cell.resource), Cell::ofAmount(cell.guaranteed), Cell::ofAmount(cell.deserved),
                          Cell::ofAmount(cell.share), Cell::ofAmount(cell.limit), Cell::ofAmount(cell.used), none,
                          Cell::ofAmount(cell.borrowed), Cell::ofAmount(cell.free), countCell(waiting), none});
  };
  if (row.cells.empty()) add({});
  for (const GroupCell& cell : row.cells) add(cell);
}

void addWaitingRow(const WaitingWorkload& waiting, const std::string& clusterQueue, ExportTable& table) {
  std::string request;
  for (const auto& [resource, amount] : waiting.requests) {
    if (amount != 0) request = joined(request, amountText(resource, amount), resource);
  }
  const bool isJudged = waiting.silence == Silence::None;
  const Cell position =
      waiting.position > 0 ? Cell::ofNumber(static_cast<std::int64_t>(waiting.position)) : Cell::unknown();
  table.rows.push_back({Cell::ofText("kueue"), Cell::ofText(waiting.key.ns), Cell::ofText(waiting.key.name),
                        Cell::ofText(clusterQueue), Cell::ofText(waiting.owner), Cell::unknown(), position,
                        Cell::ofNumber(waiting.priority), Cell::ofNumber(waiting.pods), Cell::unknown(),
                        timeCell(waiting.created), Cell::ofText(request),
                        isJudged ? Cell::ofText(toString(waiting.answer.verdict)) : Cell::unknown(),
                        Cell::ofText(waiting.conditionReason), Cell::ofText(waiting.conditionMessage)});
}

void addWaitingRow(GroupSystem system, const GroupWait& wait, ExportTable& table) {
  std::string request;
  for (const auto& [resource, amount] : wait.requests)
    request = joined(request, groupAmountText(resource, amount), resource);
  const bool isSeen = wait.cause != GroupCause::None;
  table.rows.push_back({Cell::ofText(toString(system)), Cell::ofText(wait.key.ns), Cell::ofText(wait.key.name),
                        Cell::ofText(wait.queue), Cell::unknown(), Cell::ofText(wait.phase), Cell::unknown(),
                        Cell::unknown(), Cell::unknown(),
                        wait.minMember > 0 ? Cell::ofNumber(wait.minMember) : Cell::unknown(), timeCell(wait.created),
                        Cell::ofText(request), isSeen ? Cell::ofText(toString(wait.cause)) : Cell::unknown(),
                        Cell::ofText(wait.conditionReason), Cell::ofText(wait.conditionMessage)});
}

}  // namespace cardinal::queues
