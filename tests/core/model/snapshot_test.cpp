// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/model/card_memory.h"
#include "core/model/snapshot.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

TEST(Snapshot, FindsNodesByName) {
  const auto snapshot = snapshotOf({node("c"), node("a"), node("b")});
  ASSERT_EQ(snapshot->nodes.size(), 3U);
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(snapshot->findNode(snapshot->nodes[i]->name), NodeIndex{i});
  EXPECT_FALSE(snapshot->findNode("").has_value());
  EXPECT_FALSE(snapshot->findNode("aa").has_value());
  EXPECT_FALSE(snapshot->findNode("z").has_value());
}

// They change with every word of the scheduler; what is read of queues and stacks does not.
TEST(Snapshot, PodsOfGangsThatWaitStandByThemselves) {
  SnapshotBuilder builder;
  builder.apply(replaceNodes({node("a")}));
  PodBuilder member = pod("driver").annotation("scheduling.k8s.io/group-name", "g");
  member.edit().spec.schedulerName = "volcano";
  builder.apply(replacePods({member, pod("alone")}));
  const SnapshotPtr first = builder.build(1);
  ASSERT_EQ(first->waitingMembers.size(), 1U);
  EXPECT_EQ(first->waitingMembers.front()->meta.key.name, "driver");
  EXPECT_EQ(first->extras, nullptr) << "no kind was read";
  builder.apply(replacePods({pod("alone")}));
  EXPECT_TRUE(builder.build(2)->waitingMembers.empty());
}

TEST(Totals, AddCardsInMibOverNodesOfDifferentUnits) {
  const auto snapshot =
      snapshotOf({gpushareNode("gib", 2, 15), gpushareNode("mib", 1, 12209), nvidiaNode("whole", 2), node("cpu")},
                 {pod("a").gpuMem(4).on("gib").card(0), pod("b").gpuMem(2048).on("mib").card(0, 12209),
                  pod("c").nvidia(1).on("whole"), pod("waits").gpuMem(3),
                  pod("done").gpuMem(3).on("gib").card(1).phase(PodPhase::Succeeded)});
  const ClusterTotals totals = totalsOf(*snapshot);
  EXPECT_EQ(totals.nodes, 3U);
  EXPECT_EQ(totals.cards, 5U);
  EXPECT_EQ(totals.cardsUnknown, 2U);  // nobody tells the size of the whole cards
  EXPECT_EQ(totals.memTotalMib, 30 * 1024 + 12209);
  EXPECT_EQ(totals.memAllocatedMib, 4 * 1024 + 2048);
  EXPECT_EQ(totals.coreTotal, 200);
  EXPECT_EQ(totals.coreAllocated, 100);
  EXPECT_EQ(totals.pods, 4U);
  EXPECT_EQ(totals.pendingPods, 1U);
}

TEST(Fractions, UnknownIsNotZero) {
  Card card;
  EXPECT_FALSE(memoryFraction(card).has_value());
  EXPECT_FALSE(coreFraction(card).has_value());
  card.memoryKnown = true;
  card.memTotal = 16_units;
  card.memAllocated = 4_units;
  EXPECT_EQ(memoryFraction(card), 0.25);
  card.memAllocated = MemUnits(20);
  EXPECT_EQ(memoryFraction(card), 1.25);
  card.memAllocated = MemUnits(-4);
  EXPECT_EQ(memoryFraction(card), 0.0);
  EXPECT_FALSE(toMib(4_units, MemoryUnit::Unknown).has_value());
  EXPECT_EQ(toMib(4_units, MemoryUnit::MiB128), 512);
  EXPECT_EQ(toMib(MemUnits(INT64_MAX), MemoryUnit::GiB), INT64_MAX);
}

TEST(NodeCounts, TheCommonUnitIsThatOfMostSharingNodes) {
  EXPECT_EQ(snapshotOf({gpushareNode("gib", 2, 15), gpushareNode("mib", 1, 12209), gpushareNode("too", 1, 12209)})
                ->counts.commonUnit(),
            MemoryUnit::MiB);
  EXPECT_EQ(snapshotOf({nvidiaNode("whole", 2), node("cpu")})->counts.commonUnit(), MemoryUnit::Unknown);
}

TEST(NodeCounts, WhatIsTakenOutLeavesNothing) {
  const auto snapshot = snapshotOf({gpushareNode("gib", 2, 15), node("cpu")}, {pod("a").gpuMem(4).on("gib").card(0)});
  NodeCounts counts = snapshot->counts;
  for (const NodePtr& one : snapshot->nodes) counts.remove(*one);
  EXPECT_EQ(counts, NodeCounts());
}

