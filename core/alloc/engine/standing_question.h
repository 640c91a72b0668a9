// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>

#include "core/alloc/types.h"

namespace cardinal {

/// A question kept open while the cluster changes. The same answer as `allocate(request, *snapshot)`, but where the
/// rules of the request look at one node at a time, only nodes that changed since the last answer are evaluated again:
/// published nodes are immutable and shared between snapshots, so an equal pointer is an equal node.
///
/// Answered from the start, as `allocate` does: the first time; when nodes came or went, or more than 64 changed; other
/// server version; several replicas or an aim; topology spread, pod affinity (also of running pods) and the default
/// spread of a controller's pods, whose rules count the pods of other nodes. Where scores are scaled to the best of all
/// nodes (images, preferred nodes, PreferNoSchedule taints) the totals of all are made again, but no node is judged
/// again.
///
/// Serves one thread. Keeps the last answer and the snapshot it was made on, nothing else that grows with the cluster.
class StandingQuestion {
 public:
  explicit StandingQuestion(AllocationRequest request);
  ~StandingQuestion();
  StandingQuestion(const StandingQuestion&) = delete;
  StandingQuestion& operator=(const StandingQuestion&) = delete;

  const AllocationRequest& request() const;
  /// Valid until the next call. A stopped token gives requestProblems = {Cancelled}; the next call then starts anew.
  const AllocationAnswer& answer(SnapshotPtr snapshot, std::stop_token stop = {});
  /// How many nodes the last call judged.
  std::size_t judged() const;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace cardinal
