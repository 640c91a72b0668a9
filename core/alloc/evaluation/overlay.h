// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/alloc/node_view.h"
#include "core/alloc/reserve/card_rule.h"

namespace cardinal::alloc {

/// What a plan has taken so far, over a snapshot that is never touched: only nodes that got a replica have cards of
/// their own here, and a row with these cards where that says all that their rule reads. Views stay valid until the
/// next `take` on the same node. Of one thread.
class Overlay {
 public:
  explicit Overlay(const ClusterSnapshot& snapshot) : m_snapshot(snapshot) {}
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  NodeView view(NodeIndex node) const;
  bool isTouched(NodeIndex node) const { return m_touched.contains(node.value); }
  /// True for the first one of a node.
  bool take(NodeIndex node, const CardRule& rule, const CardChoice& choice);

 private:
  struct Touched {
    std::vector<Card> cards;
    std::int64_t placed = 0;
    PlacementRow row;  ///< of no record where it does not follow
  };

  const Touched* find(NodeIndex node) const;
  static void follow(const CardChoice& choice, Touched& touched);

  const ClusterSnapshot& m_snapshot;
  std::unordered_map<std::uint32_t, Touched> m_touched;
  // A plan asks of one node several times before it goes on to the next.
  mutable std::uint32_t m_lastNode = 0;
  mutable const Touched* m_last = nullptr;  ///< of m_touched; null = none was found yet
};

}  // namespace cardinal::alloc
