// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/plan/drain/eviction_target.h"

namespace cardinal {

/// The pod that a controller made in the place of one that left.
struct Successor {
  ObjectKey pod;
  std::string node;              ///< empty = it waits
  std::vector<CardIndex> cards;  ///< empty = unknown
  bool operator==(const Successor&) const = default;
};

/// Follows where the pods that a plan moves really land, beside the prediction. Pods of one controller are alike: which
/// of the new ones stands for which of the old ones is a choice, and exact predictions are met first, then places that
/// were as good. Not thread-safe.
class SuccessorWatch {
 public:
  /// From before the plan begins. Forgets what was followed before.
  void begin(const ClusterSnapshot& before, const std::vector<EvictionTarget>& leaving);
  void follow(const ClusterSnapshot& now);
  /// Null: nothing has come in the pod's place, as far as is known.
  const Successor* of(const ObjectKey& pod) const;

 private:
  struct Controller {
    std::vector<EvictionTarget> leaving;
    std::set<std::string> known;  ///< uids of its pods before
  };
  std::map<std::string, Controller> m_controllers;  ///< by uid
  std::map<ObjectKey, Successor> m_successors;
};

}  // namespace cardinal
