// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/queues/kueue/kueue_objects.h"
#include "core/replay/recording/recorded_json.h"

// Private to core/replay.

namespace cardinal::replay {

/// Puts an object of a recording of Kueue where it belongs, in place of an older one of its name. Kinds that its quota
/// does not know (Topology, Node) are passed over.
void putKueueObject(queues::KueueObjects& objects, const Field& object);

/// A workload as it is created: without status.
queues::KueueWorkload newKueueWorkload(const Field& object, UnixSeconds created);

/// Status of a workload as the recording has it after a step.
void applyKueueStatus(queues::KueueWorkload& workload, const Field& recorded);

/// "name", or "namespace/name" outside the namespace default.
ObjectKey kueueKey(const std::string& name);
std::string kueueName(const ObjectKey& key);

}  // namespace cardinal::replay
