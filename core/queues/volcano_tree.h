// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/queues: queues of Volcano below other queues, as the plugin capacity reads them where its
// `enableHierarchy` is true. Source: volcano-sh/volcano v1.15.1, pkg/scheduler/plugins/capacity/capacity.go.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/model/extras/group_queues.h"
#include "core/queues/pod_amounts.h"

namespace cardinal::queues {

/// Amounts that are added to what queues say, by queue.
using QueueRaises = std::map<std::string, Amounts>;

/// The queue that the group names, or the one that takes those which name none.
std::string queueOf(const RawVolcanoPodGroup& group);

class VolcanoTree {
 public:
  explicit VolcanoTree(const GroupQueueLists& lists);

  /// The queue for whose sake the plugin lets in no group at all: its parent does not exist or is below itself, it has
  /// queues below it and groups of its own, or it is the root and missing. Nothing = the tree is in order.
  const std::optional<std::string>& broken() const { return m_broken; }
  /// Only a queue without others below it takes groups.
  bool isLeaf(const std::string& queue) const;
  /// The queue and those above it, the root last.
  std::vector<std::string> chainOf(const std::string& queue) const;
  /// The queue and all below it.
  std::vector<std::string> subtreeOf(const std::string& queue) const;

  /// Its capability, that of the nearest queue above where it names none; unlimited where none does.
  double capability(const std::string& queue, const std::string& resource, const QueueRaises& raised) const;
  /// The smaller of that and of what the queue above can have, less the guarantees of the queues beside this one. The
  /// root is not limited by the nodes.
  double realCapability(const std::string& queue, const std::string& resource, const QueueRaises& raised) const;

 private:
  struct Node {
    std::string parent;  ///< empty = it is the root
    Amounts capability;
    Amounts guarantee;
    std::vector<std::string> children;
  };

  void link();
  const Node* find(const std::string& queue) const;

  std::map<std::string, Node> m_nodes;
  std::optional<std::string> m_broken;
};

}  // namespace cardinal::queues
