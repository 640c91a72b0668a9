// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/model/extras/extra.h"
#include "core/model/extras/gang_name.h"
#include "core/model/extras/group_queues.h"
#include "core/queues/koordinator_quotas.h"
#include "core/queues/kueue_index.h"
#include "core/queues/pod_amounts.h"
#include "core/queues/quota_tree_report.h"
#include "core/queues/volcano_enqueue.h"

namespace cardinal::queues {

GroupWaits::GroupWaits(const ClusterSnapshot& snapshot) {
  if (snapshot.extras != nullptr && snapshot.extras->groups != nullptr) {
    const KoordinatorQuotas quotas(snapshot, *snapshot.extras->groups);
    for (const auto& [owner, wait] : quotas.waiting()) {
      if (wait.cause != GroupCause::None) m_koordinator.emplace(owner, wait);
    }
    const GroupQueueLists& lists = *snapshot.extras->groups;
    for (const auto& group : lists.volcanoGroups) {
      const bool isLetIn = group->phase == "Inqueue" || group->phase == "Running" || group->phase == "Unknown";
      if (isLetIn) m_letIn.emplace(group->meta.key, queueOf(*group));
    }
    if (!m_letIn.empty()) m_enqueue = std::make_unique<VolcanoEnqueue>(snapshot, lists);
    if (!lists.pluginsQuotas.empty()) m_plugins = std::make_unique<PluginsQuotas>(lists);
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

GroupWaits::~GroupWaits() = default;

/// Of a group that was let in: each further task is counted against the queue.
std::optional<PodQueueWait> GroupWaits::ofTask(const RawPod& pod, const ObjectKey& group) const {
  const auto queue = m_letIn.find(group);
  if (queue == m_letIn.end()) return std::nullopt;
  Amounts ask;
  addPod(ask, pod);
  GroupWait wait;
  wait.key = group;
  wait.queue = queue->second;
  wait.created = pod.meta.created;
  for (const auto& [resource, amount] : ask) {
    if (amount > 0) wait.asks.emplace_back(resource, amount);
  }
  m_enqueue->judgeTask(ask, wait);
  if (wait.cause == GroupCause::None) return std::nullopt;
  PodQueueWait out;
  out.other = std::move(wait);
  out.otherSystem = GroupSystem::Volcano;
  return out;
}

std::optional<PodQueueWait> GroupWaits::of(const RawPod& pod) const {
  const bool isAnyHeld = !m_volcano.empty() || !m_tree.empty() || !m_yunikorn.empty() || !m_kai.empty() ||
                         !m_koordinator.empty() || !m_letIn.empty() || m_plugins != nullptr;
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
    if (group == nullptr) continue;
    if (look(GroupSystem::Volcano, m_volcano, *group)) return out;
    if (auto task = ofTask(pod, {pod.meta.key.ns, *group})) return task;
  }
  const std::string* group = find(pod.meta.annotations, "pod-group-name");
  if (group != nullptr && look(GroupSystem::Kai, m_kai, *group)) return out;
  if (KoordinatorQuotas::isOf(pod) && look(GroupSystem::Koordinator, m_koordinator, ownerOf(pod))) return out;
  if (look(GroupSystem::QuotaTree, m_tree, ownerOf(pod))) return out;
  const GangSystem system = gangNameOf(pod).system;
  const bool isOfOthers = YunikornQueues::isOf(pod) || KoordinatorQuotas::isOf(pod) || system == GangSystem::Volcano ||
                          system == GangSystem::Kai;
  auto wait = m_plugins != nullptr && !isOfOthers ? m_plugins->waitOf(pod) : std::nullopt;
  if (!wait) return std::nullopt;
  out.other = std::move(*wait);
  out.otherSystem = GroupSystem::SchedulerPlugins;
  return out;
}

}  // namespace cardinal::queues
