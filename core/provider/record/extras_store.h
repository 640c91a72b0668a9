// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/model/extras/extra.h"

namespace cardinal {
struct SelectorObjects;  // core/model/snapshot.h
}

namespace cardinal::provider {

/// Objects of the whole cluster that change how every node is read.
constexpr bool isOfEveryNode(ExtraKind kind) {
  return kind == ExtraKind::ClusterPolicy || kind == ExtraKind::PluginConfigs;
}

/// The objects of GPU stacks beside nodes and pods, and which nodes each of them speaks of. Every change answers with
/// the names of the nodes that must be read again. Not thread-safe.
class ExtrasStore {
 public:
  using Names = std::set<std::string>;

  Names upsert(RawExtra extra);
  /// An empty uid stands for any.
  Names remove(ExtraKind kind, const ObjectKey& key, const std::string& uid);
  /// All objects of a kind; nothing = the kind is not known any more.
  Names replace(ExtraKind kind, std::optional<std::vector<RawExtra>> all);

  /// The server has the kind, and it may not be listed; ends once the kind is read.
  void setRefused(ExtraKind kind, bool isRefused);

  /// Null where nothing speaks of the node. Where slices speak of it and claims were not read, the claims are one null
  /// pointer: who holds the devices is not known, which is not the same as nobody.
  std::shared_ptr<const NodeExtras> of(const std::string& node) const;
  /// Null = no kind was read, and none refused, and no pod waits in a group. Remade only when something changed.
  const std::shared_ptr<const ClusterExtras>& shared();
  /// Null = Services were not read; without labels of namespaces = Namespaces were not. Remade only when one of them
  /// changed.
  const std::shared_ptr<const SelectorObjects>& selectors();
  /// Null = they were not read. Remade only when one of them changed.
  const std::shared_ptr<const std::vector<RawDisruptionBudget>>& budgets();
  /// For files; by namespace and name.
  ExtraLists lists() const;

  /// Configurations of NVIDIA's operator, which concern every node; another pointer once they say something else.
  const std::shared_ptr<const NvidiaConfigs>& nvidia() const { return m_nvidia; }

 private:
  using PoolId = std::pair<std::string, std::string>;  ///< driver and pool
  using Objects = std::map<ObjectKey, RawExtra>;
  using Slice = std::shared_ptr<const RawResourceSlice>;
  using Claim = std::shared_ptr<const RawResourceClaim>;
  struct Pool {
    std::vector<Slice> slices;             ///< by key
    std::vector<Claim> claims;             ///< that hold a device of it, by key
    std::map<std::string, int> nodeNames;  ///< of the slices, how often
  };

  void put(RawExtra extra, Names& touched);
  void take(ExtraKind kind, Objects::iterator at, Names& touched);
  void link(const RawExtra& extra, bool isLinked, Names& touched);
  void noteChange(ExtraKind kind);
  void setKnown(ExtraKind kind, bool isKnown, Names& touched);
  bool knowsAny(ExtraKind first, ExtraKind last) const;
  std::shared_ptr<const KueueLists> kueueLists() const;
  std::shared_ptr<const GroupQueueLists> groupLists() const;
  void readNvidia();
  void linkSlice(const Slice& object, bool isLinked, Names& touched);
  void linkReservation(const RawKoordinatorReservation& reservation, bool isLinked, Names& touched);
  void linkClaim(const Claim& claim, bool isLinked, Names& touched);
  Objects& objects(ExtraKind kind) { return m_objects[indexOf(kind)]; }
  const Objects& objects(ExtraKind kind) const { return m_objects[indexOf(kind)]; }

  std::array<Objects, kExtraKinds> m_objects;
  std::array<bool, kExtraKinds> m_known{};
  std::array<bool, kExtraKinds> m_refused{};
  std::map<PoolId, Pool> m_pools;
  std::map<std::string, std::set<PoolId>> m_poolsOfNode;
  std::map<std::string, std::set<ObjectKey>> m_reservationsOfNode;
  std::shared_ptr<const NvidiaConfigs> m_nvidia;
  std::shared_ptr<const ClusterExtras> m_shared;
  std::shared_ptr<const SelectorObjects> m_selectors;
  std::shared_ptr<const std::vector<RawDisruptionBudget>> m_budgets;
  bool m_isSharedOld = false;
  bool m_areBudgetsOld = false;
  bool m_areSelectorsOld = false;
};

}  // namespace cardinal::provider
