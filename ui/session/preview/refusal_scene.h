// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/alloc/types.h"
#include "ui/widgets/map/model/map_scene.h"

namespace cardinal::ui {

/// What an answer says of every node, laid over a map: refused nodes with their reason, near misses with what they
/// lack, nodes that fit as runners-up. An invalid request was evaluated nowhere, and the scene says so of every node.
MapPreview makeRefusalScene(const AllocationAnswer& answer, const ClusterSnapshot& snapshot);

/// The nodes that an answer refuses for one reason, the nearest fits first.
std::vector<NodeIndex> nodesOfReason(const AllocationAnswer& answer, ReasonCode reason);

}  // namespace cardinal::ui
