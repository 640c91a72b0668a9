// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/ids.h"

namespace cardinal::alloc {

/// The feasible nodes of a plan, ordered by the score that decides (0..100), then by name. Changing one node costs a
/// few thousand bytes moved at most, so a plan of many replicas rescores the touched node only.
class ReplicaQueue {
 public:
  static constexpr int kMaxScore = 100;

  explicit ReplicaQueue(std::size_t nodes) : m_score(nodes, kAbsent) {}

  /// Puts a node in that is not there and stands, by name, behind all nodes with its score; cheaper than `put`.
  void append(NodeIndex node, int score);
  /// Puts the node in, or moves it to another score.
  void put(NodeIndex node, int score);
  void remove(NodeIndex node);

  std::size_t size() const { return m_size; }
  bool contains(NodeIndex node) const { return m_score[node.value] != kAbsent; }
  /// The nodes with the highest score, by name; empty when none is feasible.
  std::span<const std::uint32_t> best() const;

 private:
  static constexpr std::int8_t kAbsent = -1;

  std::array<std::vector<std::uint32_t>, kMaxScore + 1> m_byScore;
  std::vector<std::int8_t> m_score;
  std::size_t m_size = 0;
};

}  // namespace cardinal::alloc
