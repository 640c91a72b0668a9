// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/snapshot.h"

namespace cardinal {

enum class ChangeKind : std::uint8_t { Added, Removed, Changed };

/// What of an object is compared.
enum class DiffField : std::uint8_t {
  Readiness,    ///< node: "Ready", "NotReady", "Unknown"
  Cordon,       ///< node: "true" or "false"
  Mode,         ///< node: stable name of GpuMode
  Placement,    ///< node: "binpack" or "spread"
  Model,        ///< node: GPU model; empty = unknown
  Cards,        ///< node: how many; pod: indices "0,3", empty = unknown
  Taints,       ///< node: "key=value:effect", comma separated
  Label,        ///< node: `key` says which; empty = absent
  Memory,       ///< card and pod: allocated, in MiB; empty = unknown
  MemoryTotal,  ///< card: in MiB; empty = unknown
  Core,         ///< card and pod: allocated, percent points; empty = unknown
  Health,       ///< card: "Healthy", "Unhealthy", "Unknown"
  Held,         ///< card of a whole-card node: "true" or "false"
  Node,         ///< pod: name; empty = not bound
  Phase,        ///< pod: as reported
};
/// Stable name: "memory", "phase", ...
const char* toString(DiffField field) noexcept;
const char* toString(ChangeKind kind) noexcept;

/// One value that differs; both sides as stable text.
struct DiffChange {
  DiffField field = DiffField::Readiness;
  std::string key;  ///< Label only
  std::string before;
  std::string after;
  bool operator==(const DiffChange&) const = default;
};

struct NodeChange {
  std::string node;
  ChangeKind kind = ChangeKind::Changed;
  std::vector<DiffChange> fields;  ///< Changed only
};
struct CardChange {
  std::string node;
  CardIndex card = 0;
  ChangeKind kind = ChangeKind::Changed;
  std::vector<DiffChange> fields;  ///< Changed only
};
struct PodChange {
  ObjectKey pod;
  ChangeKind kind = ChangeKind::Changed;
  std::string node;                ///< where it is, or was; empty = not bound
  std::vector<DiffChange> fields;  ///< Changed only
};

/// What became of a cluster between two states. Nodes with GPU cards and GPU pods only; by name.
struct SnapshotDiff {
  UnixSeconds timeBefore = 0;
  UnixSeconds timeAfter = 0;
  ClusterTotals totalsBefore;
  ClusterTotals totalsAfter;
  std::vector<NodeChange> nodes;
  std::vector<CardChange> cards;
  std::vector<PodChange> pods;
  bool empty() const { return nodes.empty() && cards.empty() && pods.empty(); }
};

/// Pure. A pod that was made anew under the same name counts as the same pod.
SnapshotDiff diffSnapshots(const ClusterSnapshot& before, const ClusterSnapshot& after);

}  // namespace cardinal
