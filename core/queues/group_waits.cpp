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
    const GroupQueueLists& lists = *snapshot.extras->groups;
    for (const auto& group : lists.volcanoGroups) {
      const bool isLetIn = group->phase == "Inqueue" || group->phase == "Running" || group->phase == "Unknown";
      if (isLetIn) m_letIn.emplace(group->meta.key, queueOf(*group));
    }
    if (!m_letIn.empty()) m_enqueue = std::make_unique<VolcanoEnqueue>(snapshot, lists);
    if (!lists.koordinatorQuotas.empty()) m_quotas = std::make_unique<KoordinatorQuotas>(snapshot, lists);
    if (!lists.pluginsQuotas.empty()) m_plugins = std::make_unique<PluginsQuotas>(lists);
  }
  for (const GroupReport& report : groupReports(snapshot, m_enqueue.get(), m_quotas.get())) {
    for (const GroupWait& wait : report.waiting) {
      if (wait.cause != GroupCause::None) m_waits.emplace(std::pair(report.system, wait.key), wait);
    }
  }
}

GroupWaits::~GroupWaits() = default;

/// Of a group that was let in: each further task is counted against the queue.
std::optional<PodQueueWait> GroupWaits::ofTask(const RawPod& pod, const ObjectKey& group) const {
  const auto queue = m_letIn.find(group);
  if (queue == m_letIn.end()) return std::nullopt;
  Amounts request;
  addPod(request, pod);
  GroupWait wait;
  wait.key = group;
  wait.queue = queue->second;
  wait.created = pod.meta.created;
  for (const auto& [resource, amount] : request) {
    if (amount > 0) wait.requests.emplace_back(resource, amount);
  }
  m_enqueue->judgeTask(request, wait);
  if (wait.cause == GroupCause::None) return std::nullopt;
  PodQueueWait out;
  out.other = std::move(wait);
  out.otherSystem = GroupSystem::Volcano;
  return out;
}

std::optional<GroupWait> GroupWaits::ofTogether(const RawPod& pod,
                                                const std::map<std::string, double>& requests) const {
  GroupWait wait;
  if (m_quotas != nullptr && KoordinatorQuotas::isOf(pod)) {
    const auto quota = m_quotas->quotaOf(pod, pod.meta.key.ns);
    if (!quota) return std::nullopt;
    wait.queue = m_quotas->tree().nodes()[*quota].name;
    LimitRequest request;
    request.self = {pod.meta.key.ns, ownerOf(pod)};
    request.next = requests;
    m_quotas->judge(*quota, request, wait);
    // less of a pod is not less of all of them
    std::erase_if(wait.remedies, [](const GroupRemedy& one) { return one.kind == GroupRemedy::Kind::RequestLess; });
  } else if (const GangSystem system = gangNameOf(pod).system; system == GangSystem::Volcano) {
    const std::string* group = annotatedGroup(pod, system);
    const auto queue = group != nullptr ? m_letIn.find({pod.meta.key.ns, *group}) : m_letIn.end();
    if (queue == m_letIn.end()) return std::nullopt;
    wait.queue = queue->second;
    m_enqueue->judgeTask(requests, wait);
  } else if (system == GangSystem::SchedulerPlugins && m_plugins != nullptr) {
    return m_plugins->waitOf(pod, requests);
  }
  return wait.cause != GroupCause::None ? std::optional(std::move(wait)) : std::nullopt;
}

std::optional<PodQueueWait> GroupWaits::of(const RawPod& pod) const {
  const bool isAnyHeld = !m_waits.empty() || !m_letIn.empty() || m_plugins != nullptr;
  if (!pod.spec.nodeName.empty() || !isAnyHeld) return std::nullopt;
  PodQueueWait out;
  const auto look = [&](GroupSystem system, const std::string& name) {
    const auto found = m_waits.find({system, {pod.meta.key.ns, name}});
    if (found == m_waits.end()) return false;
    out.other = found->second;
    out.otherSystem = system;
    return true;
  };
  if (YunikornQueues::isOf(pod) && look(GroupSystem::Yunikorn, YunikornQueues::applicationOf(pod))) return out;
  if (const std::string* group = annotatedGroup(pod, GangSystem::Volcano)) {
    if (look(GroupSystem::Volcano, *group)) return out;
    if (auto task = ofTask(pod, {pod.meta.key.ns, *group})) return task;
  }
  const std::string* group = annotatedGroup(pod, GangSystem::Kai);
  if (group != nullptr && look(GroupSystem::Kai, *group)) return out;
  if (KoordinatorQuotas::isOf(pod) && look(GroupSystem::Koordinator, ownerOf(pod))) return out;
  if (look(GroupSystem::QuotaTree, ownerOf(pod))) return out;
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
