// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/alloc/types.h"
#include "ui/widgets/map/model/map_scene.h"

namespace cardinal::ui {

/// What an answer says of every node, laid over a map: refused nodes with their reason, near misses with what they
/// lack, nodes that fit as runners-up. With `only` nothing but the nodes of that reason is marked.
MapPreview makeRefusalScene(const AllocationAnswer& answer, const ClusterSnapshot& snapshot,
                            std::optional<ReasonCode> only = std::nullopt);

}  // namespace cardinal::ui
