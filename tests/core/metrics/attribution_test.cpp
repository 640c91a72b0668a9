// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/attribution.h"

#include <gtest/gtest.h>

#include "core/metrics/waste/waste.h"
#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

constexpr UnixSeconds kNow = 1'700'000'000;

/// A node of four whole cards; the pods ask for 2, 1 and 1 of them, and one elsewhere.
class Attribution : public ::testing::Test {
 protected:
  static SnapshotPtr cluster(std::vector<PodBuilder> pods) {
    SnapshotBuilder builder;
    builder.apply(
        replaceNodes({node("gpu-a").resource("nvidia.com/gpu", 4), node("gpu-b").resource("nvidia.com/gpu", 4)}));
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::ReplacePods;
    for (const PodBuilder& one : pods) delta.pods.push_back(one.raw());
    builder.apply(std::move(delta));
    return builder.build(kNow);
  }
  static PodBuilder whole(const std::string& name, int cards, const std::string& on = "gpu-a") {
    return testing::pod("team-a", name).nvidia(cards).on(on);
  }
  void says(int card, std::vector<std::string> pods, UnixSeconds at = kNow) {
    CardSample sample;
    sample.host = "gpu-a";
    sample.index = card;
    sample.use.gpuPercent = 50;
    sample.use.at = at;
    for (std::string& name : pods) sample.pods.push_back({"team-a", std::move(name)});
    m_report.samples.push_back(std::move(sample));
  }
  MeasuredHolders holders(const ClusterSnapshot& snapshot) {
    return measuredHolders(snapshot.node(*snapshot.findNode("gpu-a")), *matchSamples(m_report, snapshot), kNow - 300);
  }
  static std::string nameOf(const MeasuredHolders& holders, std::size_t card) {
    return card < holders.byCard.size() && holders.byCard[card] ? holders.byCard[card]->key().name : "?";
  }

  MetricsReport m_report;
};

TEST_F(Attribution, TheCardsOfWholeCardPodsBecomeKnown) {
  const auto snapshot = cluster({whole("big", 2), whole("small", 1)});
  says(3, {"big"});
  says(1, {"big"});
  says(2, {"small"});
  says(0, {});
  const auto found = holders(*snapshot);
  EXPECT_EQ(nameOf(found, 1) + nameOf(found, 2) + nameOf(found, 3), "bigsmallbig");
  EXPECT_EQ(nameOf(found, 0), "?");
  EXPECT_TRUE(found.complete) << "all three held cards have a holder, so card 0 is free";
}

TEST_F(Attribution, SoDoThoseOfAnotherVendorsWholeCards) {
  const auto amd =
      testing::node("gpu-a").resource("amd.com/gpu", 2).label("amd.com/gpu.compute-memory-partition", "spx_nps1");
  const auto snapshot =
      testing::snapshotOf({amd}, {testing::pod("team-a", "small").resource("amd.com/gpu", 1).on("gpu-a")});
  says(1, {"small"});
  const auto found = holders(*snapshot);
  EXPECT_EQ(nameOf(found, 0) + nameOf(found, 1), "?small");
  EXPECT_TRUE(found.complete);
}

TEST_F(Attribution, OneUnknownHolderLeavesTheRestUnknown) {
  const auto snapshot = cluster({whole("big", 2), whole("small", 1)});
  says(3, {"big"});
  says(1, {"big"});
  says(2, {});
  EXPECT_FALSE(holders(*snapshot).complete);
}

TEST_F(Attribution, PodsThatAreNotHereOrHaveEndedHoldNothing) {
  const auto snapshot =
      cluster({whole("elsewhere", 1, "gpu-b"), whole("ended", 1).phase(PodPhase::Succeeded), whole("here", 1)});
  says(0, {"elsewhere"});
  says(1, {"ended", "here"});
  says(2, {"never-seen"});
  const auto found = holders(*snapshot);
  EXPECT_EQ(nameOf(found, 0), "?");
  EXPECT_EQ(nameOf(found, 1), "here");
  EXPECT_EQ(nameOf(found, 2), "?");
}

TEST_F(Attribution, APodOnMoreCardsThanItAsksForIsNotBelieved) {
  const auto snapshot = cluster({whole("small", 1), whole("other", 1)});
  says(0, {"small"});
  says(1, {"small"});
  says(2, {"other"});
  const auto found = holders(*snapshot);
  EXPECT_EQ(nameOf(found, 0) + nameOf(found, 1) + nameOf(found, 2), "??other");
}

