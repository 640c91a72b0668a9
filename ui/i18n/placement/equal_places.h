// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstdint>

#include "core/alloc/explain/equal_places.h"

namespace cardinal::ui {

/// The word for a prediction of which `tied` places are equal: where only one place is possible, and something that was
/// not evaluated may still prevent it, it is not one of several.
QString certaintyText(Certainty certainty, std::uint32_t tied);

}  // namespace cardinal::ui
