// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/provider/record/snapshot_builder.h"

namespace cardinal::sim {

/// The objects of the simulated API server, and the changes that were not delivered yet. Every write gives the object a
/// new resourceVersion. Not thread-safe.
class DemoStore {
 public:
  explicit DemoStore(std::uint64_t firstVersion);

  void putNode(RawNode node);
  void putPod(RawPod pod);
  void putUnhealthy(RawUnhealthyGpus unhealthy);
  /// An object of a GPU stack, in the place of one of its kind and name.
  template <typename T>
  void putExtra(T object) {
    object.meta.resourceVersion = std::to_string(++m_version);
    keepExtra(std::make_shared<const T>(std::move(object)));
  }
  void removeExtra(ExtraKind kind, const ObjectKey& key);
  void removePod(const ObjectKey& key);
  void removeNode(const std::string& name);

  /// Null when there is no such object.
  std::shared_ptr<const RawNode> node(const std::string& name) const;
  std::shared_ptr<const RawPod> pod(const ObjectKey& key) const;
  const std::map<ObjectKey, std::shared_ptr<const RawPod>>& pods() const { return m_pods; }

  /// All there are, by namespace and name.
  std::vector<std::shared_ptr<const RawResourceClaim>> claims() const;
  /// Null (isNull) when there is no such object.
  RawExtra extra(ExtraKind kind, const ObjectKey& key) const;
  bool hasExtra(ExtraKind kind, const ObjectKey& key) const { return m_extras[indexOf(kind)].count(key) != 0; }

  std::size_t nodeCount() const { return m_nodes.size(); }

  /// Objects without behaviour (Services, owners of pods, ...): only that they exist is known.
  bool hasObject(const std::string& kind, const ObjectKey& key) const { return m_objects.count({kind, key}) != 0; }
  void addObject(const std::string& kind, const ObjectKey& key) { m_objects.insert({kind, key}); }
  void removeObject(const std::string& kind, const ObjectKey& key) { m_objects.erase({kind, key}); }

  /// Everything that stands now, as a source delivers it first.
  std::vector<ClusterDelta> contents() const;
  /// Changes since the last call, in order.
  std::vector<ClusterDelta> takeChanges();
  bool hasChanges() const { return !m_changes.empty(); }

  /// The state with all changes, as the scheduler sees it.
  SnapshotPtr snapshot(UnixSeconds now) { return m_builder.build(now); }

 private:
  void record(ClusterDelta delta);
  void keepExtra(RawExtra extra);
  ClusterDelta extrasDelta(ExtraKind kind) const;

  std::map<std::string, std::shared_ptr<const RawNode>> m_nodes;
  std::map<ObjectKey, std::shared_ptr<const RawPod>> m_pods;
  std::map<std::string, RawUnhealthyGpus> m_unhealthy;
  std::array<std::map<ObjectKey, RawExtra>, kExtraKinds> m_extras;  ///< by ExtraKind
  std::set<std::pair<std::string, ObjectKey>> m_objects;
  std::vector<ClusterDelta> m_changes;
  SnapshotBuilder m_builder;
  std::uint64_t m_version;
};

}  // namespace cardinal::sim
