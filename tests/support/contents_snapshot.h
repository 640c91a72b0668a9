// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "core/provider/record/snapshot_builder.h"
#include "core/service/snapshots/snapshot_file.h"

namespace cardinal::testing {

/// The snapshot of what a file holds, without the objects of some kinds.
inline SnapshotPtr snapshotOf(const SnapshotContents& contents, const std::vector<ExtraKind>& without = {}) {
  SnapshotBuilder builder;
  ClusterDelta nodes;
  nodes.op = ClusterDelta::Op::ReplaceNodes;
  nodes.nodes = contents.nodes;
  builder.apply(nodes);
  ClusterDelta pods;
  pods.op = ClusterDelta::Op::ReplacePods;
  pods.pods = contents.pods;
  builder.apply(pods);
  for (std::size_t kind = 0; kind < kExtraKinds; ++kind) {
    const bool isLeftOut = std::find(without.begin(), without.end(), static_cast<ExtraKind>(kind)) != without.end();
    if (!contents.extras[kind] || isLeftOut) continue;
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::ReplaceExtras;
    delta.extraKind = static_cast<ExtraKind>(kind);
    delta.extras = *contents.extras[kind];
    builder.apply(delta);
  }
  return builder.build(contents.time);
}

}  // namespace cardinal::testing
