// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "core/base/ids.h"

namespace cardinal::alloc {

/// The feasible nodes of a plan, ordered by the score that decides, then by name. Changing one node costs a few
/// thousand bytes moved at most, the first one of its score none, so a plan of many replicas rescores the touched node
/// only.
class ReplicaQueue {
 public:
  explicit ReplicaQueue(std::size_t nodes) : m_score(nodes) {}

  /// Puts a node in that is not there and stands, by name, behind all nodes with its score; cheaper than `put`.
  void append(NodeIndex node, std::int64_t score);
  /// Puts the node in, or moves it to another score.
  void put(NodeIndex node, std::int64_t score);
  void remove(NodeIndex node);

  std::size_t size() const { return m_size; }
  bool contains(NodeIndex node) const { return m_score[node.value].has_value(); }
  /// The nodes with the highest score, by name; empty when none is feasible.
  std::span<const std::uint32_t> best() const;

 private:
  /// Nodes of one score, by name. The first is taken most often: its place stays, unused.
  class Bucket {
   public:
    bool empty() const { return m_first == m_nodes.size(); }
    std::span<const std::uint32_t> nodes() const { return std::span(m_nodes).subspan(m_first); }
    void append(std::uint32_t node) { m_nodes.push_back(node); }
    void insert(std::uint32_t node);
    void remove(std::uint32_t node);

   private:
    std::vector<std::uint32_t>::iterator find(std::uint32_t node);

    std::vector<std::uint32_t> m_nodes;
    std::size_t m_first = 0;
  };
  std::map<std::int64_t, Bucket, std::greater<>> m_byScore;  ///< no bucket is empty
  std::vector<std::optional<std::int64_t>> m_score;          ///< by node
  std::size_t m_size = 0;
};

}  // namespace cardinal::alloc
