// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/model/gpu.h"
#include "core/model/label_sketch.h"
#include "core/model/stack_card.h"

namespace cardinal {

struct NodeRecord;

enum class NodeReadiness : std::uint8_t { Unknown, Ready, NotReady };

/// Resources that most requests consist of; others are looked up in the node's lists.
enum class ResourceSlot : std::uint8_t { Cpu, Memory, Storage, GpuMemory, GpuCore, NvidiaCards, TopologyCards };
inline constexpr std::size_t kResourceSlots = 7;
/// By ResourceSlot.
inline constexpr std::array<std::string_view, kResourceSlots> kSlotNames = {"cpu",
                                                                            "memory",
                                                                            "ephemeral-storage",
                                                                            "aliyun.com/gpu-mem",
                                                                            "aliyun.com/gpu-core.percentage",
                                                                            "nvidia.com/gpu",
                                                                            "aliyun.com/gpu"};
std::optional<ResourceSlot> slotOf(std::string_view resource);

/// Memory of a card in a row, in the node's units: `Card::memTotal` and `Card::memScheduler`.
struct RowCard {
  std::int32_t total = 0;
  std::int32_t scheduler = 0;
};

/// What a question about placement reads of most nodes, in one piece of four cache lines: a copy out of the record and
/// the objects behind it, which lie in some twenty-five lines all over the memory. Says nothing that the record does
/// not say. Amounts are whole units, cpu in thousandths, rounded up as Quantity does; a resource that is absent is 0.
struct alignas(64) PlacementRow {
  static constexpr std::size_t kMaxCards = 8;

  const NodeRecord* of = nullptr;  ///< the record it was made of, of a node that exists; null = nothing here counts
  bool isOpen = false;             ///< schedulable and without taints of any effect
  bool avoids : 1 = false;         ///< the node asks to be spared of some controllers
  bool hasSpreadLabels : 1 = false;
  bool knowsReservations = false;  ///< no finding says that they were not read
  bool hasAllCards = false;  ///< `cards` are all cards of the node, in order, and there is no limit of pods on them
  NodeReadiness readiness = NodeReadiness::Unknown;
  GpuStack stack = GpuStack::None;
  GpuMode mode = GpuMode::None;
  Placement placement = Placement::Binpack;
  MemoryUnit unit = MemoryUnit::Unknown;
  std::uint8_t knownCards = 0;      ///< one bit per card: `Card::memoryKnown`
  std::uint8_t unhealthyCards = 0;  ///< one bit per card: its health is Unhealthy
  std::uint8_t cardCount = 0;       ///< where `hasAllCards`
  std::int32_t lowestPriority = 0;
  std::int32_t podsAllocatable = 0;
  std::int32_t podCount = 0;
  LabelSketch labels;
  std::array<RowCard, kMaxCards> cards{};
  std::array<std::int64_t, kResourceSlots> allocatable{};  ///< by ResourceSlot
  std::int64_t weighedCpuMilli = 0;                        ///< SchedulerView::cpuMilli
  std::array<std::int64_t, kResourceSlots> requested{};    ///< by ResourceSlot
  std::int64_t weighedMemory = 0;                          ///< SchedulerView::memory
};
static_assert(sizeof(PlacementRow) == 256);

/// A label of a node; keys and values as `hashOfLabelText`.
struct RowLabel {
  LabelHash key = 0;
  LabelHash value = 0;
};

/// A resource of a node that has no slot in the row; its name as `hashOfLabelText`. Amounts in whole units.
struct RowResource {
  LabelHash name = 0;
  std::int64_t allocatable = 0;
  std::int64_t requested = 0;
};

/// What rules between pods read of a node.
struct RowLabels {
  std::span<const RowLabel> node;
  std::span<const LabelHash> podClasses;  ///< SchedulerView::podClasses

  /// Value of a label of the node; nothing where it has none of that key.
  std::optional<LabelHash> find(LabelHash key) const {
    for (const RowLabel& label : node) {
      if (label.key == key) return label.value;
    }
    return std::nullopt;
  }
};

/// A list for each of some places, one after the other in one piece of memory.
template <typename Item, std::size_t kPlaces>
class RowLists {
 public:
  std::span<const Item> of(std::size_t place) const {
    return std::span(m_items).subspan(m_first[place], m_first[place + 1] - m_first[place]);
  }
  /// The list of the place whose turn it is: `items()` grows, then `close` ends it. Each place in turn.
  std::vector<Item>& items() { return m_items; }
  void close(std::size_t place) { m_first[place + 1] = static_cast<std::uint32_t>(m_items.size()); }
  void append(std::size_t place, const RowLists& from) {
    const auto list = from.of(place);
    m_items.insert(m_items.end(), list.begin(), list.end());
    close(place);
  }
  /// Room for what `other` holds and `more`.
  void reserveAs(const RowLists& other, std::size_t more) { m_items.reserve(other.m_items.size() + more); }

 private:
  std::vector<Item> m_items;
  std::array<std::uint32_t, kPlaces + 1> m_first{};
};

/// The rows of a snapshot, one node after the other. Blocks of nodes that did not change are shared between snapshots.
/// A row counts only for the very record it was made of: whoever exchanges a record in a copy of a snapshot need not
/// care for its row.
class PlacementRows {
 public:
  /// Null where there is no row for this record.
  const PlacementRow* find(std::size_t node, const NodeRecord* record) const {
    const std::size_t block = node / kPerBlock;
    if (block >= m_blocks.size()) return nullptr;
    const PlacementRow& row = m_blocks[block]->rows[node % kPerBlock];
    return row.of == record ? &row : nullptr;
  }

  /// Nothing where there is no row for this record.
  std::optional<RowLabels> labels(std::size_t node, const NodeRecord* record) const {
    if (find(node, record) == nullptr) return std::nullopt;
    return m_blocks[node / kPerBlock]->labelsOf(node % kPerBlock);
  }

  /// Resources of a node without a slot in its row, in no order. Only where `find` gives a row.
  std::span<const RowResource> resources(std::size_t node) const {
    return m_blocks[node / kPerBlock]->resources.of(node % kPerBlock);
  }
  /// The cards as the scheduler of the node's stack has them, by index; empty = there are none, or a card or the node
  /// is too odd. Only where `find` gives a row.
  std::span<const StackCard> stackCards(std::size_t node) const {
    return m_blocks[node / kPerBlock]->stackCards.of(node % kPerBlock);
  }

  /// Makes all of them anew.
  void assign(const std::vector<std::shared_ptr<const NodeRecord>>& nodes);
  /// Makes those of the given positions anew; the others are kept.
  void update(const std::vector<std::shared_ptr<const NodeRecord>>& nodes, std::span<const std::size_t> positions);

 private:
  static constexpr std::size_t kPerBlock = 64;
  struct Block {
    std::array<PlacementRow, kPerBlock> rows;
    /// Held, so that no other record can take the address of one that a row was made of.
    std::array<std::shared_ptr<const NodeRecord>, kPerBlock> held;
    RowLists<RowLabel, kPerBlock> labels;
    RowLists<LabelHash, kPerBlock> podClasses;
    RowLists<RowResource, kPerBlock> resources;
    RowLists<StackCard, kPerBlock> stackCards;

    RowLabels labelsOf(std::size_t at) const { return {labels.of(at), podClasses.of(at)}; }
    /// To be called for each place in turn.
    void append(std::size_t at, const std::shared_ptr<const NodeRecord>& record);
    void appendFrom(const Block& other, std::size_t at);
  };

  std::vector<std::shared_ptr<const Block>> m_blocks;
};

}  // namespace cardinal
