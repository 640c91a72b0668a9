// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/replay/recording/replay.h"

namespace cardinal::replay {

class Field;

/// Replays a recording of kube-scheduler (tests/data/kube-scheduler/1.35.4/README.md says what it holds): before every
/// attempt the engine is run on the recorded state, then the recorded outcome is applied. Compared are the request,
/// the refusal of every node with plugin, code and words, the feasible nodes, the window that the scheduler looked at,
/// every score and total, the best nodes and the one taken, the event's text, victims and where the pod is nominated,
/// and what is taken of the node afterwards.
ReplayResult replayKubeScheduler(const Field& scenario);

}  // namespace cardinal::replay
