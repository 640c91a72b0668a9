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
  if (node.gpu.maxPodsPerCard || node.cards.size() > PlacementRow::kMaxCards) return false;
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

/// What the slots do not hold; of a resource that a list names twice the first counts.
void readResources(const NodeRecord& node, std::vector<RowResource>& out) {
  const std::size_t first = out.size();
  const auto amountOf = [&](const ResourceAmount& entry) -> RowResource& {
    const LabelHash name = hashOfLabelText(entry.name);
    const auto known = std::find_if(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
                                    [name](const RowResource& one) { return one.name == name; });
    return known != out.end() ? *known : out.emplace_back(RowResource{name, 0, 0});
  };
  const auto read = [&](const ResourceList& list, std::int64_t RowResource::*amount) {
    for (auto entry = list.begin(); entry != list.end(); ++entry) {
      const auto isSame = [&](const ResourceAmount& one) { return one.name == entry->name; };
      if (slotOf(entry->name) || entry->name == "pods" || std::find_if(list.begin(), entry, isSame) != entry) continue;
      amountOf(*entry).*amount = entry->amount.value();
    }
  };
  read(node.raw->allocatable, &RowResource::allocatable);
  read(node.requested, &RowResource::requested);
}

/// All cards of the node or none.
void readStackCards(const NodeRecord& node, std::vector<StackCard>& out) {
  const StackState* state = node.devices != nullptr ? node.devices->state.get() : nullptr;
  if (state == nullptr || node.cards.size() > StackCard::kMaxOnNode) return;
  const std::size_t first = out.size();
  for (std::size_t i = 0; i < node.cards.size(); ++i) {
    if (state->fillStackCard(i, node.cards[i], out.emplace_back())) continue;
    out.resize(first);
    return;
  }
}

/// Records were made in another order than that of the names.
[[gnu::always_inline]] inline void prefetchAhead(const std::vector<std::shared_ptr<const NodeRecord>>& nodes,
                                                 std::size_t at) {
  constexpr std::size_t kLine = 64;
  if (at + 4 < nodes.size()) {
    const auto* record = reinterpret_cast<const char*>(nodes[at + 4].get());
    for (std::size_t i = 0; i < sizeof(NodeRecord); i += kLine) __builtin_prefetch(record + i);
  }
  if (at + 2 >= nodes.size()) return;
  const NodeRecord& next = *nodes[at + 2];
  for (std::size_t i = 0; i < next.cards.size(); ++i) __builtin_prefetch(&next.cards[i]);
  __builtin_prefetch(next.requested.data());
  __builtin_prefetch(next.scheduler.podClasses.data());
  __builtin_prefetch(next.devices.get());
  __builtin_prefetch(next.raw.get());
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
  out.knowsReservations = std::none_of(node.findings.begin(), node.findings.end(), [](const Finding& finding) {
    return finding.code == FindingCode::ReservationsNotRead;
  });
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
  const bool hasRow = readRow(*record, rows[at]);
  if (hasRow) rows[at].of = record.get();
  if (record->exists()) {
    for (const auto& [key, value] : record->raw->meta.labels)
      labels.items().push_back({hashOfLabelText(key), hashOfLabelText(value)});
  }
  const auto& classes = record->scheduler.podClasses;
  podClasses.items().insert(podClasses.items().end(), classes.begin(), classes.end());
  if (hasRow) readResources(*record, resources.items());
  if (hasRow) readStackCards(*record, stackCards.items());
  labels.close(at);
  podClasses.close(at);
  resources.close(at);
  stackCards.close(at);
}

void PlacementRows::Block::appendFrom(const Block& other, std::size_t at) {
  held[at] = other.held[at];
  rows[at] = other.rows[at];
  labels.append(at, other.labels);
  podClasses.append(at, other.podClasses);
  resources.append(at, other.resources);
  stackCards.append(at, other.stackCards);
}

void PlacementRows::assign(const std::vector<std::shared_ptr<const NodeRecord>>& nodes) {
  m_blocks.clear();
  m_blocks.reserve((nodes.size() + kPerBlock - 1) / kPerBlock);
  for (std::size_t first = 0; first < nodes.size(); first += kPerBlock) {
    auto block = std::make_shared<Block>();
    const std::size_t size = std::min(kPerBlock, nodes.size() - first);
    for (std::size_t i = 0; i < size; ++i) {
      prefetchAhead(nodes, first + i);
      block->append(i, nodes[first + i]);
    }
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
    block->labels.reserveAs(old.labels, kPerBlock);
    block->podClasses.reserveAs(old.podClasses, kPerBlock);
    block->resources.reserveAs(old.resources, kPerBlock);
    block->stackCards.reserveAs(old.stackCards, kPerBlock);
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