TEST_F(Attribution, ACardOfSeveralPodsIsSlicedByTimeAndNobodysWholeCard) {
  const auto snapshot = cluster({whole("a", 1), whole("b", 1)});
  says(0, {"a", "b"});
  EXPECT_TRUE(holders(*snapshot).byCard.empty());
}

TEST_F(Attribution, OldSamplesTellNothing) {
  const auto snapshot = cluster({whole("a", 1)});
  says(0, {"a"}, kNow - 301);
  EXPECT_TRUE(holders(*snapshot).byCard.empty());
}

TEST_F(Attribution, NodesWhoseCardsTheApiNamesLearnNothing) {
  SnapshotBuilder builder;
  builder.apply(replaceNodes({node("gpu-a").shared(2, 28)}));
  const auto snapshot = builder.build(kNow);
  says(0, {"a"});
  EXPECT_TRUE(holders(*snapshot).byCard.empty());
}

TEST_F(Attribution, AnIdleWholeCardIsWasteOfItsHolderAndAStandInIsNobodys) {
  PodBuilder sleeper = whole("sleeper", 1);
  sleeper.edit().startTime = kNow - 7200;
  const auto snapshot = cluster({sleeper});
  ClusterPast past;
  past.end = kNow;
  past.window = 3600;
  for (int card = 0; card < 4; ++card) past.cards.push_back({{"gpu-a", card}, 0.0F, 0.0F, 10.0F, 1.0F});
  // The API's stand-in for the held card is card 0, which is free in truth and of course idle.
  const WasteReport guessed = findWaste(*snapshot, past);
  EXPECT_EQ(guessed.idleCards, 0U);
  EXPECT_EQ(guessed.unknownCards, 1U);
  says(2, {"sleeper"});
  const auto use = matchSamples(m_report, *snapshot);
  const WasteReport measured = findWaste(*snapshot, past, {}, use.get());
  EXPECT_EQ(measured.unknownCards, 0U);
  ASSERT_EQ(measured.entries.size(), 1U);
  EXPECT_EQ(measured.entries[0].card, 2);
  EXPECT_TRUE(measured.entries[0].holdersMeasured);
  EXPECT_EQ(ownerOfPod(*measured.entries[0].pods.at(0)), "team-a/sleeper");
}

// A card of which only the number of the node is known is nobody's until an exporter names its pod.
TEST_F(Attribution, IdleIsWhatIsTakenForCertainAndNotUsed) {
  const auto snapshot = cluster({whole("sleeper", 1)});
  const auto idle = [&] {
    const auto use = matchSamples(m_report, *snapshot);
    return idleCards(snapshot->node(*snapshot->findNode("gpu-a")), *use, kNow - 300);
  };
  says(0, {});
  m_report.samples.back().use.gpuPercent = 0;
  EXPECT_EQ(idle(), std::vector<bool>({false, false, false, false})) << "card 0 may be one of the free ones";
  says(2, {"sleeper"});
  m_report.samples.back().use.gpuPercent = 0;
  EXPECT_EQ(idle(), std::vector<bool>({false, false, true, false}));
  EXPECT_EQ(nodesWithIdleCards(*matchSamples(m_report, *snapshot), *snapshot, kNow - 300),
            std::vector<bool>({true, false}));
  m_report.samples.back().use.gpuPercent = 60;
  EXPECT_EQ(idle(), std::vector<bool>({false, false, false, false}));
}

TEST_F(Attribution, MoreMemoryInUseThanAllocatedIsNoticed) {
  const auto shared = snapshotOf({gpushareNode("n", 2, 15)}, {testing::pod("a").gpuMem(3).on("n").card(0)});
  const NodeRecord& node = *shared->nodes[0];
  CardUse use;
  EXPECT_FALSE(usedBeyondMib(node, node.cards[0], use)) << "not measured";
  use.memoryUsedMib = 3500;
  EXPECT_FALSE(usedBeyondMib(node, node.cards[0], use)) << "the driver and the context of the pod";
  use.memoryUsedMib = 9 * 1024;
  EXPECT_EQ(usedBeyondMib(node, node.cards[0], use), 6 * 1024);
  EXPECT_EQ(usedBeyondMib(node, node.cards[1], use), 9 * 1024) << "nothing is allocated there at all";
  const auto unnamed = cluster({whole("w", 1)});
  EXPECT_FALSE(usedBeyondMib(*unnamed->nodes[0], unnamed->nodes[0]->cards[3], use));
}

}  // namespace
}  // namespace cardinal::testing
