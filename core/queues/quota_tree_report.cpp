// SPDX-License-Identifier: Apache-2.0
#include "core/queues/quota_tree_report.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "core/model/extras/extra.h"

namespace cardinal::queues {
namespace {

constexpr const char* kPlaceholder = "yunikorn.apache.org/placeholder";

/// Pods of one owner that wait; the first of them is judged, because the others come after it.
struct WaitingPods {
  std::vector<const RawPod*> pods;
  std::vector<const RawPod*> placeholders;
  std::size_t members = 0;  ///< placeholders, bound ones too
};

GroupWait waitOf(const ObjectKey& key, const WaitingPods& all) {
  // placeholders and the pods that will take their places are the same room
  const auto& pods = all.placeholders.empty() ? all.pods : all.placeholders;
  GroupWait wait;
  wait.key = key;
  wait.minMember = static_cast<std::int64_t>(all.members);
  Amounts requests;
  for (const RawPod* pod : pods) {
    addPod(requests, *pod);
    if (wait.created == 0 || pod->meta.created < wait.created) wait.created = pod->meta.created;
    if (wait.conditionReason.empty()) wait.conditionReason = pod->scheduledReason;
  }
  for (const auto& [resource, amount] : requests) {
    if (amount > 0) wait.requests.emplace_back(resource, amount);
  }
  return wait;
}

Amounts firstRequest(const WaitingPods& all) {
  Amounts out;
  addPod(out, all.placeholders.empty() ? *all.pods.front() : *all.placeholders.front());
  return out;
}

/// Of the next pod.
void judge(const LimitTree& tree, LimitRemedies& remedies, std::size_t leaf, const WaitingPods& pods, GroupWait& wait) {
  const auto hit = tree.hit(leaf, firstRequest(pods));
  if (!hit) return;
  tell(*hit, tree, wait);
  LimitRequest request;
  request.self = wait.key;
  request.next = firstRequest(pods);
  request.all = Amounts(wait.requests.begin(), wait.requests.end());
  request.pods = static_cast<std::int64_t>(pods.placeholders.empty() ? pods.pods.size() : pods.placeholders.size());
  wait.remedies = remedies.of(leaf, request);
}

void byAge(std::vector<GroupWait>& waiting) {
  std::stable_sort(waiting.begin(), waiting.end(), [](const GroupWait& a, const GroupWait& b) {
    return std::tie(a.created, a.key) < std::tie(b.created, b.key);
  });
}

const std::string* valueOf(const RawPod& pod, std::initializer_list<const char*> keys) {
  for (const char* key : keys) {
    for (const auto* map : {&pod.meta.labels, &pod.meta.annotations}) {
      if (const std::string* value = find(*map, key); value != nullptr && !value->empty()) return value;
    }
  }
  return nullptr;
}

}  // namespace

AckTree::AckTree(const ClusterSnapshot& snapshot, const GroupQueueLists& lists) {
  std::vector<LimitNode> nodes;
  for (const auto& tree : lists.quotaTrees) {
    if (tree->meta.key.ns != "kube-system") continue;
    const std::size_t first = nodes.size();
    m_isCut = m_isCut || tree->isCut;
    for (const RawTreeQuota& quota : tree->quotas) {
      LimitNode& node = nodes.emplace_back();
      node.name = quota.name;
      if (quota.parent) node.parent = first + *quota.parent;
      node.guaranteed = amountsOf(quota.min);
      node.max = amountsOf(quota.max);
      node.isUnread = quota.isUnread;
      for (const std::string& ns : quota.namespaces) {
        if (!m_leaves.emplace(ns, nodes.size() - 1).second) m_disputed.insert(ns);
      }
    }
  }
  m_tree = LimitTree(std::move(nodes));
  readPods(snapshot);
}

std::optional<std::size_t> AckTree::leafOf(const std::string& ns) const {
  const auto found = m_leaves.find(ns);
  if (found == m_leaves.end() || m_disputed.count(ns) != 0) return std::nullopt;
  return found->second;
}

void AckTree::readPods(const ClusterSnapshot& snapshot) {
  // of a namespace that two quotas name it is not known which of them holds its pods
  const bool isUsedKnown = snapshot.scope.empty() && m_disputed.empty();
  for (std::size_t i = 0; !isUsedKnown && i < m_tree.nodes().size(); ++i) m_tree.forget(i);
  std::map<ObjectKey, WaitingPods> waiting;
  eachDevicePod(snapshot, [&](const RawPod& pod, bool isBound) {
    const auto leaf = leafOf(pod.meta.key.ns);
    if (!leaf) return;
    if (isBound) {
      Amounts held;
      addPod(held, pod);
      m_tree.use(*leaf, held, {pod.meta.key.ns, ownerOf(pod)});
    } else if (!pod.spec.hasSchedulingGates && !isTerminating(pod)) {
      waiting[{pod.meta.key.ns, ownerOf(pod)}].pods.push_back(&pod);
    }
  });
  for (const auto& [key, pods] : waiting) {
    const std::size_t leaf = *leafOf(key.ns);
    GroupWait& wait = m_waiting.emplace_back(waitOf(key, pods));
    wait.queue = m_tree.nodes()[leaf].name;
    judge(m_tree, m_remedies, leaf, pods, wait);
  }
  byAge(m_waiting);
}

void AckTree::addTo(GroupReport& report) const {
  report.isCut = m_isCut;
  for (std::size_t i = 0; i < m_tree.nodes().size(); ++i) report.queues.push_back(m_tree.rowOf(i, true));
  report.waiting = m_waiting;
}

YunikornQueues::YunikornQueues(const ClusterSnapshot& snapshot, const GroupQueueLists& lists) {
  std::vector<LimitNode> nodes;
  for (const auto& config : lists.yunikorn) {
    if (!config->isRead || m_isRead) continue;
    m_isRead = true;
    m_makesQueues = config->makesQueues;
    m_isCut = config->isCut || !config->problems.empty();
    for (std::size_t i = 0; i < config->queues.size(); ++i) {
      const RawYunikornQueue& queue = config->queues[i];
      LimitNode& node = nodes.emplace_back();
      node.name = queue.name;
      node.parent = queue.parent;
      node.guaranteed = amountsOf(queue.guaranteed);
      node.max = amountsOf(queue.max);
      node.isUnread = queue.isUnread;
      if (queue.isParent) m_parents.insert(i);
    }
  }
  m_tree = LimitTree(std::move(nodes));
  readPods(snapshot);
}

std::string YunikornQueues::queueOf(const RawPod& pod) {
  const std::string* named = valueOf(pod, {"yunikorn.apache.org/queue", "queue"});
  if (named == nullptr) return {};
  return *named == "root" || named->rfind("root.", 0) == 0 ? *named : "root." + *named;
}

std::string YunikornQueues::applicationOf(const RawPod& pod) {
  const std::string* id = valueOf(pod, {"yunikorn.apache.org/app-id", "applicationId"});
  return id != nullptr ? *id : ownerOf(pod);
}

void YunikornQueues::readPods(const ClusterSnapshot& snapshot) {
  std::map<ObjectKey, WaitingPods> waiting;
  std::map<ObjectKey, std::string> queues;
  eachDevicePod(snapshot, [&](const RawPod& pod, bool isBound) {
    if (!isOf(pod)) return;
    m_hasPods = true;
    const std::string queue = queueOf(pod);
    m_hasUnnamed = m_hasUnnamed || queue.empty();
    const ObjectKey key{pod.meta.key.ns, applicationOf(pod)};
    if (isBound) {
      Amounts held;
      addPod(held, pod);
      if (const auto at = m_tree.find(queue)) m_tree.use(*at, held, key);
    }
    const std::string* mark = find(pod.meta.annotations, kPlaceholder);
    const bool isPlaceholder = mark != nullptr && *mark == "true";
    WaitingPods& own = waiting[key];
    if (isPlaceholder) ++own.members;
    queues.emplace(key, queue);
    if (!isBound && !isTerminating(pod)) (isPlaceholder ? own.placeholders : own.pods).push_back(&pod);
  });
  const bool isUsedKnown = snapshot.scope.empty() && !m_hasUnnamed;
  for (std::size_t i = 0; !isUsedKnown && i < m_tree.nodes().size(); ++i) m_tree.forget(i);
  for (const auto& [key, pods] : waiting) {
    if (pods.pods.empty() && pods.placeholders.empty()) continue;
    GroupWait& wait = m_waiting.emplace_back(waitOf(key, pods));
    wait.queue = queues.at(key);
    wait.isModelled = true;
    if (wait.queue.empty() || !m_isRead) continue;
    const auto at = m_tree.find(wait.queue);
    if (!at && !m_makesQueues && !m_isCut) wait.cause = GroupCause::QueueMissing;
    if (!at) continue;
    judge(m_tree, m_remedies, *at, pods, wait);
  }
  byAge(m_waiting);
}

void YunikornQueues::addTo(GroupReport& report) const {
  report.isCut = m_isCut;
  report.hasUnnamed = m_hasUnnamed;
  for (std::size_t i = 0; i < m_tree.nodes().size(); ++i) report.queues.push_back(m_tree.rowOf(i, false));
  report.waiting = m_waiting;
}

}  // namespace cardinal::queues
