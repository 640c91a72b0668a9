// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/replay/recording/recorded_json.h"
#include "core/replay/recording/replay.h"

// Private to core/replay: how the recordings of each scheduler are replayed, for the list in replayers.cpp.

namespace cardinal::replay {

/// Koordinator's DeviceShare plugin; format in tests/data/koordinator/1.8.0/README.md.
ReplayResult replayKoordinator(const Field& scenario);
/// KAI-Scheduler: placement on nodes and shared cards, or whole cycles over queues; format in
/// tests/data/kai/0.17.0/README.md.
ReplayResult replayKai(const Field& scenario);
/// Its cycles over queues: fair shares, what limits, quotas and gangs refuse, who may be evicted. Nodes, cards, the
/// order of queues and which victims are taken are as recorded.
ReplayResult replayKaiQueues(const Field& scenario);
/// Kueue: scheduling cycles over ClusterQueues; format in tests/data/kueue/0.19.2/README.md. Where a flavor has a
/// topology, refusals are not compared: nodes decide them.
ReplayResult replayKueue(const Field& scenario);

}  // namespace cardinal::replay
