// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/model/snapshot.h"

namespace cardinal {

/// What is remembered of a node and its cards: enough to draw the map of that moment. Pods are not remembered, only how
/// many there were on each card.
struct PastNode {
  std::string name;
  std::string model;
  std::string pool;  ///< poolOf
  std::string zone;
  UnixSeconds created = 0;
  GpuStack stack = GpuStack::None;
  GpuMode mode = GpuMode::None;
  Placement placement = Placement::Binpack;
  MemoryUnit unit = MemoryUnit::Unknown;
  NodeReadiness readiness = NodeReadiness::Unknown;
  bool exists = false;  ///< false: only pods named it
  bool cordoned = false;
  std::int32_t wholeCardsHeld = 0;
  MemUnits memPending;      ///< held by pods whose card was not known
  std::vector<Card> cards;  ///< by index; Card::node is 0
  bool operator==(const PastNode&) const = default;
};
using PastNodePtr = std::shared_ptr<const PastNode>;
/// By name, each name once. Nodes without cards are left out.
using PastNodes = std::vector<PastNodePtr>;

PastNodePtr pastOf(const NodeRecord& node);

/// Remembers snapshots one after the other; nodes that are the same object as before are not looked at again.
class PastReader {
 public:
  const PastNodes& read(const ClusterSnapshot& snapshot);

 private:
  std::vector<std::weak_ptr<const NodeRecord>> m_seen;  ///< as many as m_nodes; kept alive by nobody here
  PastNodes m_nodes;
};

/// The remembered state as a snapshot for views that draw one: no pods, no conditions, no findings, generation 0.
/// `memScheduler` and `coreScheduler` of the cards are as they were.
SnapshotPtr toSnapshot(const PastNodes& nodes, UnixSeconds time);

}  // namespace cardinal
