// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/alloc/types.h"
#include "tests/core/alloc/dice.h"
#include "tests/support/builders.h"

namespace cardinal::testing {

/// Most nodes stay as they are; some get labels, annotations, resources and states that any stack's rules read,
/// sensible ones and others.
void makeOdd(Dice& dice, NodeBuilder& node);
/// The same for a pod, running or new: annotations, labels, resources, containers and rules of its spec.
void makeOdd(Dice& dice, PodBuilder& pod);
/// Objects beside nodes and pods that rules read of some of these nodes: Reservations, NodeResourceTopologies,
/// configurations of the device plugin, reports about cards.
std::vector<ClusterDelta> oddObjects(Dice& dice, const std::vector<NodeBuilder>& nodes);
/// What a request has beside its pod: the namespace's rules, a configuration of the scheduler.
void makeOdd(Dice& dice, AllocationRequest& request);

}  // namespace cardinal::testing
