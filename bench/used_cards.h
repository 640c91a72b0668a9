// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "tests/support/builders.h"

/// Clusters whose cards are used to 40 % on the average. Fixed seed.
namespace cardinal::bench {

inline constexpr int kUsedCards = 8;            ///< of a node
inline constexpr std::int64_t kUsedUnits = 15;  ///< of a card

/// Nodes of the open-source stack, or of ACK.
inline testing::NodeBuilder usedNode(bool ack, const std::string& name) {
  return ack ? testing::ackNode(name, "cgpu", kUsedCards, kUsedUnits, "binpack")
             : testing::gpushareNode(name, kUsedCards, kUsedUnits);
}

/// A pod that holds units of one card of such a node.
inline testing::PodBuilder unitsHolder(bool ack, const std::string& node, int card, std::int64_t units) {
  testing::PodBuilder out = testing::pod(node + "-" + std::to_string(card));
  out.gpuMem(units).cpuMilli(500).on(node);
  if (!ack) return out.card(card);
  return out.v2("{\"0\":{\"" + std::to_string(card) + "\":" + std::to_string(units) + "}}");
}

/// `holder` makes the pod that holds up to 12 units of a card of a node; nothing = nobody holds it.
inline SnapshotPtr usedCluster(
    int nodes, const std::function<testing::NodeBuilder(int)>& nodeOf,
    const std::function<std::optional<testing::PodBuilder>(const std::string&, int, int)>& holder) {
  std::mt19937 engine(42);
  std::uniform_int_distribution<int> used(0, 12);
  std::vector<testing::NodeBuilder> builders;
  std::vector<testing::PodBuilder> pods;
  for (int i = 0; i < nodes; ++i) {
    const std::string name = builders.emplace_back(nodeOf(i)).raw()->meta.key.name;
    for (int card = 0; card < kUsedCards; ++card) {
      const int units = used(engine);
      auto pod = units > 0 ? holder(name, card, units) : std::nullopt;
      if (pod) pods.push_back(std::move(*pod));
    }
  }
  return testing::snapshotOf(builders, pods);
}

}  // namespace cardinal::bench
