// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/replay/recording/recorded_json.h"
#include "core/replay/recording/replay.h"

namespace cardinal::replay {

/// Replays a recording of HAMi v2.10.0 (format: tests/data/hami/2.10.0/README.md): admission, limits, cards and score
/// of every node, refusals, best nodes, binding, use of the cards after each step, registration turns. Throws
/// FieldFault.
ReplayResult replayHami(const Field& scenario);

}  // namespace cardinal::replay
