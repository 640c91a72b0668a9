// SPDX-License-Identifier: Apache-2.0
#include "core/provider/record/builder_state.h"

#include <algorithm>

#include "core/model/extras/gang_name.h"
#include "core/provider/gpu_keys.h"
#include "core/provider/readers.h"
#include "core/provider/registry/registry.h"
#include "core/provider/stacks/hami/hami.h"

namespace cardinal::provider {
namespace {

bool sameVersion(const ObjectMeta& a, const ObjectMeta& b) {
  return !a.resourceVersion.empty() && a.resourceVersion == b.resourceVersion && a.uid == b.uid;
}

PodPtr makeUnboundRecord(const std::shared_ptr<const RawPod>& raw) {
  PodUsage usage = readUsage(*raw);
  auto record = std::make_shared<PodRecord>();
  record->raw = raw;
  record->request = std::move(usage.request);
  return record;
}

bool isNominated(const RawPod& pod) {
  return !pod.nominatedNode.empty() && !isTerminal(pod);
}

void prefetchKeys(const RawPod* pod) {
  if (pod == nullptr) return;
  __builtin_prefetch(&pod->meta);
  __builtin_prefetch(&pod->spec);
}

}  // namespace

bool NodeSlot::wanted() const {
  return raw != nullptr || std::any_of(pods.begin(), pods.end(), [](const auto& pod) {
           return !isTerminal(*pod) || requestedResources(*pod).any();
         });
}

NodeSlot& BuilderState::slotOf(const std::string& name) {
  auto [it, added] = m_slots.try_emplace(name);
  if (added) it->second.name = name;
  return it->second;
}

void BuilderState::touch(NodeSlot& slot) {
  // Whether a node that is not there is shown depends on its pods; they are read when the snapshot is made.
  if (slot.raw == nullptr || !slot.listed) m_listChanged = true;
  if (slot.dirty) return;
  slot.dirty = true;
  m_dirtySlots.push_back(&slot);
}

void BuilderState::upsertNode(std::shared_ptr<const RawNode> node) {
  NodeSlot& slot = slotOf(node->meta.key.name);
  slot.generation = m_generation;
  if (slot.raw != nullptr && (slot.raw == node || sameVersion(slot.raw->meta, node->meta))) return;
  slot.raw = std::move(node);
  touch(slot);
}

void BuilderState::deleteNode(const std::string& name, const std::string& uid) {
  const auto it = m_slots.find(name);
  if (it == m_slots.end() || it->second.raw == nullptr) return;
  if (!uid.empty() && it->second.raw->meta.uid != uid) return;
  it->second.raw = nullptr;
  touch(it->second);
}

void BuilderState::replaceNodes(std::vector<std::shared_ptr<const RawNode>>& nodes) {
  ++m_generation;
  m_slots.reserve(nodes.size());
  for (auto& node : nodes) {
    if (node != nullptr) upsertNode(std::move(node));
  }
  for (auto& [name, slot] : m_slots) {
    if (slot.raw == nullptr || slot.generation == m_generation) continue;
    slot.raw = nullptr;
    touch(slot);
  }
}

void BuilderState::setUnhealthy(const std::string& name, std::optional<RawUnhealthyGpus> unhealthy) {
  NodeSlot& slot = slotOf(name);
  if (slot.unhealthy == unhealthy) return;
  slot.unhealthy = std::move(unhealthy);
  touch(slot);
}

/// Names without a slot have nothing to be read again.
void BuilderState::touch(const std::set<std::string>& names) {
  for (const std::string& name : names) {
    if (const auto it = m_slots.find(name); it != m_slots.end()) touch(it->second);
  }
}

void BuilderState::touchAll() {
  for (auto& [name, slot] : m_slots) touch(slot);
}

void BuilderState::replaceExtras(ExtraKind kind, std::optional<std::vector<RawExtra>> extras) {
  const auto before = m_extras.nvidia();
  touch(m_extras.replace(kind, std::move(extras)));
  if (m_extras.nvidia() != before) touchAll();
}

void BuilderState::setRefused(ExtraKind kind, bool isRefused) {
  m_extras.setRefused(kind, isRefused);
}

void BuilderState::upsertExtra(RawExtra extra) {
  if (isNull(extra)) return;
  const auto before = m_extras.nvidia();
  touch(m_extras.upsert(std::move(extra)));
  if (m_extras.nvidia() != before) touchAll();
}

void BuilderState::deleteExtra(ExtraKind kind, const ObjectKey& key, const std::string& uid) {
  const auto before = m_extras.nvidia();
  touch(m_extras.remove(kind, key, uid));
  if (m_extras.nvidia() != before) touchAll();
}

void BuilderState::count(const PodEntry& entry) {
  const std::string& ns = entry.raw->meta.key.ns;
  // Lists come by namespace: mostly it is the one of the pod before.
  if (m_lastNamespace == nullptr || m_lastNamespace->first != ns) {
    m_lastNamespace = &*m_namespaceCounts.try_emplace(ns).first;
  }
  if (++m_lastNamespace->second == 1) m_namespacesChanged = true;
}

void BuilderState::uncount(const PodEntry& entry) {
  const auto it = m_namespaceCounts.find(entry.raw->meta.key.ns);
  if (it == m_namespaceCounts.end() || --it->second > 0) return;
  m_lastNamespace = nullptr;
  m_namespaceCounts.erase(it);
  m_namespacesChanged = true;
}

/// A pod for which HAMi has chosen cards, and which is not bound (yet): it counts on the node that its annotation
/// names.
void BuilderState::assign(const std::shared_ptr<const RawPod>& pod, bool isThere) {
  const std::string* name = hami::assignedNode(*pod);
  if (name == nullptr) return;
  NodeSlot& slot = slotOf(*name);
  if (isThere)
    slot.assigned.push_back(pod);
  else
    std::erase(slot.assigned, pod);
  // A node that is not there has nothing to count; one that comes is touched by upsertNode.
  if (slot.raw != nullptr) touch(slot);
}

void BuilderState::attach(PodEntry& entry) {
  count(entry);
  if (entry.raw->spec.nodeName.empty()) {
    entry.slot = nullptr;
    assign(entry.raw, true);
    if (isNominated(*entry.raw)) {
      m_nominated[{entry.raw->nominatedNode, entry.raw->meta.key}] = entry.raw;
      m_nominatedChanged = true;
    }
    if (!requestedResources(*entry.raw).any()) {
      const GangSystem gang = isTerminal(*entry.raw) ? GangSystem::None : gangNameOf(*entry.raw).system;
      if (gang == GangSystem::None || gang == GangSystem::Kubernetes) return;
      m_members[entry.raw->meta.key] = entry.raw;
      m_membersChanged = true;
      return;
    }
    m_unbound[entry.raw->meta.key] = makeUnboundRecord(entry.raw);
    m_unboundChanged = true;
    return;
  }
  NodeSlot& slot = slotOf(entry.raw->spec.nodeName);
  entry.slot = &slot;
  if (slot.pods.capacity() == 0) {
    // A GPU node mostly holds about as many pods as this.
    constexpr std::size_t kUsualPods = 16;
    slot.pods.reserve(kUsualPods);
    slot.entries.reserve(kUsualPods);
  }
  entry.place = slot.pods.size();
  slot.pods.push_back(entry.raw);
  slot.entries.push_back(&entry);
  touch(slot);
}

void BuilderState::detach(PodEntry& entry) {
  uncount(entry);
  if (entry.slot == nullptr) {
    assign(entry.raw, false);
    if (m_unbound.erase(entry.raw->meta.key) > 0) m_unboundChanged = true;
    if (m_members.erase(entry.raw->meta.key) > 0) m_membersChanged = true;
    if (isNominated(*entry.raw) && m_nominated.erase({entry.raw->nominatedNode, entry.raw->meta.key}) > 0)
      m_nominatedChanged = true;
    return;
  }
  NodeSlot& slot = *entry.slot;
  slot.entries.back()->place = entry.place;
  slot.entries[entry.place] = slot.entries.back();
  if (entry.place + 1 != slot.pods.size()) slot.pods[entry.place] = std::move(slot.pods.back());
  slot.entries.pop_back();
  slot.pods.pop_back();
  entry.slot = nullptr;
  touch(slot);
}

void BuilderState::upsertPod(std::shared_ptr<const RawPod> pod) {
  const auto [it, added] = m_pods.try_emplace(KeyRef{&pod->meta.key});
  it->second.generation = m_generation;
  if (added) {
    it->second.raw = std::move(pod);
    attach(it->second);
    return;
  }
  if (it->second.raw == pod || sameVersion(it->second.raw->meta, pod->meta)) return;
  detach(it->second);
  // The key stands in the raw object, so it moves with it.
  auto handle = m_pods.extract(it);
  handle.key() = KeyRef{&pod->meta.key};
  handle.mapped().raw = std::move(pod);
  attach(m_pods.insert(std::move(handle)).position->second);
}

BuilderState::PodMap::iterator BuilderState::erasePod(PodMap::iterator it) {
  detach(it->second);
  // The entry holds the raw object that holds the key: both go only after the table let go of them.
  const auto next = std::next(it);
  const auto handle = m_pods.extract(it);
  return next;
}

void BuilderState::deletePod(const ObjectKey& key, const std::string& uid) {
  const auto it = m_pods.find(KeyRef{&key});
  if (it == m_pods.end()) return;
  if (!uid.empty() && it->second.raw->meta.uid != uid) return;
  erasePod(it);
}

void BuilderState::replacePods(std::vector<std::shared_ptr<const RawPod>>& all) {
  ++m_generation;
  m_pods.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    constexpr std::size_t kAhead = 6;
    if (i + kAhead < all.size()) prefetchKeys(all[i + kAhead].get());
    if (all[i] != nullptr) upsertPod(std::move(all[i]));
  }
  for (auto it = m_pods.begin(); it != m_pods.end();) {
    it = it->second.generation == m_generation ? std::next(it) : erasePod(it);
  }
}

