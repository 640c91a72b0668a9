// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <string>

#include "core/service/rights/rights.h"

namespace cardinal::ui {

/// Why a verb is not offered on an object in `ns` (empty: the context's namespace): names the rule that is missing.
/// Empty = it is offered.
QString rightsRefusal(const Rights& rights, Feature feature, const std::string& ns = {});
/// Why nothing of a locked context can be changed, and what unlocks it.
QString lockedRefusal();

}  // namespace cardinal::ui
