// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/replay/recording/recorded_json.h"
#include "core/replay/recording/replay.h"

namespace cardinal::replay {

/// Decisions of Volcano's plugin deviceshare; format: tests/data/volcano/1.15.1/README.md. Compared exactly: fit, idle,
/// reason, error, scores and best nodes of every node, phase, cards and annotations on the recorded node (times left
/// out), cards and sums after each step. The recorded node must be one of the best.
ReplayResult replayVolcano(const Field& scenario);

}  // namespace cardinal::replay
