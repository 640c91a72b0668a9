// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "core/alloc/types.h"
#include "core/model/extras/extra.h"
#include "tests/core/alloc/dice.h"
#include "tests/support/builders.h"

namespace cardinal::testing {

/// A cluster in the making.
struct World {
  std::vector<NodeBuilder> nodes;
  std::vector<PodBuilder> pods;
  std::vector<ClusterDelta> further;
  std::vector<RawResourceSlice> slices;
  std::vector<RawResourceClaim> claims;

  ClusterSnapshot snapshot() const { return *snapshotOf(nodes, pods, further); }
};

/// A GPU stack: its nodes with their cards and pods, and what pods ask of it.
struct Stack {
  const char* name;
  void (*addNode)(Dice& dice, World& world, const std::string& name);
  PodBuilder (*asking)(Dice& dice);
  void (*finish)(Dice& dice, World& world);
  bool hasCards;  ///< its adapter fills rows of cards
  /// What says nothing new, and has the rules read records where they would else compare cards without any row; null =
  /// nothing is needed.
  ClusterDelta (*unlikeRows)() = nullptr;
};
inline void PrintTo(const Stack& stack, std::ostream* out) {
  *out << stack.name;
}
/// Each by itself, then all of them in one cluster: pods of one meet the nodes of the others.
const std::vector<Stack>& allStacks();

/// Nodes "n0", "n1", ... with pods, two of which wait; some of all that is made odd.
World worldOf(Dice& dice, const Stack& stack, int nodes);
AllocationRequest requestOf(Dice& dice, const Stack& stack);

}  // namespace cardinal::testing
