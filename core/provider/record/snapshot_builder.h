// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/model/extras/extra.h"
#include "core/model/snapshot.h"

namespace cardinal {

/// A change of the observed state, as a source delivers it. Applied in order.
struct ClusterDelta {
  enum class Op {
    ReplaceNodes,
    ReplacePods,
    UpsertNode,
    DeleteNode,
    UpsertPod,
    DeletePod,
    UpsertUnhealthy,
    DeleteUnhealthy,
    ReplaceExtras,
    ForgetExtras,
    UpsertExtra,
    DeleteExtra
  };
  Op op = Op::UpsertNode;
  std::vector<std::shared_ptr<const RawNode>> nodes;  ///< ReplaceNodes (all), UpsertNode (one)
  std::vector<std::shared_ptr<const RawPod>> pods;    ///< ReplacePods (all), UpsertPod (one)
  ObjectKey key;                                      ///< Delete*: what; uid guards against a newer object of that name
  std::string uid;
  RawUnhealthyGpus unhealthy;      ///< UpsertUnhealthy; DeleteUnhealthy uses `unhealthy.node`
  std::vector<RawExtra> extras{};  ///< ReplaceExtras (all of `extraKind`), UpsertExtra (one)
  ExtraKind extraKind{};           ///< ReplaceExtras, DeleteExtra; ForgetExtras: the kind is not known any more
  bool extraRefused = false;       ///< ForgetExtras: the server has the kind, and it may not be listed
};

/// Keeps the raw state and makes snapshots of it. Unchanged nodes are shared with the previous snapshot, so one
/// event costs one node. Not thread-safe: one thread owns it; the snapshots it returns are immutable and free to share.
class SnapshotBuilder {
 public:
  SnapshotBuilder();
  ~SnapshotBuilder();
  SnapshotBuilder(const SnapshotBuilder&) = delete;
  SnapshotBuilder& operator=(const SnapshotBuilder&) = delete;

  void apply(ClusterDelta delta);
  void setServerVersion(std::string version);
  void setScope(std::string scope);

  /// The state now; `time` is when it was received. Cheap when nothing changed (same nodes, new generation).
  SnapshotPtr build(UnixSeconds time);

  /// The raw state, for snapshot files. Order: by key.
  std::vector<std::shared_ptr<const RawNode>> rawNodes() const;
  std::vector<std::shared_ptr<const RawPod>> rawPods() const;
  std::vector<RawUnhealthyGpus> rawUnhealthy() const;
  ExtraLists rawExtras() const;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

/// One node's record from its raw parts; pure. `node` may be null (pods name a node that is not there); then `name`
/// counts. `unhealthy` and `extras` may be null.
NodePtr makeNodeRecord(std::shared_ptr<const RawNode> node, const std::string& name,
                       const std::vector<std::shared_ptr<const RawPod>>& pods, const RawUnhealthyGpus* unhealthy,
                       std::shared_ptr<const NodeExtras> extras = nullptr);

}  // namespace cardinal
