// SPDX-License-Identifier: Apache-2.0
// Volcano's cards in a snapshot: what pods hold by their annotations, and what the scheduler counts, which is less.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

constexpr const char* kTwoCards =
    "GPU-a,10,32768,NVIDIA-Tesla V100,true,hami-core:GPU-b,10,32768,NVIDIA-Tesla V100,false,hami-core:";

NodeBuilder volcanoNode(const char* cards = kTwoCards) {
  return node("n")
      .resource("volcano.sh/vgpu-number", 20)
      .resource("volcano.sh/vgpu-memory", 65536)
      .resource("volcano.sh/vgpu-cores", 200)
      .annotation("volcano.sh/node-vgpu-register", cards);
}

PodBuilder holder(std::string name, std::string ids) {
  return pod(std::move(name))
      .resource("volcano.sh/vgpu-number", 1)
      .resource("volcano.sh/vgpu-memory", 3000)
      .on("n")
      .annotation("volcano.sh/vgpu-ids-new", std::move(ids));
}

NodePtr nodeOf(const NodeBuilder& builder, const std::vector<PodBuilder>& pods = {}) {
  return snapshotOf({builder}, pods)->nodes.at(0);
}

bool has(const NodeRecord& node, FindingCode code) {
  return std::any_of(node.findings.begin(), node.findings.end(), [code](const Finding& f) { return f.code == code; });
}

TEST(VolcanoNode, CardsSlotsAndSharesAreRead) {
  const NodePtr node = nodeOf(volcanoNode(), {holder("p", "GPU-b,NVIDIA,3000,30:")});
  EXPECT_EQ(node->gpu.stack, GpuStack::Volcano);
  EXPECT_EQ(node->gpu.mode, GpuMode::Vgpu);
  EXPECT_EQ(node->gpu.unit, MemoryUnit::MiB);
  ASSERT_EQ(node->cards.size(), 2U);
  EXPECT_EQ(node->cards[0].memAllocated, MemUnits(0));
  EXPECT_EQ(node->cards[1].memTotal, MemUnits(32768));
  EXPECT_EQ(node->cards[1].memAllocated, MemUnits(3000));
  EXPECT_EQ(node->cards[1].coreAllocated, CorePercent(30));
  EXPECT_EQ(node->cards[1].slotsHeld, 1);
  EXPECT_EQ(node->cards[1].health, CardHealth::Unhealthy);
  EXPECT_EQ(node->devices->cards.at(1).id, "GPU-b");
  EXPECT_EQ(node->devices->slotsTotal, 20);
  EXPECT_TRUE(node->devices->unrecognised.empty());
  EXPECT_EQ(node->pods.at(0)->source, AllocationSource::VolcanoDevices);
  EXPECT_TRUE(node->findings.empty());
}

TEST(VolcanoNode, OnlyAPodsFirstEntryOnACardCountsForTheScheduler) {
  // Two containers of 2,000 and 3,000 on one card: 5,000 are held, 2,000 and one slot are counted.
  const NodePtr node = nodeOf(volcanoNode(), {holder("p", "GPU-a,NVIDIA,2000,10:;GPU-a,NVIDIA,3000,20:")});
  EXPECT_EQ(node->cards[0].memAllocated, MemUnits(5000));
  EXPECT_EQ(node->cards[0].coreAllocated, CorePercent(30));
  EXPECT_EQ(node->cards[0].memScheduler, MemUnits(2000));
  EXPECT_EQ(node->cards[0].coreScheduler, CorePercent(10));
  EXPECT_EQ(node->cards[0].slotsHeld, 1);
}

TEST(VolcanoNode, CardsOfATerminatingPodAreFreeForTheScheduler) {
  const NodePtr node = nodeOf(volcanoNode(), {holder("p", "GPU-a,NVIDIA,3000,0:").terminating()});
  EXPECT_EQ(node->cards[0].memAllocated, MemUnits(3000));
  EXPECT_EQ(node->cards[0].memScheduler, MemUnits(0));
  EXPECT_EQ(node->cards[0].slotsHeld, 0);
}

TEST(VolcanoNode, FiguresThatCannotBeReadAreUnknownAndFound) {
  const NodePtr node =
      nodeOf(volcanoNode("GPU-a,10,much,NVIDIA-T4,true,hami-core:GPU-b,10,15360,NVIDIA-T4,true,hami-core:"));
  ASSERT_EQ(node->cards.size(), 2U);
  EXPECT_FALSE(node->cards[0].memoryKnown);
  EXPECT_FALSE(node->cards[0].slotsHeldKnown);
  EXPECT_TRUE(node->cards[1].memoryKnown);
  EXPECT_FALSE(node->devices->slotsTotal.has_value());
  EXPECT_TRUE(has(*node, FindingCode::FieldUnreadable));
}

TEST(VolcanoNode, PodsThatNameOtherCardsOrNoneAreFound) {
  const NodePtr node = nodeOf(volcanoNode(), {holder("gone", "GPU-x,NVIDIA,3000,0:"), holder("odd", "GPU-a,NVIDIA"),
                                              pod("none").resource("volcano.sh/vgpu-number", 1).on("n")});
  EXPECT_TRUE(has(*node, FindingCode::CardOutOfRange));
  EXPECT_TRUE(has(*node, FindingCode::MalformedAllocation));
  EXPECT_TRUE(has(*node, FindingCode::AllocationMissing));
}

TEST(VolcanoNode, UnitsThatALabelContradictsAreNoMib) {
  // gpuMemoryFactor 10: 3,276 units are 32,768 MiB.
  const char* cards = "GPU-a,10,3276,NVIDIA-Tesla V100,true,hami-core:";
  EXPECT_EQ(nodeOf(volcanoNode(cards))->gpu.unit, MemoryUnit::MiB);
  const NodePtr node = nodeOf(volcanoNode(cards).label("nvidia.com/gpu.memory", "32768"));
  EXPECT_EQ(node->gpu.unit, MemoryUnit::Unknown);
  EXPECT_FALSE(node->devices->cards.at(0).memoryMib.has_value());
}

TEST(VolcanoNode, OfMigCardsTheMemoryInUseIsUnknown) {
  const NodePtr node =
      nodeOf(volcanoNode("GPU-a,7,40960,NVIDIA-A100,true,mig:"), {holder("p", "GPU-a[group1-0],NVIDIA,5120,0:")});
  EXPECT_EQ(node->gpu.mode, GpuMode::Mig);
  EXPECT_FALSE(node->cards[0].memoryKnown);
  EXPECT_EQ(node->cards[0].slotsHeld, 1);
}

TEST(VolcanoNode, ARegistrationWithoutResourcesIsStale) {
  EXPECT_TRUE(has(*nodeOf(volcanoNode().resource("volcano.sh/vgpu-memory", 0)), FindingCode::StaleResource));
}

TEST(VolcanoNode, ARegistrationWithoutCardsIsNotRead) {
  const NodePtr node = nodeOf(volcanoNode("nothing"));
  EXPECT_EQ(node->gpu.stack, GpuStack::Volcano);
  EXPECT_EQ(node->gpu.mode, GpuMode::NotRead);
  EXPECT_TRUE(node->cards.empty());
}

}  // namespace
}  // namespace cardinal
