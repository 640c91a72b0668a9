// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/manifest/manifest.h"
#include "core/manifest/tree_reader.h"

namespace cardinal::yaml {

/// Adds to `problems` what the API servers of 1.20 to 1.36 alike refuse of a Pod, and of the kinds of Kubernetes itself
/// that make pods or of every pod that they make: names, labels, selectors, restart policies, ports, mounts, claims,
/// tolerations, affinity and spread. (1.20 takes any pod template of a StatefulSet, 1.28 and newer any host ports that
/// hostNetwork gives a template, and refuses the pods; of claims of devices 1.20 knows nothing.) One Error Invalid:
/// subject "Deployment/ns/name (file, line L, column C)", place = first field, detail = words, causes = all of them.
/// What a sketch leaves out (images, names of containers, selectors) is no fault here. Amounts are looked at elsewhere.
/// Source: kubernetes pkg/apis/core/validation, pkg/apis/apps/validation, pkg/apis/batch/validation.
void addObjectFaults(ManifestObject& object, const Field& root);

}  // namespace cardinal::yaml
