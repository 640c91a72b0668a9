// SPDX-License-Identifier: Apache-2.0
// A preview over gpu-manager's nodes asks gpu-admission's own rules; the arithmetic stands beside each expectation.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/alloc/engine/allocator.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

/// 2 cards of 8 units of 256 MiB.
NodeBuilder vcudaNode(const std::string& name) {
  return node(name).resource("tencent.com/vcuda-core", 200).resource("tencent.com/vcuda-memory", 16);
}

PodBuilder asking(const std::string& name, std::int64_t cores, std::int64_t units) {
  PodBuilder out = pod(name).resource("tencent.com/vcuda-core", cores);
  if (units > 0) out.resource("tencent.com/vcuda-memory", units);
  return out;
}

PodBuilder holder(const std::string& name, const std::string& node, std::int64_t cores, std::int64_t units,
                  const std::string& cards) {
  return asking(name, cores, units)
      .on(node)
      .annotation("tencent.com/predicate-gpu-idx-0", cards)
      .annotation("tencent.com/gpu-assigned", "true");
}

AllocationAnswer ask(const PodBuilder& builder, const SnapshotPtr& cluster, int replicas = 1) {
  return allocate(makeRequest(builder.raw(), replicas), *cluster);
}

bool has(const AllocationAnswer& answer, Caveat caveat) {
  return std::find(answer.caveats.begin(), answer.caveats.end(), caveat) != answer.caveats.end();
}

TEST(GpuManagerPreview, AShareGoesToTheFullestCardWithRoom) {
  // Card 1 has 50 of 100 percent and 4 of 8 units left.
  const SnapshotPtr cluster = snapshotOf({vcudaNode("n")}, {holder("p", "n", 50, 4, "1")});
  const AllocationAnswer answer = ask(asking("new", 20, 2), cluster);
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_EQ(answer.candidates[0].cards.front(), 1);
  EXPECT_EQ(answer.candidates[0].memoryPerCard, MemUnits(512));
  EXPECT_EQ(answer.candidates[0].corePerCard, CorePercent(20));
  EXPECT_EQ(answer.certainty, Certainty::Modelled);
  EXPECT_TRUE(has(answer, Caveat::StackScheduler));
  EXPECT_EQ(ask(asking("new", 20, 5), cluster).candidates.at(0).cards.front(), 0);
}

TEST(GpuManagerPreview, TheFullestNodeIsChosen) {
  const SnapshotPtr cluster = snapshotOf({vcudaNode("a"), vcudaNode("b")}, {holder("p", "b", 50, 4, "1")});
  const AllocationAnswer answer = ask(asking("new", 20, 2), cluster);
  ASSERT_EQ(answer.candidates.size(), 2U);
  EXPECT_EQ(cluster->node(answer.candidates[0].node).name, "b");
  EXPECT_EQ(answer.tied, 1U);
}

TEST(GpuManagerPreview, WholeCardsAreOthersOnTheNodeWhereMoreAreFree) {
  const SnapshotPtr cluster = snapshotOf({vcudaNode("n")}, {holder("p", "n", 10, 1, "0")});
  const AllocationAnswer one = ask(asking("new", 100, 0), cluster);
  ASSERT_EQ(one.candidates.size(), 1U);
  EXPECT_EQ(one.candidates[0].cards.front(), 1);
  EXPECT_FALSE(one.candidates[0].cardsTied);
  EXPECT_TRUE(ask(asking("new", 100, 0), snapshotOf({vcudaNode("n")})).candidates.at(0).cardsTied);
  const AllocationAnswer two = ask(asking("new", 200, 0), cluster);
  EXPECT_TRUE(two.candidates.empty());
}

TEST(GpuManagerPreview, TheRefusalSaysTheExtendersOwnWords) {
  // Each card has 40 percent left, the node 80.
  const SnapshotPtr cluster =
      snapshotOf({vcudaNode("n")}, {holder("p", "n", 60, 1, "0"), holder("q", "n", 60, 1, "1")});
  const AllocationAnswer answer = ask(asking("new", 50, 1).uid("u"), cluster);
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::StackRefused);
  EXPECT_EQ(answer.rejections[0].reason.detail,
            "pod u does not match with this node: failed to allocate for container main");
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::NotNow);
  ASSERT_EQ(answer.rejections[0].cards.size(), 2U);
  EXPECT_EQ(answer.rejections[0].cards.front().code, ReasonCode::InsufficientCardCore);
}

TEST(GpuManagerPreview, MoreThanACardNeverFits) {
  const AllocationAnswer answer = ask(asking("new", 50, 9), snapshotOf({vcudaNode("n")}));
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Never);
}

TEST(GpuManagerPreview, TheSumsOfTheNodeRefuseFirst) {
  const AllocationAnswer answer = ask(asking("new", 300, 0), snapshotOf({vcudaNode("n")}));
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::InsufficientResource);
  EXPECT_EQ(answer.rejections[0].reason.detail, "tencent.com/vcuda-core");
}

TEST(GpuManagerPreview, WhatTheNodeWillRefuseIsRefused) {
  const SnapshotPtr cluster = snapshotOf({vcudaNode("n")});
  EXPECT_NE(ask(asking("new", 150, 0), cluster).rejections.at(0).reason.detail.find("multiple of 100"),
            std::string::npos);
  EXPECT_NE(ask(asking("new", 50, 0), cluster).rejections.at(0).reason.detail.find("cores or memory is zero"),
            std::string::npos);
}

TEST(GpuManagerPreview, CopiedAnnotationsAreRefusedEverywhere) {
  const AllocationAnswer answer =
      ask(asking("new", 50, 1).annotation("tencent.com/gpu-assigned", "false"), snapshotOf({vcudaNode("n")}));
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.detail, "pod new had been predicated!");
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Never);
}

TEST(GpuManagerPreview, RowsOfReplicasFillCardsAndStop) {
  // 2 x 40 percent and 3 units on each of two cards.
  const SnapshotPtr cluster = snapshotOf({vcudaNode("n")});
  EXPECT_EQ(ask(asking("new", 40, 3), cluster, 10).placements.size(), 4U);
  EXPECT_EQ(ask(asking("new", 40, 3), cluster).before.fits, 4);
  EXPECT_EQ(ask(asking("new", 100, 0), cluster).before.fits, 2);
}

TEST(GpuManagerPreview, ContainersOfOnePodTakeCardsAfterEachOther) {
  // 60 + 60 percent need both cards; a second such pod finds 40 on each.
  const PodBuilder two =
      asking("new", 60, 2).container().resource("tencent.com/vcuda-core", 60).resource("tencent.com/vcuda-memory", 2);
  const AllocationAnswer answer = ask(two, snapshotOf({vcudaNode("n")}), 2);
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_EQ(answer.candidates[0].cards.size(), 2U);
  EXPECT_EQ(answer.placements.size(), 1U);
}

TEST(GpuManagerPreview, ANodeThatBreaksTheExtenderTakesNothing) {
  EXPECT_TRUE(ask(asking("new", 50, 1), snapshotOf({vcudaNode("n").resource("tencent.com/vcuda-core", 50)}))
                  .candidates.empty());
}

}  // namespace
}  // namespace cardinal
