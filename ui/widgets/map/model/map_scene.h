// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "core/alloc/types.h"
#include "core/metrics/use.h"
#include "core/model/snapshot.h"

namespace cardinal::ui {

enum class MapMeasure {
  MemoryAllocated,
  CoreAllocated,
  PodsPerCard,
  LargestFree,
  MemoryUsed,
  GpuUsed,
  Temperature,
  Power,
  SampleAge
};
/// Measures that need a metrics source.
constexpr bool isMeasured(MapMeasure measure) {
  return measure >= MapMeasure::MemoryUsed;
}
enum class MapGrouping { None, Pool, Mode, Model, Zone, Stack };
inline constexpr MapGrouping kLastMapGrouping = MapGrouping::Stack;
enum class MapSorting { Name, FreeMemory, Age };

/// One card of the map, by place: node name survives snapshots, index is the card's number.
struct CardRef {
  QString node;
  int card = 0;
  bool operator==(const CardRef& other) const { return card == other.card && node == other.node; }
  bool operator<(const CardRef& other) const { return node != other.node ? node < other.node : card < other.card; }
};

/// What a preview lays over the map. Nodes by index of the same snapshot.
struct MapPreview {
  std::uint64_t generation = 0;
  struct Ghost {
    NodeIndex node;
    std::vector<CardIndex> cards;
    int wholeCards = 0;
    QString label;
    // Where a workload has several roles: whose pods these are, "Master, 2 × Worker".
    QString roles{};        ///< on these cards
    QString rolesOnNode{};  ///< on the node as a whole
  };
  std::vector<Ghost> ghosts;  ///< predicted; those of a node stand one after another
  std::vector<Candidate> runnersUp;
  bool hasScores = false;  ///< of the runners-up; false: theirs are not known
  struct Refused {
    NodeIndex node;
    QString reason;
    bool nearMiss = false;
    CardIndex missCard = kPendingCard;
    QString missing;
  };
  std::vector<Refused> refused;  ///< sentence already in the language in force
  /// Nodes of a domain of the topology, to which the workload is restricted.
  struct Domain {
    QString name;
    std::vector<NodeIndex> nodes;
  };
  std::vector<Domain> domains;
  std::optional<NodeIndex> aimed;
};

/// One group of nodes as the map shows it.
struct MapGroup {
  QString name;    ///< pool, mode, model or zone; "" = all nodes
  QString facts;   ///< "A10 22 GiB · core_mem · binpack · 14 nodes, 56 cards"
  QString triple;  ///< "n/a / 727 / 1,188 GiB" or "727 / 1,188 GiB"
  std::vector<NodeIndex> nodes;
};

/// True for nodes with cards, and for those that offer GPUs or other accelerators whose cards are not known.
inline bool isOnMap(const NodeRecord& node) {
  return !node.cards.empty() || node.gpu.stack != GpuStack::None;
}
/// True when a map of the snapshot shows anything.
bool hasMap(const ClusterSnapshot& snapshot);

/// Groups, sorts and filters the nodes of a snapshot that are on the map. Pure. `matches` empty = all.
std::vector<MapGroup> makeGroups(const ClusterSnapshot& snapshot, MapGrouping grouping, MapSorting sorting,
                                 const std::vector<bool>* matches);

}  // namespace cardinal::ui
