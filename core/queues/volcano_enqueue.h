// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/queues: whether Volcano would let a group leave Pending, so that its pods are made. Source:
// volcano-sh/volcano v1.15.1, pkg/scheduler/plugins/overcommit, proportion, capacity;
// What groups hold is known of pods that ask for devices alone, and the
// guarantees of other queues are not taken off, so an answer is modelled.

#include <map>
#include <string>
#include <vector>

#include "core/model/extras/group_queues.h"
#include "core/queues/group_report.h"
#include "core/queues/pod_amounts.h"

namespace cardinal::queues {

class VolcanoEnqueue {
 public:
  VolcanoEnqueue(const ClusterSnapshot& snapshot, const GroupQueueLists& lists);

  /// The factor in force; nothing = groups are let in without that check.
  std::optional<double> overcommit() const { return m_overcommit; }
  bool isDefaultConfig() const { return m_isDefault; }
  /// What is used is known of the whole cluster.
  bool isKnown() const { return m_isKnown; }

  /// Writes why a group in phase Pending would not be let in; leaves the cause alone where nothing known holds it back.
  void judge(const Amounts& asks, GroupWait& wait) const;

 private:
  /// Of one queue.
  struct OfQueue {
    std::optional<Amounts> allocated;  ///< as its status says
    Amounts held;                      ///< by bound pods of its groups
    Amounts elastic;                   ///< of that, beyond what the groups need at least
    Amounts open;                      ///< asked by groups that were let in, and not held yet
  };

  /// allocated - elastic + what was let in.
  double takenIn(const std::string& queue, const std::string& resource) const;
  void readConfig(const GroupQueueLists& lists);
  void readNodes(const ClusterSnapshot& snapshot);
  void readGroups(const ClusterSnapshot& snapshot, const GroupQueueLists& lists);

  std::optional<double> m_overcommit;
  bool m_isDefault = true;
  bool m_checksQueues = true;
  bool m_isKnown = false;
  Amounts m_total;
  Amounts m_used;
  Amounts m_inqueue;  ///< of all queues: asked by groups that were let in, and not held yet
  std::map<std::string, OfQueue> m_ofQueues;
  std::map<std::string, Amounts> m_limits;  ///< capabilities
};

}  // namespace cardinal::queues
