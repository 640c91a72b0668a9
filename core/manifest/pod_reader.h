// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/manifest/tree_reader.h"
#include "core/model/raw.h"

namespace cardinal::yaml {

/// `metadata` of an object: name, namespace, labels, annotations.
ObjectMeta readMeta(const Field& metadata);

/// A pod or pod template: labels and annotations of `metadata`, everything placement needs of `spec`.
/// Throws Failure on values of the wrong type and on a spec without containers.
RawPod readPodTemplate(const Field& metadata, const Field& spec);

/// The pod group of scheduling.k8s.io that the pod names, "GROUP" or "WORKLOAD/GROUP"; empty = none. Its scheduler
/// heeds it only where feature gates are on, so that it stands among the fields that are not evaluated, after this
/// mark.
inline constexpr std::string_view kPodGroupField = "podGroup: ";
std::string podGroupOf(const RawPodSpec& spec);

}  // namespace cardinal::yaml
