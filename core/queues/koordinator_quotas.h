// SPDX-License-Identifier: Apache-2.0
#pragma once

// Private to core/queues: ElasticQuotas of Koordinator as its scheduler judges pods by them: used + the pod <= runtime,
// of what max names. runtime is what its controller publishes at this moment, and never above max. Quotas above are not
// judged (EnableCheckParentQuota is off by default), nor is what pods that may not be preempted have of min. Source:
// koordinator-sh/koordinator v1.8.0, pkg/scheduler/plugins/elasticquota.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/model/extras/group_queues.h"
#include "core/queues/group_report.h"
#include "core/queues/limit_remedies.h"

namespace cardinal::queues {

class KoordinatorQuotas {
 public:
  KoordinatorQuotas(const ClusterSnapshot& snapshot, const GroupQueueLists& lists);
  KoordinatorQuotas(const KoordinatorQuotas&) = delete;
  KoordinatorQuotas& operator=(const KoordinatorQuotas&) = delete;

  const LimitTree& tree() const { return m_tree; }
  /// Place of the quota that holds the pod: named by its label, else called as the namespace, else one that lists it.
  /// Nothing = none is known to.
  std::optional<std::size_t> quotaOf(const RawPod& pod, const std::string& ns) const;
  /// Writes why pods that ask this would wait; leaves the cause alone where nothing known holds them back.
  void judge(std::size_t quota, const LimitRequest& request, GroupWait& wait);
  /// Pods of one owner that wait for a quota, by namespace and owner; the next pod of them is judged.
  const std::map<ObjectKey, GroupWait>& waiting() const { return m_waiting; }

  static bool isOf(const RawPod& pod) { return pod.spec.schedulerName == "koord-scheduler"; }

 private:
  struct Bounds {
    Amounts min;
    Amounts max;
  };

  void readPods(const ClusterSnapshot& snapshot);
  /// More quota is more of max, and of min, which alone is granted whatever others ask.
  void raiseBounds(std::size_t quota, const Amounts& requests, GroupRemedy& remedy) const;

  LimitTree m_tree{{}};
  LimitRemedies m_remedies{m_tree};
  std::vector<Bounds> m_bounds;
  std::map<std::string, std::size_t> m_byName;
  std::map<std::string, std::size_t> m_byNamespace;
  std::map<ObjectKey, GroupWait> m_waiting;
};

/// ElasticQuotas of scheduler-plugins, which have the same form. Source: kubernetes-sigs/scheduler-plugins v0.34.7,
/// pkg/capacityscheduling. Whether the scheduler of a pod has that plugin the API does not tell, so what follows is
/// never certain.
class PluginsQuotas {
 public:
  explicit PluginsQuotas(const GroupQueueLists& lists);

  /// Why the quota of its namespace, or what all quotas are sure to have together, refuses the pod now; nothing = no
  /// quota is known to.
  std::optional<GroupWait> waitOf(const RawPod& pod) const;
  /// The same of several pods like this one, which ask for `ask` together.
  std::optional<GroupWait> waitOf(const RawPod& pod, const Amounts& request) const;

 private:
  std::map<std::string, std::shared_ptr<const RawPluginsQuota>> m_byNamespace;
  Amounts m_min;   ///< of all quotas; resources that one at least names
  Amounts m_used;  ///< likewise
  bool m_isUsedKnown = true;
};

}  // namespace cardinal::queues
