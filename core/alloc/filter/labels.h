// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/alloc/filter/filter.h"

namespace cardinal::alloc {

/// NodeSelectorMismatch and NodeAffinityMismatch: plugin NodeAffinity of kube-scheduler (nodeSelector, then
/// requiredDuringSchedulingIgnoredDuringExecution with In, NotIn, Exists, DoesNotExist, Gt, Lt; matchFields knows
/// metadata.name). Null when the pod asks for nothing of it. `spec` must outlive the filter.
std::unique_ptr<Filter> makeLabelFilter(const RawPodSpec& spec);

}  // namespace cardinal::alloc
