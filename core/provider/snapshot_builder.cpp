// SPDX-License-Identifier: Apache-2.0
#include "core/provider/snapshot_builder.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "core/provider/gpu_keys.h"
#include "core/provider/readers.h"

namespace cardinal {
namespace {

struct NodeSlot;

/// A pod and where it is counted.
struct PodEntry {
  std::shared_ptr<const RawPod> raw;
  NodeSlot* slot = nullptr;   ///< null = not bound
  std::size_t place = 0;      ///< in the slot
  std::uint64_t stamp = 0;    ///< last ReplacePods that named it
};

/// A node name with what belongs to it. Kept while anything names it.
struct NodeSlot {
  std::string name;
  std::shared_ptr<const RawNode> raw;  ///< null = only pods or a ConfigMap name it
  std::optional<RawUnhealthyGpus> unhealthy;
  std::vector<std::shared_ptr<const RawPod>> pods;
  std::vector<PodEntry*> entries;      ///< parallel to `pods`, so that removal is O(1)
  std::uint64_t stamp = 0;             ///< last ReplaceNodes that named it
  bool dirty = false;
  bool listed = false;                 ///< in the snapshot's nodes
  std::size_t position = 0;            ///< there
  NodePtr record;

  bool unused() const { return raw == nullptr && pods.empty() && !unhealthy; }
  /// A node that is not there is shown while living pods or GPU pods name it.
  bool wanted() const {
    return raw != nullptr || std::any_of(pods.begin(), pods.end(), [](const auto& pod) {
             return !isTerminal(*pod) || provider::askedResources(*pod).any();
           });
  }
  std::size_t gpuPods() const { return record == nullptr ? 0 : record->pods.size(); }
};

/// Keys of pods are compared where they stand in the raw objects: no copy of 100,000 names. The hash is not noexcept on
/// purpose, which makes the library keep it beside each entry.
struct KeyRef {
  const ObjectKey* key = nullptr;
};
struct KeyRefHash {
  std::size_t operator()(KeyRef ref) const { return ObjectKeyHash{}(*ref.key); }
};
struct KeyRefEqual {
  bool operator()(KeyRef a, KeyRef b) const { return *a.key == *b.key; }
};

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

}  // namespace

struct SnapshotBuilder::State {
  using PodMap = std::unordered_map<KeyRef, PodEntry, KeyRefHash, KeyRefEqual>;

  PodMap pods;
  std::unordered_map<std::string, NodeSlot> slots;
  std::map<ObjectKey, PodPtr> unbound;
  std::unordered_map<std::string, std::size_t> namespaceCounts;
  std::pair<const std::string, std::size_t>* lastNamespace = nullptr;  ///< in namespaceCounts
  std::vector<NodeSlot*> order;       ///< listed slots by name
  std::vector<NodeSlot*> dirtySlots;
  std::vector<PodPtr> unboundList;
  std::vector<std::string> namespaceList;
  std::size_t boundGpuPods = 0;       ///< over all records
  std::uint64_t stamp = 0;
  std::uint64_t generation = 0;
  bool orderChanged = false;
  bool unboundChanged = false;
  bool namespacesChanged = false;
  std::string serverVersion;
  std::string scope;
  SnapshotPtr last;

  NodeSlot& slotOf(const std::string& name) {
    auto [it, added] = slots.try_emplace(name);
    if (added) it->second.name = name;
    return it->second;
  }

  void touch(NodeSlot& slot) {
    // Whether a node that is not there is shown depends on its pods; they are read when the snapshot is made.
    if (slot.raw == nullptr || !slot.listed) orderChanged = true;
    if (slot.dirty) return;
    slot.dirty = true;
    dirtySlots.push_back(&slot);
  }

  // Nodes.
  void upsertNode(std::shared_ptr<const RawNode> node) {
    NodeSlot& slot = slotOf(node->meta.key.name);
    slot.stamp = stamp;
    if (slot.raw != nullptr && (slot.raw == node || sameVersion(slot.raw->meta, node->meta))) return;
    slot.raw = std::move(node);
    touch(slot);
  }

