// SPDX-License-Identifier: Apache-2.0
// Devices that kube-scheduler only counts: what their plugins and other schedulers make of the sums.
#include <gtest/gtest.h>

#include "core/alloc/engine/allocator.h"
#include "tests/core/alloc/stacks/fresh_request.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

NodeBuilder gkeNode(const char* strategy, int slots) {
  return nvidiaNode("n", slots)
      .label("cloud.google.com/gke-accelerator", "nvidia-l4")
      .label("cloud.google.com/gke-gpu-sharing-strategy", strategy)
      .label("cloud.google.com/gke-max-shared-clients-per-gpu", "4");
}

TEST(CountedDevices, GkeGivesAContainerOneSlotOfATimeSharedCard) {
  const SnapshotPtr cluster = snapshotOf({gkeNode("time-sharing", 4)});
  EXPECT_EQ(askFresh(pod("new").nvidia(1), cluster).candidates.size(), 1U);
  const AllocationAnswer two = askFresh(pod("new").nvidia(2), cluster);
  ASSERT_EQ(two.rejections.size(), 1U);
  EXPECT_EQ(two.rejections[0].reason.detail.text(),
            "invalid request for sharing GPU (time-sharing), at most 1 nvidia.com/gpu can be requested on GPU nodes");
}

TEST(CountedDevices, GkeGivesSeveralSlotsOfMpsOnANodeOfOneCard) {
  const AllocationAnswer one = askFresh(pod("new").nvidia(2), snapshotOf({gkeNode("mps", 4)}));
  ASSERT_EQ(one.candidates.size(), 1U);
  EXPECT_FALSE(has(one, Caveat::SlotsMayFail));
  const AllocationAnswer several = askFresh(pod("new").nvidia(2), snapshotOf({gkeNode("mps", 8)}));
  ASSERT_EQ(several.rejections.size(), 1U);
  EXPECT_NE(several.rejections[0].reason.detail.find("(MPS)"), std::string::npos);
  EXPECT_EQ(several.rejections[0].reason.waiting, Waiting::Never);
}

NodeBuilder shareNode() {
  return node("n").resource("volcano.sh/gpu-memory", 65536).resource("volcano.sh/gpu-number", 4);
}

PodBuilder share(std::int64_t mib) {
  return pod("new").resource("volcano.sh/gpu-memory", mib);
}

TEST(CountedDevices, VolcanosMemoryIsOfOneCard) {
  // Four cards of 16,384 MiB.
  const SnapshotPtr empty = snapshotOf({shareNode()});
  const AllocationAnswer large = askFresh(share(20000), empty);
  ASSERT_EQ(large.rejections.size(), 1U);
  EXPECT_EQ(large.rejections[0].reason.detail.text(), "no enough gpu memory on node");
  EXPECT_EQ(large.rejections[0].reason.waiting, Waiting::Never);
  const AllocationAnswer small = askFresh(share(9000), empty, 9);
  EXPECT_EQ(small.placements.size(), 4U) << "one a card, though seven fit the sum";
  EXPECT_EQ(small.candidates.at(0).cardCount, 1);
}

TEST(CountedDevices, WhichOfVolcanosCardsAreInUseIsUnknown) {
  const SnapshotPtr used = snapshotOf({shareNode()}, {pod("held").resource("volcano.sh/gpu-memory", 8192).on("n")});
  for (const PodBuilder& request : {share(9000), pod("new").resource("volcano.sh/gpu-number", 1)}) {
    const AllocationAnswer answer = askFresh(request, used);
    ASSERT_EQ(answer.rejections.size(), 1U);
    EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::ModeNotPlaceable);
    EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Unknown);
  }
  EXPECT_EQ(askFresh(pod("new").resource("volcano.sh/gpu-number", 1), snapshotOf({shareNode()}), 9).placements.size(),
            4U);
}

TEST(CountedDevices, PartsOfIntelsCardsAreNoSum) {
  // 600 of each of two cards are requested: 800 are left in sum.
  const auto intel = [](std::int64_t millicores) {
    return node("n").resource("gpu.intel.com/i915", 20).resource("gpu.intel.com/millicores", millicores);
  };
  const auto part = [](const std::string& name, std::int64_t millicores) {
    return pod(name).resource("gpu.intel.com/i915", 1).resource("gpu.intel.com/millicores", millicores);
  };
  const SnapshotPtr used = snapshotOf({intel(2000)}, {part("a", 600).on("n"), part("b", 600).on("n")});
  const AllocationAnswer answer = askFresh(part("new", 700), used);
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Unknown);
  EXPECT_EQ(askFresh(part("new", 300), snapshotOf({intel(1000)}, {part("a", 600).on("n")})).candidates.size(), 1U);
  EXPECT_EQ(askFresh(part("new", 700), snapshotOf({intel(2000)})).candidates.size(), 1U);
}

