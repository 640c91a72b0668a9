// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/manifest/manifest.h"

namespace cardinal {

/// The runtime that a TrainJob names: kind and name, as they stand in a text or a cluster. Empty name = it is no
/// TrainJob, names none, or was given its roles.
struct RuntimeName {
  std::string kind;  ///< "ClusterTrainingRuntime", "TrainingRuntime"
  std::string name;
  std::string ns;  ///< of a TrainingRuntime: that of the job; empty = not said
};
RuntimeName runtimeOf(const ManifestObject& job);

/// Gives a TrainJob the roles that its runtime holds, as the trainer's controller makes a JobSet of both. `runtime`:
/// the whole object as JSON. False = the runtime has no JobSet that can be read; the job stays as it was. Source:
/// Kubeflow Trainer v2.3.0, pkg/runtime/core, plugins/jobset; docs of its runtimes.
bool resolveTrainJob(ManifestObject& job, const std::string& runtime);

/// Every TrainJob whose runtime stands in the same list.
void resolveTrainJobs(std::vector<ManifestObject>& objects);

}  // namespace cardinal
