// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sim/api/demo_store.h"

namespace cardinal::sim {

/// Kueue's objects of two teams in a cohort: one borrows from the other, in whose queue two workloads wait. Their Jobs
/// are suspended, so no pod of the demo belongs to them; they do not change with time. Beside it two queues of Volcano,
/// in one of which two groups wait, one of them for more than the queue may ever have.
void addDemoQueues(DemoStore& store, UnixSeconds now);

}  // namespace cardinal::sim
