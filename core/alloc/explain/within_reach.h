// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alloc/types.h"

namespace cardinal {

/// False where no small change would do: even an empty node has nothing of what is requested, or no more than half.
bool isNearMiss(const Rejection& reason);

}  // namespace cardinal
