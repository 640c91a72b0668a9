// SPDX-License-Identifier: Apache-2.0
#include "core/service/snapshots/snapshot_compare.h"

#include "core/model/extras/extra.h"
#include "core/provider/record/snapshot_builder.h"
#include "core/service/snapshots/snapshot_file.h"

namespace cardinal {

Result<SnapshotPtr> snapshotOfFile(const std::string& path) {
  auto contents = loadSnapshotFile(path);
  if (!contents) return unexpected(contents.error());
  SnapshotBuilder builder;
  builder.setServerVersion(contents->serverVersion);
  builder.setScope(contents->scope);
  ClusterDelta nodes;
  nodes.op = ClusterDelta::Op::ReplaceNodes;
  nodes.nodes = std::move(contents->nodes);
  builder.apply(std::move(nodes));
  ClusterDelta pods;
  pods.op = ClusterDelta::Op::ReplacePods;
  pods.pods = std::move(contents->pods);
  builder.apply(std::move(pods));
  for (RawUnhealthyGpus& unhealthy : contents->unhealthy) {
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::UpsertUnhealthy;
    delta.unhealthy = std::move(unhealthy);
    builder.apply(std::move(delta));
  }
  for (std::size_t kind = 0; kind < kExtraKinds; ++kind) {
    if (!contents->extras[kind]) continue;
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::ReplaceExtras;
    delta.extraKind = static_cast<ExtraKind>(kind);
    delta.extras = std::move(*contents->extras[kind]);
    builder.apply(std::move(delta));
  }
  return builder.build(contents->time);
}

}  // namespace cardinal
