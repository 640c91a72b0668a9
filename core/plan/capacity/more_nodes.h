// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/model/snapshot.h"

namespace cardinal::plan {

/// Nodes that are alike: pool, GPU model, mode, placement, cards, memory, CPU, accelerators of every name.
struct NodeKind {
  NodeIndex like;           ///< the first of them by name
  std::uint32_t nodes = 0;  ///< how many there are
};

/// The kinds of nodes with GPUs, most frequent first, equal numbers by name. Nodes that only pods name are left out.
std::vector<NodeKind> nodeKinds(const ClusterSnapshot& snapshot);

/// An empty, healthy, schedulable copy of a node under a name of its own: no pods, no taints of a passing state. `like`
/// must exist.
NodePtr emptyCopy(const NodeRecord& like, int number);
/// The same as a node object under this name.
std::shared_ptr<const RawNode> emptyNodeLike(const RawNode& like, const std::string& name);

/// The snapshot with further nodes behind the others; positions of the old ones stay. The old snapshot is not touched.
ClusterSnapshot withNodes(const ClusterSnapshot& snapshot, const std::vector<NodePtr>& more);
/// True where nvidia.com/gpu counts slots or MIG instances on some node.
bool hasSlices(const ClusterSnapshot& snapshot);
/// The snapshot without the nodes on which nvidia.com/gpu counts slots or MIG instances, for questions about whole
/// cards.
ClusterSnapshot withoutSlices(const ClusterSnapshot& snapshot);
/// A cluster of these nodes alone, for requests that no pod elsewhere has a say in.
ClusterSnapshot onlyNodes(const ClusterSnapshot& snapshot, const std::vector<NodePtr>& nodes);

}  // namespace cardinal::plan
