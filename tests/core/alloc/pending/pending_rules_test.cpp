// SPDX-License-Identifier: Apache-2.0
// Why a pod waits that a rule between pods keeps off nodes: cards that are free are not said to be scattered, and
// waiting is not said to help where the rule stays.
#include "core/alloc/pending/pending.h"
#include "tests/core/alloc/answer_text.h"
#include "tests/support/pod_rules.h"

namespace cardinal::testing {
namespace {

using Kind = PodAffinityTerm::Kind;

PendingExplanation only(const SnapshotPtr& cluster) {
  const PendingReport report = explainPending(*cluster);
  EXPECT_TRUE(report.complete);
  EXPECT_EQ(report.ofPod.size(), 1U);
  return report.of(0);
}

PodBuilder full(const std::string& name, const std::string& node) {
  PodBuilder out = pod(name);
  out.nvidia(8).on(node);
  return out;
}

std::uint32_t helped(const PendingExplanation& why) {
  std::uint32_t out = 0;
  for (const RefusalGroup& group : why.groups) out += group.waitingHelps;
  return out;
}

TEST(PendingRules, FreeCardsThatAnAvoidedPodKeepsAreNoFragments) {
  PodBuilder waits = replica();
  addTerm(waits, termOn("x", kByHost, Kind::RequiredAntiAffinity));
  const auto cluster = snapshotOf({zoned("a", "z"), zoned("b", "z")},
                                  {full("o", "a"), pod("x").nvidia(1).label("app", "x").on("b"), waits});
  const PendingExplanation why = only(cluster);
  EXPECT_FALSE(why.fragmented) << "b has 7 free";
  EXPECT_EQ(why.room.ruled, 1U);
  EXPECT_EQ(why.room.freeCards, 0) << "of nodes that are open to it";
  EXPECT_EQ(helped(why), 2U);
  EXPECT_EQ(why.outlook, Outlook::MayHelp);
}

TEST(PendingRules, FreeCardsWithoutTheLabelOfASpreadAreNoFragments) {
  PodBuilder waits = replica();
  addSpread(waits, "w", "zone", 1);
  const auto cluster = snapshotOf({zoned("a", "z"), nvidiaNode("b", 8).label(kByHost, "b")}, {full("o", "a"), waits});
  const PendingExplanation why = only(cluster);
  EXPECT_FALSE(why.fragmented);
  EXPECT_EQ(why.room.ruled, 1U);
  EXPECT_EQ(helped(why), 1U);
}

TEST(PendingRules, WaitingHelpsNowhereWhereTheLabelOfTheSpreadIsMissing) {
  PodBuilder waits = replica();
  addSpread(waits, "w", "zone", 1);
  const auto cluster = snapshotOf({nvidiaNode("a", 8).label(kByHost, "a")}, {full("o", "a"), waits});
  EXPECT_EQ(only(cluster).outlook, Outlook::NeedsChange);
  EXPECT_EQ(why(ask(cluster, waits), cluster, "a"), "NotEnoughWholeCards 1/0 nvidia.com/gpu never")
      << "the scheduler says it first";
}

TEST(PendingRules, WhetherPodsToFollowEverComeIsUnknown) {
  PodBuilder waits = replica();
  addTerm(waits, termOn("x", kByHost, Kind::RequiredAffinity));
  EXPECT_EQ(only(snapshotOf({zoned("a", "z")}, {full("o", "a"), waits})).outlook, Outlook::Unknown);
}

TEST(PendingRules, OnlyNodesThatWouldTakeItOnceEmptiedAreCounted) {
  PodBuilder waits = replica();
  addSpread(waits, "w", "zone", 1);
  // a has no zone; b and c are full, and one of its kind runs in c.
  const auto cluster = snapshotOf({nvidiaNode("a", 8).label(kByHost, "a"), zoned("b", "b"), zoned("c", "c")},
                                  {full("o", "a"), full("y", "b"), full("x", "c").label("app", "w"), waits});
  EXPECT_EQ(helped(only(cluster)), 2U);
}

TEST(PendingRules, CardsThatAreScatteredAreStillCalledSo) {
  PodBuilder waits = replica();
  waits.nvidia(8);
  addTerm(waits, termOn("x", kByHost, Kind::RequiredAntiAffinity));
  const auto cluster =
      snapshotOf({zoned("a", "z"), zoned("b", "z")}, {pod("p").nvidia(2).on("a"), pod("q").nvidia(2).on("b"), waits});
  EXPECT_TRUE(only(cluster).fragmented) << "6 and 6 are free, and nothing of its rules is there";
}

}  // namespace
}  // namespace cardinal::testing