TEST(Fractions, WholeCardIsFullOrEmptyAlsoWhenItsSizeIsUnknown) {
  const auto snapshot = snapshotOf({nvidiaNode("whole", 2)}, {pod("c").nvidia(1).on("whole")});
  EXPECT_EQ(memoryFraction(snapshot->cards[0]), 1.0);
  EXPECT_EQ(memoryFraction(snapshot->cards[1]), 0.0);
}

// A pod without a card holds a part of some card of its node: of none of them is it known what is free.
TEST(Fractions, AreUnknownWhereAPodOfTheNodeNamesNoCard) {
  const auto snapshot = snapshotOf({gpushareNode("known", 2, 15), gpushareNode("open", 2, 15), nvidiaNode("whole", 2)},
                                   {pod("a").gpuMem(6).on("known").card(0), pod("b").gpuMem(6).on("open").card(0),
                                    pod("c").gpuMem(3).on("open"), pod("d").nvidia(1).on("whole")});
  const NodeRecord& known = *snapshot->nodes[0];
  EXPECT_EQ(memoryFraction(known, known.cards[0]), 0.4);
  EXPECT_EQ(usableFree(known, known.cards[1]), MemUnits(15));
  const NodeRecord& open = *snapshot->nodes[1];
  for (const Card& card : open.cards) {
    EXPECT_FALSE(isAllocationKnown(open, card));
    EXPECT_FALSE(memoryFraction(open, card).has_value());
    EXPECT_FALSE(coreFraction(open, card).has_value());
    EXPECT_FALSE(usableFree(open, card).has_value());
  }
  const NodeRecord& whole = *snapshot->nodes[2];
  for (const Card& card : whole.cards) EXPECT_FALSE(memoryFraction(whole, card).has_value()) << "one of both is taken";
}

// The device plugin says how many cards are taken: that is known of the node, and of none of its cards.
TEST(WholeCards, OfWhichOnlyTheNumberIsKnownAreFreeTogether) {
  const auto sized = [](const char* name) { return nvidiaNode(name, 4).label("nvidia.com/gpu.memory", "81920"); };
  const auto snapshot =
      snapshotOf({sized("all"), sized("none"), sized("sick").allocatable("nvidia.com/gpu", 3), sized("some")},
                 {pod("a").nvidia(4).on("all"), pod("b").nvidia(1).on("some"), pod("c").nvidia(1).on("sick")});
  const auto free = [&](const char* name) { return freeMemoryOf(snapshot->node(*snapshot->findNode(name))); };
  EXPECT_EQ(free("none").emptyCards, 4);
  EXPECT_EQ(free("none").total, MemUnits(4 * 81920));
  EXPECT_EQ(free("all").emptyCards, 0);
  EXPECT_EQ(free("all").largest, MemUnits(0));
  EXPECT_EQ(free("some").emptyCards, 3);
  EXPECT_EQ(free("some").total, MemUnits(3 * 81920));
  EXPECT_EQ(free("some").largest, MemUnits(81920)) << "whichever it is";
  EXPECT_EQ(free("sick").emptyCards, 2) << "one card is not offered, and may be one of the free ones";
  EXPECT_EQ(free("sick").total, MemUnits(2 * 81920));
  const NodeRecord& some = snapshot->node(*snapshot->findNode("some"));
  for (const Card& card : some.cards) EXPECT_FALSE(isFreeCard(some, card));
  EXPECT_EQ(unnamedCards(some).taken, 1);
  EXPECT_EQ(unnamedCards(some).cards, 4);
}

TEST(FreeMemory, LeavesOutWhatPodsHoldOnCardsThatNothingNames) {
  const auto snapshot =
      snapshotOf({gpushareNode("n", 2, 15)}, {pod("a").gpuMem(6).on("n").card(0), pod("b").gpuMem(3).on("n")});
  const FreeMemory free = freeMemoryOf(*snapshot->nodes[0]);
  EXPECT_EQ(free.total, MemUnits(30 - 6 - 3));
  EXPECT_FALSE(free.largest.has_value()) << "15 or 12";
  EXPECT_EQ(free.emptyCards, 0) << "the other card may be the pod's";
  EXPECT_EQ(totalsOf(*snapshot).memAllocatedMib, 9 * 1024) << "the node has that much allocated, wherever it is";
}

TEST(Names, EveryFindingAndModeHasOneOfItsOwn) {
  std::set<std::string> names;
  const int last = static_cast<int>(FindingCode::MemoryUnitUnknown);
  for (int code = 0; code <= last; ++code) names.insert(toString(static_cast<FindingCode>(code)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(last) + 1);
  names.clear();
  for (int mode = 0; mode <= static_cast<int>(GpuMode::Unknown); ++mode)
    names.insert(toString(static_cast<GpuMode>(mode)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(GpuMode::Unknown) + 1);
}

}  // namespace
}  // namespace cardinal
