// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/waste/waste.h"

#include "waste_fixture.h"

namespace cardinal::testing {
namespace {

class Waste : public MeasuredNode {
 protected:
  Waste() : MeasuredNode(node("gpu-a").shared(2, 28).label("aliyun.accelerator/nvidia_mem", "15079MiB")) {}
  void pod(const std::string& name, int card, int units, UnixSeconds age) {
    MeasuredNode::pod("team-a", name, card, units, age);
  }
};

TEST_F(Waste, ACardIdleForSixHoursIsFoundWithItsOwner) {
  pod("sleeper", 0, 8, 2 * kWindow);
  past(0, 0, 0, 900);
  const WasteReport found = report();
  ASSERT_EQ(found.entries.size(), 1U);
  EXPECT_TRUE(found.entries[0].idle);
  EXPECT_EQ(found.entries[0].unusedMib, 8 * 1024) << "an idle card pays for nothing of what it holds";
  ASSERT_EQ(found.entries[0].pods.size(), 1U);
  EXPECT_EQ(ownerOfPod(*found.entries[0].pods[0]), "team-a/sleeper");
  EXPECT_FALSE(found.entries[0].suggested) << "the advice for an idle pod is not a smaller request";
  EXPECT_EQ(found.idleCards, 1U);
}

TEST_F(Waste, APodThatUsesTwoOfItsFourteenIsGivenASmallerRequest) {
  pod("greedy", 1, 14, 2 * kWindow);
  past(1, 45, 80, 2048);
  const WasteReport found = report();
  ASSERT_EQ(found.entries.size(), 1U);
  EXPECT_FALSE(found.entries[0].idle);
  EXPECT_EQ(found.entries[0].unusedMib, 12 * 1024);
  EXPECT_EQ(found.entries[0].suggested, MemUnits(3)) << "2 GiB and a fifth, rounded up";
}

TEST_F(Waste, AFifthMoreThanThePeakIsSuggested) {
  pod("greedy", 1, 14, 2 * kWindow);
  past(1, 45, 80, 4 * 1024);
  ASSERT_EQ(report().entries.size(), 1U);
  EXPECT_EQ(report().entries[0].suggested, MemUnits(5)) << "4.8, rounded up";
}

TEST_F(Waste, WhatIsUsedWellIsNotListed) {
  pod("good", 0, 8, 2 * kWindow);
  past(0, 60, 99, 7.5F * 1024);
  const WasteReport found = report();
  EXPECT_TRUE(found.entries.empty());
  EXPECT_EQ(found.allocatedCards, 1U);
}

TEST_F(Waste, NothingIsSaidOfWhatWasNotMeasuredOrIsTooYoung) {
  pod("unmeasured", 0, 8, 2 * kWindow);
  pod("newborn", 1, 8, 60);
  past(1, 0, 0, 500);
  EXPECT_TRUE(report().entries.empty());
  EXPECT_EQ(report().unknownCards, 2U);
  past(0, 0, 0, 500, 0.1F);
  std::swap(m_past.cards[0], m_past.cards[1]);
  EXPECT_EQ(report().unknownCards, 2U) << "a tenth of the time is not enough to call a card idle";
}

TEST_F(Waste, HalfOfTheTimeMustBeMeasured) {
  pod("a", 0, 8, 2 * kWindow);
  past(0, 0, 0, 500, 0.49F);
  EXPECT_EQ(report().unknownCards, 1U);
  m_past.cards[0].coverage = 0.5F;
  EXPECT_EQ(report().idleCards, 1U);
}

TEST_F(Waste, AQuarterOfAnHourIsOldEnough) {
  pod("a", 0, 8, 899);
  past(0, 0, 0, 500);
  EXPECT_EQ(report().unknownCards, 1U);
  m_pods.clear();
  pod("a", 0, 8, 900);
  EXPECT_EQ(report().idleCards, 1U);
}

TEST_F(Waste, OnePercentAtMostIsIdle) {
  pod("a", 0, 8, 2 * kWindow);
  past(0, 0.5F, 1, 8 * 1024);
  EXPECT_EQ(report().idleCards, 1U);
  m_past.cards[0].peakGpuPercent = 1.1F;
  EXPECT_EQ(report().idleCards, 0U);
}

TEST_F(Waste, ThirtyPercentOfTheMemoryMustStayUnusedForACardToBeListed) {
  pod("a", 0, 10, 2 * kWindow);
  past(0, 50, 90, 7.1F * 1024);
  EXPECT_TRUE(report().entries.empty()) << "29 % unused";
  m_past.cards[0].peakMemoryMib = 6.9F * 1024;
  EXPECT_EQ(report().entries.size(), 1U) << "31 %";
}

TEST_F(Waste, TwoPodsOnOneCardGetNoSuggestionAndIdleComesFirst) {
  pod("a", 0, 6, 2 * kWindow);
  pod("b", 0, 6, 2 * kWindow);
  pod("sleeper", 1, 2, 2 * kWindow);
  past(0, 20, 50, 3000);
  past(1, 0, 0.5F, 300);
  const WasteReport found = report();
  ASSERT_EQ(found.entries.size(), 2U);
  EXPECT_TRUE(found.entries[0].idle);
  EXPECT_EQ(found.entries[1].pods.size(), 2U);
  EXPECT_FALSE(found.entries[1].suggested) << "which of the two holds the memory is not known";
}

// KAI names a shared card by UUID alone; the past is stored by index.
TEST(WasteOfSharedCards, ThePastOfAnotherIndexIsNotTakenForTheirs) {
  RawPod sharer = *pod("a").annotation("gpu-fraction", "0.5").label("runai-gpu-group", "g").on("gpu-a").raw();
  RawPod reservation = *pod("kai-resource-reservation", "gpu-reservation-g")
                            .nvidia(1)
                            .label("runai-gpu-group", "g")
                            .annotation("run.ai/reserve_for_gpu_index", "GPU-AA")
                            .on("gpu-a")
                            .raw();
  sharer.startTime = reservation.startTime = 1;
  const auto judged = [&](const std::vector<RawPod>& pods) {
    SnapshotBuilder builder;
    builder.apply(replaceNodes({nvidiaNode("gpu-a", 2)}));
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::ReplacePods;
    for (const RawPod& one : pods) delta.pods.push_back(std::make_shared<RawPod>(one));
    builder.apply(std::move(delta));
    ClusterPast past;
    past.end = 1'700'000'000;
    past.window = 6 * 3600;
    for (int card = 0; card < 2; ++card) past.cards.push_back({{"gpu-a", card}, 0, 0, 500, 1});
    return findWaste(*builder.build(past.end), past);
  };
  const WasteReport report = judged({sharer, reservation});
  EXPECT_EQ(report.idleCards, 0U);
  EXPECT_TRUE(report.entries.empty());
  EXPECT_GE(report.unknownCards, 1U);
}

}  // namespace
}  // namespace cardinal::testing
