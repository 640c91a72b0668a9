// SPDX-License-Identifier: Apache-2.0
#include "tests/core/alloc/answer_text.h"

namespace cardinal::testing {
namespace {

constexpr std::int64_t kGib = 1024;

PodBuilder asks(std::int64_t units, int cards = 0) {
  PodBuilder out = pod("asked");
  out.gpuMem(units);
  if (cards > 0) out.gpuCount(cards);
  return out;
}

TEST(Fragmentation, FreeInPiecesTooSmallIsNotUsable) {
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15)}, {held("p", "a", 0, 10)});
  const auto answer = ask(cluster, asks(8));
  EXPECT_EQ(answer.before.freeMib, 20 * kGib);
  EXPECT_EQ(answer.before.usableMib, 15 * kGib);
  EXPECT_EQ(answer.before.fits, 1);
  EXPECT_DOUBLE_EQ(*answer.before.rate(), 0.25);
  EXPECT_EQ(answer.after.freeMib, 12 * kGib);
  EXPECT_EQ(answer.after.usableMib, 0);
  EXPECT_EQ(answer.after.fits, 0);
}

TEST(Fragmentation, SeveralCardsNeedEnoughCardsOnOneNode) {
  const auto cluster = snapshotOf({ackNode("a", "cgpu", 3, 15), ackNode("b", "cgpu", 1, 15)});
  const auto answer = ask(cluster, asks(10, 2));
  EXPECT_EQ(answer.before.freeMib, 60 * kGib);
  EXPECT_EQ(answer.before.usableMib, 45 * kGib);
  // Three cards with three shares of 5 each: sets of two distinct cards, 9 shares in all.
  EXPECT_EQ(answer.before.fits, 4);
}

TEST(Fragmentation, SetsOfDistinctCardsAreCountedNotShares) {
  const auto cluster = snapshotOf({ackNode("a", "cgpu", 2, 15)}, {ackHeld("p", "a", 0, 10)});
  // Shares of 5: one on card 0, three on card 1, but every pod needs both cards.
  EXPECT_EQ(ask(cluster, asks(10, 2)).before.fits, 1);
}

TEST(Fragmentation, NodesThatCannotBeUsedDoNotCountAtAll) {
  const auto cluster = snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15).cordoned(), nvidiaNode("c", 4),
                                   ackNode("d", "core_mem", 4, 15)});
  const auto answer = ask(cluster, asks(5));
  EXPECT_EQ(answer.before.freeMib, 15 * kGib);
  EXPECT_EQ(answer.before.fits, 3);
}

TEST(Fragmentation, ANodeWithoutCpuLeftHasFreeButNothingUsable) {
  const auto cluster = snapshotOf({gpushareNode("a", 1, 15)}, {pod("busy").cpuMilli(64'000).on("a")});
  PodBuilder hungry = asks(5);
  hungry.cpuMilli(100);
  const auto answer = ask(cluster, hungry);
  EXPECT_EQ(answer.before.freeMib, 15 * kGib);
  EXPECT_EQ(answer.before.usableMib, 0);
}

TEST(Fragmentation, CoreCountsForTheNumberThatFits) {
  const auto cluster = snapshotOf({ackNode("a", "core_mem", 1, 15)});
  PodBuilder core = asks(2);
  core.core(30);
  EXPECT_EQ(ask(cluster, core).before.fits, 3);
}

TEST(Fragmentation, WholeCardsAreCountedByTheCard) {
  const auto cluster =
      snapshotOf({nvidiaNode("a", 5).label("nvidia.com/gpu.memory", "16384")}, {pod("held").nvidia(1).on("a")});
  PodBuilder pair = pod("asked");
  pair.nvidia(3);
  const auto answer = ask(cluster, pair);
  EXPECT_EQ(answer.before.freeMib, 4 * 16384);
  EXPECT_EQ(answer.before.fits, 1);
  EXPECT_EQ(answer.after.freeMib, 16384);
  EXPECT_EQ(answer.after.usableMib, 0);
}

TEST(Fragmentation, FitsIsTheNumberOfReplicasThatReallyFit) {
  const auto cluster =
      snapshotOf({gpushareNode("a", 4, 23), gpushareNode("b", 3, 15)}, {held("p", "a", 1, 4), held("q", "b", 2, 9)});
  const auto answer = ask(cluster, asks(6), 100);
  EXPECT_EQ(answer.before.fits, static_cast<std::int64_t>(answer.placements.size()));
  EXPECT_EQ(answer.after.fits, 0);
}

TEST(Fragmentation, NothingFreeHasNoRate) {
  const auto cluster = snapshotOf({gpushareNode("a", 1, 15)}, {held("p", "a", 0, 15)});
  EXPECT_FALSE(ask(cluster, asks(1)).before.rate());
}

}  // namespace
}  // namespace cardinal::testing
