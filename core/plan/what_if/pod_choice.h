// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/model/raw.h"
#include "core/plan/what_if/what_if_step.h"

namespace cardinal::plan {

/// The pod's controller; null = bare.
const OwnerRef* controllerOf(const RawPod& pod);
/// "web" of "web-7c9f5d6b8", the ReplicaSet that a Deployment makes; empty for other names.
std::string_view deploymentOf(std::string_view replicaSet);
bool isChosen(const RawPod& pod, const PodChoice& choice);
/// "namespace/name" or "namespace/kind/name".
std::string nameOf(const PodChoice& choice);

}  // namespace cardinal::plan
