// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/alloc/node_view.h"

namespace cardinal::alloc {

/// A node as it would be after a change; owns what its view points at. The snapshot is never touched.
class ChangedNode {
 public:
  ChangedNode(const ClusterSnapshot& snapshot, NodeIndex node);
  explicit ChangedNode(const NodeView& view);

  /// Schedulable again, with the taint of the cordon gone.
  void uncordon();
  /// Ready again: without the taints that the node controller puts on nodes that are not.
  void makeReady();
  /// Nothing is bound to it.
  void empty();
  /// `pod` has ended; it must be one of the node's pods.
  void remove(const PodRecord& pod);
  /// A pod that was removed is there again.
  void put(const PodRecord& pod);
  /// The same for pods that hold no card: only what they take of the node's resources.
  void removeRequests(const std::shared_ptr<const RawPod>& pod);
  void addRequests(std::shared_ptr<const RawPod> pod);

  NodeView view() const { return {m_index, &m_record, m_cards, m_placed}; }
  const NodeRecord& record() const { return m_record; }
  std::vector<Card>& cards() { return m_cards; }
  /// Takes what a bound pod takes of the node's resources.
  void addRequests(const RawPod& pod);

 private:
  RawNode& editRaw();

  NodeIndex m_index;
  NodeRecord m_record;
  std::shared_ptr<RawNode> m_raw;  ///< our own copy once something of it was changed
  std::vector<Card> m_cards;
  std::int64_t m_placed = 0;
};

/// Taints that come and go with the state of the node, not by decision of its owner.
bool isStateTaint(const Taint& taint);

}  // namespace cardinal::alloc
