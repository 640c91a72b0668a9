// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "core/model/extras/group_queues.h"
#include "core/model/snapshot.h"
#include "core/queues/kai/kai_queues.h"

namespace cardinal::queues {

/// What a Queue object says; what it does not name is 0, as the scheduler takes it.
KaiQueue kaiQueueOf(const RawKaiQueue& raw);

/// GPUs that the KAI-Scheduler v0.17.0 grants each queue at this moment, in cards, by name. Left out: what is not
/// certain. Empty where nothing is: queues, groups, pods or nodes were not read whole, or a pod asks in a way whose
/// GPUs are not counted here (MIG, claims). Rules: pkg/scheduler/plugins/proportion/resource_division. Pure.
std::map<std::string, double> kaiGpuShares(const ClusterSnapshot& snapshot);

}  // namespace cardinal::queues
