// SPDX-License-Identifier: Apache-2.0
#include "core/plan/drain/group_placement.h"

#include <gtest/gtest.h>

#include "core/alloc/engine/allocator.h"
#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

AllocationRequest asking(int cards, int replicas) {
  return makeRequest(pod("p").nvidia(cards).raw(), replicas);
}

TEST(GroupPlacement, LaterRolesFindThePlacesOfEarlierOnesTaken) {
  const auto cluster = snapshotOf({nvidiaNode("a", 8), nvidiaNode("b", 8)}, {});
  const std::vector<AllocationRequest> roles = {asking(8, 1), asking(8, 3)};
  const auto answers = allocateInOrder(roles, *cluster);
  ASSERT_EQ(answers.size(), 2U);
  ASSERT_EQ(answers[0].placements.size(), 1U);
  ASSERT_EQ(answers[1].placements.size(), 1U);
  EXPECT_NE(answers[0].placements[0].place.node, answers[1].placements[0].place.node);
  const GroupOutcome all = outcomeOf(roles, answers, std::nullopt, {});
  EXPECT_EQ(all, (GroupOutcome{4, 2, std::nullopt, false, 16}));
}

/// Which of two equal nodes the first pod takes is a draw: the second takes the other one, whichever that is.
TEST(GroupPlacement, WhatFollowsADrawIsNotCertain) {
  const auto equal = snapshotOf({nvidiaNode("a", 8), nvidiaNode("b", 8)}, {});
  const std::vector<AllocationRequest> roles = {asking(8, 1), asking(8, 1)};
  const auto answers = allocateInOrder(roles, *equal);
  EXPECT_EQ(answers[0].tied, 2U);
  ASSERT_FALSE(answers[1].candidates.empty());
  EXPECT_EQ(answers[1].certainty, Certainty::OneOf);
  EXPECT_EQ(answers[1].tied, kTiedUnknown);
  EXPECT_EQ(answers[1].placements[0].tied, kTiedUnknown);
  // a place that nothing competes with leaves the next as certain as it would be
  const auto single = snapshotOf({nvidiaNode("a", 16)}, {});
  const auto sure = allocateInOrder(roles, *single);
  EXPECT_EQ(sure[1].tied, 1U);
}

TEST(GroupPlacement, GangsOfOneShapeStartOneByOne) {
  // four leaders with a worker each on four cards: two gangs are whole, where all leaders first would leave none
  const auto cluster = snapshotOf({nvidiaNode("a", 2), nvidiaNode("b", 2)}, {});
  const std::vector<AllocationRequest> roles = {asking(1, 4), asking(1, 4)};
  const std::vector<std::optional<std::int64_t>> each = {1, 1};
  const auto answers = allocateInOrder(roles, *cluster, {}, 4);
  ASSERT_EQ(answers[0].placements.size(), 2U);
  ASSERT_EQ(answers[1].placements.size(), 2U);
  EXPECT_EQ(answers[1].placements[1].replica, 1);
  EXPECT_TRUE(answers[1].firstMiss.has_value());
  const GroupOutcome outcome = outcomeOf(roles, answers, 2, each, 4);
  EXPECT_TRUE(outcome.starts);
  EXPECT_EQ(outcome.gangsThatStart, 2);
  EXPECT_EQ(outcome.fits, 4);
}

TEST(GroupPlacement, ReplicasThatCannotBeSharedOutEvenlyAreAskedRoleByRole) {
  const auto cluster = snapshotOf({nvidiaNode("a", 4)}, {});
  const std::vector<AllocationRequest> roles = {asking(1, 3), asking(1, 2)};
  EXPECT_EQ(allocateInOrder(roles, *cluster, {}, 2)[0].placements.size(), 3U);
}

TEST(GroupPlacement, AGangStartsWithItsLeastNumberOfEveryRole) {
  const auto cluster = snapshotOf({nvidiaNode("a", 8), nvidiaNode("b", 8)}, {});
  const std::vector<AllocationRequest> roles = {asking(8, 2), asking(8, 2)};
  const auto answers = allocateInOrder(roles, *cluster);
  EXPECT_TRUE(outcomeOf(roles, answers, 2, {}).starts);
  EXPECT_FALSE(outcomeOf(roles, answers, 3, {}).starts);
  const std::vector<std::optional<std::int64_t>> each = {1, 1};
  EXPECT_FALSE(outcomeOf(roles, answers, 2, each).starts) << "no pod of the second role fits";
}

}  // namespace
}  // namespace cardinal::testing
