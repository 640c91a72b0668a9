// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/model/extras/shared_pool.h"
#include "core/model/snapshot.h"

namespace cardinal {

/// Pools of claimable devices that several nodes reach, by driver and pool.
std::vector<SharedPool> sharedPoolsOf(const ClusterSnapshot& snapshot);

}  // namespace cardinal
