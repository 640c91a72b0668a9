// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "core/model/snapshot.h"
#include "core/plan/capacity/fragment_gauge.h"

namespace cardinal {

/// What two states of a cluster are compared by. Free is what open nodes (isOpen) have by freeMemoryOf(). The sums of
/// MiB are over the same cards as those of totalsOf().
struct ClusterFigures {
  std::uint32_t nodes = 0;  ///< nodes with cards
  std::uint32_t openNodes = 0;
  std::uint32_t cards = 0;
  std::uint32_t cardsUnknown = 0;  ///< cards whose memory is not known in MiB; the sums of MiB leave them out
  std::int64_t allocatedMib = 0;
  std::int64_t totalMib = 0;
  std::int64_t freeMib = 0;
  std::optional<std::int64_t> largestFreeMib;  ///< the largest free slot on one card; nothing when unknown of all cards
  std::uint32_t wholeFreeCards = 0;            ///< nobody is on them, for certain
  std::uint32_t pendingPods = 0;               ///< GPU pods without a node
  std::uint32_t boundPods = 0;                 ///< GPU pods on nodes, not ended
  std::optional<double> fragmentMilli;         ///< F by the gauge; nothing when no task is expected
  bool operator==(const ClusterFigures&) const = default;
};

ClusterFigures figuresOf(const ClusterSnapshot& snapshot, const FragmentGauge& gauge);

}  // namespace cardinal
