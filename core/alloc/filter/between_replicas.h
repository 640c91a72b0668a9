// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/alloc/node_view.h"

namespace cardinal::alloc {

/// A rule between pods of which replicas of the request that were placed change the say. Made of constraints, each of
/// which judges a node by the value of one of its labels alone.
class BetweenReplicas {
 public:
  enum class Sort : unsigned char {
    Spread,  ///< as many as the least filled domain allows: a replica may open other domains
    Avoid,   ///< one in a domain
    Follow,  ///< all in the domain of the first
  };
  struct Constraint {
    std::string key;
    Sort sort = Sort::Spread;
    bool countsReplicas = true;  ///< false: says the same however many are placed
  };

  virtual ~BetweenReplicas() = default;
  virtual std::vector<Constraint> constraints() const = 0;
  /// What the constraint, by its position, says now of nodes with this value; null = they lack the label.
  virtual bool refuses(std::size_t constraint, const std::string* value) const = 0;
  /// A replica went to the node. True where other domains than the node's may be judged otherwise now.
  virtual bool place(const NodeView& view) = 0;
};

}  // namespace cardinal::alloc
