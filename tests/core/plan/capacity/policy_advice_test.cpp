// SPDX-License-Identifier: Apache-2.0
#include "core/plan/capacity/policy_advice.h"

#include <gtest/gtest.h>

#include "core/alloc/engine/allocator.h"
#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

struct Asked {
  SnapshotPtr snapshot;
  PolicyAdvice advice;
};

Asked ask(const SnapshotPtr& snapshot, const PodBuilder& pod, fragmentation::PolicyKind policy) {
  const AllocationRequest request = makeRequest(pod.raw());
  const FragmentGauge gauge(*snapshot);
  return {snapshot, advise(request, allocate(request, *snapshot), *snapshot, gauge, policy)};
}

std::string nameOf(const Asked& asked, const std::optional<NodeIndex>& node) {
  return node ? asked.snapshot->node(*node).name : "";
}

TEST(PolicyAdvice, FgdKeepsWholeCardsForThoseThatNeedThem) {
  // Expected tasks: 6 and 15 of 15 units. On a's half-used card 6 more units spoil nothing; on b's empty card they do.
  const SnapshotPtr cluster = snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15), gpushareNode("c", 1, 15)},
                                         {pod("p").gpuMem(6).on("a").card(0), pod("whole").gpuMem(15).on("c").card(0)});
  const Asked asked = ask(cluster, pod("asked").gpuMem(6), fragmentation::PolicyKind::Fgd);
  EXPECT_EQ(nameOf(asked, asked.advice.node), "a");
  EXPECT_EQ(asked.advice.cards, std::vector<CardIndex>{0});
  ASSERT_TRUE(asked.advice.before && asked.advice.after && asked.advice.predictedAfterWorst);
  EXPECT_LT(*asked.advice.after, *asked.advice.before) << "the 9 units on a are no use to the whole-card tasks";
  EXPECT_GT(*asked.advice.predictedAfterWorst, *asked.advice.after) << "the scheduler may take b as well";
  EXPECT_TRUE(asked.advice.same);
}

TEST(PolicyAdvice, TheAdviceObeysTheSchedulersFilters) {
  const SnapshotPtr cluster =
      snapshotOf({gpushareNode("a", 1, 15).cordoned(), gpushareNode("b", 1, 15)}, {pod("p").gpuMem(6).on("a").card(0)});
  for (const auto policy : fragmentation::kPolicies) {
    EXPECT_EQ(nameOf(ask(cluster, pod("asked").gpuMem(6), policy), NodeIndex{1}), "b");
    EXPECT_EQ(ask(cluster, pod("asked").gpuMem(6), policy).advice.node, NodeIndex{1}) << toString(policy);
  }
}

TEST(PolicyAdvice, NothingFitsNothingIsAdvised) {
  const SnapshotPtr cluster = snapshotOf({gpushareNode("a", 1, 15)}, {pod("p").gpuMem(6).on("a").card(0)});
  const PolicyAdvice advice = ask(cluster, pod("asked").gpuMem(12), fragmentation::PolicyKind::Fgd).advice;
  EXPECT_TRUE(advice.before);
  EXPECT_FALSE(advice.node);
  EXPECT_FALSE(advice.predicted);
}

TEST(PolicyAdvice, WithoutKnownTasksTheMeasureIsUnknown) {
  const PolicyAdvice advice =
      ask(snapshotOf({gpushareNode("a", 1, 15)}), pod("asked").gpuMem(2), fragmentation::PolicyKind::Fgd).advice;
  EXPECT_FALSE(advice.before);
  EXPECT_FALSE(advice.node);
}

TEST(PolicyAdvice, WholeCards) {
  const SnapshotPtr cluster =
      snapshotOf({nvidiaNode("a", 8), nvidiaNode("b", 8)}, {pod("p").nvidia(4).on("a"), pod("q").nvidia(8)});
  const Asked asked = ask(cluster, pod("asked").nvidia(4), fragmentation::PolicyKind::Fgd);
  EXPECT_EQ(nameOf(asked, asked.advice.node), "a") << "b keeps its eight cards together";
}

}  // namespace
}  // namespace cardinal::testing
