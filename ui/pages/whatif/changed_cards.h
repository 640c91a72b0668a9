// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "ui/widgets/map/model/map_scene.h"

namespace cardinal::ui {

/// Cards of `after` that hold or have something else than in `before`, and all cards of nodes that are new or changed
/// mode.
std::set<CardRef> changedCards(const ClusterSnapshot& before, const ClusterSnapshot& after);

}  // namespace cardinal::ui
