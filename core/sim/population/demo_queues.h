// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sim/api/demo_store.h"

namespace cardinal::sim {

/// Kueue's objects of two teams in a cohort: one borrows from the other, in whose queue two workloads wait. Their Jobs
/// are suspended, so no pod of the demo belongs to them; they do not change with time.
void addDemoQueues(DemoStore& store, UnixSeconds now);

}  // namespace cardinal::sim
