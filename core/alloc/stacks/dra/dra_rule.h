// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/alloc/demand.h"
#include "core/alloc/reserve/card_rule.h"

namespace cardinal::alloc {

/// Devices as the plugin DynamicResources of kube-scheduler 1.35.4 gives them to a pod's claims
/// (core/alloc/stacks/dra/dra.h). It applies to every node, whatever its stack: claims may be for other devices than
/// GPUs. Between nodes kube-scheduler chooses. Serves one thread.
class ClaimRule : public CardRule {
 public:
  /// The node that choose() was asked about last has passed every other filter, so that the plugin, the last of them,
  /// is asked: an error of the claims there counts. Nothing is known to be wrong with nodes that it never comes to.
  virtual void reached() = 0;
  /// An error on one of the nodes reached so far ends the scheduler's attempt for this pod on all nodes, or its
  /// process.
  virtual bool endsAttempt() const = 0;
  /// From now on every node is refused for that error.
  virtual void endAttempt() = 0;
  /// The scheduler's words where this version of it fails as soon as it compares two nodes or more that take the pod,
  /// so that the pod goes to none of them; empty where it does not. kubernetes/kubernetes#139016: a claim has devices
  /// already, another one has none yet.
  virtual const std::string& wordsOfScoring() const = 0;
  /// Of some node reached so far it is not known whether it takes the pod, or the scheduler prefers nodes by a score of
  /// the claims that is not evaluated.
  virtual bool isPartlyUnknown() const = 0;
  /// What one pod of the form gets changes on which other nodes the next one fits: all use one claim that has no
  /// devices yet, or devices can be reached from several nodes.
  virtual bool replicasInteract() const = 0;
  /// Devices can be reached from several nodes: `placed` must be called, and every node be asked again before it is
  /// used.
  virtual bool sharesDevices() const = 0;
  /// On some node asked so far more pods may fit than were counted.
  virtual bool countsAtLeast() const = 0;
  /// Every node asked so far was judged by its own devices alone, whatever other nodes' claims hold.
  virtual bool judgesEachNodeAlone() const = 0;
  /// A plan puts a pod of this form on the node. What it gets there is held on every node, until `forget`.
  virtual void placed(const NodeView& before) = 0;
  virtual void forget() = 0;
};

/// `demand` and `snapshot` must outlive it. Claims that cannot be resolved refuse every node (see problemsOf).
std::unique_ptr<ClaimRule> makeClaimRule(const Demand& demand, const ClusterSnapshot& snapshot);

/// True where claims ask the same of both: device classes and templates did not change. Either may be null.
bool haveSameClasses(const ClusterExtras* a, const ClusterExtras* b);

}  // namespace cardinal::alloc
