// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/model/extras/extra.h"
#include "core/queues/koordinator_quotas.h"
#include "core/queues/kueue_index.h"
#include "core/queues/pod_amounts.h"
#include "core/queues/quota_tree_report.h"

namespace cardinal::queues {

GroupWaits::GroupWaits(const ClusterSnapshot& snapshot) {
  if (snapshot.extras != nullptr && snapshot.extras->groups != nullptr) {
    const KoordinatorQuotas quotas(snapshot, *snapshot.extras->groups);
    for (const auto& [owner, wait] : quotas.waiting()) {
      if (wait.cause != GroupCause::None) m_koordinator.emplace(owner, wait);
    }
  }
  for (const GroupReport& report : groupReports(snapshot)) {
    std::map<ObjectKey, GroupWait>* into = report.system == GroupSystem::Volcano     ? &m_volcano
                                           : report.system == GroupSystem::QuotaTree ? &m_tree
                                           : report.system == GroupSystem::Yunikorn  ? &m_yunikorn
                                           : report.system == GroupSystem::Kai       ? &m_kai
                                                                                     : nullptr;
    for (const GroupWait& wait : report.waiting) {
      if (into != nullptr && wait.cause != GroupCause::None) into->emplace(wait.key, wait);
    }
  }
}

std::optional<PodQueueWait> GroupWaits::of(const RawPod& pod) const {
  const bool isAnyHeld =
      !m_volcano.empty() || !m_tree.empty() || !m_yunikorn.empty() || !m_kai.empty() || !m_koordinator.empty();
  if (!pod.spec.nodeName.empty() || !isAnyHeld) return std::nullopt;
  PodQueueWait out;
  const auto look = [&](GroupSystem system, const std::map<ObjectKey, GroupWait>& waits, const std::string& name) {
    const auto found = waits.find({pod.meta.key.ns, name});
    if (found == waits.end()) return false;
    out.other = found->second;
    out.otherSystem = system;
    return true;
  };
  if (YunikornQueues::isOf(pod) && look(GroupSystem::Yunikorn, m_yunikorn, YunikornQueues::applicationOf(pod)))
    return out;
  for (const char* key : {"scheduling.k8s.io/group-name", "scheduling.volcano.sh/group-name"}) {
    const std::string* group = find(pod.meta.annotations, key);
    if (group != nullptr && look(GroupSystem::Volcano, m_volcano, *group)) return out;
  }
  const std::string* group = find(pod.meta.annotations, "pod-group-name");
  if (group != nullptr && look(GroupSystem::Kai, m_kai, *group)) return out;
  if (KoordinatorQuotas::isOf(pod) && look(GroupSystem::Koordinator, m_koordinator, ownerOf(pod))) return out;
  return look(GroupSystem::QuotaTree, m_tree, ownerOf(pod)) ? std::optional(out) : std::nullopt;
}

}  // namespace cardinal::queues
