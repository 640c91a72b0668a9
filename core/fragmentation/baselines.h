// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fragmentation/policy.h"
#include "core/fragmentation/random.h"

namespace cardinal::fragmentation {

/// Least left over, CPU and GPU equally weighted.
class BestFitPolicy final : public PlacementPolicy {
 public:
  int score(const NodeState& node, double fragment, const Task& task) const override;
};

/// Used GPUs before unused ones, unused nodes last.
class PackingPolicy final : public PlacementPolicy {
 public:
  int score(const NodeState& node, double fragment, const Task& task) const override;
};

/// Like with like: nodes that run the same kind of GPU task.
class ClusteringPolicy final : public PlacementPolicy {
 public:
  int score(const NodeState& node, double fragment, const Task& task) const override;
};

/// Alignment of demand and free space, inverted so that tight fits win.
class DotProdPolicy final : public PlacementPolicy {
 public:
  int score(const NodeState& node, double fragment, const Task& task) const override;
};

/// Any feasible node, any feasible device.
class RandomPolicy final : public PlacementPolicy {
 public:
  explicit RandomPolicy(std::uint64_t seed) : m_random(seed) {}

  int score(const NodeState& /*node*/, double /*fragment*/, const Task& /*task*/) const override { return 0; }
  DeviceSet devices(const NodeState& node, double fragment, const Task& task) override;
  bool drawsNodes() const override { return true; }

 private:
  Random m_random;
};

}  // namespace cardinal::fragmentation
