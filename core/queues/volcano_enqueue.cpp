// SPDX-License-Identifier: Apache-2.0
#include "core/queues/volcano_enqueue.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/model/extras/extra.h"
#include "core/model/extras/gang_name.h"
#include "core/queues/group_cells.h"

namespace cardinal::queues {
namespace {

constexpr double kShippedFactor = 1.2;

bool has(const std::vector<std::string>& list, const char* name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

/// minResources also name what quotas of namespaces count ("requests.cpu", "count/pods"), which no node has.
bool isCompared(const std::string& resource) {
  return plainResource(resource) == resource &&
         (resource == "cpu" || resource == "memory" || rankOfResource(resource) > 0);
}

double raisedOf(const VolcanoChange& change, const std::string& queue, const std::string& resource) {
  const auto found = change.raised.find(queue);
  return found != change.raised.end() ? valueIn(found->second, resource) : 0;
}

/// Of the pods of a group.
struct GroupAmounts {
  Amounts held;     ///< by those that are bound
  Amounts waiting;  ///< asked by the others
};

std::map<ObjectKey, GroupAmounts> amountsOfGroups(const ClusterSnapshot& snapshot) {
  std::map<ObjectKey, GroupAmounts> out;
  eachDevicePod(snapshot, [&](const RawPod& pod, bool isBound) {
    const std::string* name = annotatedGroup(pod, GangSystem::Volcano);
    if (name == nullptr) return;
    GroupAmounts& group = out[{pod.meta.key.ns, *name}];
    addPod(isBound ? group.held : group.waiting, pod);
  });
  return out;
}

}  // namespace

VolcanoEnqueue::VolcanoEnqueue(const ClusterSnapshot& snapshot, const GroupQueueLists& lists)
    : m_isKnown(snapshot.scope.empty() && !snapshot.nodes.empty() &&
                snapshot.extras->knows(ExtraKind::VolcanoPodGroup)) {
  readConfig(lists);
  readNodes(snapshot);
  readQueues(lists);
  readGroups(snapshot, lists);
  divide();
}

void VolcanoEnqueue::readConfig(const GroupQueueLists& lists) {
  m_overcommit = kShippedFactor;
  for (const auto& config : lists.volcanoConfigs) {
    if (!config->isRead) continue;
    m_isDefault = false;
    if (config->hasHierarchy && has(config->plugins, "capacity")) m_tree.emplace(lists);
    m_sharesByWeight = has(config->plugins, "proportion");
    const bool enqueues = has(config->actions, "enqueue");
    m_checksQueues = enqueues && (has(config->plugins, "proportion") || has(config->plugins, "capacity"));
    // below 1 the plugin takes its own factor
    const double factor = config->overcommitFactor.value_or(kShippedFactor);
    m_overcommit = enqueues && has(config->plugins, "overcommit") ? std::optional(factor < 1 ? kShippedFactor : factor)
                                                                  : std::nullopt;
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

void VolcanoEnqueue::readQueues(const GroupQueueLists& lists) {
  for (const auto& queue : lists.volcanoQueues) {
    OfQueue& ofQueue = m_ofQueues[queue->meta.key.name];
    ofQueue.weight = queue->weight.value_or(1);
    if (queue->allocated) ofQueue.allocated = amountsOf(*queue->allocated);
    Amounts& limits = m_limits[queue->meta.key.name] = amountsOf(queue->capability);
    for (const auto& [resource, amount] : m_guarantees[queue->meta.key.name] = amountsOf(queue->guarantee))
      m_guaranteed[resource] += amount;
    // cpu and memory of 0 are not limited, as the plugins read them
    for (const char* resource : {"cpu", "memory"}) {
      if (const auto at = limits.find(resource); at != limits.end() && at->second <= 0) limits.erase(at);
    }
  }
}

void VolcanoEnqueue::readGroups(const ClusterSnapshot& snapshot, const GroupQueueLists& lists) {
  const auto amounts = amountsOfGroups(snapshot);
  const GroupAmounts none;
  for (const auto& group : lists.volcanoGroups) {
    OfQueue& ofQueue = m_ofQueues[queueOf(*group)];
    const auto found = amounts.find(group->meta.key);
    const GroupAmounts& own = found != amounts.end() ? found->second : none;
    const Amounts& holds = own.held;
    for (const auto& [resource, amount] : own.waiting) ofQueue.waiting[resource] += amount;
    const Amounts least = group->minResources ? amountsOf(*group->minResources) : holds;
    Group out{group->meta.key, queueOf(*group), holds, {}, {}};
    for (const auto& [resource, amount] : holds) {
      out.elastic[resource] = std::max(0.0, amount - valueIn(least, resource));
      ofQueue.held[resource] += amount;
      ofQueue.elastic[resource] += out.elastic[resource];
    }
    const bool isLetIn = group->phase == "Inqueue" && group->minResources;
    for (const auto& [resource, amount] : isLetIn ? least : none.held) {
      const double open = std::max(0.0, amount - valueIn(holds, resource));
      out.open[resource] = open;
      m_inqueue[resource] += open;
      ofQueue.open[resource] += open;
    }
    if (!out.holds.empty() || !out.open.empty()) m_groups.push_back(std::move(out));
  }
}

/// The shares of the queues as they are.
void VolcanoEnqueue::divide() {
  if (!m_sharesByWeight || m_tree) return;
  for (const auto& [resource, amount] : m_total) {
    if (rankOfResource(resource) > 0 && isCompared(resource)) m_shares[resource] = sharesOf(resource, {}, 0);
  }
}

double VolcanoEnqueue::requestOf(const OfQueue& queue, const std::string& resource) {
  const double allocated = queue.allocated ? valueIn(*queue.allocated, resource) : 0;
  return std::max(allocated, valueIn(queue.held, resource)) + valueIn(queue.waiting, resource);
}

std::map<std::string, double> VolcanoEnqueue::sharesOf(const std::string& resource, const std::string& queue,
                                                       double more) const {
  std::map<std::string, VolcanoShareRequest> requests;
  for (const auto& [name, figures] : m_ofQueues) {
    const auto room = roomOf(name, resource, {});
    if (!room) continue;
    requests[name] = {figures.weight, requestOf(figures, resource) + (name == queue ? more : 0), room->limit,
                      valueIn(m_guarantees.at(name), resource)};
  }
  return volcanoShares(valueIn(m_total, resource), requests);
}

void VolcanoEnqueue::judgeShare(const Amounts& requests, bool isCounted, GroupWait& wait) const {
  if (!m_isKnown || !m_sharesByWeight || m_tree) return;
  for (const auto& [resource, requested] : requests) {
    const auto known = m_shares.find(resource);
    const auto room = roomOf(wait.queue, resource, {});
    const auto used = allocatedIn(wait.queue, resource);
    if (requested <= 0 || known == m_shares.end() || !room || !used) continue;
    std::map<std::string, double> withRequested;
    if (!isCounted) withRequested = sharesOf(resource, wait.queue, requested);
    const auto& shares = isCounted ? known->second : withRequested;
    const auto found = shares.find(wait.queue);
    if (found == shares.end()) continue;
    // what the nodes or the capability leave is said as such
    constexpr double kSlack = 1e-6;
    const double request = requestOf(m_ofQueues.at(wait.queue), resource) + (isCounted ? 0 : requested);
    const bool isOfWeight = found->second < std::min({valueIn(m_total, resource), room->limit, request}) - kSlack;
    if (!isOfWeight || *used + requested <= found->second + kSlack) continue;
    wait.cause = GroupCause::AboveShare;
    wait.resource = resource;
    wait.requested = requested;
    constexpr double kThousand = 1e3;
    wait.free = std::max(0.0, std::floor((found->second - *used) * kThousand + kSlack) / kThousand);
    wait.isModelled = true;
    return;
  }
}

bool VolcanoEnqueue::isBelow(const std::string& queue, const std::string& above) const {
  const auto chain = m_tree->chainOf(queue);
  return std::find(chain.begin(), chain.end(), above) != chain.end();
}

std::vector<std::string> VolcanoEnqueue::chainOf(const std::string& queue) const {
  return m_tree && !m_tree->chainOf(queue).empty() ? m_tree->chainOf(queue) : std::vector<std::string>{queue};
}

double VolcanoEnqueue::takenIn(const std::string& queue, const std::string& resource,
                               const VolcanoChange& change) const {
  if (!m_tree) return ownTakenIn(queue, resource, change);
  double taken = 0;
  for (const std::string& one : m_tree->subtreeOf(queue)) taken += ownTakenIn(one, resource, change);
  return taken;
}

double VolcanoEnqueue::ownTakenIn(const std::string& queue, const std::string& resource,
                                  const VolcanoChange& change) const {
  const auto own = m_ofQueues.find(queue);
  if (own == m_ofQueues.end()) return 0;
  const OfQueue& figures = own->second;
  // The status of a queue with others below it may tell what those hold.
  const bool isOwn = figures.allocated && (!m_tree || m_tree->isLeaf(queue));
  double taken = valueIn(isOwn ? *figures.allocated : figures.held, resource) - valueIn(figures.elastic, resource);
  double open = valueIn(figures.open, resource);
  for (const std::size_t at : change.ended) {
    const Group& group = m_groups[at];
    if (group.queue != queue) continue;
    taken -= valueIn(group.holds, resource) - valueIn(group.elastic, resource);
    open -= valueIn(group.open, resource);
  }
  return std::max(0.0, taken) + open;
}

std::optional<VolcanoEnqueue::Room> VolcanoEnqueue::roomOf(const std::string& queue, const std::string& resource,
                                                           const VolcanoChange& change) const {
  const auto limits = m_limits.find(queue);
  if (limits == m_limits.end()) return std::nullopt;
  if (m_tree) return Room{m_tree->realCapability(queue, resource, change.raised), false, false};
  const double own = valueIn(m_guarantees.at(queue), resource);
  const double others = valueIn(m_guaranteed, resource) - own - valueIn(change.lowered, resource);
  const double total = valueIn(m_total, resource) + valueIn(change.added, resource);
  const double open = std::max(0.0, total - others - own) + own;
  const auto limit = limits->second.find(resource);
  const double most = limit != limits->second.end() ? limit->second + raisedOf(change, queue, resource) : kNoLimit;
  return most <= open ? Room{most, false, false} : Room{open, true, others > 0};
}

double VolcanoEnqueue::freeInCluster(const std::string& resource, const VolcanoChange& change) const {
  double used = valueIn(m_used, resource) + valueIn(m_inqueue, resource);
  for (const std::size_t at : change.ended)
    used -= valueIn(m_groups[at].holds, resource) + valueIn(m_groups[at].open, resource);
  const double factor = change.factor.value_or(m_overcommit.value_or(kShippedFactor));
  return (valueIn(m_total, resource) + valueIn(change.added, resource)) * factor - used;
}

std::optional<VolcanoEnqueue::Shortage> VolcanoEnqueue::shortage(const std::string& queue, const Amounts& requests,
                                                                 const VolcanoChange& change) const {
  const auto limitOf = [&](const std::string& name, const std::string& resource) -> std::optional<double> {
    const auto limits = m_limits.find(name);
    if (limits == m_limits.end()) return std::nullopt;
    const auto limit = limits->second.find(resource);
    if (limit == limits->second.end()) return std::nullopt;
    return limit->second + raisedOf(change, name, resource);
  };
  const std::vector<std::string> chain = chainOf(queue);
  for (const std::string& name : chain) {
    for (const auto& [resource, requested] : requests) {
      const auto limit = limitOf(name, resource);
      if (limit && *limit > 0 && requested > *limit)
        return Shortage{GroupCause::AboveLimit, name, resource, requested, *limit};
    }
  }
  for (const auto& [resource, requested] : requests) {
    if (requested <= 0 || !isCompared(resource)) continue;
    for (const std::string& name : chain) {
      const auto room = roomOf(name, resource, change);
      if (!m_checksQueues || !room || rankOfResource(resource) == 0) continue;
      const double free = room->limit - takenIn(name, resource, change);
      const GroupCause cause = room->isGuaranteed ? GroupCause::Guaranteed : GroupCause::AboveFree;
      if (requested > free) return Shortage{cause, name, resource, requested, free, room->isOfNodes};
    }
    if (!m_overcommit) continue;
    const double free = freeInCluster(resource, change);
    if (requested > free) return Shortage{GroupCause::Overcommit, {}, resource, requested, free, true};
  }
  return std::nullopt;
}

void VolcanoEnqueue::judgeTree(GroupWait& wait) const {
  if (!m_tree) return;
  if (!m_tree->isLeaf(wait.queue)) {
    wait.cause = GroupCause::QueueNotLeaf;
  } else if (m_tree->broken()) {
    wait.cause = GroupCause::TreeBroken;
    wait.quota = *m_tree->broken();
  }
}

void VolcanoEnqueue::judge(const Amounts& requests, GroupWait& wait) const {
  if (!m_isKnown || requests.empty()) return;
  const auto found = shortage(wait.queue, requests, {});
  const bool isAbove = found && !found->queue.empty() && found->queue != wait.queue;
  // of its own limit the queue's own rule speaks
  if (!found || (found->cause == GroupCause::AboveLimit && !isAbove)) return;
  if (isAbove) wait.quota = found->queue;
  wait.cause = found->cause;
  wait.resource = found->resource;
  wait.requested = found->requested;
  wait.free = std::max(0.0, found->free);
  wait.isModelled = true;
}

std::optional<double> VolcanoEnqueue::allocatedIn(const std::string& queue, const std::string& resource) const {
  const std::vector<std::string> all = m_tree ? m_tree->subtreeOf(queue) : std::vector<std::string>{queue};
  double out = 0;
  for (const std::string& one : all) {
    const auto own = m_ofQueues.find(one);
    if (own == m_ofQueues.end()) continue;
    const bool isOwn = own->second.allocated && (!m_tree || m_tree->isLeaf(one));
    // pods that ask for no device are not counted
    if (!isOwn && (!m_isKnown || rankOfResource(resource) == 0)) return std::nullopt;
    out += valueIn(isOwn ? *own->second.allocated : own->second.held, resource);
  }
  return out;
}

void VolcanoEnqueue::judgeTask(const Amounts& request, GroupWait& wait) const {
  for (const std::string& name : chainOf(wait.queue)) {
    const auto limits = m_limits.find(name);
    if (limits == m_limits.end()) continue;
    for (const auto& [resource, requested] : request) {
      const auto limit = limits->second.find(resource);
      if (requested <= 0 || limit == limits->second.end()) continue;
      const std::optional<double> used = allocatedIn(name, resource);
      if (requested <= limit->second && (!used || *used + requested <= limit->second)) continue;
      wait.cause = requested > limit->second ? GroupCause::AboveLimit : GroupCause::AboveFree;
      if (name != wait.queue) wait.quota = name;
      wait.resource = resource;
      wait.requested = requested;
      wait.free = wait.cause == GroupCause::AboveLimit ? limit->second : std::max(0.0, limit->second - *used);
      return;
    }
  }
  judgeShare(request, true, wait);
}

void VolcanoEnqueue::offerEndings(const std::string& queue, const Amounts& requests, const ObjectKey& self,
                                  const Shortage& now, std::vector<GroupRemedy>& out) const {
  std::vector<Holding> bySize;
  for (std::size_t i = 0; i < m_groups.size(); ++i) {
    const Group& group = m_groups[i];
    const double frees = valueIn(group.holds, now.resource) + valueIn(group.open, now.resource);
    const bool counts =
        now.cause == GroupCause::Overcommit || (m_tree ? isBelow(group.queue, now.queue) : group.queue == queue);
    if (counts && frees > 0 && group.key != self) bySize.push_back({{group.key, frees}, i});
  }
  sortBySize(bySize);
  auto found = endings(bySize, now.resource, now.requested - now.free, [&](const std::vector<std::size_t>& ids) {
    VolcanoChange change;
    change.ended = ids;
    return !shortage(queue, requests, change);
  });
  std::move(found.begin(), found.end(), std::back_inserter(out));
}

void VolcanoEnqueue::offerLess(const std::string& queue, const Amounts& requests, const Shortage& now,
                               std::vector<GroupRemedy>& out) const {
  Amounts less = requests;
  std::optional<Shortage> left = now;
  // a limit first, then what is free of it, then what the cluster leaves
  for (int i = 0; i < 3 && left && left->resource == now.resource; ++i) {
    const double most = rankOfResource(now.resource) > 1 ? std::floor(left->free) : left->free;
    if (most <= 0) return;
    less[now.resource] = most;
    left = shortage(queue, less, {});
  }
  if (left) return;
  GroupRemedy remedy;
  remedy.kind = GroupRemedy::Kind::RequestLess;
  remedy.resource = now.resource;
  remedy.amount = less[now.resource];
  out.push_back(std::move(remedy));
}

void VolcanoEnqueue::offerMore(const std::string& queue, const Amounts& requests, std::vector<GroupRemedy>& out) const {
  constexpr int kMaxRaises = 32;
  VolcanoChange change;
  double factor = m_overcommit.value_or(0);
  bool isOfFactor = m_overcommit.has_value();
  std::optional<Shortage> left = shortage(queue, requests, change);
  for (int i = 0; i < kMaxRaises && left; ++i) {
    const double lack = left->requested - left->free;
    const bool isOvercommit = left->cause == GroupCause::Overcommit;
    isOfFactor = isOfFactor && isOvercommit;
    if (left->isOfNodes) {
      const double total = valueIn(m_total, left->resource);
      if (isOvercommit && total > 0) factor = std::max(factor, *m_overcommit + lack / total);
      const double more = isOvercommit ? lack / *m_overcommit : lack;
      change.added[left->resource] += rankOfResource(left->resource) > 1 ? std::ceil(more) : more;
    } else {
      change.raised[left->queue][left->resource] += lack;
    }
    left = shortage(queue, requests, change);
  }
  if (left) return;
  GroupRemedy remedy;
  remedy.kind = change.raised.empty() ? GroupRemedy::Kind::MoreDevices : GroupRemedy::Kind::MoreQuota;
  for (const auto& [name, raises] : change.raised) {
    for (const auto& [resource, amount] : raises) remedy.raises.push_back({name, "capability", resource, amount});
  }
  for (const auto& [resource, amount] : change.added) remedy.raises.push_back({{}, "allocatable", resource, amount});
  out.push_back(std::move(remedy));
  if (!isOfFactor) return;
  constexpr double kHundred = 100;
  VolcanoChange higher;
  higher.factor = std::ceil(factor * kHundred) / kHundred;
  if (shortage(queue, requests, higher)) return;
  GroupRemedy other;
  other.kind = GroupRemedy::Kind::Factor;
  other.amount = *higher.factor;
  out.push_back(std::move(other));
}

void VolcanoEnqueue::offerLowerGuarantee(const std::string& queue, const Amounts& requests, const Shortage& now,
                                         std::vector<GroupRemedy>& out) const {
  if (now.cause != GroupCause::Guaranteed) return;
  std::string largest;
  double most = 0;
  for (const auto& [name, amounts] : m_guarantees) {
    const double amount = valueIn(amounts, now.resource);
    if (name == queue || amount <= most) continue;
    largest = name;
    most = amount;
  }
  const double lack = now.requested - now.free;
  VolcanoChange change;
  change.lowered[now.resource] = lack;
  if (most < lack || shortage(queue, requests, change)) return;
  GroupRemedy remedy;
  remedy.kind = GroupRemedy::Kind::LowerGuarantee;
  remedy.raises.push_back({largest, "guarantee", now.resource, lack});
  out.push_back(std::move(remedy));
}

std::vector<GroupRemedy> VolcanoEnqueue::remedies(const std::string& queue, const Amounts& requests,
                                                  const ObjectKey& self) const {
  std::vector<GroupRemedy> out;
  const auto now = m_isKnown ? shortage(queue, requests, {}) : std::nullopt;
  if (!now) return out;
  if (now->cause != GroupCause::AboveLimit) offerEndings(queue, requests, self, *now, out);
  offerLess(queue, requests, *now, out);
  offerLowerGuarantee(queue, requests, *now, out);
  offerMore(queue, requests, out);
  return out;
}

}  // namespace cardinal::queues
