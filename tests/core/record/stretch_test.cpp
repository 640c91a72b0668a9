// SPDX-License-Identifier: Apache-2.0
#include "core/record/stretch.h"

#include <random>

#include "core/record/byte_stream.h"
#include "record_fixture.h"

namespace cardinal::testing {
namespace {

TEST(Stretch, TellsWhatChangedAndNothingElse) {
  Stretch writer;
  const std::string whole = writer.add(past(cluster(0)));
  const std::string change = writer.add(past(cluster(7)));
  const std::string nothing = writer.add(past(cluster(7)));
  EXPECT_GT(whole.size(), change.size());
  EXPECT_GT(change.size(), nothing.size());
  Stretch reader;
  ASSERT_TRUE(reader.apply(whole));
  expectSame(reader.nodes(), past(cluster(0)));
  ASSERT_TRUE(reader.apply(change));
  expectSame(reader.nodes(), past(cluster(7)));
  ASSERT_TRUE(reader.apply(nothing));
  expectSame(reader.nodes(), past(cluster(7)));
}

TEST(Stretch, NodesComeAndGoAndComeBackDifferent) {
  const std::vector<PastNodes> states = {
      past(snapshotOf({gpushareNode("a", 2, 16), gpushareNode("b", 4, 16)})),
      past(snapshotOf({gpushareNode("b", 4, 16)})),
      past(snapshotOf(
          {ackNode("a", "core_mem", 8, 22, "spread").cordoned(), gpushareNode("b", 3, 24), nvidiaNode("c", 1)})),
      {},
      past(snapshotOf({gpushareNode("b", 4, 16).notReady()})),
  };
  Stretch writer;
  Stretch reader;
  for (const PastNodes& state : states) {
    ASSERT_TRUE(reader.apply(writer.add(state)));
    expectSame(reader.nodes(), state);
    expectSame(writer.nodes(), state);
  }
}

TEST(Stretch, AReaderMayGoOnAsWriter) {
  Stretch writer;
  const std::string first = writer.add(past(cluster(1)));
  Stretch heir;
  ASSERT_TRUE(heir.apply(first));
  const std::string second = heir.add(past(cluster(2)));
  Stretch reader;
  ASSERT_TRUE(reader.apply(first));
  ASSERT_TRUE(reader.apply(second));
  expectSame(reader.nodes(), past(cluster(2)));
}

TEST(Stretch, NumbersOfEverySizeComeBack) {
  auto node = std::make_shared<PastNode>(*past(cluster(1)).front());
  node->cards[0].memTotal = MemUnits(INT64_MAX);
  node->cards[0].memAllocated = MemUnits(INT64_MIN);
  node->cards[1].memAllocated = MemUnits(INT64_MAX);
  node->cards[1].coreTotal = CorePercent(INT32_MIN);
  node->cards[2].pods = UINT16_MAX;
  node->cards[3].memScheduler = MemUnits(-5);
  node->created = -1;
  node->wholeCardsHeld = INT32_MAX;
  node->memPending = MemUnits(INT64_MAX);
  Stretch writer;
  Stretch reader;
  ASSERT_TRUE(reader.apply(writer.add({node})));
  expectSame(reader.nodes(), {node});
}

TEST(Stretch, ForeignBytesAreRefusedAndHarmless) {
  const std::string whole = Stretch().add(past(cluster(3)));
  const std::string raw = *unpacked(whole, 1 << 20U);
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): the same bytes every time
  for (int i = 0; i < 20'000; ++i) {
    std::string bent = raw;
    for (int k = 0; k < 3; ++k) bent[random() % bent.size()] = static_cast<char>(random());
    if (i % 3 == 0) bent.resize(random() % bent.size());
    Stretch reader;
    static_cast<void>(reader.apply(packed(bent)));  // anything but a crash
  }
  EXPECT_FALSE(Stretch().apply(""));
  EXPECT_FALSE(Stretch().apply(whole.substr(0, whole.size() / 2)));
  EXPECT_FALSE(Stretch().apply(packed("")));
  EXPECT_FALSE(Stretch().apply(packed(raw + "x")));
}

TEST(PastState, ASnapshotOfThePastHasTheCardsAndNoPods) {
  const auto now =
      snapshotOf({ackNode("a", "core_mem", 2, 22).cordoned().label("alibabacloud.com/nodepool-id", "pool-1"),
                  nvidiaNode("b", 2), node("plain")},
                 {pod("t", "x").nvidia(1).on("b")});
  const SnapshotPtr then = toSnapshot(past(now), 99);
  EXPECT_EQ(then->time, 99);
  ASSERT_EQ(then->nodes.size(), 2U);  // a node without cards is not remembered
  ASSERT_EQ(then->cards.size(), 4U);
  const NodeRecord& a = then->node(*then->findNode("a"));
  EXPECT_TRUE(a.unschedulable());
  EXPECT_EQ(a.readiness, NodeReadiness::Ready);
  EXPECT_EQ(a.gpu.mode, GpuMode::CoreMem);
  const NodeRecord& b = then->node(*then->findNode("b"));
  EXPECT_EQ(b.wholeCardsHeld, 1);
  EXPECT_TRUE(b.pods.empty());
  const auto before = now->cardsOf(*now->findNode("b"));
  const auto after = then->cardsOf(*then->findNode("b"));
  ASSERT_EQ(before.size(), after.size());
  EXPECT_EQ(before[0].held, after[0].held);
  EXPECT_EQ(before[0].holderKnown, after[0].holderKnown);
  EXPECT_EQ(then->cards[3].node.value, 1U);
}

TEST(PastState, WhatWasHeldOnCardsThatNothingNamesIsRemembered) {
  const auto now = snapshotOf({gpushareNode("n", 2, 15)}, {pod("a").gpuMem(3).on("n")});
  Stretch writer;
  Stretch reader;
  ASSERT_TRUE(reader.apply(writer.add(past(now))));
  const SnapshotPtr then = toSnapshot(reader.nodes(), 99);
  EXPECT_EQ(totalsOf(*then).memAllocatedMib, totalsOf(*now).memAllocatedMib);
  EXPECT_EQ(totalsOf(*then).memAllocatedMib, 3 * 1024);
}

}  // namespace
}  // namespace cardinal::testing
