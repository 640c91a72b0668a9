// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/provider/record/snapshot_builder.h"

namespace cardinal {

/// Size of a made-up cluster. The defaults are the size that the program promises to carry.
struct SyntheticOptions {
  int nodes = 10'000;
  int cardsPerNode = 8;
  int pods = 100'000;   ///< all pods, pending ones included
  int pending = 1'000;  ///< of them without a node
  std::uint64_t seed = 1;
  std::string onlyMode;  ///< a value of ack.node.gpu.schedule for every node, "gpushare" for the open-source stack;
                         ///< empty = mixed
};

struct SyntheticCluster {
  std::vector<std::shared_ptr<const RawNode>> nodes;  ///< by name
  std::vector<std::shared_ptr<const RawPod>>
      pods;  ///< bound ones first; asks and annotations as the real components write them
};

/// Deterministic by its options. No card holds more than it has. When the pods do not all fit, fewer are made.
SyntheticCluster makeSyntheticCluster(const SyntheticOptions& options = {});

/// Its first lists, as a source reports them: nodes, then pods.
std::vector<ClusterDelta> deltasOf(const SyntheticCluster& cluster);

}  // namespace cardinal
