// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/model/snapshot.h"

namespace cardinal::alloc {

/// A node as a plan sees it: the snapshot's node, its cards with what the plan put on them, and how many replicas of
/// the request the plan already placed there.
struct NodeView {
  NodeIndex index;
  const NodeRecord* node = nullptr;  ///< never null
  std::span<const Card> cards;
  std::int64_t placed = 0;

  /// Only where the node exists.
  const RawNode& raw() const { return *node->raw; }
};

}  // namespace cardinal::alloc
