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
  fresh.edit().meta.resourceVersion.clear();
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

constexpr const char* kAllocatedTo = "scheduling.koordinator.sh/device-allocated";

/// A NIC of 100 parts beside each card, on its PCIe switch.
SnapshotPtr nicCluster(int cards, const std::vector<PodBuilder>& pods = {}, std::vector<bool> healthyNics = {}) {
  RawKoordinatorDevice device = koordinatorDevice("n", cards);
  for (int minor = 0; minor < cards; ++minor) {
    RawDeviceEntry nic;
    nic.type = "rdma";
    nic.id = "0000:0" + std::to_string(minor) + ":00.1";
    nic.minor = minor;
    nic.healthy = healthyNics.empty() || healthyNics[static_cast<std::size_t>(minor)];
    nic.resources = {{"koordinator.sh/rdma", Quantity::fromInteger(100)}};
    device.devices.push_back(std::move(nic));
  }
  return snapshotOf({gpuNode(cards).resource("koordinator.sh/rdma", 100 * cards)}, pods, {upsertExtra(device)});
}

PodBuilder ofKoordinator(PodBuilder builder) {
  builder.edit().spec.schedulerName = "koord-scheduler";
  return builder;
}

PodBuilder nics(std::int64_t amount) {
  return ofKoordinator(pod("new").resource("koordinator.sh/rdma", amount));
}

PodBuilder nicHolder(int minor, int amount) {
  const std::string text = R"({"rdma":[{"minor":)" + std::to_string(minor) +
                           R"(,"resources":{"koordinator.sh/rdma":")" + std::to_string(amount) + R"("}}]})";
  return ofKoordinator(pod("nic-" + std::to_string(minor)).resource("koordinator.sh/rdma", amount))
      .on("n")
      .annotation(kAllocatedTo, text);
}

TEST(KoordinatorPreview, NicsOfEarlierReplicasAreTaken) {
  // Each of two NICs takes 60 once; of 200 in sum 80 are left.
  const AllocationAnswer answer = ask(ofKoordinator(slice(100).resource("koordinator.sh/rdma", 60)), nicCluster(4), 6);
  EXPECT_EQ(answer.placements.size(), 4U);
  const SnapshotPtr two = snapshotOf({gpuNode(4).resource("koordinator.sh/rdma", 200)}, {}, [] {
    RawKoordinatorDevice device = koordinatorDevice("n", 4);
    for (int minor = 0; minor < 2; ++minor) {
      RawDeviceEntry nic{"rdma", "nic" + std::to_string(minor), minor, true, {}, {}, {}, {}};
      nic.resources = {{"koordinator.sh/rdma", Quantity::fromInteger(100)}};
      device.devices.push_back(std::move(nic));
    }
    return std::vector<ClusterDelta>{upsertExtra(device)};
  }());
  const AllocationAnswer limited = ask(ofKoordinator(slice(100).resource("koordinator.sh/rdma", 60)), two, 4);
  ASSERT_EQ(limited.placements.size(), 2U);
  ASSERT_TRUE(limited.firstMiss.has_value());
  EXPECT_EQ(limited.firstMiss->reason.detail.text(), "Insufficient rdma devices");
  EXPECT_EQ(limited.before.fits, 2);
}

TEST(KoordinatorPreview, NicsOfPodsWithoutAGpuAreTaken) {
  const std::vector<PodBuilder> halves{nicHolder(0, 50), nicHolder(1, 50)};
  const AllocationAnswer whole =
      ask(ofKoordinator(slice(100).resource("koordinator.sh/rdma", 100)), nicCluster(2, halves));
  ASSERT_EQ(whole.rejections.size(), 1U);
  EXPECT_EQ(whole.rejections[0].reason.detail.text(), "Insufficient rdma devices");
  EXPECT_EQ(ask(ofKoordinator(slice(100).resource("koordinator.sh/rdma", 50)), nicCluster(2, halves)).candidates.size(),
            1U);
}

