// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/replay/recording/recorded_json.h"
#include "core/replay/recording/replay.h"

// Private to core/replay.

namespace cardinal::replay {

/// The allocator of dynamic resource allocation: per node fit, refusal and devices, with each slice first and in every
/// order of pools; then the node, and the devices that are free afterwards.
ReplayResult replayDra(const Field& scenario);

}  // namespace cardinal::replay
