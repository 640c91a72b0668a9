// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/alloc/filter/filter.h"

namespace cardinal::alloc {

/// Pods of ACK's topology mode that are placed together, by their labels (docs/reference/gpushare.md 3.11, modelled).
/// Pure functions, thread-safe.

/// Where one pod of a group goes, with its cards; no cards = the links are not known.
struct GroupPlace {
  NodeIndex node;
  std::vector<CardIndex> cards;
};

struct GroupPlan {
  std::vector<GroupPlace> places;  ///< of the request's replicas; empty = not planned as a group
  std::string refusal;             ///< the scheduler's words, where no nodes take the group; empty = none
  bool isIncomplete = false;       ///< there are fewer pods yet than the labels say
};

/// The pod carries the labels of a group; its request is one of whole cards of a topology node.
bool isOfTopologyGroup(const AllocationRequest& request);

/// Refuses on every node what the scheduler refuses before it looks at nodes: labels that contradict each other, a
/// count that is none, more pods than it, or fewer where they exist already. Null where nothing is refused.
std::unique_ptr<Filter> makeTopologyGroupFilter(const AllocationRequest& request, const ClusterSnapshot& snapshot);

/// Nodes for the whole group among the candidates of one pod. Not planned where a pod of the group runs already (the
/// scheduler then places one pod at a time), or where there are more sets of nodes than are tried.
GroupPlan planTopologyGroup(const AllocationRequest& request, const ClusterSnapshot& snapshot,
                            const std::vector<Candidate>& candidates);

}  // namespace cardinal::alloc
