// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/provider/record/extras_store.h"
#include "core/provider/record/snapshot_builder.h"

namespace cardinal::provider {

struct NodeSlot;

/// A pod and where it is counted.
struct PodEntry {
  std::shared_ptr<const RawPod> raw;
  NodeSlot* slot = nullptr;      ///< null = not bound
  std::size_t place = 0;         ///< in the slot
  std::uint64_t generation = 0;  ///< last ReplacePods that named it
};

/// A node name with what belongs to it. Kept while anything names it.
struct NodeSlot {
  std::string name;
  std::shared_ptr<const RawNode> raw;  ///< null = only pods or a ConfigMap name it
  std::optional<RawUnhealthyGpus> unhealthy;
  std::vector<std::shared_ptr<const RawPod>> pods;
  std::vector<PodEntry*> entries;                         ///< parallel to `pods`, so that removal is O(1)
  std::vector<std::shared_ptr<const RawPod>> assigned{};  ///< not bound, and cards of the node are theirs: HAMi's
  std::uint64_t generation = 0;                           ///< last ReplaceNodes that named it
  bool dirty = false;
  bool listed = false;       ///< in the snapshot's nodes
  std::size_t position = 0;  ///< there
  NodePtr record;

  bool unused() const { return raw == nullptr && pods.empty() && assigned.empty() && !unhealthy; }
  /// A node that is not there is shown while living pods or GPU pods name it.
  bool wanted() const;
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

/// The raw state: which objects there are, which node each pod is on, and which nodes must be read again.
class BuilderState {
 public:
  using PodMap = std::unordered_map<KeyRef, PodEntry, KeyRefHash, KeyRefEqual>;

  void upsertNode(std::shared_ptr<const RawNode> node);
  void deleteNode(const std::string& name, const std::string& uid);
  void replaceNodes(std::vector<std::shared_ptr<const RawNode>>& nodes);
  void setUnhealthy(const std::string& name, std::optional<RawUnhealthyGpus> unhealthy);
  void replaceExtras(ExtraKind kind, std::optional<std::vector<RawExtra>> extras);
  void setRefused(ExtraKind kind, bool isRefused);
  void upsertExtra(RawExtra extra);
  void deleteExtra(ExtraKind kind, const ObjectKey& key, const std::string& uid);
  void upsertPod(std::shared_ptr<const RawPod> pod);
  void deletePod(const ObjectKey& key, const std::string& uid);
  void replacePods(std::vector<std::shared_ptr<const RawPod>>& all);

  const PodMap& pods() const { return m_pods; }
  const ExtrasStore& extras() const { return m_extras; }
  /// Null = no kind was read; remade only when they changed.
  const std::shared_ptr<const ClusterExtras>& clusterExtras() { return m_extras.shared(); }
  /// See ExtrasStore::selectors.
  const std::shared_ptr<const SelectorObjects>& selectors() { return m_extras.selectors(); }
  /// See ExtrasStore::budgets.
  const std::shared_ptr<const std::vector<RawDisruptionBudget>>& budgets() { return m_extras.budgets(); }
  const std::unordered_map<std::string, NodeSlot>& slots() const { return m_slots; }
  /// GPU pods without a node, by key; remade only when they changed.
  const std::vector<PodPtr>& unboundPods();
  /// See ClusterSnapshot::nominatedPods; remade only when they changed.
  const std::vector<std::shared_ptr<const RawPod>>& nominatedPods();
  /// See ClusterSnapshot::waitingMembers; likewise.
  const std::vector<std::shared_ptr<const RawPod>>& waitingMembers();
  /// Namespaces of the pods, sorted; remade only when they changed.
  const std::vector<std::string>& namespaces();

  /// Slots whose record is out of date, in the order in which they were touched. Handed over once.
  std::vector<NodeSlot*> takeDirtySlots();
  /// True when nodes came, went or may have to be shown or hidden since `relist`.
  bool listChanged() const { return m_listChanged; }
  /// Forgets unused names and returns the slots that are shown, by name, their positions set.
  std::vector<NodeSlot*> relist();

 private:
  NodeSlot& slotOf(const std::string& name);
  void touch(NodeSlot& slot);
  void touch(const std::set<std::string>& names);
  void touchAll();
  void count(const PodEntry& entry);
  void uncount(const PodEntry& entry);
  void assign(const std::shared_ptr<const RawPod>& pod, bool isThere);
  void attach(PodEntry& entry);
  void detach(PodEntry& entry);
  PodMap::iterator erasePod(PodMap::iterator it);

  PodMap m_pods;
  ExtrasStore m_extras;
  std::unordered_map<std::string, NodeSlot> m_slots;
  std::map<ObjectKey, PodPtr> m_unbound;
  std::map<std::pair<std::string, ObjectKey>, std::shared_ptr<const RawPod>> m_nominated;  ///< by node and pod
  std::map<ObjectKey, std::shared_ptr<const RawPod>> m_members;                            ///< see waitingMembers()
  std::unordered_map<std::string, std::size_t> m_namespaceCounts;
  std::pair<const std::string, std::size_t>* m_lastNamespace = nullptr;  ///< in m_namespaceCounts
  std::vector<NodeSlot*> m_dirtySlots;
  std::vector<PodPtr> m_unboundList;
  std::vector<std::shared_ptr<const RawPod>> m_nominatedList;
  std::vector<std::shared_ptr<const RawPod>> m_memberList;
  std::vector<std::string> m_namespaceList;
  std::uint64_t m_generation = 0;
  bool m_listChanged = false;
  bool m_unboundChanged = false;
  bool m_nominatedChanged = false;
  bool m_membersChanged = false;
  bool m_namespacesChanged = false;
};

}  // namespace cardinal::provider
