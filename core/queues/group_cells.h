// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/queues: the figures of one queue, each resource once.

#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/queues/group_report.h"
#include "core/queues/pod_amounts.h"

namespace cardinal::queues {

inline constexpr double kNoLimit = std::numeric_limits<double>::infinity();

class Cells {
 public:
  using Field = std::optional<double> GroupCell::*;

  void put(const ResourceList& list, Field field) {
    for (const auto& entry : list) at(entry.name).*field = amountIn(entry.amount);
  }
  /// A list that does not name the resource uses none of it.
  void putUsed(const std::optional<ResourceList>& list) {
    if (!list) return;
    put(*list, &GroupCell::used);
    for (auto& [name, cell] : m_cells) cell.used = cell.used.value_or(0);
  }
  void putUnlimited() {
    for (auto& [name, cell] : m_cells) cell.limit = cell.limit.value_or(kNoLimit);
  }
  GroupCell& at(const std::string& resource) {
    GroupCell& cell = m_cells[resource];
    cell.resource = resource;
    return cell;
  }
  std::vector<GroupCell> take() {
    std::vector<GroupCell> out;
    for (auto& [name, cell] : m_cells) out.push_back(std::move(cell));
    return out;
  }

 private:
  std::map<std::string, GroupCell> m_cells;
};

}  // namespace cardinal::queues
