// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardinal::yaml {

/// The table of known kinds as YAML, the form that an operator's own table has; docs/workloads.md describes it.
extern const char* const kKubernetesKinds;  ///< Kubernetes itself, and what extends its workloads
extern const char* const kTrainingKinds;
extern const char* const kServingKinds;
extern const char* const kKindsWithoutPods;

}  // namespace cardinal::yaml
