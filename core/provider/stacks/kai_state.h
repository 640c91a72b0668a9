// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/ids.h"
#include "core/model/devices.h"
#include "core/provider/stacks/kai.h"

namespace cardinal::kai {

/// What pods hold of a node in the eyes of the KAI-Scheduler v0.17.0. Source:
/// https://github.com/kai-scheduler/KAI-Scheduler/tree/v0.17.0 pkg/scheduler/api/node_info. Pure functions of any
/// thread.

/// A card shared by pods.
struct Group {
  std::string name;
  std::int64_t used = 0;       ///< MiB of all its pods
  std::int64_t allocated = 0;  ///< the same without pods that are only promised
  std::int64_t releasing = 0;  ///< MiB of those that end
};

struct State {
  std::int64_t idleGpus = 0;  ///< can be below 0: the scheduler may give a card away that is not free yet
  std::int64_t releasingGpus = 0;
  Resources used;
  Resources releasing;
  std::vector<Group> groups;
  std::int64_t wholeGpus = 0;
  std::int64_t wholeReleasing = 0;
};
State emptyState(const Node& node);
/// Counts a pod that is bound to the node.
void add(State& state, const Node& node, const Request& request, const Holding& holding);

/// MiB of one card that a request needs on this node.
std::int64_t needOn(const Node& node, const Request& request);

/// What the rule of the scheduler reads of a node on which it works.
struct NodeState final : StackState {
  Node node;
  State state;
  std::vector<CardIndex> cards;  ///< of `state.groups`, one each; kPendingCard = the node has no card left for it
};

}  // namespace cardinal::kai
