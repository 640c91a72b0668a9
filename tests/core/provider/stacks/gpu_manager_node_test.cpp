// SPDX-License-Identifier: Apache-2.0
// gpu-manager's cards in a snapshot: equal parts of the node's capacity, pods by the indexes that are written on them.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

/// 4 cards of 8 units of 256 MiB.
NodeBuilder vcudaNode() {
  return node("n").resource("tencent.com/vcuda-core", 400).resource("tencent.com/vcuda-memory", 32);
}

PodBuilder holder(std::string name, std::int64_t cores, std::int64_t units, std::string cards) {
  PodBuilder out = pod(std::move(name)).resource("tencent.com/vcuda-core", cores);
  if (units > 0) out.resource("tencent.com/vcuda-memory", units);
  return out.on("n")
      .annotation("tencent.com/predicate-gpu-idx-0", std::move(cards))
      .annotation("tencent.com/gpu-assigned", "false");
}

NodePtr nodeOf(const NodeBuilder& builder, const std::vector<PodBuilder>& pods = {}) {
  return snapshotOf({builder}, pods)->nodes.at(0);
}

bool has(const NodeRecord& node, FindingCode code) {
  return std::any_of(node.findings.begin(), node.findings.end(), [code](const Finding& f) { return f.code == code; });
}

TEST(GpuManagerNode, CardsAreEqualPartsInMib) {
  const NodePtr node = nodeOf(vcudaNode(), {holder("p", 30, 2, "1")});
  EXPECT_EQ(node->gpu.stack, GpuStack::GpuManager);
  EXPECT_EQ(node->gpu.mode, GpuMode::Vgpu);
  EXPECT_EQ(node->gpu.unit, MemoryUnit::MiB);
  ASSERT_EQ(node->cards.size(), 4U);
  EXPECT_EQ(node->cards[1].memTotal, MemUnits(2048));
  EXPECT_EQ(node->cards[1].memAllocated, MemUnits(512));
  EXPECT_EQ(node->cards[1].coreAllocated, CorePercent(30));
  EXPECT_EQ(node->cards[1].health, CardHealth::Unknown) << "the API does not tell it";
  EXPECT_EQ(node->pods.at(0)->source, AllocationSource::GpuManagerIndices);
  EXPECT_TRUE(node->findings.empty());
}

TEST(GpuManagerNode, AWholeCardIsSureOnlyWhenGpuManagerAssignedIt) {
  const NodePtr predicted = nodeOf(vcudaNode(), {holder("p", 100, 0, "2")});
  EXPECT_EQ(predicted->cards[2].memAllocated, MemUnits(0));
  EXPECT_EQ(predicted->cards[2].coreScheduler, CorePercent(100)) << "the extender counts what it predicted";
  EXPECT_EQ(predicted->memPending, MemUnits(2048));
  const NodePtr assigned =
      nodeOf(vcudaNode(), {holder("p", 100, 0, "2").annotation("tencent.com/gpu-assigned", "true")});
  EXPECT_EQ(assigned->cards[2].memAllocated, MemUnits(2048));
  EXPECT_EQ(assigned->memPending, MemUnits(0));
}

TEST(GpuManagerNode, TerminatingPodsCountUntilTheyAreGone) {
  const NodePtr node = nodeOf(vcudaNode(), {holder("p", 30, 2, "1").terminating()});
  EXPECT_EQ(node->cards[1].memScheduler, MemUnits(512));
}

TEST(GpuManagerNode, WhatDoesNotFitIsHeldButNotCounted) {
  const NodePtr node = nodeOf(vcudaNode(), {holder("a", 60, 4, "0"), holder("b", 60, 4, "0")});
  EXPECT_EQ(node->cards[0].coreAllocated, CorePercent(120));
  EXPECT_EQ(node->cards[0].coreScheduler, CorePercent(60));
}

TEST(GpuManagerNode, OddIndexesAndMissingOnesAreFound) {
  const NodePtr node = nodeOf(vcudaNode(), {holder("far", 30, 2, "9"), holder("odd", 30, 2, "x"),
                                            pod("none").resource("tencent.com/vcuda-core", 100).on("n")});
  EXPECT_TRUE(has(*node, FindingCode::CardOutOfRange));
  EXPECT_TRUE(has(*node, FindingCode::MalformedAllocation));
  EXPECT_TRUE(has(*node, FindingCode::AllocationMissing));
}

TEST(GpuManagerNode, WhatBelongsToNoCardIsFound) {
  const NodePtr node = nodeOf(vcudaNode().resource("tencent.com/vcuda-memory", 33));
  EXPECT_EQ(node->cards.at(0).memTotal, MemUnits(2048));
  EXPECT_TRUE(has(*node, FindingCode::MemoryRemainder));
}

TEST(GpuManagerNode, LessThanACardIsAbsurdAndOffersNone) {
  const NodePtr node = nodeOf(vcudaNode().resource("tencent.com/vcuda-core", 50));
  EXPECT_TRUE(node->cards.empty());
  EXPECT_TRUE(has(*node, FindingCode::AbsurdCapacity));
}

TEST(GpuManagerNode, APluginThatIsGoneLeavesItsCapacity) {
  const NodePtr node = nodeOf(vcudaNode().allocatable("tencent.com/vcuda-core", 0));
  EXPECT_EQ(node->cards.size(), 4U);
  EXPECT_TRUE(has(*node, FindingCode::StaleResource));
}

}  // namespace
}  // namespace cardinal
