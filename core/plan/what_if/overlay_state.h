// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/model/snapshot.h"
#include "core/plan/drain/assigned_pods.h"
#include "core/plan/drain/claim_book.h"
#include "core/provider/record/snapshot_builder.h"

namespace cardinal::plan {

using RawPodPtr = std::shared_ptr<const RawPod>;
using RawNodePtr = std::shared_ptr<const RawNode>;

/// A changed copy of a snapshot: only touched nodes are read again, everything else is shared. The base is never
/// touched. What a snapshot does not hold cannot be changed here: ended pods without GPUs, and the count of namespaces
/// (those that lose their last pod stay listed). One thread.
class OverlayState {
 public:
  explicit OverlayState(SnapshotPtr base);

  /// The nodes now, with their pods; pods without a node are those of the last `publish`. Valid until the next change.
  const ClusterSnapshot& view();
  /// The state now, to keep.
  SnapshotPtr publish();

  /// Null = there is no such node.
  NodePtr node(const std::string& name);
  /// Puts a node in, or another state of one.
  void putNode(RawNodePtr node);
  /// An empty node is to come whose driver publishes devices like those of another one. False where devices of that one
  /// can be reached from other nodes too.
  bool publishLike(const std::string& like, const std::string& name);
  /// The node goes; pods that are still bound to it stay bound to its name.
  void removeNode(const std::string& name);

  /// Pods bound to the node that the snapshot knows: all that have not ended, and ended ones with GPUs.
  std::vector<RawPodPtr> podsOn(const std::string& node);
  /// Null = the snapshot does not know it.
  RawPodPtr pod(const ObjectKey& key);
  std::vector<RawPodPtr> unboundPods();
  /// Every pod for which `chosen` holds, by key.
  std::vector<RawPodPtr> podsWhere(const std::function<bool(const RawPod&)>& chosen);

  /// Puts a pod in, bound or not; one of its key is replaced.
  void putPod(RawPodPtr pod);
  void removePod(const ObjectKey& key);

  /// The pod, which is not put in yet, gets devices for its claims on the node. False where they are not served there.
  bool bindClaims(const RawPod& pod, const std::string& node);
  /// Claims and templates that come with a workload.
  void addClaims(const ClaimObjects& objects, const std::string& ns) {
    m_claims.add(objects, ns);
    shareClaims({});
  }
  /// Claims and their devices now, to go back to.
  ClaimBook::Extras claims() const { return m_claims.extras(); }
  void restoreClaims(const ClaimBook::Extras& earlier) { shareClaims(m_claims.restore(earlier)); }

 private:
  struct Touched {
    RawNodePtr raw;  ///< null = only pods name it
    std::optional<RawUnhealthyGpus> unhealthy;
    std::shared_ptr<const NodeExtras> extras;
    std::vector<RawPodPtr> pods;
    bool dirty = false;
    NodePtr record;
  };

  Touched& touch(const std::string& name);
  void shareClaims(const ClaimBook::Names& nodes);
  void indexPods();
  std::vector<RawPodPtr> countedOn(const std::string& name, const std::vector<RawPodPtr>& bound) const;
  void refreshNodes();
  void replaceInPlace(std::size_t position, const NodePtr& record);
  void relist();

  SnapshotPtr m_base;
  std::shared_ptr<ClusterSnapshot> m_state;
  ClaimBook m_claims;
  std::map<std::string, Touched> m_touched;
  std::vector<std::string> m_dirty;
  std::unordered_map<ObjectKey, RawPodPtr, ObjectKeyHash> m_pods;  ///< filled when first asked
  std::map<ObjectKey, PodPtr> m_unbound;
  AssignedPods m_assigned;  ///< of the base; those of them count that are in m_unbound still
  std::set<std::string> m_namespaces;
  bool m_indexed = false;
  bool m_unboundChanged = false;
  bool m_listChanged = false;
};

}  // namespace cardinal::plan
