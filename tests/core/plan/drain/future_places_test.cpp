// SPDX-License-Identifier: Apache-2.0
#include "core/plan/capacity/future_places.h"

#include <gtest/gtest.h>

#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

const FuturePlaces& of(const PolicyPicture& picture, Placement policy) {
  return picture.policies[policy == Placement::Binpack ? 0 : 1];
}

TEST(FuturePlaces, BinpackFillsTheFullestCardAndSpreadTakesTheEmptiest) {
  const auto snapshot = snapshotOf(
      {ackNode("a", "cgpu", 4, 16, "binpack")},
      {pod("web").gpuMem(4).v2(R"({"0":{"1":4}})").on("a"), pod("web-2").gpuMem(4).v2(R"({"0":{"2":4}})").on("a")});
  const auto picture = pictureOfPolicies(*snapshot, NodeIndex{0});
  ASSERT_TRUE(picture);
  EXPECT_EQ(picture->memory, MemUnits(4)) << "what the node's pods ask";
  EXPECT_EQ(picture->policies.size(), 2U);
  EXPECT_EQ(of(*picture, Placement::Binpack).cards, (std::vector<CardIndex>{1, 1, 1, 2}))
      << "the card that is fullest, until it is full";
  auto spread = of(*picture, Placement::Spread).cards;
  ASSERT_EQ(spread.size(), 4U);
  EXPECT_EQ((std::vector<CardIndex>{spread[0], spread[1]}), (std::vector<CardIndex>{0, 3})) << "the empty ones first";
}

TEST(FuturePlaces, ACordonDoesNotHideThePictureAndNoRoomIsSaid) {
  const auto snapshot = snapshotOf({ackNode("a", "cgpu", 1, 8, "spread").cordoned()},
                                   {pod("web").gpuMem(6).v2(R"({"0":{"0":6}})").on("a")});
  const auto picture = pictureOfPolicies(*snapshot, NodeIndex{0});
  ASSERT_TRUE(picture);
  EXPECT_TRUE(of(*picture, Placement::Binpack).cards.empty()) << "6 of 8 are held";
  const auto empty = snapshotOf({ackNode("a", "cgpu", 1, 8, "spread").cordoned()}, {});
  const auto open = pictureOfPolicies(*empty, NodeIndex{0});
  ASSERT_TRUE(open);
  EXPECT_EQ(open->memory, MemUnits(2)) << "a quarter of a card";
  EXPECT_TRUE(open->like.name.empty());
  EXPECT_EQ(of(*open, Placement::Spread).cards.size(), 4U);
}

TEST(FuturePlaces, CoreMemAsksForCoreAndOtherModesHaveNoPolicy) {
  const auto coreMem = snapshotOf({ackNode("a", "core_mem", 2, 16, "binpack")}, {});
  const auto picture = pictureOfPolicies(*coreMem, NodeIndex{0});
  ASSERT_TRUE(picture);
  EXPECT_EQ(picture->core, CorePercent(25));
  EXPECT_EQ(of(*picture, Placement::Spread).cards.size(), 4U);
  EXPECT_FALSE(pictureOfPolicies(*snapshotOf({gpushareNode("b", 2, 16)}, {}), NodeIndex{0}));
}

}  // namespace
}  // namespace cardinal::testing
