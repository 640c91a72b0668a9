// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/replay/recording/recorded_json.h"
#include "core/replay/recording/replay.h"

// Private to core/replay.

namespace cardinal::replay {

/// NodeResourceTopologyMatch of scheduler-plugins: QoS, per node the sums, the filter's answer, zones and score; the
/// best nodes; and what the zones have left once the recorded node took the pod, as the recorder played the kubelet.
ReplayResult replayNodeTopology(const Field& scenario);

}  // namespace cardinal::replay
