// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/queues/limit_tree.h"
#include "core/queues/remedies/remedy_search.h"

namespace cardinal::queues {

/// Pods that are to come into a queue of a tree.
struct LimitRequest {
  ObjectKey self{};      ///< holds already, and is not asked to end
  Amounts next;          ///< of the next pod; of a file of all pods
  Amounts all{};         ///< of all that wait; empty = the same
  std::int64_t pods{1};  ///< in `all`
};

/// What would let pods through that a limit of the tree holds back. Keeps a reference to the tree. Of one thread.
class LimitRemedies {
 public:
  explicit LimitRemedies(const LimitTree& tree) : m_tree(tree) {}

  /// Empty where nothing holds them back.
  std::vector<GroupRemedy> of(std::size_t leaf, const LimitRequest& request);

 private:
  using Place = std::pair<std::size_t, std::string>;

  void offerEndings(std::size_t leaf, const LimitRequest& request, const LimitHit& hit, std::vector<GroupRemedy>& out);
  void offerLess(std::size_t leaf, const LimitRequest& request, const LimitHit& hit,
                 std::vector<GroupRemedy>& out) const;
  void offerQuota(std::size_t leaf, const Amounts& requests, std::int64_t pods, std::vector<GroupRemedy>& out) const;
  const std::vector<Holding>& holdersIn(const Place& place);

  const LimitTree& m_tree;
  std::map<Place, std::vector<Holding>> m_holders;
};

}  // namespace cardinal::queues
