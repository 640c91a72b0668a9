// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/watch.h"

#include <gtest/gtest.h>

#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

constexpr UnixSeconds kStart = 1'700'000'000;
constexpr UnixSeconds kHour = 3600;

/// Two nodes of two cards; card 0 of gpu-a is held by a pod.
class Watch : public ::testing::Test {
 protected:
  void SetUp() override {
    SnapshotBuilder builder;
    builder.apply(replaceNodes({node("gpu-a").shared(2, 32), node("gpu-b").shared(2, 32)}));
    PodBuilder holder = pod("team-a", "web").gpuMem(8).on("gpu-a").card(0);
    holder.edit().startTime = kStart - 4 * kHour;
    builder.apply(upsert(holder));
    m_snapshot = builder.build(kStart);
  }
  CardUse& card(const std::string& node, int index) {
    for (ClusterUse::Node& one : m_use.nodes) {
      if (one.name == node) return one.cards[static_cast<std::size_t>(index)];
    }
    m_use.nodes.push_back({node, std::vector<CardUse>(2), {}});
    return card(node, index);
  }
  /// A refresh `seconds` after the one before; every card that has values has a new sample.
  std::vector<WatchEvent> after(UnixSeconds seconds, WatchBook& book) {
    m_now += seconds;
    for (ClusterUse::Node& one : m_use.nodes) {
      for (CardUse& use : one.cards) {
        if (!(use == CardUse{})) use.at = m_now;
      }
    }
    return book.update(*m_snapshot, m_use, m_now);
  }
  std::vector<WatchEvent> silence(UnixSeconds seconds, WatchBook& book) {
    m_now += seconds;
    return book.update(*m_snapshot, m_use, m_now);
  }

  SnapshotPtr m_snapshot;
  ClusterUse m_use;
  UnixSeconds m_now = kStart;
};

TEST_F(Watch, HeatMustLastAndIsReportedOnce) {
  WatchBook book;
  card("gpu-a", 0).temperatureC = 91;
  EXPECT_TRUE(after(15, book).empty()) << "one sample is no state";
  EXPECT_TRUE(after(15, book).empty());
  after(15, book);
  after(15, book);
  const auto began = after(15, book);
  ASSERT_EQ(began.size(), 1U);
  EXPECT_EQ(began[0].kind, WatchKind::Temperature);
  EXPECT_EQ(began[0].card, (CardPlace{"gpu-a", 0}));
  EXPECT_EQ(began[0].value, 91);
  EXPECT_EQ(began[0].since, kStart + 15);
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(after(15, book).empty());
  EXPECT_EQ(book.active(), 1U);
}

TEST_F(Watch, ValuesAroundTheLimitDoNotFlap) {
  WatchBook book;
  int reported = 0;
  for (int i = 0; i < 200; ++i) {
    card("gpu-a", 0).temperatureC = i % 2 == 0 ? 86.0F : 83.0F;
    reported += static_cast<int>(after(15, book).size());
  }
  EXPECT_EQ(reported, 0) << "never above for a minute";
  for (int i = 0; i < 10; ++i) {
    card("gpu-a", 0).temperatureC = 88;
    reported += static_cast<int>(after(15, book).size());
  }
  for (int i = 0; i < 200; ++i) {
    card("gpu-a", 0).temperatureC = i % 2 == 0 ? 86.0F : 82.0F;
    reported += static_cast<int>(after(15, book).size());
  }
  EXPECT_EQ(reported, 1);
  EXPECT_EQ(book.active(), 1U) << "a little below the limit is not over";
  card("gpu-a", 0).temperatureC = 70;
  for (int i = 0; i < 5; ++i) after(15, book);
  EXPECT_EQ(book.active(), 0U);
  ASSERT_EQ(book.events().size(), 1U);
  EXPECT_NE(book.events()[0].ended, 0);
}

TEST_F(Watch, UnknownIsNeitherGoodNorBad) {
  WatchBook book;
  card("gpu-a", 0).temperatureC = 95;
  for (int i = 0; i < 6; ++i) after(15, book);
  ASSERT_EQ(book.active(), 1U);
  card("gpu-a", 0).temperatureC.reset();
  card("gpu-a", 0).powerW = 20;
  for (int i = 0; i < 20; ++i) after(15, book);
  EXPECT_EQ(book.active(), 1U) << "a value that is gone did not get better";
}

TEST_F(Watch, TheSameSampleIsJudgedOnce) {
  WatchBook book;
  card("gpu-a", 0).temperatureC = 95;
  after(15, book);
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(book.update(*m_snapshot, m_use, m_now + 1).empty());
}

