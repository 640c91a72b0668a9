// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/alloc/types.h"

namespace cardinal::alloc {

/// What the cards of a node would have to give; nodes refused for their sum of gpu-mem are ranked by their cards,
/// because a node that lacks little in sum may still lack much on every card.
struct CardNeed {
  const ClusterSnapshot& snapshot;
  std::int64_t share = 0;  ///< memory on each card; 0 = no cards asked
  int cards = 1;
};

/// The refused nodes that lack least, at most 8: those that waiting can help first, then the smallest part lacking of
/// what is needed, then by node. Nodes refused for something that has no amount (labels, taints, mode) are not among
/// them.
std::vector<NearMiss> nearMisses(std::span<const NodeRejection> rejections, const CardNeed& need);

/// The rejection that lacks least; when none has an amount, the first one of a node that was asked at all. nullptr for
/// an empty list.
const NodeRejection* nearest(std::span<const NodeRejection> rejections);

}  // namespace cardinal::alloc
