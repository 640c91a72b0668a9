// SPDX-License-Identifier: Apache-2.0
#include "core/model/placement_row.h"

#include <algorithm>
#include <limits>

#include "core/model/snapshot.h"

namespace cardinal {
namespace {

using Slots = std::array<std::int64_t, kResourceSlots>;

void readSlots(const ResourceList& list, Slots& out) {
  std::array<bool, kResourceSlots> seen{};
  for (const ResourceAmount& entry : list) {
    const auto slot = slotOf(entry.name);
    if (!slot) continue;
    const auto at = static_cast<std::size_t>(*slot);
    // Where a list names a resource twice, the first counts.
    if (seen[at]) continue;
    seen[at] = true;
    out[at] = *slot == ResourceSlot::Cpu ? entry.amount.milliValue() : entry.amount.value();
  }
}

bool fitsRow(std::int64_t amount) {
  return amount >= std::numeric_limits<std::int32_t>::min() && amount <= std::numeric_limits<std::int32_t>::max();
}

bool canHold(const NodeRecord& node) {
  if (node.gpu.maxPodsPerCard || node.cards.size() > PlacementRow::kMostCards) return false;
  for (std::size_t i = 0; i < node.cards.size(); ++i) {
    const Card& card = node.cards[i];
    if (card.index != i || !fitsRow(card.memTotal.value) || !fitsRow(card.memScheduler.value)) return false;
  }
  return true;
}

void readCards(const NodeRecord& node, PlacementRow& out) {
  out.hasAllCards = canHold(node);
  if (!out.hasAllCards) return;
  out.cardCount = static_cast<std::uint8_t>(node.cards.size());
  for (std::size_t i = 0; i < node.cards.size(); ++i) {
    const Card& card = node.cards[i];
    const auto bit = static_cast<std::uint8_t>(1U << i);
    if (card.memoryKnown) out.knownCards |= bit;
    if (card.health == CardHealth::Unhealthy) out.unhealthyCards |= bit;
    out.cards[i] = {static_cast<std::int32_t>(card.memTotal.value), static_cast<std::int32_t>(card.memScheduler.value)};
  }
}

/// False where the node is too odd for a row.
bool readRow(const NodeRecord& node, PlacementRow& out) {
  const SchedulerView& scheduler = node.scheduler;
  if (node.kept != nullptr || !node.exists() || node.podCount > std::uint32_t{std::numeric_limits<std::int32_t>::max()})
    return false;
  const Quantity* pods = find(node.raw->allocatable, "pods");
  const std::int64_t podsAllocatable = pods != nullptr ? pods->value() : 0;
  if (!fitsRow(podsAllocatable)) return false;
  out.isOpen = !node.raw->unschedulable && node.raw->taints.empty();
  out.avoids = !node.raw->avoids.empty();
  out.hasSpreadLabels = scheduler.hasSpreadLabels;
  out.readiness = node.readiness;
  out.stack = node.gpu.stack;
  out.mode = node.gpu.mode;
  out.placement = node.gpu.placement;
  out.unit = node.gpu.unit;
  out.lowestPriority = scheduler.lowestPriority;
  out.podsAllocatable = static_cast<std::int32_t>(podsAllocatable);
  out.podCount = static_cast<std::int32_t>(node.podCount);
  out.labels = scheduler.labels;
  out.weighedCpuMilli = scheduler.cpuMilli;
  out.weighedMemory = scheduler.memory;
  readSlots(node.raw->allocatable, out.allocatable);
  readSlots(node.requested, out.requested);
  readCards(node, out);
  return true;
}

}  // namespace

std::optional<ResourceSlot> slotOf(std::string_view resource) {
  const auto found = std::find(kSlotNames.begin(), kSlotNames.end(), resource);
  if (found == kSlotNames.end()) return std::nullopt;
  return static_cast<ResourceSlot>(found - kSlotNames.begin());
}

void PlacementRows::Block::append(std::size_t at, const std::shared_ptr<const NodeRecord>& record) {
  held[at] = record;
  if (readRow(*record, rows[at])) rows[at].of = record.get();
  if (record->exists()) {
    for (const auto& [key, value] : record->raw->meta.labels)
      labels.push_back({hashOfLabelText(key), hashOfLabelText(value)});
  }
  const auto& classes = record->scheduler.podClasses;
  podClasses.insert(podClasses.end(), classes.begin(), classes.end());
  firstLabel[at + 1] = static_cast<std::uint32_t>(labels.size());
  firstClass[at + 1] = static_cast<std::uint32_t>(podClasses.size());
}

void PlacementRows::Block::appendFrom(const Block& other, std::size_t at) {
  held[at] = other.held[at];
  rows[at] = other.rows[at];
  const RowLabels lists = other.labelsOf(at);
  labels.insert(labels.end(), lists.node.begin(), lists.node.end());
  podClasses.insert(podClasses.end(), lists.podClasses.begin(), lists.podClasses.end());
  firstLabel[at + 1] = static_cast<std::uint32_t>(labels.size());
  firstClass[at + 1] = static_cast<std::uint32_t>(podClasses.size());
}

void PlacementRows::assign(const std::vector<std::shared_ptr<const NodeRecord>>& nodes) {
  m_blocks.clear();
  m_blocks.reserve((nodes.size() + kPerBlock - 1) / kPerBlock);
  for (std::size_t first = 0; first < nodes.size(); first += kPerBlock) {
    auto block = std::make_shared<Block>();
    const std::size_t size = std::min(kPerBlock, nodes.size() - first);
    for (std::size_t i = 0; i < size; ++i) block->append(i, nodes[first + i]);
    m_blocks.push_back(std::move(block));
  }
}

void PlacementRows::update(const std::vector<std::shared_ptr<const NodeRecord>>& nodes,
                           std::span<const std::size_t> positions) {
  std::vector<std::size_t> sorted(positions.begin(), positions.end());
  std::sort(sorted.begin(), sorted.end());
  // One copy per block, however many of its nodes changed.
  for (std::size_t next = 0; next < sorted.size();) {
    const std::size_t number = sorted[next] / kPerBlock;
    if (number >= m_blocks.size()) return;
    const Block& old = *m_blocks[number];
    auto block = std::make_shared<Block>();
    block->labels.reserve(old.labels.size() + kPerBlock);
    block->podClasses.reserve(old.podClasses.size() + kPerBlock);
    const std::size_t first = number * kPerBlock;
    for (std::size_t at = 0; at < kPerBlock && first + at < nodes.size(); ++at) {
      const bool changed = next < sorted.size() && sorted[next] == first + at;
      if (changed) {
        block->append(at, nodes[first + at]);
        ++next;
      } else {
        block->appendFrom(old, at);
      }
    }
    m_blocks[number] = std::move(block);
  }
}

}  // namespace cardinal
