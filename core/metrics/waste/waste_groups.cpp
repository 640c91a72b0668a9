// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/waste/waste_groups.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace cardinal {
namespace {

using Kind = WasteGroup::Kind;
using Key = std::pair<Kind, std::string>;

/// What one group has of one card.
struct Part {
  std::int64_t allocatedMib = 0;
  std::int64_t unusedMib = 0;
};

std::string nameOf(const PodRecord& pod, WasteBy by) {
  return by == WasteBy::Owner ? ownerOfPod(pod) : pod.key().ns;
}

std::int64_t mibOn(const PodRecord& pod, int card, const NodeRecord& node) {
  std::int64_t mib = 0;
  for (const CardShare& share : pod.shares) {
    if (share.card == card) mib += toMib(share.memory, node.gpu.unit).value_or(0);
  }
  return mib;
}

std::map<Key, Part> partsOf(const WasteEntry& entry, const NodeRecord& node, WasteBy by) {
  const Part whole{entry.allocatedMib, entry.unusedMib};
  if (by == WasteBy::Model) return {{{node.gpu.model.empty() ? Kind::Unknown : Kind::Named, node.gpu.model}, whole}};
  if (entry.pods.empty()) return {{{Kind::Unknown, {}}, whole}};
  std::map<Key, Part> parts;
  for (const PodPtr& pod : entry.pods) {
    const std::int64_t mib = mibOn(*pod, entry.card, node);
    Part& part = parts[{Kind::Named, nameOf(*pod, by)}];
    part.allocatedMib += mib;
    part.unusedMib += mib;
  }
  if (parts.size() == 1) return {{parts.begin()->first, whole}};
  if (!entry.idle) return {{{Kind::Shared, {}}, whole}};
  return parts;
}

}  // namespace

std::vector<WasteGroup> groupWaste(const WasteReport& report, const ClusterSnapshot& snapshot, WasteBy by) {
  std::map<Key, WasteGroup> found;
  for (std::size_t i = 0; i < report.entries.size(); ++i) {
    const WasteEntry& entry = report.entries[i];
    for (const auto& [key, part] : partsOf(entry, snapshot.node(entry.node), by)) {
      WasteGroup& group = found[key];
      group.kind = key.first;
      group.name = key.second;
      ++group.cards;
      group.idleCards += entry.idle ? 1 : 0;
      group.allocatedMib += part.allocatedMib;
      group.unusedMib += part.unusedMib;
      group.entries.push_back(i);
    }
  }
  std::vector<WasteGroup> groups;
  groups.reserve(found.size());
  for (auto& [key, group] : found) groups.push_back(std::move(group));
  std::stable_sort(groups.begin(), groups.end(), [](const WasteGroup& a, const WasteGroup& b) {
    return std::tuple(-a.unusedMib, b.cards) < std::tuple(-b.unusedMib, a.cards);
  });
  return groups;
}

}  // namespace cardinal
