// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/base/result.h"
#include "core/model/raw.h"
#include "core/plan/what_if/what_if_step.h"

namespace cardinal::plan {

/// The pod with the request of the step. Errors: Unsupported (subject = resource, place = pod) where several containers
/// ask for the resource, or none does, so that only the owner can say which is meant.
Result<std::shared_ptr<const RawPod>> resizedPod(const RawPod& pod, const ResizePods& change);

}  // namespace cardinal::plan
