// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/use.h"

#include <gtest/gtest.h>

#include "core/metrics/history.h"
#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

SnapshotPtr twoNodes() {
  SnapshotBuilder builder;
  builder.apply(
      replaceNodes({node("gpu-a").shared(2, 32).ip("10.0.0.1"), node("gpu-b.example").shared(4, 64).ip("10.0.0.2")}));
  return builder.build(100);
}

CardSample sample(std::string host, int index, float memory, UnixSeconds at = 50) {
  CardSample one;
  one.host = std::move(host);
  one.index = index;
  one.use.memoryUsedMib = memory;
  one.use.at = at;
  return one;
}

TEST(MatchSamples, ByNameShortNameAndAddress) {
  MetricsReport report;
  report.samples = {sample("gpu-a.cluster.internal", 1, 100), sample("gpu-b.example", 3, 200),
                    sample("10.0.0.1", 0, 300)};
  CardSample byTarget = sample("", 0, 400);
  byTarget.address = "10.0.0.2";
  report.samples.push_back(byTarget);
  const auto use = matchSamples(report, *twoNodes());
  EXPECT_EQ(use->measured, 4U);
  EXPECT_EQ(use->unmatched, 0U);
  ASSERT_NE(use->find("gpu-a", 1), nullptr);
  EXPECT_EQ(use->find("gpu-a", 1)->memoryUsedMib, 100.0F);
  EXPECT_EQ(use->find("gpu-a", 0)->memoryUsedMib, 300.0F);
  EXPECT_EQ(use->find("gpu-b.example", 3)->memoryUsedMib, 200.0F);
  EXPECT_EQ(use->find("gpu-b.example", 0)->memoryUsedMib, 400.0F);
  EXPECT_EQ(use->find("gpu-b.example", 1), nullptr) << "not measured is not zero";
}

TEST(MatchSamples, WhatNobodyHasIsCountedAndNamed) {
  MetricsReport report;
  report.samples = {sample("elsewhere", 0, 1), sample("gpu-a", 7, 1), sample("gpu-a", -1, 1)};
  const auto use = matchSamples(report, *twoNodes());
  EXPECT_EQ(use->measured, 0U);
  EXPECT_EQ(use->unmatched, 3U);
  ASSERT_EQ(use->firstUnmatched.size(), 3U);
  EXPECT_EQ(use->firstUnmatched[0].host, "elsewhere");
}

/// AMD's exporter counts partitions: the third of them is not the third card.
TEST(MatchSamples, WhatIsMeasuredOfAPartitionIsShownOfNoCard) {
  const auto cluster = snapshotOf({node("gpu-a")
                                       .resource("amd.com/cpx_nps4", 32)
                                       .label("beta.amd.com/gpu.device-id.74a1", "4")
                                       .label("amd.com/gpu.device-id", "74a1")},
                                  {});
  ASSERT_EQ(cluster->cards.size(), 4U);
  MetricsReport report;
  report.samples = {sample("gpu-a", 2, 5000)};
  const auto use = matchSamples(report, *cluster);
  EXPECT_EQ(use->measured, 0U);
  EXPECT_EQ(use->unmatched, 1U);
}

TEST(MatchSamples, OfTwoExportersTheNewerSampleCountsOnce) {
  MetricsReport report;
  report.samples = {sample("gpu-a", 0, 5000, 60), sample("gpu-a", 0, 4000, 40)};
  const auto use = matchSamples(report, *twoNodes());
  EXPECT_EQ(use->measured, 1U);
  EXPECT_EQ(use->find("gpu-a", 0)->memoryUsedMib, 5000.0F);
}

// A card that the KAI-Scheduler shares out is known by its UUID and stands on the first place, wherever it is.
TEST(MatchSamples, FiguresFollowTheUuidOfASharedCard) {
  const SnapshotPtr cluster = snapshotOf(
      {nvidiaNode("gpu-a", 4)}, {pod("a").annotation("gpu-fraction", "0.5").label("runai-gpu-group", "g").on("gpu-a"),
                                 pod("kai-resource-reservation", "gpu-reservation-g")
                                     .nvidia(1)
                                     .label("runai-gpu-group", "g")
                                     .annotation("run.ai/reserve_for_gpu_index", "GPU-AA")
                                     .on("gpu-a")});
  MetricsReport report;
  report.samples = {sample("gpu-a", 0, 5), sample("gpu-a", 2, 6), sample("gpu-a", 3, 700)};
  report.samples[0].uuid = "GPU-bb";
  report.samples[1].uuid = "GPU-cc";
  report.samples[2].uuid = "GPU-aa";
  const auto use = matchSamples(report, *cluster);
  EXPECT_EQ(use->find("gpu-a", 0)->memoryUsedMib, 700.0F);
  EXPECT_EQ(use->find("gpu-a", 3)->memoryUsedMib, 5.0F);
  EXPECT_EQ(use->find("gpu-a", 2)->memoryUsedMib, 6.0F);
  EXPECT_EQ(use->find("gpu-a", 1), nullptr);
  EXPECT_EQ(use->measured, 3U);
}

TEST(UsePerCard, StandsInTheOrderOfTheSnapshotAndLeavesGaps) {
  const SnapshotPtr snapshot = twoNodes();
  MetricsReport report;
  report.samples = {sample("gpu-b.example", 2, 7)};
  const auto cards = usePerCard(*matchSamples(report, *snapshot), *snapshot);
  ASSERT_EQ(cards.size(), snapshot->cards.size());
  for (std::size_t i = 0; i < cards.size(); ++i) EXPECT_EQ(cards[i].known(), i == 4) << i;
}

TEST(HistoryStep, NeverAsksForMorePointsThanTheServerGives) {
  HistoryQuery query;
  query.end = 8 * 86'400;
  query.points = 20'000;
  EXPECT_EQ(historyStep(query), 63) << "8 days at 60 s would be 11,520 points";
  query.points = 600;
  EXPECT_EQ(historyStep(query), 1152);
  query.end = 60;
  EXPECT_EQ(historyStep(query), kMinStep);
}

}  // namespace
}  // namespace cardinal::testing
