// SPDX-License-Identifier: Apache-2.0
#include "core/model/tables/snapshot_diff.h"

#include <gtest/gtest.h>

#include "tests/support/builders.h"

namespace cardinal {
namespace {

using testing::ackNode;
using testing::pod;
using testing::snapshotOf;

const DiffChange* find(const std::vector<DiffChange>& fields, DiffField field) {
  for (const DiffChange& change : fields) {
    if (change.field == field) return &change;
  }
  return nullptr;
}

TEST(SnapshotDiff, TheSameStateHasNoChanges) {
  const auto state = snapshotOf({ackNode("a", "cgpu", 2, 16), ackNode("b", "core_mem", 1, 16)});
  EXPECT_TRUE(diffSnapshots(*state, *state).empty());
}

TEST(SnapshotDiff, NodesComeGoAndChange) {
  auto cordoned = ackNode("b", "cgpu", 2, 16);
  const auto before = snapshotOf({ackNode("a", "cgpu", 2, 16), cordoned});
  auto changed = cordoned;
  changed.label("team", "vision");
  const auto after = snapshotOf({changed, ackNode("c", "cgpu", 1, 16)});
  const SnapshotDiff diff = diffSnapshots(*before, *after);
  ASSERT_EQ(diff.nodes.size(), 3U);
  EXPECT_EQ(diff.nodes[0].node, "a");
  EXPECT_EQ(diff.nodes[0].kind, ChangeKind::Removed);
  EXPECT_EQ(diff.nodes[1].kind, ChangeKind::Changed);
  EXPECT_EQ(diff.nodes[1].fields, (std::vector<DiffChange>{{DiffField::Label, "team", "", "vision"}}));
  EXPECT_EQ(diff.nodes[2].kind, ChangeKind::Added);
  EXPECT_EQ(diff.cards.size(), 3U) << "two cards of a went, one of c came";
  EXPECT_EQ(diff.totalsBefore.cards, 4U);
  EXPECT_EQ(diff.totalsAfter.cards, 3U);
}

TEST(SnapshotDiff, AnotherModeAndFewerCardsAreReported) {
  const auto before = snapshotOf({ackNode("a", "cgpu", 2, 16)});
  const auto after = snapshotOf({ackNode("a", "core_mem", 1, 16)});
  const SnapshotDiff diff = diffSnapshots(*before, *after);
  ASSERT_EQ(diff.nodes.size(), 1U);
  ASSERT_NE(find(diff.nodes[0].fields, DiffField::Mode), nullptr);
  EXPECT_EQ(find(diff.nodes[0].fields, DiffField::Cards)->after, "1");
  const auto gone = std::count_if(diff.cards.begin(), diff.cards.end(),
                                  [](const CardChange& c) { return c.kind == ChangeKind::Removed; });
  EXPECT_EQ(gone, 1);
}

TEST(SnapshotDiff, APodThatMovedChangesItsCardsToo) {
  const auto nodes = std::vector{ackNode("a", "cgpu", 2, 16)};
  const auto here = snapshotOf(nodes, {pod("x", "p").gpuMem(4)});
  auto bound = pod("x", "p").gpuMem(4);
  bound.on("a").card(1, 16).phase(PodPhase::Running);
  const auto there = snapshotOf(nodes, {bound});
  const SnapshotDiff diff = diffSnapshots(*here, *there);
  ASSERT_EQ(diff.pods.size(), 1U);
  EXPECT_EQ(diff.pods[0].kind, ChangeKind::Changed);
  ASSERT_NE(find(diff.pods[0].fields, DiffField::Node), nullptr);
  EXPECT_EQ(find(diff.pods[0].fields, DiffField::Node)->after, "a");
  EXPECT_EQ(find(diff.pods[0].fields, DiffField::Cards)->after, "1");
  ASSERT_EQ(diff.cards.size(), 1U);
  EXPECT_EQ(diff.cards[0].card, 1);
  EXPECT_EQ(find(diff.cards[0].fields, DiffField::Memory)->before, "0");
  EXPECT_EQ(find(diff.cards[0].fields, DiffField::Memory)->after, "4096");
}

}  // namespace
}  // namespace cardinal
