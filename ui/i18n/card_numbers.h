// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <vector>

#include "core/model/gpu.h"

namespace cardinal::ui {

/// Numbers of cards on one node, as short as they can be read: "0-7", "0, 3", "1-3, 6".
QString cardNumbers(const std::vector<CardIndex>& cards);

}  // namespace cardinal::ui
