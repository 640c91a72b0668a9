// SPDX-License-Identifier: Apache-2.0
#include "core/provider/record/extras_store.h"

#include <algorithm>

#include "core/model/by_key.h"
#include "core/model/extras/cluster_kinds.h"
#include "core/model/extras/erdma.h"
#include "core/model/extras/extra.h"
#include "core/model/extras/group_queues.h"
#include "core/model/extras/kueue.h"
#include "core/model/extras/nvidia.h"
#include "core/model/snapshot.h"

namespace cardinal::provider {
namespace {

bool sameVersion(const ObjectMeta& a, const ObjectMeta& b) {
  return !a.resourceVersion.empty() && a.resourceVersion == b.resourceVersion && a.uid == b.uid;
}

template <typename T>
void collect(const std::map<ObjectKey, RawExtra>& from, std::vector<std::shared_ptr<const T>>& into) {
  into.reserve(from.size());
  for (const auto& [key, extra] : from) into.push_back(std::get<std::shared_ptr<const T>>(extra));
}

template <typename T>
std::shared_ptr<const T> namedLike(const std::map<ObjectKey, RawExtra>& objects, const std::string& node) {
  if (objects.empty()) return nullptr;
  const auto found = objects.find(ObjectKey{{}, node});
  if (found == objects.end()) return nullptr;
  return std::get<std::shared_ptr<const T>>(found->second);
}

/// Puts the object into a list by key, or takes it out. Lists of the API come by key: mostly it is the last.
template <typename T>
void setListed(std::vector<std::shared_ptr<const T>>& list, const std::shared_ptr<const T>& object, bool isListed) {
  const ObjectKey& key = object->meta.key;
  const bool isLast = list.empty() || list.back()->meta.key < key;
  const auto at = isLast ? list.end() : placeByKey(list, key);
  const bool isThere = at != list.end() && (*at)->meta.key == key;
  if (isListed && isThere)
    *at = object;
  else if (isListed)
    list.insert(at, object);
  else if (isThere)
    list.erase(at);
}

/// By key, each once.
template <typename T>
void addByKey(const std::vector<std::shared_ptr<const T>>& more, std::vector<std::shared_ptr<const T>>& into) {
  if (into.empty()) {
    into = more;
    return;
  }
  for (const auto& object : more) setListed(into, object, true);
}

bool saysTheSame(const NvidiaConfigs* before, const NvidiaConfigs* now) {
  if (before == nullptr || now == nullptr) return before == now;
  const bool samePlugin = before->plugin == now->plugin || (before->plugin != nullptr && now->plugin != nullptr &&
                                                            before->plugin->configs == now->plugin->configs &&
                                                            before->plugin->isCut == now->plugin->isCut);
  return samePlugin && before->policy->operatorNamespace == now->policy->operatorNamespace &&
         before->policy->pluginConfigMap == now->policy->pluginConfigMap &&
         before->policy->pluginConfigDefault == now->policy->pluginConfigDefault &&
         before->policy->migConfigMap == now->policy->migConfigMap;
}

}  // namespace

void ExtrasStore::linkSlice(const Slice& object, bool isLinked, Names& touched) {
  const RawResourceSlice& slice = *object;
  const PoolId id{slice.driver, slice.pool};
  Pool& pool = m_pools[id];
  const std::string& node = slice.nodes.nodeName;
  setListed(pool.slices, object, isLinked);
  if (isLinked) {
    if (!node.empty() && ++pool.nodeNames[node] == 1) m_poolsOfNode[node].insert(id);
  } else {
    if (const auto at = pool.nodeNames.find(node); at != pool.nodeNames.end() && --at->second == 0) {
      pool.nodeNames.erase(at);
      touched.insert(node);
      m_poolsOfNode[node].erase(id);
      if (m_poolsOfNode[node].empty()) m_poolsOfNode.erase(node);
    }
  }
  for (const auto& [name, count] : pool.nodeNames) touched.insert(name);
  if (pool.slices.empty() && pool.claims.empty()) m_pools.erase(id);
}

void ExtrasStore::linkClaim(const Claim& claim, bool isLinked, Names& touched) {
  if (!claim->allocation) return;
  for (const RawDeviceResult& result : claim->allocation->results) {
    const PoolId id{result.driver, result.pool};
    Pool& pool = m_pools[id];
    setListed(pool.claims, claim, isLinked);
    for (const auto& [name, count] : pool.nodeNames) touched.insert(name);
    if (pool.slices.empty() && pool.claims.empty()) m_pools.erase(id);
  }
}

void ExtrasStore::linkReservation(const RawKoordinatorReservation& reservation, bool isLinked, Names& touched) {
  if (!holdsRoom(reservation)) return;
  touched.insert(reservation.nodeName);
  auto& names = m_reservationsOfNode[reservation.nodeName];
  if (isLinked)
    names.insert(reservation.meta.key);
  else
    names.erase(reservation.meta.key);
  if (names.empty()) m_reservationsOfNode.erase(reservation.nodeName);
}

void ExtrasStore::link(const RawExtra& extra, bool isLinked, Names& touched) {
  switch (kindOf(extra)) {
    case ExtraKind::KoordinatorDevice:
    case ExtraKind::NodeTopology:
    case ExtraKind::ErdmaDevice:
      touched.insert(metaOf(extra).key.name);
      break;
    case ExtraKind::KoordinatorReservation:
      linkReservation(*std::get<std::shared_ptr<const RawKoordinatorReservation>>(extra), isLinked, touched);
      break;
    case ExtraKind::ResourceSlice:
      linkSlice(std::get<Slice>(extra), isLinked, touched);
      break;
    case ExtraKind::ResourceClaim:
      linkClaim(std::get<Claim>(extra), isLinked, touched);
      break;
    case ExtraKind::DeviceClass:
    case ExtraKind::ResourceClaimTemplate:
    case ExtraKind::KueueClusterQueue:
    case ExtraKind::KueueLocalQueue:
    case ExtraKind::KueueFlavor:
    case ExtraKind::KueueWorkload:
    case ExtraKind::KueueCohort:
    case ExtraKind::KueuePriorityClass:
    case ExtraKind::KueueCheck:
    case ExtraKind::KueueTopology:
    case ExtraKind::VolcanoQueue:
    case ExtraKind::VolcanoPodGroup:
    case ExtraKind::KaiQueue:
    case ExtraKind::KaiPodGroup:
    case ExtraKind::KoordinatorQuota:
    case ExtraKind::KoordinatorPodGroup:
    case ExtraKind::PluginsQuota:
    case ExtraKind::PluginsPodGroup:
    case ExtraKind::ResourceQuota:
    case ExtraKind::QuotaTree:
    case ExtraKind::YunikornConfig:
    case ExtraKind::VolcanoConfig:
    case ExtraKind::ClusterPolicy:  // of every node: see isOfEveryNode()
    case ExtraKind::PluginConfigs:
    case ExtraKind::HyperNode:
    case ExtraKind::PriorityClass:
    case ExtraKind::RuntimeClass:
    case ExtraKind::Service:
    case ExtraKind::Namespace:
    case ExtraKind::DisruptionBudget:
    case ExtraKind::MigConfigs:  // nothing that a node shows depends on them
      break;
  }
}

void ExtrasStore::setRefused(ExtraKind kind, bool isRefused) {
  m_isSharedOld = m_isSharedOld || m_refused[indexOf(kind)] != isRefused;
  m_refused[indexOf(kind)] = isRefused;
}

/// Services and Namespaces stand in the selectors alone, and budgets by themselves.
void ExtrasStore::noteChange(ExtraKind kind) {
  if (kind == ExtraKind::Service || kind == ExtraKind::Namespace)
    m_areSelectorsOld = true;
  else if (kind == ExtraKind::DisruptionBudget)
    m_areBudgetsOld = true;  // their counts change with every pod: what is shared is not remade for that
  else
    m_isSharedOld = true;
}

void ExtrasStore::setKnown(ExtraKind kind, bool isKnown, Names& touched) {
  if (isKnown) setRefused(kind, false);
  if (m_known[indexOf(kind)] == isKnown) return;
  m_known[indexOf(kind)] = isKnown;
  m_isSharedOld = true;
  noteChange(kind);
  if (kind == ExtraKind::ResourceClaim) {
    for (const auto& [name, pools] : m_poolsOfNode) touched.insert(name);
  } else if (kind == ExtraKind::KoordinatorReservation) {
    for (const auto& [key, device] : objects(ExtraKind::KoordinatorDevice)) touched.insert(key.name);
  }
}

void ExtrasStore::put(RawExtra extra, Names& touched) {
  const ExtraKind kind = kindOf(extra);
  setKnown(kind, true, touched);
  Objects& all = objects(kind);
  const auto [at, isNew] = all.try_emplace(metaOf(extra).key, extra);
  if (!isNew) {
    if (sameVersion(metaOf(at->second), metaOf(extra))) return;
    link(at->second, false, touched);
    at->second = std::move(extra);
  }
  link(at->second, true, touched);
  noteChange(kind);
}

void ExtrasStore::take(ExtraKind kind, Objects::iterator at, Names& touched) {
  link(at->second, false, touched);
  objects(kind).erase(at);
  noteChange(kind);
}

ExtrasStore::Names ExtrasStore::upsert(RawExtra extra) {
  Names touched;
  const ExtraKind kind = kindOf(extra);
  put(std::move(extra), touched);
  if (isOfEveryNode(kind)) readNvidia();
  return touched;
}

ExtrasStore::Names ExtrasStore::remove(ExtraKind kind, const ObjectKey& key, const std::string& uid) {
  Names touched;
  const auto at = objects(kind).find(key);
  const bool isThere = at != objects(kind).end() && (uid.empty() || metaOf(at->second).uid == uid);
  if (isThere) take(kind, at, touched);
  if (isOfEveryNode(kind)) readNvidia();
  return touched;
}

ExtrasStore::Names ExtrasStore::replace(ExtraKind kind, std::optional<std::vector<RawExtra>> all) {
  Names touched;
  setKnown(kind, all.has_value(), touched);
  std::set<ObjectKey> present;
  if (all) {
    for (RawExtra& extra : *all) {
      if (isNull(extra) || kindOf(extra) != kind) continue;
      present.insert(metaOf(extra).key);
      put(std::move(extra), touched);
    }
  }
  for (auto at = objects(kind).begin(); at != objects(kind).end();) {
    const auto next = std::next(at);
    if (present.count(at->first) == 0) take(kind, at, touched);
    at = next;
  }
  if (isOfEveryNode(kind)) readNvidia();
  return touched;
}

void ExtrasStore::readNvidia() {
  std::shared_ptr<NvidiaConfigs> out;
  const Objects& policies = objects(ExtraKind::ClusterPolicy);
  if (policies.size() == 1) {  // of several the operator follows one, and does not say which
    out = std::make_shared<NvidiaConfigs>();
    out->policy = std::get<std::shared_ptr<const RawClusterPolicy>>(policies.begin()->second);
    const Objects& maps = objects(ExtraKind::PluginConfigs);
    const auto map = maps.find(ObjectKey{out->policy->operatorNamespace, out->policy->pluginConfigMap});
    if (map != maps.end()) out->plugin = std::get<std::shared_ptr<const RawPluginConfigs>>(map->second);
  }
  // Lists are read again now and then, and the operator writes its policy's status: what nodes see stays the same.
  if (saysTheSame(m_nvidia.get(), out.get())) return;
  m_nvidia = std::move(out);
}

std::shared_ptr<const NodeExtras> ExtrasStore::of(const std::string& node) const {
  NodeExtras out;
  out.device = namedLike<RawKoordinatorDevice>(objects(ExtraKind::KoordinatorDevice), node);
  out.topology = namedLike<RawNodeTopology>(objects(ExtraKind::NodeTopology), node);
  out.erdma = namedLike<RawErdmaDevice>(objects(ExtraKind::ErdmaDevice), node);
  out.nvidia = m_nvidia;
  if (const auto names = m_reservationsOfNode.find(node); names != m_reservationsOfNode.end()) {
    for (const ObjectKey& key : names->second)
      out.reservations.push_back(std::get<std::shared_ptr<const RawKoordinatorReservation>>(
          objects(ExtraKind::KoordinatorReservation).at(key)));
  }
  out.reservationsKnown = m_known[indexOf(ExtraKind::KoordinatorReservation)];
  if (const auto pools = m_poolsOfNode.find(node); pools != m_poolsOfNode.end()) {
    for (const PoolId& id : pools->second) {
      const Pool& pool = m_pools.at(id);
      addByKey(pool.slices, out.slices);
      addByKey(pool.claims, out.claims);
    }
    if (!m_known[indexOf(ExtraKind::ResourceClaim)]) out.claims.push_back(nullptr);
  }
  return out.empty() ? nullptr : std::make_shared<const NodeExtras>(std::move(out));
}

const std::shared_ptr<const ClusterExtras>& ExtrasStore::shared() {
  if (!m_isSharedOld) return m_shared;
  m_isSharedOld = false;
  m_shared = nullptr;
  const auto isSet = [](bool flag) { return flag; };
  if (std::none_of(m_known.begin(), m_known.end(), isSet) && std::none_of(m_refused.begin(), m_refused.end(), isSet))
    return m_shared;
  auto out = std::make_shared<ClusterExtras>();
  out->known = m_known;
  out->refused = m_refused;
  collect(objects(ExtraKind::ResourceSlice), out->slices);
  collect(objects(ExtraKind::DeviceClass), out->classes);
  collect(objects(ExtraKind::ResourceClaim), out->claims);
  collect(objects(ExtraKind::ResourceClaimTemplate), out->templates);
  out->kueue = kueueLists();
  out->groups = groupLists();
  out->nvidia = m_nvidia;
  collect(objects(ExtraKind::MigConfigs), out->migConfigs);
  collect(objects(ExtraKind::HyperNode), out->hyperNodes);
  collect(objects(ExtraKind::PriorityClass), out->priorityClasses);
  collect(objects(ExtraKind::RuntimeClass), out->runtimeClasses);
  m_shared = std::move(out);
  return m_shared;
}

const std::shared_ptr<const SelectorObjects>& ExtrasStore::selectors() {
  if (!m_areSelectorsOld) return m_selectors;
  m_areSelectorsOld = false;
  m_selectors = nullptr;
  if (!m_known[indexOf(ExtraKind::Service)]) return m_selectors;
  auto out = std::make_shared<SelectorObjects>();
  for (const auto& [key, extra] : objects(ExtraKind::Service))
    out->services.push_back({key.ns, std::get<std::shared_ptr<const RawService>>(extra)->selector});
  for (const auto& [key, extra] : objects(ExtraKind::Namespace))
    out->namespaceLabels[key.name] = std::get<std::shared_ptr<const RawNamespace>>(extra)->meta.labels;
  m_selectors = std::move(out);
  return m_selectors;
}

const std::shared_ptr<const std::vector<RawDisruptionBudget>>& ExtrasStore::budgets() {
  if (!std::exchange(m_areBudgetsOld, false)) return m_budgets;
  m_budgets = nullptr;
  if (!m_known[indexOf(ExtraKind::DisruptionBudget)]) return m_budgets;
  auto out = std::make_shared<std::vector<RawDisruptionBudget>>();
  for (const auto& [key, extra] : objects(ExtraKind::DisruptionBudget))
    out->push_back(*std::get<std::shared_ptr<const RawDisruptionBudget>>(extra));
  m_budgets = std::move(out);
  return m_budgets;
}

bool ExtrasStore::knowsAny(ExtraKind first, ExtraKind last) const {
  return std::any_of(m_known.begin() + static_cast<std::ptrdiff_t>(indexOf(first)),
                     m_known.begin() + static_cast<std::ptrdiff_t>(indexOf(last)) + 1,
                     [](bool known) { return known; });
}

std::shared_ptr<const KueueLists> ExtrasStore::kueueLists() const {
  if (!knowsAny(ExtraKind::KueueClusterQueue, ExtraKind::KueueTopology)) return nullptr;
  auto out = std::make_shared<KueueLists>();
  collect(objects(ExtraKind::KueueClusterQueue), out->clusterQueues);
  collect(objects(ExtraKind::KueueLocalQueue), out->localQueues);
  collect(objects(ExtraKind::KueueFlavor), out->flavors);
  collect(objects(ExtraKind::KueueWorkload), out->workloads);
  collect(objects(ExtraKind::KueueCohort), out->cohorts);
  collect(objects(ExtraKind::KueuePriorityClass), out->priorityClasses);
  collect(objects(ExtraKind::KueueCheck), out->checks);
  collect(objects(ExtraKind::KueueTopology), out->topologies);
  return out;
}

std::shared_ptr<const GroupQueueLists> ExtrasStore::groupLists() const {
  if (!knowsAny(ExtraKind::VolcanoQueue, ExtraKind::VolcanoConfig)) return nullptr;
  auto out = std::make_shared<GroupQueueLists>();
  collect(objects(ExtraKind::VolcanoQueue), out->volcanoQueues);
  collect(objects(ExtraKind::VolcanoPodGroup), out->volcanoGroups);
  collect(objects(ExtraKind::KaiQueue), out->kaiQueues);
  collect(objects(ExtraKind::KaiPodGroup), out->kaiGroups);
  collect(objects(ExtraKind::KoordinatorQuota), out->koordinatorQuotas);
  collect(objects(ExtraKind::KoordinatorPodGroup), out->koordinatorGroups);
  collect(objects(ExtraKind::PluginsQuota), out->pluginsQuotas);
  collect(objects(ExtraKind::PluginsPodGroup), out->pluginsGroups);
  collect(objects(ExtraKind::ResourceQuota), out->resourceQuotas);
  collect(objects(ExtraKind::QuotaTree), out->quotaTrees);
  collect(objects(ExtraKind::YunikornConfig), out->yunikorn);
  collect(objects(ExtraKind::VolcanoConfig), out->volcanoConfigs);
  return out;
}

ExtraLists ExtrasStore::lists() const {
  ExtraLists out;
  for (std::size_t kind = 0; kind < kExtraKinds; ++kind) {
    if (!m_known[kind]) continue;
    auto& list = out[kind].emplace();
    for (const auto& [key, extra] : m_objects[kind]) list.push_back(extra);
  }
  return out;
}

}  // namespace cardinal::provider
