// SPDX-License-Identifier: Apache-2.0
// A preview over Volcano nodes asks Volcano's own rules; the arithmetic stands beside each expectation.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/alloc/engine/allocator.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

/// Cards A and B of 10,000 MiB and 10 slots each.
NodeBuilder volcanoNode(const std::string& name) {
  return node(name)
      .resource("volcano.sh/vgpu-number", 20)
      .resource("volcano.sh/vgpu-memory", 20000)
      .resource("volcano.sh/vgpu-cores", 200)
      .annotation("volcano.sh/node-vgpu-register",
                  "A,10,10000,NVIDIA-T4,true,hami-core:B,10,10000,NVIDIA-T4,true,hami-core:");
}

PodBuilder slice(const std::string& name, std::int64_t mib, std::int64_t cards = 1) {
  return pod(name).resource("volcano.sh/vgpu-number", cards).resource("volcano.sh/vgpu-memory", mib);
}

PodBuilder holder(const std::string& name, const std::string& node, const std::string& ids) {
  return slice(name, 1).on(node).annotation("volcano.sh/vgpu-ids-new", ids);
}

AllocationAnswer ask(const PodBuilder& builder, const SnapshotPtr& cluster, int replicas = 1) {
  return allocate(makeRequest(builder.raw(), replicas), *cluster);
}

bool has(const AllocationAnswer& answer, Caveat caveat) {
  return std::find(answer.caveats.begin(), answer.caveats.end(), caveat) != answer.caveats.end();
}

TEST(VolcanoPreview, ASliceGoesToACardWithRoomAndIsNeverCalledCertain) {
  // A holds 8,000 of 10,000 MiB: 3,000 more fit only B, whatever the policy.
  const AllocationAnswer answer =
      ask(slice("new", 3000), snapshotOf({volcanoNode("n")}, {holder("p", "n", "A,NVIDIA,8000,0:")}));
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_EQ(answer.candidates[0].cards.front(), 1);
  EXPECT_FALSE(answer.candidates[0].cardsTied);
  EXPECT_EQ(answer.candidates[0].memoryPerCard, MemUnits(3000));
  EXPECT_EQ(answer.candidates[0].score, 30) << "100 x 3,000 / 10,000";
  EXPECT_EQ(answer.certainty, Certainty::Modelled);
  EXPECT_TRUE(has(answer, Caveat::StackScheduler));
}

TEST(VolcanoPreview, CardsThatAnotherPolicyWouldNotTakeAreTied) {
  // binpack takes A, the fuller one; spread takes B.
  const AllocationAnswer answer =
      ask(slice("new", 1000), snapshotOf({volcanoNode("n")}, {holder("p", "n", "A,NVIDIA,2000,0:")}));
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_EQ(answer.candidates[0].cards.front(), 0);
  EXPECT_TRUE(answer.candidates[0].cardsTied);
}

TEST(VolcanoPreview, TheFullerNodeIsPreferred) {
  const SnapshotPtr cluster = snapshotOf({volcanoNode("a"), volcanoNode("b")}, {holder("p", "b", "A,NVIDIA,5000,0:")});
  const AllocationAnswer answer = ask(slice("new", 1000), cluster);
  ASSERT_EQ(answer.candidates.size(), 2U);
  EXPECT_EQ(cluster->node(answer.candidates[0].node).name, "b");
  EXPECT_EQ(answer.candidates[0].score, 60);
  EXPECT_EQ(answer.candidates[1].score, 10);
}

TEST(VolcanoPreview, TheRefusalSaysVolcanosOwnWords) {
  const AllocationAnswer answer = ask(slice("new", 11000), snapshotOf({volcanoNode("n")}));
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::StackRefused);
  EXPECT_EQ(answer.rejections[0].reason.detail, "hami-vgpuDeviceSharing error: not enough gpu fitted on this node");
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Never);
  ASSERT_EQ(answer.rejections[0].cards.size(), 2U);
  EXPECT_EQ(answer.rejections[0].cards.front().code, ReasonCode::InsufficientCardMemory);
}