  void deleteNode(const std::string& name, const std::string& uid) {
    const auto it = slots.find(name);
    if (it == slots.end() || it->second.raw == nullptr) return;
    if (!uid.empty() && it->second.raw->meta.uid != uid) return;
    it->second.raw = nullptr;
    touch(it->second);
  }

  void replaceNodes(std::vector<std::shared_ptr<const RawNode>>& nodes) {
    ++stamp;
    slots.reserve(nodes.size());
    for (auto& node : nodes) {
      if (node != nullptr) upsertNode(std::move(node));
    }
    for (auto& [name, slot] : slots) {
      if (slot.raw == nullptr || slot.stamp == stamp) continue;
      slot.raw = nullptr;
      touch(slot);
    }
  }

  void setUnhealthy(const std::string& name, std::optional<RawUnhealthyGpus> unhealthy) {
    NodeSlot& slot = slotOf(name);
    if (slot.unhealthy == unhealthy) return;
    slot.unhealthy = std::move(unhealthy);
    touch(slot);
  }

  // Pods.
  void count(const PodEntry& entry) {
    const std::string& ns = entry.raw->meta.key.ns;
    // Lists come by namespace: mostly it is the one of the pod before.
    if (lastNamespace == nullptr || lastNamespace->first != ns) lastNamespace = &*namespaceCounts.try_emplace(ns).first;
    if (++lastNamespace->second == 1) namespacesChanged = true;
  }

  void uncount(const PodEntry& entry) {
    const auto it = namespaceCounts.find(entry.raw->meta.key.ns);
    if (it == namespaceCounts.end() || --it->second > 0) return;
    lastNamespace = nullptr;
    namespaceCounts.erase(it);
    namespacesChanged = true;
  }