TEST_F(Watch, AnXidOfTheHardwareIsReportedAndOneOfAnApplicationOnlyWhenAsked) {
  WatchBook book;
  card("gpu-a", 0).lastXid = 31;
  card("gpu-b", 1).lastXid = 0;
  EXPECT_TRUE(after(15, book).empty());
  card("gpu-b", 1).lastXid = 79;
  const auto began = after(15, book);
  ASSERT_EQ(began.size(), 1U);
  EXPECT_EQ(began[0].value, 79);
  EXPECT_FALSE(began[0].atStart) << "it was 0 before: it came while watching";
  EXPECT_TRUE(after(15, book).empty()) << "it stays in the exporter; it is one event";
  card("gpu-b", 1).lastXid = 0;
  after(15, book);
  EXPECT_EQ(book.active(), 0U) << "the exporter started anew";

  auto rules = defaultWatchRules();
  rules[1].limit = 1;
  WatchBook every(rules);
  const auto all = after(15, every);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].value, 31);
  EXPECT_TRUE(all[0].atStart) << "when it came is not known";
}

TEST_F(Watch, AnAllocatedCardThatDoesNothingForHoursIsIdleAndAFreeOneIsNot) {
  WatchBook book;
  card("gpu-a", 0).gpuPercent = 0;
  card("gpu-a", 1).gpuPercent = 0;
  int reported = 0;
  for (int i = 0; i < 6 * 60; ++i) reported += static_cast<int>(after(60, book).size());
  EXPECT_EQ(reported, 0);
  const auto began = after(60, book);
  ASSERT_EQ(began.size(), 1U);
  EXPECT_EQ(began[0].kind, WatchKind::Idle);
  EXPECT_EQ(began[0].card.card, 0);
  card("gpu-a", 0).gpuPercent = 3;
  after(60, book);
  EXPECT_EQ(book.active(), 1U) << "a flicker is not work";
  card("gpu-a", 0).gpuPercent = 40;
  after(60, book);
  EXPECT_EQ(book.active(), 0U);
}

TEST_F(Watch, AWholeCardThatMayBeFreeIsNotCalledIdle) {
  SnapshotBuilder builder;
  builder.apply(replaceNodes({node("gpu-w").resource("nvidia.com/gpu", 2)}));
  builder.apply(upsert(pod("team-a", "one").nvidia(1).on("gpu-w")));
  m_snapshot = builder.build(kStart);
  WatchBook book;
  card("gpu-w", 0).gpuPercent = 0;
  card("gpu-w", 1).gpuPercent = 0;
  int reported = 0;
  for (int i = 0; i < 7 * 60; ++i) reported += static_cast<int>(after(60, book).size());
  EXPECT_EQ(reported, 0) << "one of both is taken, and nothing says which";
}

TEST_F(Watch, ThePastShortensTheWait) {
  WatchBook book;
  card("gpu-a", 0).gpuPercent = 0;
  after(15, book);
  ClusterPast past;
  past.end = m_now;
  past.window = 6 * kHour;
  past.cards = {{{"gpu-a", 0}, 0.0F, 0.0F, 500.0F, 1.0F}};
  book.learnIdle(past, *m_snapshot, {});
  EXPECT_TRUE(after(60, book).empty()) << "its pod began four hours ago: before that nobody held the card";
  EXPECT_TRUE(after(kHour, book).empty());
  EXPECT_EQ(after(kHour, book).size(), 1U);
}

TEST_F(Watch, AnIdleCardSaysHowLongItHasIdledByNow) {
  WatchBook book;
  card("gpu-a", 0).gpuPercent = 0;
  for (int minute = 0; minute < 7 * 60 + 1; ++minute) after(60, book);
  ASSERT_EQ(book.active(), 1U);
  EXPECT_NEAR(book.events().front().value, 7, 0.1);
  after(kHour, book);
  EXPECT_NEAR(book.events().front().value, 8, 0.1);
}

TEST_F(Watch, SilenceIsOneEventPerCardNodeOrSource) {
  WatchBook book;
  for (const char* const name : {"gpu-a", "gpu-b"}) {
    for (const int index : {0, 1}) card(name, index).powerW = 30;
  }
  after(15, book);
  EXPECT_TRUE(silence(240, book).empty());
  card("gpu-b", 0).at = card("gpu-b", 1).at = card("gpu-a", 1).at = m_now;
  auto began = silence(60, book);
  ASSERT_EQ(began.size(), 1U);
  EXPECT_EQ(began[0].card, (CardPlace{"gpu-a", 0}));
  card("gpu-b", 0).at = card("gpu-b", 1).at = m_now + 240;
  began = silence(245, book);
  ASSERT_EQ(began.size(), 1U);
  EXPECT_EQ(began[0].card, (CardPlace{"gpu-a", -1})) << "the whole node, not each of its cards";
  EXPECT_EQ(book.active(), 1U);
  began = silence(600, book);
  ASSERT_EQ(began.size(), 1U);
  EXPECT_TRUE(began[0].card.node.empty()) << "everything";
  after(15, book);
  EXPECT_EQ(book.active(), 0U);
}

