// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <vector>

#include "core/fragmentation/policy.h"
#include "core/fragmentation/random.h"

namespace cardinal::fragmentation {

/// Nodes by rank, with what is known of each.
struct ClusterState {
  std::vector<NodeState> nodes;
  std::vector<FragmentSums> sums;
  std::vector<double> fragments;       ///< F of each node
  std::vector<std::int32_t> memory;    ///< free; apart from the nodes, as scores do not depend on it
  std::vector<std::uint32_t> changes;  ///< ranks in the order of placements
};

/// A node's score depends on its state and the kind of task alone, so it is worked out again only after the node
/// changed. One row of scores per kind of task; kinds beyond the room share a row that is worked out whole each time.
class ScoreCache {
 public:
  static constexpr std::int32_t kRefused = std::numeric_limits<std::int32_t>::min();

  /// All arguments must outlive the cache.
  ScoreCache(const std::vector<ListedTask>& tasks, const ClusterState& cluster, const PlacementPolicy& policy);

  /// Scores of all nodes for the task, memory left aside; kRefused where it does not fit. Valid until the next call.
  const std::int32_t* scores(std::uint32_t task);

 private:
  struct Row {
    std::size_t first = 0;  ///< of m_scores
    std::size_t seen = 0;   ///< changes that are worked in
    bool filled = false;
    bool isShared = false;
  };

  std::int32_t scoreOf(std::size_t rank, const Task& task) const;
  void fill(const Row& row, const Task& task);
  void catchUp(const Row& row, const Task& task);

  const std::vector<ListedTask>& m_tasks;
  const ClusterState& m_cluster;
  const PlacementPolicy& m_policy;
  std::vector<std::uint32_t> m_rowOf;  ///< by task
  std::vector<Row> m_rows;
  std::vector<std::int32_t> m_scores;
  std::vector<std::uint32_t> m_workedOutIn;  ///< by rank: the call that worked it out last
  std::uint32_t m_call = 0;
};

}  // namespace cardinal::fragmentation
