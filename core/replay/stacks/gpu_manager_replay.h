// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/replay/recording/recorded_json.h"
#include "core/replay/recording/replay.h"

namespace cardinal::replay {

// Format of both: tests/data/gpu-manager/47d56ae9/README.md.

/// Decisions of Tencent's extender gpu-admission, compared exactly: every node's cards or refusal, the nodes handed
/// over and answered with, texts, annotations and cards afterwards.
ReplayResult replayGpuAdmission(const Field& scenario);

/// Cards that gpu-manager gives on a node: every set that was seen, and the cards' state.
ReplayResult replayGpuManagerNode(const Field& recording);

}  // namespace cardinal::replay
