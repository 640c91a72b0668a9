// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/commands/workload_input.h"
#include "app/program/session.h"

namespace cardinal::app {

/// Gives TrainJobs whose runtime the files do not hold the roles of the runtime in the cluster, where it may be read,
/// and makes the requests anew. What cannot be read stays as it was: the job says that its pods stand elsewhere.
void resolveRuntimes(WorkloadInput& input, Session& session, const CommonOptions& options, const Aim& aim);

}  // namespace cardinal::app
