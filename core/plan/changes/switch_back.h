// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/plan/changes/changes.h"

namespace cardinal {

/// What a plan of its own has to switch to so that a mode that was switched is what it was before. Nothing for other
/// changes, for those that were not done or were undone, and where the stack follows no way back.
std::optional<SwitchTarget> switchBack(const ChangeRecord& change);

}  // namespace cardinal
