// SPDX-License-Identifier: Apache-2.0
// Koordinator's cards in a snapshot: the Device object tells them, pods hold parts of them by their annotation.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/builders.h"
#include "tests/support/extras.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

NodeBuilder bareNode() {
  return node("n").resource("koordinator.sh/gpu-core", 200).resource("koordinator.sh/gpu-memory-ratio", 200);
}

PodBuilder holder(const std::string& name, const std::string& devices) {
  return pod(name)
      .resource("koordinator.sh/gpu-core", 50)
      .resource("koordinator.sh/gpu-memory-ratio", 50)
      .on("n")
      .annotation("scheduling.koordinator.sh/device-allocated", devices);
}

NodePtr nodeOf(const RawKoordinatorDevice& device, const std::vector<PodBuilder>& pods = {}) {
  return snapshotOf({bareNode()}, pods, {upsertExtra(device)})->nodes.at(0);
}

bool has(const NodeRecord& node, FindingCode code) {
  return std::any_of(node.findings.begin(), node.findings.end(), [code](const Finding& f) { return f.code == code; });
}

TEST(KoordinatorCards, TheDeviceTellsThemAndPodsHoldParts) {
  RawKoordinatorDevice device = koordinatorDevice("n", 2);
  device.devices[1].minor = 4;
  device.devices[1].topology = RawDeviceTopology{0, 1, "p", "b"};
  device.devices[0].healthy = false;
  const NodePtr node = nodeOf(device, {holder("p", koordinatorShare(4, 50))});
  EXPECT_EQ(node->gpu.stack, GpuStack::Koordinator);
  EXPECT_EQ(node->gpu.mode, GpuMode::Vgpu);
  ASSERT_EQ(node->cards.size(), 2U);
  EXPECT_EQ(node->cards[0].health, CardHealth::Unhealthy);
  EXPECT_EQ(node->cards[1].memTotal, MemUnits(16384));
  EXPECT_EQ(node->cards[1].memAllocated, MemUnits(8192));
  EXPECT_EQ(node->cards[1].memScheduler, MemUnits(8192));
  EXPECT_EQ(node->cards[1].coreAllocated, CorePercent(50));
  EXPECT_EQ(node->cards[1].pods, 1);
  EXPECT_EQ(node->devices->cards.at(1).id, "GPU-1");
  EXPECT_EQ(node->devices->cards.at(1).minor, 4);
  EXPECT_EQ(node->devices->cards.at(1).numa, 1);
  EXPECT_EQ(node->pods.at(0)->source, AllocationSource::KoordinatorDevices);
}

TEST(KoordinatorCards, WithoutTheDeviceTheyAreUnknownAndThatIsSaid) {
  const NodePtr node = snapshotOf({bareNode()})->nodes.at(0);
  EXPECT_EQ(node->gpu.stack, GpuStack::Koordinator);
  EXPECT_EQ(node->gpu.mode, GpuMode::NotRead);
  EXPECT_TRUE(node->cards.empty());
  EXPECT_TRUE(has(*node, FindingCode::StackNotRead));
}

TEST(KoordinatorCards, ADeviceAloneMakesTheNodeKoordinators) {
  const SnapshotPtr cluster = snapshotOf({node("n")}, {}, {upsertExtra(koordinatorDevice("n", 1))});
  EXPECT_EQ(cluster->nodes.at(0)->gpu.stack, GpuStack::Koordinator);
  RawKoordinatorDevice nic = koordinatorDevice("n", 1);
  nic.devices[0].type = "rdma";
  EXPECT_EQ(snapshotOf({node("n")}, {}, {upsertExtra(nic)})->nodes.at(0)->gpu.stack, GpuStack::None);
}

TEST(KoordinatorCards, PodsThatNameOtherCardsOrNoneAreFound) {
  const NodePtr node =
      nodeOf(koordinatorDevice("n", 1), {holder("gone", koordinatorShare(7, 50)), holder("odd", "{\"gpu\":["),
                                         pod("none").resource("koordinator.sh/gpu-memory-ratio", 50).on("n")});
  EXPECT_TRUE(has(*node, FindingCode::CardOutOfRange));
  EXPECT_TRUE(has(*node, FindingCode::MalformedAllocation));
  EXPECT_TRUE(has(*node, FindingCode::AllocationMissing));
  EXPECT_EQ(node->cards[0].memAllocated, MemUnits(0));
}

TEST(KoordinatorCards, AShareWithoutBytesIsThatPartOfTheCard) {
  const char* ratio = R"({"gpu":[{"minor":0,"resources":{"koordinator.sh/gpu-memory-ratio":"100"}}]})";
  EXPECT_EQ(nodeOf(koordinatorDevice("n", 1), {holder("p", ratio)})->cards[0].memAllocated, MemUnits(16384));
}