TEST(VolcanoPreview, FullCardsAreWaitedFor) {
  const AllocationAnswer answer =
      ask(slice("new", 3000),
          snapshotOf({volcanoNode("n")}, {holder("p", "n", "A,NVIDIA,8000,0:"), holder("q", "n", "B,NVIDIA,8000,0:")}));
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::NotNow);
}

TEST(VolcanoPreview, TheSumsOfTheNodeRefuseFirst) {
  const AllocationAnswer answer = ask(slice("new", 30000), snapshotOf({volcanoNode("n")}));
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::InsufficientResource);
  EXPECT_EQ(answer.rejections[0].reason.detail, "volcano.sh/vgpu-memory");
}

TEST(VolcanoPreview, APercentageNeedsAResourceThatThePluginDoesNotPublish) {
  const PodBuilder half =
      pod("new").resource("volcano.sh/vgpu-number", 1).resource("volcano.sh/vgpu-memory-percentage", 50);
  const AllocationAnswer refused = ask(half, snapshotOf({volcanoNode("n")}));
  ASSERT_EQ(refused.rejections.size(), 1U);
  EXPECT_EQ(refused.rejections[0].reason.detail, "volcano.sh/vgpu-memory-percentage");
  const AllocationAnswer taken =
      ask(half, snapshotOf({volcanoNode("n").resource("volcano.sh/vgpu-memory-percentage", 200)}));
  ASSERT_EQ(taken.candidates.size(), 1U);
  EXPECT_EQ(taken.candidates[0].memoryPerCard, MemUnits(5000));
}

TEST(VolcanoPreview, RowsOfReplicasFillCardsAndStop) {
  // 3 x 3,000 MiB on each of two cards of 10,000.
  const SnapshotPtr cluster = snapshotOf({volcanoNode("n")});
  EXPECT_EQ(ask(slice("new", 3000), cluster, 10).placements.size(), 6U);
  EXPECT_EQ(ask(slice("new", 3000), cluster).before.fits, 6);
}

TEST(VolcanoPreview, SeveralCardsAreCountedByRepeating) {
  // Both cards take one of 6,000 each; the sums hold three times 6,000.
  EXPECT_EQ(ask(slice("new", 6000, 2), snapshotOf({volcanoNode("n")})).before.fits, 1);
}

TEST(VolcanoPreview, ReplicasOfAGroupThatSpreadsTakeCardsOfTheirOwn) {
  const PodBuilder spread = slice("new", 1000)
                                .annotation("volcano.sh/vgpu-podgroup-policy", "spread")
                                .annotation("scheduling.k8s.io/group-name", "job");
  EXPECT_EQ(ask(spread, snapshotOf({volcanoNode("n")}), 5).placements.size(), 2U);
}

TEST(VolcanoPreview, ANodeWhoseCardsTheSchedulerDoesNotSeeTakesPodsWithoutCards) {
  // Five fields: this version reads no card of the node, and passes the pod on its sums alone.
  const AllocationAnswer answer =
      ask(slice("new", 3000),
          snapshotOf({volcanoNode("n").annotation("volcano.sh/node-vgpu-register", "A,10,10000,NVIDIA-T4,true:")}));
  ASSERT_EQ(answer.candidates.size(), 1U);
  EXPECT_TRUE(answer.candidates[0].cards.empty());
}

TEST(VolcanoPreview, MigIsNotPredicted) {
  const AllocationAnswer answer = ask(
      slice("new", 3000),
      snapshotOf({volcanoNode("n").annotation("volcano.sh/node-vgpu-register", "A,7,40960,NVIDIA-A100,true,mig:")}));
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::ModeNotPlaceable);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Unknown);
}

}  // namespace
}  // namespace cardinal
