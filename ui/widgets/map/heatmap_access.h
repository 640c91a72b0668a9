// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardinal::ui {

/// Makes HeatmapView speak to assistive technology: its value is the sentence of the focused cell. Harmless when called
/// again.
void installHeatmapAccess();

}  // namespace cardinal::ui
