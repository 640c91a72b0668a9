// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/alloc/stacks/hami/hami.h"
#include "core/alloc/types.h"

namespace cardinal::alloc {

/// HAMi's own quota for the request's namespace: keys limits.nvidia.com/gpumem and limits.nvidia.com/gpucores of its
/// ResourceQuotas, which the API server does not enforce, and what the pods use that HAMi counts in the cluster. Limits
/// nothing where the namespace's rules are not known. Thread-safe. Source:
/// https://github.com/Project-HAMi/HAMi/blob/v2.10.0/pkg/device/quota.go
hami::Quota hamiQuotaOf(const AllocationRequest& request, const ClusterSnapshot& snapshot);

/// True where a ResourceQuota of the request's namespace names such a key.
bool hasHamiQuota(const AllocationRequest& request);

}  // namespace cardinal::alloc
