// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/provider/record/snapshot_builder.h"
#include "core/sim/synthetic.h"

namespace cardinal {
namespace {

SnapshotPtr snapshotOf(const SyntheticCluster& cluster) {
  SnapshotBuilder builder;
  for (ClusterDelta& delta : deltasOf(cluster)) builder.apply(std::move(delta));
  return builder.build(1);
}

SyntheticOptions small() {
  SyntheticOptions options;
  options.nodes = 100;
  options.pods = 1000;
  options.pending = 10;
  return options;
}

TEST(Synthetic, HasTheSizeThatWasAsked) {
  const SyntheticCluster cluster = makeSyntheticCluster(small());
  EXPECT_EQ(cluster.nodes.size(), 100U);
  EXPECT_EQ(cluster.pods.size(), 1000U);
  const SnapshotPtr snapshot = snapshotOf(cluster);
  EXPECT_EQ(snapshot->cards.size(), 800U);
  EXPECT_EQ(snapshot->unboundPods.size(), 10U);
}

TEST(Synthetic, LedgersAgreeAndNoCardIsOverfilled) {
  const SnapshotPtr snapshot = snapshotOf(makeSyntheticCluster(small()));
  for (const NodePtr& node : snapshot->nodes) {
    for (const Finding& finding : node->findings)
      ADD_FAILURE() << node->name << ": " << toString(finding.code) << " " << finding.detail;
  }
}

TEST(Synthetic, IsTheSameForTheSameSeed) {
  const SyntheticCluster a = makeSyntheticCluster(small());
  const SyntheticCluster b = makeSyntheticCluster(small());
  ASSERT_EQ(a.pods.size(), b.pods.size());
  for (std::size_t i = 0; i < a.pods.size(); ++i) EXPECT_EQ(*a.pods[i], *b.pods[i]);
}

TEST(Synthetic, OneModeForEveryNode) {
  SyntheticOptions options = small();
  options.onlyMode = "gpushare";
  const SnapshotPtr snapshot = snapshotOf(makeSyntheticCluster(options));
  for (const NodePtr& node : snapshot->nodes) EXPECT_EQ(node->gpu.mode, GpuMode::Gpushare);
}

TEST(Synthetic, MakesFewerPodsWhenTheCardsAreFull) {
  SyntheticOptions options = small();
  options.nodes = 2;
  const SyntheticCluster cluster = makeSyntheticCluster(options);
  EXPECT_LT(cluster.pods.size(), 1000U);
  EXPECT_GT(cluster.pods.size(), 10U);
}

}  // namespace
}  // namespace cardinal
