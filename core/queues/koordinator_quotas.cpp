// SPDX-License-Identifier: Apache-2.0
#include "core/queues/koordinator_quotas.h"

#include <algorithm>

#include "core/model/extras/extra.h"

namespace cardinal::queues {
namespace {

constexpr const char* kQuotaLabel = "quota.scheduling.koordinator.sh/name";

/// runtime, of what max names; where it is not published, max.
Amounts limitsOf(const RawElasticQuota& quota) {
  Amounts out = amountsOf(quota.max);
  if (!quota.runtime) return out;
  const Amounts runtime = amountsOf(*quota.runtime);
  for (auto& [resource, amount] : out) {
    if (const auto now = runtime.find(resource); now != runtime.end()) amount = std::min(amount, now->second);
  }
  return out;
}

}  // namespace

KoordinatorQuotas::KoordinatorQuotas(const ClusterSnapshot& snapshot, const GroupQueueLists& lists) {
  std::vector<LimitNode> nodes;
  for (const auto& quota : lists.koordinatorQuotas) {
    LimitNode& node = nodes.emplace_back();
    node.name = quota->meta.key.name;
    node.guaranteed = amountsOf(quota->min);
    node.max = limitsOf(*quota);
    node.isUnread = !quota->problems.empty();
    node.isUsedKnown = quota->used.has_value();
    if (quota->used) node.used = amountsOf(*quota->used);
    m_bounds.push_back({amountsOf(quota->min), amountsOf(quota->max)});
    m_byName.emplace(node.name, nodes.size() - 1);
    for (const std::string& ns : quota->namespaces) m_byNamespace.emplace(ns, nodes.size() - 1);
  }
  m_tree = LimitTree(std::move(nodes));
  if (!lists.koordinatorQuotas.empty()) readPods(snapshot);
}

std::optional<std::size_t> KoordinatorQuotas::quotaOf(const RawPod& pod, const std::string& ns) const {
  const auto placeIn = [](const auto& map, const std::string& name) -> std::optional<std::size_t> {
    const auto found = map.find(name);
    return found != map.end() ? std::optional(found->second) : std::nullopt;
  };
  if (const std::string* named = find(pod.meta.labels, kQuotaLabel)) return placeIn(m_byName, *named);
  const auto own = placeIn(m_byName, ns);
  return own ? own : placeIn(m_byNamespace, ns);
}

void KoordinatorQuotas::readPods(const ClusterSnapshot& snapshot) {
  std::map<ObjectKey, std::vector<const RawPod*>> waiting;
  eachDevicePod(snapshot, [&](const RawPod& pod, bool isBound) {
    if (!isOf(pod)) return;
    const auto quota = quotaOf(pod, pod.meta.key.ns);
    if (!quota) return;
    const ObjectKey owner{pod.meta.key.ns, ownerOf(pod)};
    if (isBound) {
      Amounts held;
      addPod(held, pod);
      m_tree.hold(*quota, held, owner);
    } else if (!pod.spec.hasSchedulingGates && !isTerminating(pod)) {
      waiting[owner].push_back(&pod);
    }
  });
  for (const auto& [key, pods] : waiting) {
    LimitRequest request;
    request.self = key;
    addPod(request.next, *pods.front());
    for (const RawPod* pod : pods) addPod(request.all, *pod);
    request.pods = static_cast<std::int64_t>(pods.size());
    const std::size_t quota = *quotaOf(*pods.front(), key.ns);
    GroupWait& wait = m_waiting[key];
    wait.key = key;
    wait.queue = m_tree.nodes()[quota].name;
    wait.created = pods.front()->meta.created;
    wait.conditionReason = pods.front()->scheduledReason;
    for (const auto& [resource, amount] : request.all) {
      if (amount > 0) wait.requests.emplace_back(resource, amount);
    }
    judge(quota, request, wait);
  }
}

void KoordinatorQuotas::judge(std::size_t quota, const LimitRequest& request, GroupWait& wait) {
  const auto hit = m_tree.hit(quota, request.next);
  if (!hit) return;
  tell(*hit, m_tree, wait);
  const double most = valueIn(m_bounds[quota].max, hit->resource);
  if (hit->isHopeless && hit->requested <= most) {
    // above runtime, which moves with what others ask
    wait.cause = GroupCause::AboveFree;
    wait.free = m_tree.freeOf(quota, hit->resource);
  }
  wait.remedies = m_remedies.of(quota, request);
  for (GroupRemedy& remedy : wait.remedies) {
    if (remedy.kind == GroupRemedy::Kind::MoreQuota)
      raiseBounds(quota, remedy.pods == 1 || request.all.empty() ? request.next : request.all, remedy);
  }
}

void KoordinatorQuotas::raiseBounds(std::size_t quota, const Amounts& requests, GroupRemedy& remedy) const {
  const LimitNode& node = m_tree.nodes()[quota];
  std::vector<GroupRemedy::Raise> raises;
  for (const GroupRemedy::Raise& one : remedy.raises) {
    const double wanted = valueIn(node.used, one.resource) + valueIn(requests, one.resource);
    const auto lackOf = [&](const Amounts& bounds) { return wanted - valueIn(bounds, one.resource); };
    const double max = lackOf(m_bounds[quota].max);
    const double min = lackOf(m_bounds[quota].min);
    if (max > 0) raises.push_back({node.name, "max", one.resource, max});
    if (min > 0) raises.push_back({node.name, "min", one.resource, min});
  }
  remedy.raises = std::move(raises);
}

PluginsQuotas::PluginsQuotas(const GroupQueueLists& lists) {
  for (const auto& quota : lists.pluginsQuotas) {
    m_byNamespace.emplace(quota->meta.key.ns, quota);  // a namespace has one
    for (const auto& [resource, amount] : amountsOf(quota->min)) m_min[resource] += amount;
    m_isUsedKnown = m_isUsedKnown && quota->used.has_value() && quota->problems.empty();
    if (!quota->used) continue;
    for (const auto& [resource, amount] : amountsOf(*quota->used)) m_used[resource] += amount;
  }
}

std::optional<GroupWait> PluginsQuotas::waitOf(const RawPod& pod) const {
  Amounts request;
  addPod(request, pod);
  return waitOf(pod, request);
}

std::optional<GroupWait> PluginsQuotas::waitOf(const RawPod& pod, const Amounts& request) const {
  const auto found = m_byNamespace.find(pod.meta.key.ns);
  if (found == m_byNamespace.end()) return std::nullopt;
  const RawPluginsQuota& quota = *found->second;
  GroupWait wait;
  wait.key = {pod.meta.key.ns, ownerOf(pod)};
  wait.queue = quota.meta.key.name;
  wait.created = pod.meta.created;
  wait.isModelled = true;
  wait.conditionReason = pod.scheduledReason;
  const auto tell = [&](GroupCause cause, const std::string& resource, double requested, double free) {
    wait.cause = cause;
    wait.resource = resource;
    wait.requested = requested;
    wait.free = std::max(0.0, free);
    return wait;
  };
  const Amounts max = amountsOf(quota.max);
  const Amounts used = quota.used ? amountsOf(*quota.used) : Amounts();
  for (const auto& [resource, requested] : request) {
    const auto most = max.find(resource);
    if (requested <= 0 || most == max.end()) continue;
    if (requested > most->second) return tell(GroupCause::AboveLimit, resource, requested, most->second);
    const double free = most->second - valueIn(used, resource);
    if (quota.used && requested > free) return tell(GroupCause::AboveFree, resource, requested, free);
  }
  for (const auto& [resource, least] : m_min) {
    const double requested = valueIn(request, resource);
    const double free = least - valueIn(m_used, resource);
    if (requested <= 0 || !m_isUsedKnown || requested <= free) continue;
    return tell(GroupCause::AboveAllMin, resource, requested, free);
  }
  return std::nullopt;
}

}  // namespace cardinal::queues
