// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/program/console.h"

namespace cardinal::app {

/// `cardinal simulate replay PATH...`: asks the engine for every recorded decision. `stack` empty = of every stack.
/// Exit 1 when one differs.
int simulateReplay(Console& console, const std::vector<std::string>& paths, const std::string& stack);

}  // namespace cardinal::app
