// SPDX-License-Identifier: Apache-2.0
// HAMi's cards in a snapshot: split counts are slots of cards, pods hold parts of the cards that their annotations
// name.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

constexpr const char* kTwoCards =
    R"([{"id":"GPU-a","index":0,"count":10,"devmem":32768,"devcore":100,"type":"NVIDIA-Tesla V100","health":true},)"
    R"({"id":"GPU-b","index":1,"count":10,"devmem":32768,"devcore":100,"type":"NVIDIA-Tesla V100","numa":1,"health":true}])";

NodeBuilder hamiNode(const char* cards = kTwoCards) {
  return nvidiaNode("n", 20).annotation("hami.io/node-nvidia-register", cards);
}

PodBuilder holder(std::string name, std::string devices) {
  return pod(std::move(name))
      .nvidia(1)
      .resource("nvidia.com/gpumem", 3000)
      .on("n")
      .annotation("hami.io/vgpu-node", "n")
      .annotation("hami.io/vgpu-devices-allocated", std::move(devices));
}

NodePtr nodeOf(const NodeBuilder& builder, const std::vector<PodBuilder>& pods = {}) {
  return snapshotOf({builder}, pods)->nodes.at(0);
}

bool has(const NodeRecord& node, FindingCode code) {
  return std::any_of(node.findings.begin(), node.findings.end(), [code](const Finding& f) { return f.code == code; });
}

TEST(HamiNode, SplitCountIsNoCardCount) {
  const NodePtr node = nodeOf(hamiNode(), {holder("p", "GPU-b,NVIDIA,3000,30:;")});
  EXPECT_EQ(node->gpu.stack, GpuStack::Hami);
  EXPECT_EQ(node->gpu.mode, GpuMode::Vgpu);
  ASSERT_EQ(node->cards.size(), 2U);
  EXPECT_EQ(node->cards[0].memAllocated, MemUnits(0));
  EXPECT_EQ(node->cards[1].memAllocated, MemUnits(3000));
  EXPECT_EQ(node->cards[1].coreAllocated, CorePercent(30));
  EXPECT_EQ(node->cards[1].slotsHeld, 1);
  EXPECT_EQ(node->cards[1].pods, 1);
  EXPECT_EQ(node->devices->cards.at(1).id, "GPU-b");
  EXPECT_EQ(node->devices->cards.at(1).numa, 1);
  EXPECT_EQ(node->devices->slotsTotal, 20);
  EXPECT_EQ(node->devices->slotsAllocated, 1);
  EXPECT_TRUE(node->findings.empty());
}

TEST(HamiNode, TheOlderRecordsAreReadToo) {
  const NodePtr node = nodeOf(hamiNode("GPU-0,10,32768,100,NVIDIA-Tesla V100-PCIE-32GB,0,true:"));
  ASSERT_EQ(node->cards.size(), 1U);
  EXPECT_EQ(node->cards[0].memTotal, MemUnits(32768));
}

TEST(HamiNode, AnUnreadableRegistrationShowsNoCards) {
  const NodePtr node = nodeOf(hamiNode("[{\"id\":"));
  EXPECT_EQ(node->gpu.stack, GpuStack::Hami);
  EXPECT_EQ(node->gpu.mode, GpuMode::NotRead);
  EXPECT_TRUE(node->cards.empty());
  EXPECT_TRUE(has(*node, FindingCode::StackNotRead));
}

TEST(HamiNode, PodsThatNameOtherCardsOrNoneAreFound) {
  const NodePtr node = nodeOf(hamiNode(), {holder("gone", "GPU-x,NVIDIA,3000,0:;"), holder("odd", "GPU-a,NVIDIA"),
                                           pod("none").nvidia(1).on("n")});
  EXPECT_TRUE(has(*node, FindingCode::CardOutOfRange));
  EXPECT_TRUE(has(*node, FindingCode::MalformedAllocation));
  EXPECT_TRUE(has(*node, FindingCode::AllocationMissing));
  EXPECT_EQ(node->cards[0].memAllocated, MemUnits(0));
}

TEST(HamiNode, ARegistrationWithoutAPluginIsStale) {
  EXPECT_TRUE(has(*nodeOf(hamiNode().resource("nvidia.com/gpu", 0)), FindingCode::StaleResource));
}

}  // namespace
}  // namespace cardinal
