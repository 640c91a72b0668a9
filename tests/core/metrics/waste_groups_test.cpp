// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/waste_groups.h"

#include <gtest/gtest.h>

#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

constexpr UnixSeconds kNow = 1'700'000'000;
constexpr UnixSeconds kWindow = 6 * 3600;

/// One node of four 16 GiB cards, measured for six hours.
class WasteGroups : public ::testing::Test {
 protected:
  void pod(const std::string& ns, const std::string& name, int card, int units) {
    RawPod raw = *testing::pod(ns, name).gpuMem(units).on("gpu-a").card(card).raw();
    raw.startTime = kNow - 2 * kWindow;
    m_pods.push_back(std::make_shared<RawPod>(raw));
  }
  void past(int card, float peak, float memory) { m_past.cards.push_back({{"gpu-a", card}, peak, peak, memory, 1.0F}); }
  std::vector<WasteGroup> grouped(WasteBy by) {
    SnapshotBuilder builder;
    builder.apply(replaceNodes({node("gpu-a").shared(4, 64).label("aliyun.accelerator/nvidia_name", "Tesla-T4")}));
    ClusterDelta pods;
    pods.op = ClusterDelta::Op::ReplacePods;
    for (const auto& one : m_pods) pods.pods.push_back(one);
    builder.apply(std::move(pods));
    m_snapshot = builder.build(kNow);
    m_past.end = kNow;
    m_past.window = kWindow;
    m_report = findWaste(*m_snapshot, m_past);
    return groupWaste(m_report, *m_snapshot, by);
  }

  std::vector<std::shared_ptr<const RawPod>> m_pods;
  ClusterPast m_past;
  SnapshotPtr m_snapshot;
  WasteReport m_report;
};

TEST_F(WasteGroups, CardsOfOneOwnerAreAddedUpAndTheLargestLossComesFirst) {
  pod("team-a", "small", 0, 8);
  pod("team-b", "sleeper", 1, 6);
  past(0, 60, 2048);
  past(1, 0, 300);
  auto groups = grouped(WasteBy::Owner);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].name, "team-a/small");
  EXPECT_EQ(groups[0].unusedMib, 6 * 1024);
  EXPECT_EQ(groups[0].idleCards, 0U);
  EXPECT_EQ(groups[1].name, "team-b/sleeper");
  EXPECT_EQ(groups[1].unusedMib, 6 * 1024);
  EXPECT_EQ(groups[1].idleCards, 1U);
}

TEST_F(WasteGroups, AnIdleCardIsDividedByWhatEachHolds) {
  pod("team-a", "x", 0, 8);
  pod("team-b", "y", 0, 4);
  past(0, 0, 300);
  const auto groups = grouped(WasteBy::Namespace);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].name, "team-a");
  EXPECT_EQ(groups[0].unusedMib, 8 * 1024);
  EXPECT_EQ(groups[1].unusedMib, 4 * 1024);
  EXPECT_EQ(groups[0].cards, 1U);
}

TEST_F(WasteGroups, WhatStaysUnusedOnACardInUseBelongsToNoneOfSeveral) {
  pod("team-a", "x", 0, 8);
  pod("team-b", "y", 0, 4);
  past(0, 80, 2048);
  const auto groups = grouped(WasteBy::Owner);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].kind, WasteGroup::Kind::Shared);
  EXPECT_EQ(groups[0].allocatedMib, 12 * 1024);
  EXPECT_EQ(groups[0].unusedMib, 10 * 1024);
}

TEST_F(WasteGroups, TheModelIsTheNodes) {
  pod("team-a", "x", 0, 8);
  pod("team-b", "y", 1, 8);
  past(0, 0, 300);
  past(1, 0, 300);
  const auto groups = grouped(WasteBy::Model);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].name, "Tesla-T4");
  EXPECT_EQ(groups[0].cards, 2U);
  EXPECT_EQ(groups[0].entries.size(), 2U);
}

}  // namespace
}  // namespace cardinal::testing