TEST_F(Watch, NodesThatGoTakeTheirEventsAlong) {
  WatchBook book;
  card("gpu-b", 0).lastXid = 94;
  ASSERT_EQ(after(15, book).size(), 1U);
  SnapshotBuilder builder;
  builder.apply(replaceNodes({node("gpu-a").shared(2, 32)}));
  m_snapshot = builder.build(m_now);
  EXPECT_TRUE(silence(600, book).empty());
  EXPECT_EQ(book.active(), 0U);
}

TEST_F(Watch, ARuleThatIsSwitchedOffDropsItsEventsAndOneThatChangedJudgesAnew) {
  WatchBook book;
  card("gpu-a", 0).temperatureC = 80;
  for (int i = 0; i < 6; ++i) after(15, book);
  EXPECT_EQ(book.active(), 0U);
  auto rules = book.rules();
  rules[0].limit = 75;
  book.setRules(rules);
  for (int i = 0; i < 6; ++i) after(15, book);
  EXPECT_EQ(book.active(), 1U);
  rules[0].on = false;
  book.setRules(rules);
  EXPECT_EQ(book.active(), 0U);
}

/// The nodes of the cluster, the first of which said at `since` how it is.
ClusterDelta nodesSince(UnixSeconds since, const std::vector<NodeBuilder>& nodes) {
  ClusterDelta delta = replaceNodes(nodes);
  auto first = std::make_shared<RawNode>(*delta.nodes.front());
  first->conditions[0].since = since;
  delta.nodes.front() = std::move(first);
  return delta;
}

TEST(WatchOfTheCluster, ANodeThatIsDownAndAnUnhealthyCardNeedNoMetrics) {
  const auto cluster = [](bool isDown, const char* gpus) {
    NodeBuilder down = node("gpu-a").shared(2, 32);
    if (isDown) down.notReady();
    SnapshotBuilder builder;
    builder.apply(nodesSince(kStart - 600, {down, node("gpu-b").shared(2, 32)}));
    if (gpus != nullptr) builder.apply(unhealthy("gpu-b", gpus));
    return builder.build(kStart);
  };
  WatchBook book;
  EXPECT_TRUE(book.updateCluster(*cluster(false, nullptr), kStart).empty());
  const auto began = book.updateCluster(*cluster(true, "1"), kStart);
  ASSERT_EQ(began.size(), 2U);
  EXPECT_EQ(began[0].kind, WatchKind::NodeDown);
  EXPECT_EQ(began[0].card, (CardPlace{"gpu-a", -1}));
  EXPECT_EQ(began[0].value, 10) << "minutes";
  EXPECT_EQ(began[0].since, kStart - 600);
  EXPECT_EQ(began[1].kind, WatchKind::CardUnhealthy);
  EXPECT_EQ(began[1].card, (CardPlace{"gpu-b", 1}));
  EXPECT_FALSE(began[1].atStart);
  EXPECT_TRUE(book.updateCluster(*cluster(true, "1"), kStart + 60).empty()) << "each once";
  book.updateCluster(*cluster(false, nullptr), kStart + 90);
  EXPECT_EQ(book.active(), 0U);
  ASSERT_EQ(book.events().size(), 2U);
  EXPECT_EQ(book.events()[0].ended, kStart + 90);
}

TEST(WatchOfTheCluster, ANodeThatWasNotReadyForAMomentIsNoAlertAndWhatWasThereBeforeSaysSo) {
  SnapshotBuilder builder;
  builder.apply(nodesSince(kStart - 30, {node("gpu-a").shared(1, 16).notReady()}));
  builder.apply(unhealthy("gpu-a", "0"));
  WatchBook book;
  const auto began = book.updateCluster(*builder.build(kStart), kStart);
  ASSERT_EQ(began.size(), 1U);
  EXPECT_TRUE(began[0].atStart);
  EXPECT_EQ(book.updateCluster(*builder.build(kStart), kStart + 40).size(), 1U) << "time alone makes it one";
}

TEST(WatchRules, AreQuietUnlessAskedAndSurviveBadSettings) {
  for (const WatchRule& rule : defaultWatchRules()) EXPECT_FALSE(rule.notify);
  auto rules = defaultWatchRules();
  rules[0] = {WatchKind::Temperature, false, true, 90};
  EXPECT_EQ(readWatchRules(writeWatchRules(rules)), rules);
  EXPECT_EQ(readWatchRules(""), defaultWatchRules());
  EXPECT_EQ(readWatchRules("temperature 1 1\nnonsense 1 1 5\ntemperature 1 1 x\n\n"), defaultWatchRules());
  EXPECT_EQ(readWatchRules("temperature 1 0 100000")[0].limit, 120);
  EXPECT_EQ(readWatchRules("idle 1 0 -4")[3].limit, 1);
}

}  // namespace
}  // namespace cardinal::testing