TEST(CountedDevices, CardsAreCountedAndNotTheirParts) {
  // "sgpu-core" stands before "vgpu".
  const PodBuilder request = pod("new")
                                 .resource("mthreads.com/vgpu", 1)
                                 .resource("mthreads.com/sgpu-core", 8)
                                 .resource("mthreads.com/sgpu-memory", 32);
  const SnapshotPtr cluster = snapshotOf({node("n")
                                              .resource("mthreads.com/vgpu", 200)
                                              .resource("mthreads.com/sgpu-core", 32)
                                              .resource("mthreads.com/sgpu-memory", 192)});
  const AllocationAnswer answer = askFresh(request, cluster, 9);
  ASSERT_EQ(answer.placements.size(), 4U) << "32 of 8";
  EXPECT_EQ(answer.candidates.at(0).cardCount, 1);
}

TEST(CountedDevices, CoresOfATakenChipAreNotFree) {
  // 16 chips of two cores: 30 cores are 15 chips.
  const auto neuron = [] {
    return node("n").resource("aws.amazon.com/neuron", 16).resource("aws.amazon.com/neuroncore", 32);
  };
  const SnapshotPtr byCores = snapshotOf({neuron()}, {pod("held").resource("aws.amazon.com/neuroncore", 30).on("n")});
  EXPECT_EQ(askFresh(pod("new").resource("aws.amazon.com/neuron", 1), byCores, 4).placements.size(), 1U);
  const SnapshotPtr byChips = snapshotOf({neuron()}, {pod("held").resource("aws.amazon.com/neuron", 15).on("n")});
  EXPECT_EQ(askFresh(pod("new").resource("aws.amazon.com/neuroncore", 1), byChips, 4).placements.size(), 2U);
  EXPECT_EQ(askFresh(pod("new").resource("aws.amazon.com/neuron", 4), snapshotOf({neuron()}), 9).placements.size(), 4U);
}

TEST(CountedDevices, PartsThatOnlyHamiCountsAreUnknownAndNotNever) {
  const PodBuilder metax = pod("new")
                               .resource("metax-tech.com/sgpu", 1)
                               .resource("metax-tech.com/vcore", 60)
                               .resource("metax-tech.com/vmemory", 4);
  const AllocationAnswer answer = askFresh(metax, snapshotOf({node("n").resource("metax-tech.com/sgpu", 64)}));
  ASSERT_EQ(answer.rejections.size(), 1U);
  EXPECT_EQ(answer.rejections[0].reason.code, ReasonCode::ModeNotPlaceable);
  EXPECT_EQ(answer.rejections[0].reason.waiting, Waiting::Unknown);
  // Where nothing of the maker is, nothing of HAMi's helps.
  const AllocationAnswer other = askFresh(metax, snapshotOf({nvidiaNode("n", 8)}));
  EXPECT_EQ(other.rejections.at(0).reason.waiting, Waiting::Never);
}

TEST(CountedDevices, APausedPluginMayComeBack) {
  const AllocationAnswer paused =
      askFresh(pod("new").nvidia(1), snapshotOf({nvidiaNode("n", 8).allocatable("nvidia.com/gpu", 0)}));
  ASSERT_EQ(paused.rejections.size(), 1U);
  EXPECT_EQ(paused.rejections[0].reason.waiting, Waiting::Unknown);
  EXPECT_EQ(askFresh(pod("new").nvidia(9), snapshotOf({nvidiaNode("n", 8)})).rejections.at(0).reason.waiting,
            Waiting::Never);
}

TEST(CountedDevices, SickCardsMayComeBackOnNodesOfManyCardsAndOfTopology) {
  const auto waiting = [](const PodBuilder& asked, const NodeBuilder& on) {
    return askFresh(asked, snapshotOf({on})).rejections.at(0).reason.waiting;
  };
  const NodeBuilder many = nvidiaNode("n", 16).allocatable("nvidia.com/gpu", 8);
  EXPECT_EQ(waiting(pod("new").nvidia(12), many), Waiting::Unknown);
  EXPECT_EQ(waiting(pod("new").nvidia(17), many), Waiting::Never);
  const NodeBuilder linked = ackNode("n", "topology", 8, 15).allocatable("aliyun.com/gpu", 4);
  EXPECT_EQ(waiting(pod("new").topology(6), linked), Waiting::Unknown);
  EXPECT_EQ(waiting(pod("new").topology(9), linked), Waiting::Never);
}

}  // namespace
}  // namespace cardinal
