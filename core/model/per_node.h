// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/snapshot.h"

namespace cardinal {

/// A value for every node, made anew only for nodes whose record is another one than before: snapshots share the
/// records of unchanged nodes, so a new snapshot costs a comparison of pointers and the nodes that changed. Not
/// thread-safe.
template <typename Value>
class PerNode {
 public:
  /// `make(NodeIndex)` gives the value of a node. The answer stands in the order of the snapshot's nodes, until the
  /// next call.
  template <typename Make>
  const std::vector<Value>& update(const ClusterSnapshot& snapshot, Make make) {
    m_nodes.resize(snapshot.nodes.size());
    m_values.resize(snapshot.nodes.size());
    for (std::size_t i = 0; i < snapshot.nodes.size(); ++i) {
      if (m_nodes[i] == snapshot.nodes[i]) continue;
      m_values[i] = make(NodeIndex{static_cast<std::uint32_t>(i)});
      m_nodes[i] = snapshot.nodes[i];
    }
    return m_values;
  }
  /// As of the last update; null for places that were never filled.
  const std::vector<NodePtr>& nodes() const { return m_nodes; }
  void clear() {
    m_nodes.clear();
    m_values.clear();
  }

 private:
  std::vector<NodePtr> m_nodes;  ///< held, so that no other record can take the same address
  std::vector<Value> m_values;
};

}  // namespace cardinal
