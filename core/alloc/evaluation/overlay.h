// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>
#include <vector>

#include "core/alloc/node_view.h"
#include "core/alloc/reserve/card_rule.h"

namespace cardinal::alloc {

/// What a plan has taken so far, over a snapshot that is never touched: only nodes that got a replica have cards of
/// their own here. Views stay valid until the next `take` on the same node.
class Overlay {
 public:
  explicit Overlay(const ClusterSnapshot& snapshot) : m_snapshot(snapshot) {}

  NodeView view(NodeIndex node) const;
  bool isTouched(NodeIndex node) const { return m_touched.contains(node.value); }
  void take(NodeIndex node, const CardRule& rule, const CardChoice& choice);

 private:
  struct Touched {
    std::vector<Card> cards;
    std::int64_t placed = 0;
  };

  const ClusterSnapshot& m_snapshot;
  std::unordered_map<std::uint32_t, Touched> m_touched;
};

}  // namespace cardinal::alloc
