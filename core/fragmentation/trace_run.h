// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/fragmentation/fragment_meter.h"
#include "core/fragmentation/policy.h"
#include "core/fragmentation/score_cache.h"
#include "core/fragmentation/trace.h"

namespace cardinal::fragmentation {

/// The state of a run after some arrivals. Amounts in milli-GPU.
struct TraceFigures {
  std::int64_t arrivals = 0;
  std::int64_t arrived = 0;  ///< asked by all tasks so far, failed ones too
  std::int64_t placed = 0;
  std::int64_t failed = 0;  ///< tasks that found no node
  std::int64_t capacity = 0;
  std::int64_t nodesInUse = 0;  ///< any GPU not whole, or any CPU taken
  std::int64_t gpusInUse = 0;
  FragmentSums sums;

  double loadPercent() const { return percentOf(static_cast<double>(arrived)); }
  double allocationPercent() const { return percentOf(static_cast<double>(placed)); }
  double fragmentPercent() const { return percentOf(sums.fragment()); }
  /// Fragments of what is idle; nothing when nothing is.
  std::optional<double> fragmentRate() const;

 private:
  double percentOf(double milli) const { return capacity > 0 ? 100.0 * milli / static_cast<double>(capacity) : 0.0; }
};

/// Where the last task went.
struct TraceDecision {
  std::uint32_t task = 0;
  std::optional<std::uint32_t> node;  ///< position in the node list; nothing = failed
  DeviceSet devices = 0;
};

/// Tasks arrive one by one; each is decided before the next is looked at, and stays. Ties between nodes go to the
/// first in the trace's order. Exact: the figures are those of the published method, addition by addition. The
/// cluster's fragmentation is up to date after every arrival. Serves one thread; `next` does not allocate.
class TraceRun {
 public:
  /// The trace must outlive the run. `seed` counts for Random only.
  TraceRun(const Trace& trace, PolicyKind policy, std::uint64_t seed = 0);
  TraceRun(const TraceRun&) = delete;
  TraceRun& operator=(const TraceRun&) = delete;

  /// Decides the next arrival; false when there is none.
  bool next();
  const TraceFigures& figures() const { return m_figures; }
  const TraceDecision& last() const { return m_last; }

 private:
  std::optional<std::size_t> choose(std::uint32_t task);
  void put(std::size_t rank, const Task& task);
  void measureAgain(std::size_t rank);

  const Trace& m_trace;
  FragmentMeter m_meter;
  std::unique_ptr<PlacementPolicy> m_policy;
  ClusterState m_cluster;
  ScoreCache m_scores;
  Random m_random;
  std::vector<FragmentSums> m_blocks;  ///< sums over neighbours in rank: one node's change costs one block
  TraceFigures m_figures;
  TraceDecision m_last;
};

}  // namespace cardinal::fragmentation
