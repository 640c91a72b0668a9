// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace cardinal {

/// Merges what a TrainJob changes of its runtime's pods into `jobSetSpec`, in each served form: `runtimePatches`
/// (v2.2), `podTemplateOverrides` (v2.1), `podSpecOverrides` (v2.0), as strategic merge patches. The path of a field
/// that cannot be read (directives, a form that is none of these); empty = all was merged. Source: Kubeflow Trainer
/// v2.3.0, pkg/runtime/core/trainingruntime.go; the types of pkg/apis/trainer/v1alpha1 of v2.0 to v2.3.
std::string mergeTrainPatches(nlohmann::json& jobSetSpec, const nlohmann::json& job);

}  // namespace cardinal
