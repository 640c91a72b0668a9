// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/model/snapshot.h"
#include "ui/models/roles.h"
#include "ui/widgets/basic/state.h"

namespace cardinal::ui {

/// The widget's state of a cell's state.
StateRole stateRoleOf(CellState state);

/// "A10 22 GiB · core_mem · binpack": model, memory of one card, mode and placement; parts that are not known are left
/// out.
QString nodeGpuLine(const NodeRecord& node);
/// "V100 16 GiB × 8", "8 cards" where the model is not known.
QString nodeCardsLine(const NodeRecord& node);

}  // namespace cardinal::ui
