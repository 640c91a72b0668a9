// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/model/raw.h"

namespace cardinal {

/// The pod's controller; null = bare.
const OwnerRef* controllerOf(const RawPod& pod);

/// The Deployment that made the ReplicaSet of the pod, by the label pod-template-hash that its controller sets; empty
/// where the pod's controller is of another kind or nothing says that a Deployment made it. Points into `pod`.
/// Source: https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#pod-template-hash-label
std::string_view deploymentOf(const RawPod& pod);
/// The same, and "web" of "web-7c9f5d6b8" where the label is missing. To find and to show, never to write by.
std::string_view likelyDeploymentOf(const RawPod& pod);

}  // namespace cardinal
