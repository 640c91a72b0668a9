// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/model/gpu.h"

namespace cardinal::ui {

/// What contradicts itself on a node, a card or a pod, as a sentence.
QString findingText(const Finding& finding, MemoryUnit unit);

}  // namespace cardinal::ui
