// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/model/snapshot.h"

namespace cardinal {

/// Where the next pods of a node would land under one placement policy.
struct FuturePlaces {
  Placement policy = Placement::Binpack;
  std::vector<CardIndex> cards;  ///< of the next pods, in order; fewer than were asked for: no room for the next one
};

/// What another placement policy changes for pods that come; pods that run stay.
struct PolicyPicture {
  ObjectKey like;    ///< the request is that of this pod and others; empty = no pod shares a card here, a quarter of a
                     ///< card is taken
  MemUnits memory;   ///< of one pod
  CorePercent core;  ///< of one pod; 0 = none asked
  MemoryUnit unit = MemoryUnit::Unknown;
  std::vector<FuturePlaces> policies;  ///< binpack, spread
};

/// True for nodes that choose cards by a placement policy: ACK in mode cgpu, core_mem, share or mps.
bool hasPlacementPolicy(const NodeRecord& node);

/// The next `pods` pods on one card each, with the commonest request of the node's pods (core/alloc decides, as in a
/// preview that is aimed at the node; a cordon, taints and the other resources are left out, because the picture is
/// about cards). Nothing where the node has no placement policy (ACK: cgpu, core_mem, share, mps) or its cards' memory
/// is not known. Pure; any thread.
std::optional<PolicyPicture> pictureOfPolicies(const ClusterSnapshot& snapshot, NodeIndex node, int pods = 4);

}  // namespace cardinal
