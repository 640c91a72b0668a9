// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "core/provider/record/snapshot_builder.h"

namespace cardinal::bench {

/// The snapshot of a cluster that a benchmark makes up.
inline SnapshotPtr built(std::vector<ClusterDelta> deltas, UnixSeconds time = 1) {
  SnapshotBuilder builder;
  for (ClusterDelta& delta : deltas) builder.apply(std::move(delta));
  return builder.build(time);
}

}  // namespace cardinal::bench
