// SPDX-License-Identifier: Apache-2.0
#include "core/model/tables/inspect.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "core/base/saturate.h"
#include "core/model/resource_names.h"
#include "core/model/tables/tab_table.h"

namespace cardinal {
namespace {

using resource::kGpuCount;
using resource::kGpuMem;

constexpr std::int64_t kMaxCards = 256;

/// What the original's node info holds: totals from allocatable, buckets by card index (-1 = pending, strange ones
/// too).
struct NodeView {
  std::string name;
  std::string address;
  std::int64_t total = 0;
  std::int64_t cards = 0;
  std::map<CardIndex, std::int64_t> used;
  std::vector<const PodRecord*> pods;

  std::int64_t perCard() const { return cards > 0 ? total / cards : 0; }
  bool hasPending() const { return used.count(kPendingCard) > 0; }
  std::int64_t usedOn(CardIndex card) const {
    const auto it = used.find(card);
    return it == used.end() ? 0 : it->second;
  }
  std::int64_t usedInAll() const {
    std::int64_t sum = 0;
    for (const auto& [card, amount] : used) sum = saturatedSum(sum, amount);
    return sum;
  }
};

std::int64_t allocatable(const RawNode& node, std::string_view key) {
  const Quantity* amount = find(node.allocatable, key);
  return amount == nullptr ? 0 : amount->value();
}

bool isCounted(const PodRecord& pod) {
  return pod.countsForInspect && pod.request.asksSharedMemory();
}

/// Lowest card first, no card last.
CardIndex lowestCard(const PodRecord& pod) {
  CardIndex lowest = std::numeric_limits<CardIndex>::max();
  for (const CardShare& share : pod.shares) {
    if (share.card >= 0) lowest = std::min(lowest, share.card);
  }
  return lowest;
}

bool rowBefore(const PodRecord* a, const PodRecord* b) {
  const CardIndex cardA = lowestCard(*a);
  const CardIndex cardB = lowestCard(*b);
  return cardA != cardB ? cardA < cardB : a->key() < b->key();
}

NodeView viewOf(const NodeRecord& node) {
  NodeView view;
  view.name = printable(node.name);
  view.address = node.raw->internalIp.empty() ? "unknown" : printable(node.raw->internalIp);
  view.total = allocatable(*node.raw, kGpuMem);
  view.cards = allocatable(*node.raw, kGpuCount);
  // A count that no machine has would print that many columns.
  if (view.cards < 0 || view.cards > kMaxCards) view.cards = 0;
  for (const PodPtr& pod : node.pods) {
    if (!isCounted(*pod)) continue;
    view.pods.push_back(pod.get());
    for (const CardShare& share : pod->shares) {
      std::int64_t& bucket = view.used[share.card];
      bucket = saturatedSum(bucket, share.memory.value);
    }
  }
  std::sort(view.pods.begin(), view.pods.end(), rowBefore);
  return view;
}

Result<std::vector<NodeView>> namedViews(const ClusterSnapshot& snapshot, std::span<const std::string> names) {
  std::vector<NodeView> views;
  std::vector<std::string> sorted(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  for (const std::string& name : sorted) {
    const auto index = snapshot.findNode(name);
    if (!index || !snapshot.node(*index).exists()) return unexpected(makeError(ErrorCode::NotFound, name, "nodes"));
    views.push_back(viewOf(snapshot.node(*index)));
  }
  return views;
}

Result<std::vector<NodeView>> viewsOf(const ClusterSnapshot& snapshot, std::span<const std::string> names) {
  if (!names.empty()) return namedViews(snapshot, names);
  std::vector<NodeView> views;
  for (const NodePtr& node : snapshot.nodes) {
    if (node->exists() && allocatable(*node->raw, kGpuMem) > 0) views.push_back(viewOf(*node));
  }
  return views;
}

std::string unitOf(const std::vector<NodeView>& views) {
  for (const NodeView& view : views) {
    if (view.cards > 0) return view.perCard() > 100 ? "MiB" : "GiB";
  }
  return {};
}

std::string number(std::int64_t value) {
  return std::to_string(value);
}

std::string share(std::int64_t used, std::int64_t total) {
  return number(used) + "/" + number(total);
}

// Double arithmetic on purpose: 29 of 100 is 28% there.
std::string percent(std::int64_t used, std::int64_t total) {
  const double exact = total == 0 ? 0.0 : static_cast<double>(used) / static_cast<double>(total) * 100;
  constexpr double kMax = 9e18;
  return number(static_cast<std::int64_t>(std::clamp(exact, -kMax, kMax))) + "%";
}

/// Bytes of a line as it is written before alignment: one TAB after each cell, one newline.
std::size_t rawLength(const std::vector<std::string>& cells, const std::string& rest) {
  std::size_t length = rest.size() + 1;
  for (const std::string& cell : cells) length += cell.size() + 1;
  return length;
}

struct ClusterSum {
  std::int64_t used = 0;
  std::int64_t total = 0;
  void add(std::int64_t nodeUsed, std::int64_t nodeTotal) {
    used = saturatedSum(used, nodeUsed);
    total = saturatedSum(total, nodeTotal);
  }
  std::string text() const { return share(used, total) + " (" + percent(used, total) + ")"; }
};

std::vector<std::string> summaryHeader(CardIndex columns, bool pending) {
  std::vector<std::string> cells{"NAME", "IPADDRESS"};
  for (CardIndex i = 0; i < columns; ++i) cells.push_back("GPU" + number(i) + "(Allocated/Total)");
  if (pending) cells.emplace_back("PENDING(Allocated)");
  return cells;
}

/// Cells of one node's row; `used` gets what the row shows.
std::vector<std::string> summaryRow(const NodeView& view, CardIndex columns, bool pending, std::int64_t& used) {
  std::vector<std::string> cells{view.name, view.address};
  for (CardIndex i = 0; i < columns; ++i) {
    // A card that only a pod's annotation names gets a cell of its own when the table is wide enough.
    const bool present = i < view.cards || view.used.count(i) > 0;
    cells.push_back(present ? share(view.usedOn(i), view.perCard()) : "0/0");
    used = saturatedSum(used, view.usedOn(i));
  }
  if (pending) cells.push_back(view.hasPending() ? number(view.usedOn(kPendingCard)) : std::string{});
  used = saturatedSum(used, view.usedOn(kPendingCard));
  return cells;
}

std::int64_t unitsShown(const PodRecord& pod, const NodeView& view, CardIndex column) {
  // The original numbers its pending column like the card behind the last one.
  const bool pendingColumn = column == view.cards;
  for (const CardShare& share : pod.shares) {
    if (share.card == column) return share.memory.value;
    if (pendingColumn && share.card == kPendingCard && pod.source != AllocationSource::AckV2) return share.memory.value;
  }
  return 0;
}

std::vector<std::string> podRow(const PodRecord& pod, const NodeView& view) {
  std::vector<std::string> cells{printable(pod.key().name), printable(pod.key().ns)};
  const auto columns = static_cast<CardIndex>(view.cards) + (view.hasPending() ? 1 : 0);
  for (CardIndex i = 0; i < columns; ++i) cells.push_back(number(unitsShown(pod, view, i)));
  return cells;
}

std::size_t podRowsLength(const NodeView& view) {
  std::size_t length = 0;
  for (const PodRecord* pod : view.pods) length += rawLength(podRow(*pod, view), {});
  return length;
}

void appendDetails(TabTable& table, const NodeView& view, std::size_t dashes) {
  table.line({});
  table.line({"NAME:"}, view.name);
  table.line({"IPADDRESS:"}, view.address);
  table.line({});
  std::vector<std::string> header{"NAME", "NAMESPACE"};
  for (std::int64_t i = 0; i < view.cards; ++i) header.push_back("GPU" + number(i) + "(Allocated)");
  if (view.hasPending()) header.emplace_back("Pending(Allocated)");
  table.line(std::move(header));
  for (const PodRecord* pod : view.pods) table.line(podRow(*pod, view));
  const std::int64_t used = view.usedInAll();
  table.line({"Allocated :", number(used) + " (" + percent(used, view.total) + ")"});
  table.line({"Total :", number(view.total) + " "});
  table.line({}, std::string(dashes, '-'));
}

}  // namespace

Result<std::string> inspectSummary(const ClusterSnapshot& snapshot, std::span<const std::string> nodeNames) {
  auto views = viewsOf(snapshot, nodeNames);
  if (!views) return unexpected(std::move(views).error());
  std::int64_t columns = 0;
  bool pending = false;
  for (const NodeView& view : *views) {
    columns = std::max(columns, view.cards);
    pending = pending || view.hasPending();
  }
  TabTable table;
  table.line(summaryHeader(static_cast<CardIndex>(columns), pending), "GPU Memory(" + unitOf(*views) + ")");
  ClusterSum sum;
  std::size_t dashes = 0;
  for (const NodeView& view : *views) {
    if (view.total <= 0) continue;
    std::int64_t used = 0;
    std::vector<std::string> cells = summaryRow(view, static_cast<CardIndex>(columns), pending, used);
    const std::string rest = share(used, view.total);
    constexpr std::size_t kExtraDashes = 20;
    if (dashes == 0) dashes = kExtraDashes + rawLength(cells, rest);
    sum.add(used, view.total);
    table.line(std::move(cells), rest);
  }
  table.line({}, std::string(dashes, '-'));
  table.line({}, "Allocated/Total GPU Memory In Cluster:");
  table.line({sum.text()});
  return table.text();
}

Result<std::string> inspectDetails(const ClusterSnapshot& snapshot, std::span<const std::string> nodeNames) {
  auto views = viewsOf(snapshot, nodeNames);
  if (!views) return unexpected(std::move(views).error());
  TabTable table;
  ClusterSum sum;
  std::size_t dashes = 0;
  for (const NodeView& view : *views) {
    if (view.total <= 0) continue;
    constexpr std::size_t kExtraDashes = 10;
    if (dashes == 0) dashes = kExtraDashes + podRowsLength(view);
    appendDetails(table, view, dashes);
    sum.add(view.usedInAll(), view.total);
  }
  table.line({});
  table.line({});
  table.line({"Allocated/Total GPU Memory In Cluster:", sum.text()});
  return table.text();
}

}  // namespace cardinal
