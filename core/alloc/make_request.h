// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/alloc/types.h"

namespace cardinal {

/// The request of a pod or template, ready to be allocated.
AllocationRequest makeRequest(std::shared_ptr<const RawPod> pod, int replicas = 1);

}  // namespace cardinal
