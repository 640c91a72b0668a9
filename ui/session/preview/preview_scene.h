// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/alloc/types.h"
#include "ui/session/preview/preview_controller.h"
#include "ui/widgets/map/model/map_scene.h"

namespace cardinal::ui {

/// What an answer lays over the map: ghosts of all replicas, the next candidates, and every refused node with its
/// reason. `aimed` may be null (no aim, or not answered yet); then `any` gives the ghosts. `roles`, of a workload of
/// several: the ghosts are theirs, and the rest is that of `any`, the role on show.
MapPreview makeMapPreview(const AllocationAnswer& any, const AllocationAnswer* aimed, const PreviewAim& aim,
                          const ClusterSnapshot& snapshot, std::span<const RoleAnswer> roles = {});

/// Adds every refused node of `answer` with its reason, near misses with what they lack.
void addRefusals(MapPreview& scene, const AllocationAnswer& answer, const ClusterSnapshot& snapshot);

}  // namespace cardinal::ui
