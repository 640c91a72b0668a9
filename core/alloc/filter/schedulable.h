// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/alloc/filter/filter.h"

namespace cardinal::alloc {

/// NodeUnknown, NodeUnschedulable (unless the pod tolerates the cordon taint) and NodeNameMismatch: plugins
/// NodeUnschedulable and NodeName of kube-scheduler. `spec` must outlive the filter.
std::unique_ptr<Filter> makeSchedulableFilter(const RawPodSpec& spec);

}  // namespace cardinal::alloc
