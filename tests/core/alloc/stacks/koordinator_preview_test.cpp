// SPDX-License-Identifier: Apache-2.0
// A preview over Koordinator's nodes asks its DeviceShare rules; the arithmetic stands beside each expectation.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/alloc/engine/allocator.h"
#include "tests/support/builders.h"
#include "tests/support/extras.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

NodeBuilder gpuNode(int cards) {
  return node("n")
      .resource("koordinator.sh/gpu-core", 100 * cards)
      .resource("koordinator.sh/gpu-memory-ratio", 100 * cards)
      .resource("koordinator.sh/gpu-memory", (std::int64_t{16} << 30) * cards);
}

PodBuilder slice(std::int64_t percent) {
  return pod("new").resource("koordinator.sh/gpu-core", percent).resource("koordinator.sh/gpu-memory-ratio", percent);
}

PodBuilder holder(int minor, int percent) {
  PodBuilder out = slice(percent);
  out.edit().meta.key.name = "held-" + std::to_string(minor);
  out.edit().meta.uid = "uid-" + out.edit().meta.key.name;
  return out.on("n").annotation("scheduling.koordinator.sh/device-allocated", koordinatorShare(minor, percent));
}

SnapshotPtr clusterWith(int cards, const std::vector<PodBuilder>& pods = {}) {
  return snapshotOf({gpuNode(cards)}, pods, {upsertExtra(koordinatorDevice("n", cards))});
}

AllocationAnswer ask(const PodBuilder& builder, const SnapshotPtr& cluster, int replicas = 1) {
  PodBuilder fresh = builder;
  fresh.edit().meta.uid.clear();
  return allocate(makeRequest(fresh.raw(), replicas), *cluster);
}

TEST(KoordinatorPreview, AShareGoesToACardWithRoomAndIsNeverCalledCertain) {
  // Card 0 holds 60 of 100: 50 more fit card 1 alone.
  const AllocationAnswer answer = ask(slice(50), clusterWith(2, {holder(0, 60)}));
  ASSERT_EQ(answer.candidates.size(), 1U);
  ASSERT_EQ(answer.candidates[0].cards.size(), 1U);
  EXPECT_EQ(answer.candidates[0].cards.front(), 1);
  EXPECT_EQ(answer.candidates[0].memoryPerCard, MemUnits(8192));
  EXPECT_EQ(answer.candidates[0].corePerCard, CorePercent(50));
  EXPECT_EQ(answer.certainty, Certainty::Modelled);
  EXPECT_NE(std::find(answer.caveats.begin(), answer.caveats.end(), Caveat::StackScheduler), answer.caveats.end());
}

TEST(KoordinatorPreview, TheRefusalSaysKoordinatorsOwnWords) {
  // 80 free in sum, and no card with more than 40.
  const AllocationAnswer answer = ask(slice(50), clusterWith(2, {holder(0, 60), holder(1, 60)}));
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::StackRefused);
  EXPECT_EQ(answer.rejections[0].reason.detail, "Insufficient gpu devices");
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::NotNow);
  EXPECT_EQ(answer.rejections[0].cards.size(), 2U);
}

TEST(KoordinatorPreview, ReplicasFillCardsAndStop) {
  // Three shares of 30 on each of two cards.
  EXPECT_EQ(ask(slice(30), clusterWith(2), 10).placements.size(), 6U);
  EXPECT_EQ(ask(slice(30), clusterWith(2)).before.fits, 6);
  // Whole cards: one is in use.
  EXPECT_EQ(ask(slice(100), clusterWith(3, {holder(1, 10)})).before.fits, 2);
}

TEST(KoordinatorPreview, ARequestThatItsPluginRefusesIsRefusedWithItsWords) {
  const AllocationAnswer answer = ask(slice(150), clusterWith(2));
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_NE(answer.rejections[0].reason.detail.find("invalid resource"), std::string::npos);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Never);
}

TEST(KoordinatorPreview, WithoutTheDeviceNothingIsPromised) {
  const AllocationAnswer answer = ask(slice(50), snapshotOf({gpuNode(2)}));
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::ModeNotPlaceable);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Unknown);
}

}  // namespace
}  // namespace cardinal
