// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kai/kai_queues.h"

#include <gtest/gtest.h>

namespace cardinal::queues {
namespace {

constexpr KaiQuota kFree{kKaiUnlimited, kKaiUnlimited, 1};

KaiQueue makeQueue(const std::string& name, KaiQuota gpus, int priority = 100) {
  return {name, "", priority, 0, {kFree, kFree, gpus}};
}

class KaiShares : public ::testing::Test {
 protected:
  void add(const std::string& name, KaiQuota gpus, double request, int priority = 100) {
    m_queues.put(makeQueue(name, gpus, priority));
    m_queues.addWaiting(m_uses, name, {0, 0, request});
  }
  std::map<std::string, KaiFairShare> shares(double total) const {
    return kaiFairShares(total, KaiResource::Gpu, m_queues.childrenOf(""), m_uses);
  }

  KaiQueues m_queues;
  std::map<std::string, KaiUse> m_uses;
};

TEST_F(KaiShares, ComeFromQuotaAndThenFromWeights) {
  add("a", {2, kKaiUnlimited, 1}, 10);
  add("b", {2, kKaiUnlimited, 2}, 10);
  add("c", {0, kKaiUnlimited, 3}, 10);
  const auto shareOf = shares(16);
  EXPECT_DOUBLE_EQ(shareOf.at("a").least, 4);
  EXPECT_DOUBLE_EQ(shareOf.at("b").least, 6);
  EXPECT_DOUBLE_EQ(shareOf.at("c").least, 6);
}

TEST_F(KaiShares, EqualRemaindersAreDrawnAndShownAsSuch) {
  add("a", {2, kKaiUnlimited, 1}, 10);
  add("b", {2, kKaiUnlimited, 2}, 10);
  add("c", {0, kKaiUnlimited, 3}, 10);
  add("vip", {0, kKaiUnlimited, 1}, 3, 200);
  const auto shareOf = shares(16);
  EXPECT_DOUBLE_EQ(shareOf.at("vip").least, 3);
  EXPECT_DOUBLE_EQ(shareOf.at("a").least, 3);
  EXPECT_DOUBLE_EQ(shareOf.at("a").most, 4);
  EXPECT_DOUBLE_EQ(shareOf.at("b").most, 5);
  EXPECT_DOUBLE_EQ(shareOf.at("c").least, 4);
  EXPECT_DOUBLE_EQ(shareOf.at("c").most, 5);
}

TEST_F(KaiShares, NobodyGetsMoreThanRequestedOrAllowed) {
  add("small", {0, kKaiUnlimited, 1}, 0.5);
  add("limited", {0, 3, 1}, 10);
  add("large", {0, kKaiUnlimited, 1}, 10);
  const auto shareOf = shares(12);
  EXPECT_DOUBLE_EQ(shareOf.at("small").least, 0.5);
  EXPECT_DOUBLE_EQ(shareOf.at("limited").least, 3);
  EXPECT_DOUBLE_EQ(shareOf.at("large").least, 8.5);
}

TEST(KaiQueueRules, LimitsAreCheckedUpTheTreeBeforeQuotas) {
  KaiQueues queues;
  queues.put(makeQueue("org", {8, 4, 1}));
  KaiQueue team = makeQueue("team", {1, kKaiUnlimited, 1});
  team.parent = "org";
  queues.put(team);
  std::map<std::string, KaiUse> uses;
  queues.addAllocated(uses, "team", {0, 0, 3}, true);
  const auto limit = queues.refusal(uses, "team", {0, 0, 2}, false);
  ASSERT_TRUE(limit);
  EXPECT_EQ(limit->reason, "OverLimit");
  EXPECT_EQ(limit->text,
            "org quota has reached the allowable limit of GPUs. Limit is 4 GPUs, currently 3 GPUs allocated and "
            "workload requested 2 GPUs");
  EXPECT_FALSE(queues.refusal(uses, "team", {0, 0, 1}, true));
  uses.clear();
  const auto quota = queues.refusal(uses, "team", {0, 0, 1.5}, false);
  ASSERT_TRUE(quota);
  EXPECT_EQ(quota->reason, "NonPreemptibleOverQuota");
  EXPECT_EQ(queues.refusal(uses, "nowhere", {0, 0, 1}, true)->reason, "QueueDoesNotExist");
}

TEST(KaiQueueRules, QueuesInARingEndTheWalk) {
  KaiQueues queues;
  KaiQueue left = makeQueue("left", {0, kKaiUnlimited, 1});
  left.parent = "right";
  KaiQueue right = makeQueue("right", {0, kKaiUnlimited, 1});
  right.parent = "left";
  queues.put(left);
  queues.put(right);
  EXPECT_FALSE(queues.refusal({}, "left", {0, 0, 1}, true));
  EXPECT_FALSE(queues.takesPods("left"));
}

TEST(KaiQueueRules, AmountsAreCutAndNotRounded) {
  EXPECT_EQ(kaiAmountText(5.07), "5.07");
  EXPECT_EQ(kaiAmountText(0.1229), "0.122");
  EXPECT_EQ(kaiAmountText(4), "4");
  EXPECT_EQ(kaiAmountText(kKaiUnlimited), "Unlimited");
}

TEST(KaiQueueRules, VictimsMustBePreemptibleAndStandBelow) {
  const KaiGroup requester{"a", 100, false};
  EXPECT_TRUE(kaiMayEvict(KaiEviction::Preempt, requester, {"a", 50, true}));
  EXPECT_FALSE(kaiMayEvict(KaiEviction::Preempt, requester, {"a", 100, true}));
  EXPECT_FALSE(kaiMayEvict(KaiEviction::Preempt, requester, {"b", 50, true}));
  EXPECT_TRUE(kaiMayEvict(KaiEviction::Reclaim, requester, {"b", 125, true}));
  EXPECT_FALSE(kaiMayEvict(KaiEviction::Reclaim, requester, {"b", 50, false}));
  EXPECT_FALSE(kaiMayEvict(KaiEviction::Consolidation, requester, {"b", 50, true}));
}

}  // namespace
}  // namespace cardinal::queues
