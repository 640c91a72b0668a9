// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sim/api/demo_store.h"
#include "core/sim/population/demo_population.h"

namespace cardinal::sim {

/// Kueue's objects of two teams in a cohort: one borrows from the other, in whose queue two workloads wait. The Jobs of
/// these are suspended and have no pods; those of the admitted ones run (see runAdmittedJobs). They do not change with
/// time. Beside it two queues of Volcano,
/// in one of which two groups wait, one of them for more than the queue may ever have.
void addDemoQueues(DemoStore& store, UnixSeconds now);

/// Gives the Jobs of the admitted workloads their pods: of the running pods with as many whole cards, some that other
/// workloads of the pool would have had.
void runAdmittedJobs(DemoPopulation& population, UnixSeconds now);
/// A pod of such a Job: it does not end with time, as its workload does not.
bool isOfAdmittedJob(const RawPod& pod);

}  // namespace cardinal::sim