TEST(KoordinatorPreview, NicsAloneAreGivenOneByOneToo) {
  const std::vector<PodBuilder> halves{nicHolder(0, 50), nicHolder(1, 50)};
  EXPECT_TRUE(ask(nics(100), nicCluster(2, halves)).candidates.empty()) << "100 are left in sum, on no NIC";
  EXPECT_EQ(ask(nics(50), nicCluster(2, halves), 5).placements.size(), 2U);
  EXPECT_TRUE(ask(nics(200), nicCluster(2, {}, {true, false})).candidates.empty()) << "one of two NICs is sick";
  const AllocationAnswer free = ask(nics(200), nicCluster(2));
  ASSERT_EQ(free.candidates.size(), 1U);
  EXPECT_TRUE(free.candidates[0].cards.empty());
  EXPECT_EQ(free.certainty, Certainty::Modelled);
  // kube-scheduler knows the sum alone.
  EXPECT_EQ(ask(pod("new").resource("koordinator.sh/rdma", 100), nicCluster(2, halves)).candidates.size(), 1U);
}

TEST(KoordinatorPreview, KubeSchedulersPodsAreCountedAndNoCardIsNamed) {
  // Both cards are held by halves; of nvidia.com/gpu nothing is requested.
  const SnapshotPtr cluster = snapshotOf({gpuNode(2).resource("nvidia.com/gpu", 2)}, {holder(0, 50), holder(1, 50)},
                                         {upsertExtra(koordinatorDevice("n", 2))});
  const AllocationAnswer kubes = ask(pod("new").nvidia(1), cluster);
  ASSERT_EQ(kubes.candidates.size(), 1U);
  EXPECT_TRUE(kubes.candidates[0].cards.empty());
  EXPECT_EQ(ask(pod("new").nvidia(3), cluster).candidates.size(), 0U);
  const AllocationAnswer own = ask(ofKoordinator(pod("new").nvidia(1)), cluster);
  ASSERT_EQ(own.rejections.size(), 1U);
  EXPECT_EQ(own.rejections[0].reason.detail.text(), "Insufficient gpu devices");
}

TEST(KoordinatorPreview, TheWebhookMakesACardOfEveryContainer) {
  // gpu.shared 2, ratio 70: 35 on each of two cards, of which one is held.
  PodBuilder parts = pod("new").resource("koordinator.sh/gpu-memory-ratio", 30);
  parts.container().resource("koordinator.sh/gpu-memory-ratio", 40);
  EXPECT_TRUE(ask(parts, clusterWith(2, {holder(0, 100)})).candidates.empty());
  const AllocationAnswer empty = ask(parts, clusterWith(2));
  ASSERT_EQ(empty.candidates.size(), 1U);
  EXPECT_EQ(empty.candidates[0].cards.size(), 2U);
  EXPECT_EQ(empty.candidates[0].memoryPerCard, MemUnits(16384 * 35 / 100));
  // 50 and 100 of koordinator.sh/gpu are 75 on each of two.
  PodBuilder both = pod("new").resource("koordinator.sh/gpu", 50);
  both.container().resource("koordinator.sh/gpu", 100);
  const SnapshotPtr cluster =
      snapshotOf({gpuNode(2).resource("koordinator.sh/gpu", 200)}, {}, {upsertExtra(koordinatorDevice("n", 2))});
  EXPECT_EQ(ask(both, cluster).candidates.size(), 1U);
  // What exists has been through it, or was made without it.
  EXPECT_TRUE(allocate(makeRequest(both.raw()), *cluster).candidates.empty());
}

TEST(KoordinatorPreview, WhatIsNotEvaluatedIsUnknown) {
  const PodBuilder npu = ofKoordinator(slice(50).resource("huawei.com/npu-core", 10));
  const SnapshotPtr cluster =
      snapshotOf({gpuNode(2).resource("huawei.com/npu-core", 100)}, {}, {upsertExtra(koordinatorDevice("n", 2))});
  const AllocationAnswer answer = ask(npu, cluster);
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::ModeNotPlaceable);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Unknown);
}

}  // namespace
}  // namespace cardinal
