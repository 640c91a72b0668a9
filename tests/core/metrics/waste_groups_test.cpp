// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/waste/waste_groups.h"

#include <set>

#include "waste_fixture.h"

namespace cardinal::testing {
namespace {

class WasteGroups : public MeasuredNode {
 protected:
  WasteGroups() : MeasuredNode(node("gpu-a").shared(4, 64).label("aliyun.accelerator/nvidia_name", "Tesla-T4")) {}
  void past(int card, float peak, float memory) { MeasuredNode::past(card, peak, peak, memory); }
  std::vector<WasteGroup> grouped(WasteBy by) {
    const WasteReport found = report();
    return groupWaste(found, *m_snapshot, by);
  }
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

TEST_F(WasteGroups, ThePodBelongsToItsControllerAndAReplicaSetMadeByHandIsNoDeployment) {
  pod("team-a", "x", 0, 8);
  pod("team-a", "y", 1, 8);
  const auto owned = [this](std::size_t at, std::vector<OwnerRef> owners) {
    RawPod raw = *m_pods[at];
    raw.meta.owners = {owners.begin(), owners.end()};
    m_pods[at] = std::make_shared<RawPod>(raw);
  };
  owned(0, {{"Node", "gpu-a", "n", false}, {"Job", "train", "j", true}});
  owned(1, {{"ReplicaSet", "llm-7b", "r", true}});
  past(0, 0, 300);
  past(1, 0, 300);
  std::set<std::string> names;
  for (const WasteGroup& group : grouped(WasteBy::Owner)) names.insert(group.name);
  EXPECT_EQ(names, (std::set<std::string>{"team-a/llm-7b", "team-a/train"}));
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
