// SPDX-License-Identifier: Apache-2.0
#include "core/plan/capacity/free_slots.h"

#include <gtest/gtest.h>

#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

std::vector<std::pair<std::int64_t, std::uint32_t>> inGib(const SlotGroup& group) {
  std::vector<std::pair<std::int64_t, std::uint32_t>> out;
  for (const SlotStep& step : group.steps) out.emplace_back(step.mib / 1024, step.cards);
  return out;
}
using Steps = std::vector<std::pair<std::int64_t, std::uint32_t>>;

TEST(FreeSlots, ManyHalfFreeCardsTakeNoLargePod) {
  std::vector<PodBuilder> pods;
  for (int i = 0; i < 4; ++i) pods.push_back(pod("p" + std::to_string(i)).gpuMem(8).on("a").card(i, 16));
  pods.push_back(pod("full").gpuMem(16).on("b").card(0, 16));
  const auto groups = freeSlots(*snapshotOf({gpushareNode("a", 4, 16), gpushareNode("b", 2, 16)}, pods), SlotsBy::All);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(inGib(groups[0]), (Steps{{8, 5}, {16, 1}}));
  EXPECT_EQ(groups[0].cards, 6U);
  EXPECT_EQ(groups[0].freeMib, (4 * 8 + 16) * 1024);
  EXPECT_EQ(cardsThatTake(groups[0], 1024), 5U);
  EXPECT_EQ(cardsThatTake(groups[0], 8 * 1024), 5U);
  EXPECT_EQ(cardsThatTake(groups[0], 8 * 1024 + 1), 1U);
  EXPECT_EQ(cardsThatTake(groups[0], 17 * 1024), 0U);
}

TEST(FreeSlots, ModesAndModelsStandApart) {
  const auto snapshot = snapshotOf({ackNode("a", "cgpu", 2, 16).label("aliyun.accelerator/nvidia_name", "Tesla-T4"),
                                    ackNode("b", "core_mem", 1, 24), ackNode("c", "default", 3, 0)});
  const auto modes = freeSlots(*snapshot, SlotsBy::Mode);
  ASSERT_EQ(modes.size(), 3U);
  EXPECT_EQ(modes[0].mode, GpuMode::Cgpu);
  EXPECT_EQ(modes[1].mode, GpuMode::CoreMem);
  EXPECT_EQ(modes[2].mode, GpuMode::Exclusive);
  EXPECT_EQ(modes[2].cardsUnknown, 3U);  // the size of whole cards is not published here
  EXPECT_TRUE(modes[2].steps.empty());
  const auto models = freeSlots(*snapshot, SlotsBy::Model);
  ASSERT_EQ(models.size(), 2U);
  EXPECT_EQ(models[0].model, "Tesla-T4");
}

TEST(FreeSlots, ClosedNodesHaveNoFreeSlots) {
  const auto groups =
      freeSlots(*snapshotOf({gpushareNode("a", 2, 16).cordoned(), gpushareNode("b", 2, 16).notReady()}), SlotsBy::All);
  EXPECT_TRUE(groups.empty());
}

}  // namespace
}  // namespace cardinal::testing