  void attach(PodEntry& entry) {
    count(entry);
    if (entry.raw->spec.nodeName.empty()) {
      entry.slot = nullptr;
      if (!provider::askedResources(*entry.raw).any()) return;
      unbound[entry.raw->meta.key] = makeUnboundRecord(entry.raw);
      unboundChanged = true;
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

  void detach(PodEntry& entry) {
    uncount(entry);
    if (entry.slot == nullptr) {
      if (unbound.erase(entry.raw->meta.key) > 0) unboundChanged = true;
      return;
    }
    NodeSlot& slot = *entry.slot;
    slot.entries.back()->place = entry.place;
    slot.entries[entry.place] = slot.entries.back();
    slot.pods[entry.place] = std::move(slot.pods.back());
    slot.entries.pop_back();
    slot.pods.pop_back();
    entry.slot = nullptr;
    touch(slot);
  }

  void upsertPod(std::shared_ptr<const RawPod> pod) {
    const auto [it, added] = pods.try_emplace(KeyRef{&pod->meta.key});
    if (added) {
      PodEntry& entry = it->second;
      entry.raw = std::move(pod);
      entry.stamp = stamp;
      attach(entry);
      return;
    }
    it->second.stamp = stamp;
    if (it->second.raw == pod || sameVersion(it->second.raw->meta, pod->meta)) return;
    detach(it->second);
    // The key stands in the raw object, so it moves with it.
    auto handle = pods.extract(it);
    handle.key() = KeyRef{&pod->meta.key};
    handle.mapped().raw = std::move(pod);
    attach(pods.insert(std::move(handle)).position->second);
  }

  PodMap::iterator erasePod(PodMap::iterator it) {
    detach(it->second);
    // The entry holds the raw object that holds the key: both go only after the table let go of them.
    const auto next = std::next(it);
    const auto handle = pods.extract(it);
    return next;
  }

  void deletePod(const ObjectKey& key, const std::string& uid) {
    const auto it = pods.find(KeyRef{&key});
    if (it == pods.end()) return;
    if (!uid.empty() && it->second.raw->meta.uid != uid) return;
    erasePod(it);
  }

  void replacePods(std::vector<std::shared_ptr<const RawPod>>& all) {
    ++stamp;
    pods.reserve(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      constexpr std::size_t kAhead = 6;
      if (i + kAhead < all.size()) prefetchKeys(all[i + kAhead].get());
      if (all[i] != nullptr) upsertPod(std::move(all[i]));
    }
    for (auto it = pods.begin(); it != pods.end();) {
      it = it->second.stamp == stamp ? std::next(it) : erasePod(it);
    }
  }

  // Snapshots.
  void rebuildOrder() {
    order.clear();
    for (auto it = slots.begin(); it != slots.end();) {
      NodeSlot& slot = it->second;
      slot.listed = slot.wanted();
      if (slot.unused()) {
        it = slots.erase(it);
        continue;
      }
      if (slot.listed) order.push_back(&slot);
      ++it;
    }
    std::sort(order.begin(), order.end(), [](const NodeSlot* a, const NodeSlot* b) { return a->name < b->name; });
    for (std::size_t i = 0; i < order.size(); ++i) order[i]->position = i;
    orderChanged = false;
  }

  // 100,000 pods do not fit any cache and lie where the decoder put them: without these hints most of a full build is
  // waiting for memory, first for the pods, then for what they point to.
  static void prefetchPods(const NodeSlot& slot) {
    for (const auto& pod : slot.pods) {
      __builtin_prefetch(&pod->meta);
      __builtin_prefetch(&pod->meta.annotations);
      __builtin_prefetch(&pod->meta.deletionTimestamp);
      __builtin_prefetch(&pod->spec.containers);
      __builtin_prefetch(&pod->spec.overhead);
      __builtin_prefetch(&pod->phase);
    }
  }
  static void prefetchKeys(const RawPod* pod) {
    if (pod == nullptr) return;
    __builtin_prefetch(&pod->meta);
    __builtin_prefetch(&pod->spec);
  }
  static void prefetchLists(const NodeSlot& slot) {
    for (const auto& pod : slot.pods) {
      for (const Container& container : pod->spec.containers) {
        __builtin_prefetch(container.limits.data());
        __builtin_prefetch(container.requests.data());
      }
      __builtin_prefetch(pod->meta.annotations.data());
      __builtin_prefetch(pod->meta.labels.data());
    }
  }

  /// True when the flat arrays of the last snapshot still have the right shape.
  bool refreshRecords() {
    bool sameShape = true;
    for (std::size_t i = 0; i < dirtySlots.size(); ++i) {
      NodeSlot* slot = dirtySlots[i];
      if (i + 2 < dirtySlots.size()) prefetchPods(*dirtySlots[i + 2]);
      if (i + 1 < dirtySlots.size()) prefetchLists(*dirtySlots[i + 1]);
      slot->dirty = false;
      const std::size_t cards = slot->record ? slot->record->cards.size() : 0;
      boundGpuPods -= slot->gpuPods();
      slot->record = nullptr;
      if (!slot->wanted()) continue;
      slot->record = makeNodeRecord(slot->raw, slot->name, slot->pods, slot->unhealthy ? &*slot->unhealthy : nullptr);
      boundGpuPods += slot->gpuPods();
      if (!slot->listed || slot->record->cards.size() != cards) sameShape = false;
    }
    return sameShape;
  }

  static void copyCards(const NodeSlot& slot, Card* to) {
    for (const Card& card : slot.record->cards) {
      *to = card;
      to->node = NodeIndex{static_cast<std::uint32_t>(slot.position)};
      ++to;
    }
  }

  void assembleAll(ClusterSnapshot& out) const {
    out.nodes.reserve(order.size());
    out.firstCard.reserve(order.size() + 1);
    std::size_t cards = 0;
    for (const NodeSlot* slot : order) {
      out.nodes.push_back(slot->record);
      out.firstCard.push_back(static_cast<std::uint32_t>(cards));
      cards += slot->record->cards.size();
    }
    out.firstCard.push_back(static_cast<std::uint32_t>(cards));
    out.cards.resize(cards);
    for (std::size_t i = 0; i < order.size(); ++i) copyCards(*order[i], out.cards.data() + out.firstCard[i]);
  }

  void assembleChanged(ClusterSnapshot& out) const {
    out.nodes = last->nodes;
    out.firstCard = last->firstCard;
    out.cards = last->cards;
    for (const NodeSlot* slot : dirtySlots) {
      if (!slot->listed) continue;
      out.nodes[slot->position] = slot->record;
      copyCards(*slot, out.cards.data() + out.firstCard[slot->position]);
    }
  }

  void refreshLists() {
    if (unboundChanged) {
      unboundList.clear();
      for (const auto& [key, pod] : unbound) unboundList.push_back(pod);
      unboundChanged = false;
    }
    if (!namespacesChanged) return;
    namespaceList.clear();
    for (const auto& [name, pods_] : namespaceCounts) namespaceList.push_back(name);
    std::sort(namespaceList.begin(), namespaceList.end());
    namespacesChanged = false;
  }
};

SnapshotBuilder::SnapshotBuilder() : m_state(std::make_unique<State>()) {}
SnapshotBuilder::~SnapshotBuilder() = default;

void SnapshotBuilder::setServerVersion(std::string version) { m_state->serverVersion = std::move(version); }
void SnapshotBuilder::setScope(std::string scope) { m_state->scope = std::move(scope); }

void SnapshotBuilder::apply(ClusterDelta delta) {
  using Op = ClusterDelta::Op;
  switch (delta.op) {
    case Op::ReplaceNodes: m_state->replaceNodes(delta.nodes); break;
    case Op::ReplacePods: m_state->replacePods(delta.pods); break;
    case Op::UpsertNode:
      for (auto& node : delta.nodes) {
        if (node != nullptr) m_state->upsertNode(std::move(node));
      }
      break;
    case Op::UpsertPod:
      for (auto& pod : delta.pods) {
        if (pod != nullptr) m_state->upsertPod(std::move(pod));
      }
      break;
    case Op::DeleteNode: m_state->deleteNode(delta.key.name, delta.uid); break;
    case Op::DeletePod: m_state->deletePod(delta.key, delta.uid); break;
    case Op::UpsertUnhealthy: {
      const std::string name = delta.unhealthy.node;
      m_state->setUnhealthy(name, std::move(delta.unhealthy));
      break;
    }
    case Op::DeleteUnhealthy: m_state->setUnhealthy(delta.unhealthy.node, std::nullopt); break;
  }
}

SnapshotPtr SnapshotBuilder::build(UnixSeconds time) {
  State& state = *m_state;
  const bool sameRecords = state.refreshRecords();
  const bool fromLast = sameRecords && !state.orderChanged && state.last != nullptr;
  auto out = std::make_shared<ClusterSnapshot>();
  if (fromLast) {
    state.assembleChanged(*out);
    state.dirtySlots.clear();
  } else {
    state.dirtySlots.clear();
    state.rebuildOrder();
    state.assembleAll(*out);
  }
  state.refreshLists();
  out->generation = ++state.generation;
  out->time = time;
  out->serverVersion = state.serverVersion;
  out->scope = state.scope;
  out->unboundPods = state.unboundList;
  out->otherPods = static_cast<std::uint32_t>(state.pods.size() - state.boundGpuPods - state.unbound.size());
  out->namespaces = state.namespaceList;
  state.last = out;
  return out;
}

std::vector<std::shared_ptr<const RawNode>> SnapshotBuilder::rawNodes() const {
  std::vector<std::shared_ptr<const RawNode>> out;
  for (const auto& [name, slot] : m_state->slots) {
    if (slot.raw != nullptr) out.push_back(slot.raw);
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a->meta.key < b->meta.key; });
  return out;
}

std::vector<std::shared_ptr<const RawPod>> SnapshotBuilder::rawPods() const {
  std::vector<std::shared_ptr<const RawPod>> out;
  out.reserve(m_state->pods.size());
  for (const auto& [key, entry] : m_state->pods) out.push_back(entry.raw);
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a->meta.key < b->meta.key; });
  return out;
}

std::vector<RawUnhealthyGpus> SnapshotBuilder::rawUnhealthy() const {
  std::vector<RawUnhealthyGpus> out;
  for (const auto& [name, slot] : m_state->slots) {
    if (slot.unhealthy) out.push_back(*slot.unhealthy);
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.node < b.node; });
  return out;
}

}  // namespace cardinal
