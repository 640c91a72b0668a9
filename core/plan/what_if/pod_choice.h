// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/model/raw.h"
#include "core/plan/what_if/what_if_step.h"

namespace cardinal::plan {

bool isChosen(const RawPod& pod, const PodChoice& choice);
/// "namespace/name" or "namespace/kind/name".
std::string nameOf(const PodChoice& choice);

}  // namespace cardinal::plan
