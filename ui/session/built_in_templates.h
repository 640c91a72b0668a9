// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/manifest/manifest.h"

namespace cardinal::ui {

/// The templates that everybody begins with.
std::vector<WorkloadTemplate> builtInTemplates();
/// Of them those that hold the YAML of a kind: PyTorchJob, RayCluster, LeaderWorkerSet, Volcano's Job, vLLM.
std::vector<WorkloadTemplate> builtInManifests();

}  // namespace cardinal::ui
