// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/ids.h"

namespace cardinal {

/// For a POSIX shell: in single quotes where a plain word would be read otherwise. Names of Kubernetes need none.
std::string shellWord(const std::string& text);

/// The eviction of one pod, for which kubectl has no word of its own. Unlike a deletion it respects
/// PodDisruptionBudgets. `uid`: of this pod alone; empty = of whichever has the name.
std::string evictCommand(const ObjectKey& pod, const std::string& uid = {});

}  // namespace cardinal
