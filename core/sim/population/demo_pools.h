// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/raw.h"
#include "core/sim/api/random.h"
#include "core/sim/api/raw_parts.h"

namespace cardinal::sim {

/// The two nodes of the four-application walk-through. They start empty and the demo's own life never touches them:
/// they are tainted `gpushare=true:NoSchedule` and selected by the label `gpushare=true`.
inline constexpr const char* kWalkthroughNodes[2] = {"sd-cluster-04", "sd-cluster-05"};

/// Taint of the open-source gpushare pool whose cards belong to the speech team.
inline constexpr const char* kSpeechTaint = "dedicated";
inline constexpr const char* kSpeechTaintValue = "speech";

/// Nodes of equal hardware under one node pool.
struct DemoPool {
  const char* name;  ///< value of alibabacloud.com/nodepool-id
  const char* mode;  ///< as NodeShape::mode
  const char* placement;
  const char* card;
  std::int64_t cardMib;
  std::int64_t units;  ///< gpu-mem per card; 0 for whole-card modes
  int nodes;
  int cards;  ///< per node
  int cpu;
  std::int64_t memoryGib;
};

/// Every pool, the busiest hardware first.
const std::vector<DemoPool>& demoPools();
/// The pool of that name; never null for the names in `demoPools()`.
const DemoPool* findPool(std::string_view name);

/// A node beside the pool it belongs to.
struct DemoNode {
  NodeShape shape;
  const DemoPool* pool = nullptr;  ///< null for nodes without GPUs
  int number = 0;                  ///< inside its pool
  RawNode raw;
};

/// All nodes as they stand at start: one cordoned, one not ready, tainted ones.
std::vector<DemoNode> makeDemoNodes(Random& random, UnixSeconds now);

}  // namespace cardinal::sim
