// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/queues: ElasticQuotaTrees of ACK and queues of YuniKorn. Both schedulers judge more than is read here
// (ACK's is closed, YuniKorn's has limits of users), so what follows from their figures is never certain. Source:
// Alibaba Cloud, ACK, "Use capacity scheduling"; apache/yunikorn-core v1.8.0, pkg/scheduler/objects.

#include <map>
#include <set>
#include <string>

#include "core/model/extras/group_queues.h"
#include "core/queues/group_report.h"
#include "core/queues/limit_remedies.h"

namespace cardinal::queues {

/// The tree in kube-system, with what pods of its namespaces use.
class AckTree {
 public:
  AckTree(const ClusterSnapshot& snapshot, const GroupQueueLists& lists);
  AckTree(const AckTree&) = delete;
  AckTree& operator=(const AckTree&) = delete;

  const LimitTree& tree() const { return m_tree; }
  LimitRemedies& remedies() { return m_remedies; }
  bool isCut() const { return m_isCut; }
  /// Place of the quota that holds the namespace; nothing = none does, or two.
  std::optional<std::size_t> leafOf(const std::string& ns) const;
  void addTo(GroupReport& report) const;

 private:
  void readPods(const ClusterSnapshot& snapshot);

  LimitTree m_tree{{}};
  LimitRemedies m_remedies{m_tree};
  std::map<std::string, std::size_t> m_leaves;  ///< by namespace
  std::set<std::string> m_disputed;             ///< namespaces that two quotas name
  std::vector<GroupWait> m_waiting;
  bool m_isCut = false;
};

/// The queues of the configuration, with what pods use that name them.
class YunikornQueues {
 public:
  YunikornQueues(const ClusterSnapshot& snapshot, const GroupQueueLists& lists);
  YunikornQueues(const YunikornQueues&) = delete;
  YunikornQueues& operator=(const YunikornQueues&) = delete;

  const LimitTree& tree() const { return m_tree; }
  LimitRemedies& remedies() { return m_remedies; }
  bool isRead() const { return m_isRead; }
  bool makesQueues() const { return m_makesQueues; }
  bool takesApplications(std::size_t queue) const { return m_parents.count(queue) == 0; }
  /// There are pods of YuniKorn.
  bool hasPods() const { return m_hasPods; }
  void addTo(GroupReport& report) const;

  /// "root.research" of labels and annotations; empty = it names none.
  static std::string queueOf(const RawPod& pod);
  /// Its id, else its owner.
  static std::string applicationOf(const RawPod& pod);
  static bool isOf(const RawPod& pod) { return pod.spec.schedulerName == "yunikorn"; }

 private:
  void readPods(const ClusterSnapshot& snapshot);

  LimitTree m_tree{{}};
  LimitRemedies m_remedies{m_tree};
  std::set<std::size_t> m_parents;
  std::vector<GroupWait> m_waiting;
  bool m_isRead = false;
  bool m_makesQueues = false;
  bool m_isCut = false;
  bool m_hasPods = false;
  bool m_hasUnnamed = false;
};

}  // namespace cardinal::queues
