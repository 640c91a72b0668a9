// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <unordered_map>

#include "core/alloc/explain/changed_node.h"
#include "core/alloc/pending/refusal_tally.h"
#include "core/alloc/pending/trial.h"

namespace cardinal::alloc {

/// What is known of a pod that fits nowhere, and where the remedies go.
struct RemedyCase {
  const RawPod& pod;
  Trial& trial;  ///< of the pod as it is
  const RefusalTally& tally;
  const PendingExplanation& facts;  ///< nearest is filled
};

/// A running pod without which the pending one fits.
struct FreeingPod {
  PodPtr pod;
  NodeIndex node;
  Candidate place;  ///< of the pending pod
};

/// Nodes where running pods could go instead. Shared between the pods of one report: the nodes that lack least are the
/// same for many of them.
class NewHomes {
 public:
  explicit NewHomes(const ClusterSnapshot& snapshot) : m_snapshot(snapshot) {}
  /// The first nodes that take the pod as the cluster is, at most 2; not the one it is on.
  const std::vector<Candidate>& of(const PodRecord& pod, NodeIndex home, const std::stop_token& stop);

 private:
  const ClusterSnapshot& m_snapshot;
  std::unordered_map<const PodRecord*, std::vector<Candidate>> m_homes;
};

/// Changes of the request that make it fit: AskLessMemory to Tolerate. Each is run through the engine.
void addRequestRemedies(const RemedyCase& about, const ClusterSnapshot& snapshot, std::vector<Remedy>& out);

/// Running pods on the nearest nodes whose end alone makes room, little holders first on each node.
std::vector<FreeingPod> freeingPods(const RemedyCase& about, const ClusterSnapshot& snapshot);

/// Changes of the cluster that make it fit: Uncordon to AddNode.
void addClusterRemedies(const RemedyCase& about, const ClusterSnapshot& snapshot,
                        const std::vector<FreeingPod>& freeing, NewHomes& homes, const std::stop_token& stop,
                        std::vector<Remedy>& out);

/// True when a node that is shut (cordoned, not ready) would take the pod once it is open and empty.
bool wouldFitWhenOpen(const RemedyCase& about, const ClusterSnapshot& snapshot);

/// The first 4 of them, for people.
std::vector<EndingPod> endingPods(const std::vector<FreeingPod>& freeing);

}  // namespace cardinal::alloc
