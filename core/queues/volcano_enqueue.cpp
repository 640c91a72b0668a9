// SPDX-License-Identifier: Apache-2.0
#include "core/queues/volcano_enqueue.h"

#include <algorithm>

#include "core/model/extras/extra.h"

namespace cardinal::queues {
namespace {

constexpr double kShippedFactor = 1.2;

std::string queueOf(const RawVolcanoPodGroup& group) {
  return group.queue.empty() ? "default" : group.queue;
}

double valueIn(const Amounts& amounts, const std::string& resource) {
  const auto found = amounts.find(resource);
  return found != amounts.end() ? found->second : 0;
}

bool has(const std::vector<std::string>& list, const char* name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

/// minResources also name what quotas of namespaces count ("requests.cpu", "count/pods"), which no node has.
bool isCompared(const std::string& resource) {
  return plainResource(resource) == resource &&
         (resource == "cpu" || resource == "memory" || rankOfResource(resource) > 0);
}

/// By group: what its bound pods hold.
std::map<ObjectKey, Amounts> heldByGroups(const ClusterSnapshot& snapshot) {
  std::map<ObjectKey, Amounts> out;
  eachDevicePod(snapshot, [&](const RawPod& pod, bool isBound) {
    if (!isBound) return;
    for (const char* key : {"scheduling.k8s.io/group-name", "scheduling.volcano.sh/group-name"}) {
      const std::string* group = find(pod.meta.annotations, key);
      if (group == nullptr) continue;
      addPod(out[{pod.meta.key.ns, *group}], pod);
      return;
    }
  });
  return out;
}

}  // namespace

VolcanoEnqueue::VolcanoEnqueue(const ClusterSnapshot& snapshot, const GroupQueueLists& lists)
    : m_isKnown(snapshot.scope.empty() && !snapshot.nodes.empty() &&
                snapshot.extras->knows(ExtraKind::VolcanoPodGroup)) {
  readConfig(lists);
  readNodes(snapshot);
  readGroups(snapshot, lists);
}

void VolcanoEnqueue::readConfig(const GroupQueueLists& lists) {
  m_overcommit = kShippedFactor;
  for (const auto& config : lists.volcanoConfigs) {
    if (!config->isRead) continue;
    m_isDefault = false;
    const bool asks = has(config->actions, "enqueue");
    m_checksQueues = asks && (has(config->plugins, "proportion") || has(config->plugins, "capacity"));
    // below 1 the plugin takes its own factor
    const double factor = config->overcommitFactor.value_or(kShippedFactor);
    m_overcommit =
        asks && has(config->plugins, "overcommit") ? std::optional(factor < 1 ? kShippedFactor : factor) : std::nullopt;
    return;
  }
}

void VolcanoEnqueue::readNodes(const ClusterSnapshot& snapshot) {
  for (const NodePtr& node : snapshot.nodes) {
    for (const ResourceAmount& entry : node->requested) m_used[entry.name] += amountIn(entry.amount);
    if (!node->exists()) continue;
    for (const ResourceAmount& entry : node->raw->allocatable) m_total[entry.name] += amountIn(entry.amount);
  }
}

void VolcanoEnqueue::readGroups(const ClusterSnapshot& snapshot, const GroupQueueLists& lists) {
  for (const auto& queue : lists.volcanoQueues) {
    if (queue->allocated) m_ofQueues[queue->meta.key.name].allocated = amountsOf(*queue->allocated);
    Amounts& limits = m_limits[queue->meta.key.name] = amountsOf(queue->capability);
    // cpu and memory of 0 are not limited, as the plugins read them
    for (const char* resource : {"cpu", "memory"}) {
      if (const auto at = limits.find(resource); at != limits.end() && at->second <= 0) limits.erase(at);
    }
  }
  const auto held = heldByGroups(snapshot);
  for (const auto& group : lists.volcanoGroups) {
    OfQueue& ofQueue = m_ofQueues[queueOf(*group)];
    const auto own = held.find(group->meta.key);
    const Amounts none;
    const Amounts& holds = own != held.end() ? own->second : none;
    const Amounts least = group->minResources ? amountsOf(*group->minResources) : holds;
    for (const auto& [resource, amount] : holds) {
      ofQueue.held[resource] += amount;
      ofQueue.elastic[resource] += std::max(0.0, amount - valueIn(least, resource));
    }
    if (group->phase != "Inqueue" || !group->minResources) continue;
    for (const auto& [resource, amount] : least) {
      const double open = std::max(0.0, amount - valueIn(holds, resource));
      m_inqueue[resource] += open;
      ofQueue.open[resource] += open;
    }
  }
}

double VolcanoEnqueue::takenIn(const std::string& queue, const std::string& resource) const {
  const auto own = m_ofQueues.find(queue);
  if (own == m_ofQueues.end()) return 0;
  const OfQueue& figures = own->second;
  const double allocated = valueIn(figures.allocated ? *figures.allocated : figures.held, resource);
  return std::max(0.0, allocated - valueIn(figures.elastic, resource)) + valueIn(figures.open, resource);
}

void VolcanoEnqueue::judge(const Amounts& asks, GroupWait& wait) const {
  if (!m_isKnown || asks.empty()) return;
  const auto put = [&](GroupCause cause, const std::string& resource, double asked, double free) {
    wait.cause = cause;
    wait.resource = resource;
    wait.asked = asked;
    wait.free = std::max(0.0, free);
    wait.isModelled = true;
  };
  const auto limits = m_limits.find(wait.queue);
  for (const auto& [resource, asked] : asks) {
    if (asked <= 0 || !isCompared(resource)) continue;
    if (m_checksQueues && limits != m_limits.end() && rankOfResource(resource) > 0) {
      const auto limit = limits->second.find(resource);
      const double taken = takenIn(wait.queue, resource);
      if (limit != limits->second.end() && asked > limit->second - taken)
        return put(GroupCause::AboveFree, resource, asked, limit->second - taken);
    }
    if (!m_overcommit) continue;
    const double free =
        valueIn(m_total, resource) * *m_overcommit - valueIn(m_used, resource) - valueIn(m_inqueue, resource);
    if (asked > free) return put(GroupCause::Overcommit, resource, asked, free);
  }
}

}  // namespace cardinal::queues
