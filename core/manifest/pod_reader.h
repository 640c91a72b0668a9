// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/manifest/tree_reader.h"
#include "core/model/raw.h"

namespace cardinal::yaml {

/// `metadata` of an object: name, namespace, labels, annotations.
ObjectMeta readMeta(const Field& metadata);

/// A pod or pod template: labels and annotations of `metadata`, everything placement needs of `spec`.
/// Throws Failure on values of the wrong type and on a spec without containers.
RawPod readPodTemplate(const Field& metadata, const Field& spec);

/// The pod group of Kubernetes' own that a pod spec names: a PodGroup since 1.36 (scheduling.k8s.io/v1alpha2), a
/// Workload and one of its groups in 1.35 (v1alpha1): "GROUP" or "WORKLOAD/GROUP". Empty = none.
std::string podGroupOf(const Field& spec);

}  // namespace cardinal::yaml
