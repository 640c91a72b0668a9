// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/waste.h"

#include "waste_fixture.h"

namespace cardinal::testing {
namespace {

class Waste : public MeasuredNode {
 protected:
  Waste() : MeasuredNode(node("gpu-a").shared(2, 28).label("aliyun.accelerator/nvidia_mem", "15079MiB")) {}
  void pod(const std::string& name, int card, int units, UnixSeconds age) { MeasuredNode::pod("team-a", name, card, units, age); }
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

}  // namespace
}  // namespace cardinal::testing
