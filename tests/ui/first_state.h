// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "core/service/snapshots/snapshot_file.h"
#include "tests/ui/window_fixture.h"

namespace cardinal::test {

/// Queues, quotas and the like of a file, as a source tells them.
inline std::vector<ClusterDelta> extrasOf(const Result<SnapshotContents>& file) {
  std::vector<ClusterDelta> out;
  for (std::size_t kind = 0; file && kind < kExtraKinds; ++kind) {
    if (!file->extras[kind]) continue;
    ClusterDelta& delta = out.emplace_back();
    delta.op = ClusterDelta::Op::ReplaceExtras;
    delta.extraKind = static_cast<ExtraKind>(kind);
    delta.extras = *file->extras[kind];
  }
  return out;
}

/// A window, not open yet, on a cluster whose first state is this.
inline std::unique_ptr<WindowFixture> windowOn(std::vector<ClusterDelta> first) {
  auto fixture = std::make_unique<WindowFixture>();
  fixture->script->first = std::move(first);
  return fixture;
}

/// A whole cluster of a file, with its queues.
inline std::vector<ClusterDelta> clusterOf(const char* path) {
  const auto file = loadSnapshotFile(path);
  std::vector<ClusterDelta> out = extrasOf(file);
  if (!file) return out;
  ClusterDelta& nodes = out.emplace_back();
  nodes.op = ClusterDelta::Op::ReplaceNodes;
  nodes.nodes = file->nodes;
  ClusterDelta& pods = out.emplace_back();
  pods.op = ClusterDelta::Op::ReplacePods;
  pods.pods = file->pods;
  return out;
}

}  // namespace cardinal::test
