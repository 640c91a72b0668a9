// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/model/extras/claim_objects.h"
#include "core/model/extras/extra.h"
#include "core/model/snapshot.h"
#include "core/provider/record/extras_store.h"

namespace cardinal::plan {

/// The device claims of a cluster in which pods end and are bound: what the controller of claims and kube-scheduler
/// make of them (kubernetes/pkg/controller/resourceclaim/controller.go; core/alloc/stacks/dra/dra.h). The objects that
/// it starts from are never touched. One thread.
class ClaimBook {
 public:
  using Extras = std::shared_ptr<const ClusterExtras>;
  using Names = std::set<std::string>;  ///< of nodes whose devices or holders changed

  explicit ClaimBook(Extras extras) : m_extras(std::move(extras)) {}

  /// Does anything of this pod change with its claims?
  static bool concerns(const RawPod& pod) { return !pod.spec.deviceClaims.empty(); }

  /// The objects now.
  const Extras& extras() const { return m_extras; }
  /// What they say of one node; `before` tells everything but slices and claims.
  std::shared_ptr<const NodeExtras> of(const std::string& node, const NodeExtras* before) const;

  /// The pod is gone: claims that were made for it go with it, those that it named lose a user, and the last user's
  /// devices are free again.
  Names release(const RawPod& pod);
  /// The pod is bound to the node: its claims get devices there, and it becomes their user. Nothing where the claims
  /// are not served on that node.
  std::optional<Names> bind(const RawPod& pod, const RawNode& node);
  /// Objects that are created beside pods, in `ns` where they name no namespace; what exists is not replaced.
  void add(const ClaimObjects& objects, const std::string& ns);
  /// Another node publishes devices like those of `like`, and nobody holds them. False where devices of that node can
  /// be reached from other nodes too.
  bool addNodeLike(const std::string& like, const std::string& name);
  /// Claims as they were in another state of the same book.
  Names restore(const Extras& earlier);

 private:
  provider::ExtrasStore& store();
  void refresh();
  bool knows(ExtraKind kind) const { return m_extras != nullptr && m_extras->knows(kind); }

  Extras m_extras;
  std::unique_ptr<provider::ExtrasStore> m_store;  ///< made with the first change
};

}  // namespace cardinal::plan
