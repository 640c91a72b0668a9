// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/queues/group_report.h"
#include "core/queues/pod_amounts.h"

namespace cardinal::queues {

/// A queue of a tree in which each level limits what lies below it.
struct LimitNode {
  std::string name;
  std::optional<std::size_t> parent{};  ///< place in the list, before this one
  Amounts guaranteed{};
  Amounts max{};          ///< what it does not name is not limited
  bool isUnread = false;  ///< it has amounts that cannot be read: what is not named is not known
  Amounts used{};         ///< of devices, with what lies below
  bool isUsedKnown = true;
};

/// Which limit holds an amount back.
struct LimitHit {
  std::size_t node = 0;
  std::string resource;
  double requested = 0;
  double free = 0;  ///< of the limit; where `isHopeless` the limit itself
  bool isHopeless = false;
};

/// Pods of one workload that hold a part of a queue.
struct LimitHolder {
  ObjectKey key;  ///< namespace, and its owner's kind and name
  std::size_t leaf = 0;
  Amounts amounts{};  ///< of devices
};

/// A state that is asked about and does not exist, by queue and resource.
struct LimitChange {
  std::map<std::pair<std::size_t, std::string>, double> raised{};  ///< limits
  std::map<std::pair<std::size_t, std::string>, double> ended{};   ///< no longer used
};

/// A tree of limits with what its pods use. Pure.
class LimitTree {
 public:
  explicit LimitTree(std::vector<LimitNode> nodes) : m_nodes(std::move(nodes)) {}

  const std::vector<LimitNode>& nodes() const { return m_nodes; }
  /// The first queue of this name.
  std::optional<std::size_t> find(const std::string& name) const;
  /// What a pod of the workload `holder` holds, here and above; devices alone.
  void use(std::size_t leaf, const Amounts& amounts, const ObjectKey& holder);
  /// The same of a queue whose `used` was read: who holds it, nothing more.
  void hold(std::size_t leaf, const Amounts& amounts, const ObjectKey& holder);
  const std::vector<LimitHolder>& holders() const { return m_holders; }
  bool isBelow(std::size_t leaf, std::size_t node) const;
  /// What is used here, and above, is not known.
  void forget(std::size_t leaf);

  /// A limit that `asks` alone is above, else one of which less is free; from the leaf upwards. Nothing = none is known
  /// to hold it back.
  std::optional<LimitHit> hit(std::size_t leaf, const Amounts& requests, const LimitChange* change = nullptr) const;
  /// Nothing = not known; infinite = not limited.
  std::optional<double> freeOf(std::size_t leaf, const std::string& resource) const;
  /// `tellsBorrowed`: what is used above `guaranteed` is borrowed.
  GroupQueueRow rowOf(std::size_t node, bool tellsBorrowed) const;

 private:
  std::vector<LimitNode> m_nodes;
  std::vector<LimitHolder> m_holders;
  std::map<std::pair<std::size_t, ObjectKey>, std::size_t> m_holderAt;  ///< by leaf and workload
};

/// Writes what was found into the group that waits.
void tell(const LimitHit& hit, const LimitTree& tree, GroupWait& wait);

}  // namespace cardinal::queues
