// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/alloc/types.h"
#include "core/model/snapshot.h"

namespace cardinal {

/// Binds the pod to a place of an answer to its own request, as the scheduler would: node, and the annotations in which
/// the node's stack writes down the cards, each container's own where several ask for some. `snapshot` is that of the
/// answer, or one in which further pods like this one were bound since.
void bindToPlace(RawPod& pod, const Candidate& place, const ClusterSnapshot& snapshot, std::int64_t nanoseconds);

}  // namespace cardinal