TEST(KoordinatorCards, TenthsOfACardAddUpToNoMoreThanTheCard) {
  std::vector<PodBuilder> pods;
  for (int i = 0; i < 10; ++i) pods.push_back(holder("p" + std::to_string(i), koordinatorShare(0, 10)));
  const NodePtr node = nodeOf(koordinatorDevice("n", 1), pods);
  EXPECT_LE(node->cards[0].memAllocated, node->cards[0].memTotal);
  EXPECT_GE(node->cards[0].memAllocated, MemUnits(16384 - 10));
  EXPECT_FALSE(has(*node, FindingCode::CardOverAllocated));
}

TEST(KoordinatorCards, WhatIsWrongWithOtherDevicesLeavesTheSharesOfCardsAlone) {
  const auto with = [](const std::string& more) {
    std::string text = koordinatorShare(0, 50);
    text.insert(text.rfind('}'), more);
    return nodeOf(koordinatorDevice("n", 1), {holder("p", text)});
  };
  for (const char* other : {R"(,"xpu":[{"minor":0}])", R"(,"rdma":[{"resources":{"koordinator.sh/rdma":"1"}}])",
                            R"(,"rdma":[{"minor":0,"resources":{"koordinator.sh/rdma":"-1"}}])"}) {
    const NodePtr node = with(other);
    EXPECT_EQ(node->cards[0].memAllocated, MemUnits(8192)) << other;
    EXPECT_EQ(node->pods.at(0)->shares.size(), 1U) << other;
    EXPECT_TRUE(has(*node, FindingCode::MalformedAllocation)) << other;
  }
  const char* negative = R"({"gpu":[{"minor":0,"resources":{"koordinator.sh/gpu-memory-ratio":"-50"}}]})";
  const NodePtr wrong = nodeOf(koordinatorDevice("n", 1), {holder("p", negative)});
  EXPECT_TRUE(wrong->pods.at(0)->shares.empty()) << "of its own entries nothing is believed";
}

TEST(Extras, AChangedDeviceTouchesItsNodeAlone) {
  SnapshotBuilder builder;
  builder.apply(replaceNodes({node("a"), bareNode()}));
  builder.apply(upsertExtra(koordinatorDevice("n", 1)));
  const SnapshotPtr before = builder.build(1);
  ASSERT_EQ(before->cards.size(), 1U);
  builder.apply(upsertExtra(koordinatorDevice("n", 2)));
  const SnapshotPtr after = builder.build(2);
  EXPECT_EQ(before->nodes[0], after->nodes[0]);
  EXPECT_EQ(after->cards.size(), 2U);
  ClusterDelta gone;
  gone.op = ClusterDelta::Op::DeleteExtra;
  gone.extraKind = ExtraKind::KoordinatorDevice;
  gone.key.name = "n";
  builder.apply(gone);
  EXPECT_TRUE(builder.build(3)->cards.empty());
}

TEST(Extras, AKindThatWasNotReadIsNotAnEmptyOne) {
  SnapshotBuilder builder;
  EXPECT_EQ(builder.build(1)->extras, nullptr);
  ClusterDelta none;
  none.op = ClusterDelta::Op::ReplaceExtras;
  none.extraKind = ExtraKind::ResourceSlice;
  builder.apply(none);
  const SnapshotPtr known = builder.build(2);
  ASSERT_NE(known->extras, nullptr);
  EXPECT_TRUE(known->extras->knows(ExtraKind::ResourceSlice));
  EXPECT_FALSE(known->extras->knows(ExtraKind::ResourceClaim));
  EXPECT_TRUE(builder.rawExtras()[indexOf(ExtraKind::ResourceSlice)].has_value());
  none.op = ClusterDelta::Op::ForgetExtras;
  builder.apply(none);
  EXPECT_EQ(builder.build(3)->extras, nullptr);
}

TEST(Extras, SlicesAndTheClaimsOnTheirPoolsBelongToTheNode) {
  RawResourceSlice slice;
  slice.meta.key.name = "s";
  slice.driver = "gpu.nvidia.com";
  slice.pool = "pool";
  slice.nodes.nodeName = "n";
  RawResourceClaim claim;
  claim.meta.key = {"team", "c"};
  claim.allocation.emplace().results.push_back({"r", "gpu.nvidia.com", "pool", "gpu-0", false, {}});
  RawResourceClaim other = claim;
  other.meta.key.name = "d";
  other.allocation->results[0].pool = "elsewhere";
  const SnapshotPtr cluster =
      snapshotOf({node("a"), node("n")}, {}, {upsertExtra(claim), upsertExtra(other), upsertExtra(slice)});
  EXPECT_EQ(cluster->nodes[0]->extras, nullptr);
  ASSERT_NE(cluster->nodes[1]->extras, nullptr);
  EXPECT_EQ(cluster->nodes[1]->extras->slices.size(), 1U);
  ASSERT_EQ(cluster->nodes[1]->extras->claims.size(), 1U);
  EXPECT_EQ(cluster->nodes[1]->extras->claims[0]->meta.key.name, "c");
  EXPECT_EQ(cluster->extras->claims.size(), 2U);
}

}  // namespace
}  // namespace cardinal
