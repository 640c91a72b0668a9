// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "core/metrics/waste/waste.h"
#include "core/sim/demo_cluster.h"

namespace cardinal::testing {
namespace {

constexpr DemoTime kStart{std::chrono::seconds(1'700'000'000)};

struct Measured {
  Measured() : cluster({7, kStart, false, {}}) {
    for (ClusterDelta& delta : cluster.contents()) builder.apply(std::move(delta));
    snapshot = builder.build(1'700'000'000);
    use = matchSamples(cluster.metrics(kStart), *snapshot);
  }
  DemoCluster cluster;
  SnapshotBuilder builder;
  SnapshotPtr snapshot;
  std::shared_ptr<ClusterUse> use;
};

TEST(DemoUse, MeasuresEveryCardOfReadyNodesAndNoOther) {
  Measured demo;
  EXPECT_EQ(demo.use->unmatched, 0U);
  std::size_t ready = 0;
  for (const NodePtr& node : demo.snapshot->nodes) {
    for (const Card& card : node->cards) {
      const CardUse* use = demo.use->find(node->name, card.index);
      // Of slots, MIG instances and partitions nothing tells on which card they are.
      const bool counted = isSlicedMode(node->gpu.mode);
      EXPECT_EQ(use != nullptr, node->readiness == NodeReadiness::Ready && !counted) << node->name;
      ready += use != nullptr ? 1U : 0U;
      if (use == nullptr) continue;
      ASSERT_TRUE(use->memoryUsedMib && use->memoryTotalMib && use->gpuPercent);
      EXPECT_LE(*use->memoryUsedMib, *use->memoryTotalMib);
      if (card.pods == 0 && !card.held) {
        EXPECT_EQ(*use->gpuPercent, 0.0F) << node->name << " " << card.index;
      }
    }
  }
  EXPECT_EQ(demo.use->measured, ready);
}

TEST(DemoUse, ThePastEndsInThePresent) {
  Measured demo;
  const auto busy = std::find_if(demo.snapshot->cards.begin(), demo.snapshot->cards.end(), [&](const Card& card) {
    const CardUse* use = demo.use->find(demo.snapshot->node(card.node).name, card.index);
    return use != nullptr && use->gpuPercent.value_or(0) > 50;
  });
  ASSERT_NE(busy, demo.snapshot->cards.end());
  HistoryQuery query;
  query.cards = {{demo.snapshot->node(busy->node).name, busy->index}};
  query.end = 1'700'000'000 - 1'700'000'000 % 15;
  query.start = query.end - 3600;
  const History history = demo.cluster.history(query, kStart);
  ASSERT_EQ(history.series.size(), 1U);
  EXPECT_GE(history.series[0].points.size(), 200U);
  EXPECT_EQ(history.series[0].points.back().value, *demo.use->find(query.cards[0].node, busy->index)->gpuPercent);
}

TEST(DemoUse, HasWasteToFind) {
  Measured demo;
  const WasteReport report = findWaste(*demo.snapshot, demo.cluster.past(24 * 3600, kStart));
  EXPECT_GT(report.idleCards, 0U);
  EXPECT_LT(report.idleCards * 4, report.allocatedCards) << "most of the demo works for its money";
  EXPECT_TRUE(std::any_of(report.entries.begin(), report.entries.end(), [](const WasteEntry& e) { return !e.idle; }));
}

}  // namespace
}  // namespace cardinal::testing
