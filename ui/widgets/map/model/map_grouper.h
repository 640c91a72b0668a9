// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/model/per_node.h"
#include "ui/widgets/map/model/map_scene.h"

namespace cardinal::ui {

/// The groups of a map while snapshots follow one another: as makeGroups() gives them, but where nothing that places a
/// node has changed only the sums are made anew. GUI thread only.
class MapGrouper {
 public:
  struct Sums {
    std::int64_t allocatedMib = 0;  ///< of cards whose memory is known
    std::int64_t totalMib = 0;
    int held = 0;  ///< of whole cards without a size
    int wholeCards = 0;
    void operator+=(const Sums& other);
  };

  /// True when every group still holds the same nodes in the same order, with as many cards each. `matches` null = all.
  bool update(const ClusterSnapshot& snapshot, MapGrouping grouping, MapSorting sorting,
              const std::vector<bool>* matches);
  const std::vector<MapGroup>& groups() const { return m_groups; }
  /// Names and facts are words of the language in force: they are made anew after this.
  void clear();

 private:
  static Sums sumsOf(const NodeRecord& node);
  bool standsTheSame(const NodeRecord& before, const NodeRecord& now) const;
  void group(const ClusterSnapshot& snapshot);

  std::vector<MapGroup> m_groups;
  PerNode<Sums> m_sums;
  MapGrouping m_grouping = MapGrouping::Pool;
  MapSorting m_sorting = MapSorting::Name;
  std::vector<bool> m_matches;  ///< empty = all
};

}  // namespace cardinal::ui
