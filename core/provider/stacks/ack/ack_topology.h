// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/provider/readers.h"

namespace cardinal::provider {

/// Cards of a pod on a topology node, from the annotation of generation 2 (`gputopology.alibabacloud.com/allocation`,
/// JSON) or 1 (`topology.kubernetes.io/gpu-group`, comma list). Fills shares (100 percent points per card) and source;
/// an annotation that cannot be read is a finding and says nothing. See docs/reference/gpushare.md 2.5.
void readTopologyShares(const RawPod& pod, PodUsage& usage);

}  // namespace cardinal::provider
