// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/alloc/types.h"
#include "core/model/snapshot.h"

namespace cardinal {

// Which places of an answer are as good as the one that it names. Pure functions.

/// How many of an answer's first candidates are as good as the first: by the totals where they are known; by the score
/// where a model ranks them; else all that may be chosen.
std::size_t equalPlaces(const AllocationAnswer& answer);

/// Names of the nodes that are as good for this replica, its own too; empty = none is, or its tie is not that of the
/// whole answer.
std::vector<std::string> equalNodes(const ReplicaPlacement& placement, const AllocationAnswer& answer,
                                    const ClusterSnapshot& snapshot);

/// Cards of a node that hold as much as the one that was named: where the stack breaks a tie by no rule, any of them
/// may be taken. Empty = no other is as good.
std::vector<CardIndex> equalCards(const Candidate& place, const ClusterSnapshot& snapshot);

}  // namespace cardinal
