// SPDX-License-Identifier: Apache-2.0
#include "core/record/allocation_sums.h"

#include <algorithm>

#include "core/record/sums_bytes.h"
#include "record_fixture.h"

namespace cardinal::testing {
namespace {

const AllocationGroup* named(const std::vector<AllocationGroup>& groups, const std::string& name) {
  const auto found = std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.name == name; });
  return found == groups.end() ? nullptr : &*found;
}

TEST(AllocationSums, AddsCardsByModeAndModelAndPodsByNamespaceAndOwner) {
  const auto snapshot = snapshotOf(
      {gpushareNode("a", 2, 16).label("aliyun.accelerator/nvidia_name", "Tesla-T4"), nvidiaNode("b", 2)},
      {pod("team-a", "web").gpuMem(4).on("a").card(0, 16), pod("team-b", "batch").gpuMem(16).on("a").card(1, 16),
       pod("team-b", "whole").nvidia(1).on("b"), pod("team-c", "waits").gpuMem(2)});
  const AllocationSums sums = sumAllocation(*snapshot);
  EXPECT_EQ(sums.nodes, 2U);
  EXPECT_EQ(sums.cards, 4U);
  EXPECT_EQ(sums.cardsUnknown, 2U);  // the size of whole cards is not published here
  EXPECT_EQ(sums.pods, 4U);
  EXPECT_EQ(sums.pendingPods, 1U);
  EXPECT_EQ(sums.held.memoryMib, 20 * 1024);
  EXPECT_EQ(sums.total.memoryMib, 32 * 1024);
  EXPECT_EQ(sums.held.milliCards, 250 + 1000 + 1000);
  EXPECT_EQ(sums.total.milliCards, 4000);
  EXPECT_EQ(sums.held.corePercent, 100);

  ASSERT_EQ(sums.modes.size(), 2U);
  EXPECT_EQ(sums.modes[0].mode, GpuMode::Gpushare);
  EXPECT_EQ(sums.modes[0].held.milliCards, 1250);
  EXPECT_EQ(sums.modes[1].mode, GpuMode::Exclusive);
  EXPECT_EQ(sums.modes[1].total.milliCards, 2000);

  ASSERT_EQ(sums.models.size(), 2U);
  EXPECT_EQ(sums.models[1].kind, AllocationGroup::Kind::Unknown);

  const AllocationGroup* teamB = named(sums.namespaces, "team-b");
  ASSERT_NE(teamB, nullptr);
  EXPECT_EQ(teamB->held.memoryMib, 16 * 1024);
  EXPECT_EQ(teamB->held.milliCards, 2000);
  EXPECT_EQ(teamB->pods, 2U);
  EXPECT_EQ(named(sums.namespaces, "team-c"), nullptr);  // a pod that waits holds nothing
  ASSERT_NE(named(sums.owners, "team-a/web"), nullptr);
  EXPECT_EQ(named(sums.owners, "team-a/web")->held.milliCards, 250);
}

TEST(AllocationSums, ManyOwnersBecomeTheLargestAndTheRest) {
  std::vector<PodBuilder> pods;
  for (int i = 0; i < 40; ++i)
    pods.push_back(pod("ns", "p" + std::to_string(i)).gpuMem(i < 3 ? 8 : 1).on("a").card(i % 8, 64));
  const AllocationSums sums = sumAllocation(*snapshotOf({gpushareNode("a", 8, 64)}, pods));
  ASSERT_EQ(sums.owners.size(), AllocationSums::kMaxGroups);
  EXPECT_EQ(sums.owners.front().name, "ns/p0");
  EXPECT_EQ(sums.owners.back().kind, AllocationGroup::Kind::Other);
  std::int64_t all = 0;
  for (const AllocationGroup& owner : sums.owners) all += owner.held.memoryMib;
  EXPECT_EQ(all, sums.held.memoryMib);
  EXPECT_EQ(sums.owners.back().pods, 40 - (AllocationSums::kMaxGroups - 1));
}

TEST(AllocationSums, ComeBackFromBytesAndForeignBytesAreRefused) {
  const AllocationSums sums = sumAllocation(*cluster(5));
  const std::string bytes = toBytes(sums);
  EXPECT_EQ(sumsOf(bytes), sums);
  for (std::size_t i = 0; i < bytes.size(); ++i) EXPECT_FALSE(sumsOf(std::string_view(bytes).substr(0, i))) << i;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string bent = bytes;
    bent[i] = static_cast<char>(bent[i] ^ 0x55);
    static_cast<void>(sumsOf(bent));  // anything but a crash
  }
  EXPECT_FALSE(sumsOf(std::string("\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 9)));
}

}  // namespace
}  // namespace cardinal::testing
