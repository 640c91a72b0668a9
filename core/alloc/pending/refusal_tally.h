// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/alloc/explain/near_miss.h"
#include "core/alloc/pending/pending.h"

namespace cardinal::alloc {

/// Groups refusals by rule as they are added, node by node.
class RefusalTally {
 public:
  void add(const NodeRejection& rejection);
  /// Of a node whose cards were not looked at.
  void add(NodeIndex node, const Rejection& reason) { (void)count(node, reason); }
  /// Most nodes first, equal numbers by code.
  std::vector<RefusalGroup> groups() const;
  /// The first nodes of the group with this code, at most 32; remedies are tried on them.
  const std::vector<NodeIndex>& samples(ReasonCode code) const;

 private:
  struct Group {
    RefusalGroup refusals;
    Lack least;  ///< of `refusals.nearest`
    std::vector<NodeIndex> samples;
  };
  /// The group it went into.
  RefusalGroup& count(NodeIndex node, const Rejection& reason);
  Group& groupOf(const Rejection& reason);

  std::vector<Group> m_groups;
  std::size_t m_last = 0;  ///< neighbours are often refused for the same reason
};

}  // namespace cardinal::alloc
