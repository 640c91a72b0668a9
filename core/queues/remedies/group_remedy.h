// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/ids.h"

namespace cardinal::queues {

/// A change after which a queue or quota of another system than Kueue would let a workload in. Each was tried with the
/// arithmetic of the refusal, with nothing else changed; amounts are in the units of GroupCell.
struct GroupRemedy {
  enum class Kind : std::uint8_t {
    OthersEnd,       ///< `ending`: all of them
    FewerPods,       ///< `pods` at most
    RequestLess,     ///< `amount` of `resource` at most, of one pod, or of the group's minResources
    MoreQuota,       ///< `raises`: all of them
    MoreDevices,     ///< Volcano: `raises` of the nodes' allocatable
    Factor,          ///< Volcano: an overcommit factor of at least `amount`
    Preemptible,     ///< KAI: a workload that may be evicted may go over the quota
    LowerGuarantee,  ///< Volcano: `raises`, of other queues, less instead of more
  };
  struct Raise {
    std::string quota;     ///< empty = of the nodes
    std::string field;     ///< as its API calls it: "max", "hard", "capability", "limit", "quota", "min"
    std::string resource;  ///< as the quota names it
    double amount = 0;     ///< more than it has now
  };
  struct Ending {
    ObjectKey key;      ///< its name with its kind, where it has one: "Job/train"
    double amount = 0;  ///< of `resource`: what it holds there
  };

  Kind kind = Kind::OthersEnd;
  std::int64_t pods = 0;  ///< FewerPods; MoreQuota: so many pods are let in then; 0 = the whole workload
  std::string resource{};
  double amount = 0;
  std::vector<Raise> raises{};
  std::vector<Ending> ending{};
};

/// Word of scripts.
const char* toString(GroupRemedy::Kind kind);

}  // namespace cardinal::queues