const std::vector<PodPtr>& BuilderState::unboundPods() {
  if (m_unboundChanged) {
    m_unboundList.clear();
    for (const auto& [key, pod] : m_unbound) m_unboundList.push_back(pod);
    m_unboundChanged = false;
  }
  return m_unboundList;
}

namespace {

/// What the map holds, in its order.
template <typename Pods>
void list(const Pods& pods, std::vector<std::shared_ptr<const RawPod>>& out) {
  out.clear();
  for (const auto& entry : pods) out.push_back(entry.second);
}

}  // namespace

const std::vector<std::shared_ptr<const RawPod>>& BuilderState::nominatedPods() {
  if (std::exchange(m_nominatedChanged, false)) list(m_nominated, m_nominatedList);
  return m_nominatedList;
}

const std::vector<std::shared_ptr<const RawPod>>& BuilderState::waitingMembers() {
  if (std::exchange(m_membersChanged, false)) list(m_members, m_memberList);
  return m_memberList;
}

const std::vector<std::string>& BuilderState::namespaces() {
  if (m_namespacesChanged) {
    m_namespaceList.clear();
    for (const auto& [name, pods] : m_namespaceCounts) m_namespaceList.push_back(name);
    std::sort(m_namespaceList.begin(), m_namespaceList.end());
    m_namespacesChanged = false;
  }
  return m_namespaceList;
}

std::vector<NodeSlot*> BuilderState::takeDirtySlots() {
  for (NodeSlot* slot : m_dirtySlots) slot->dirty = false;
  return std::exchange(m_dirtySlots, {});
}

std::vector<NodeSlot*> BuilderState::relist() {
  std::vector<NodeSlot*> order;
  order.reserve(m_slots.size());
  for (auto it = m_slots.begin(); it != m_slots.end();) {
    NodeSlot& slot = it->second;
    slot.listed = slot.wanted();
    if (slot.unused()) {
      it = m_slots.erase(it);
      continue;
    }
    if (slot.listed) order.push_back(&slot);
    ++it;
  }
  std::sort(order.begin(), order.end(), [](const NodeSlot* a, const NodeSlot* b) { return a->name < b->name; });
  for (std::size_t i = 0; i < order.size(); ++i) order[i]->position = i;
  m_listChanged = false;
  return order;
}

}  // namespace cardinal::provider
