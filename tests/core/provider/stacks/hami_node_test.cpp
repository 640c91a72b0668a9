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
  EXPECT_FALSE(has(*node, FindingCode::FieldUnreadable)) << "the version that wrote them reads them";
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
  const NodePtr node = nodeOf(hamiNode().resource("nvidia.com/gpu", 0));
  EXPECT_TRUE(has(*node, FindingCode::StaleResource));
  ASSERT_EQ(node->cards.size(), 2U) << "they are shown";
  EXPECT_EQ(node->cards[0].health, CardHealth::Unknown);
}

TEST(HamiNode, WithoutAListOfCardsItsSharesAreNoWholeCards) {
  for (const char* list : {"", "[]", "null", "  "}) {
    const NodePtr node = nodeOf(hamiNode(list));
    EXPECT_EQ(node->gpu.stack, GpuStack::Hami) << list;
    EXPECT_EQ(node->gpu.mode, GpuMode::NotRead) << list;
    EXPECT_TRUE(node->cards.empty()) << list;
    EXPECT_TRUE(has(*node, FindingCode::ModeResourceMissing) || has(*node, FindingCode::FieldUnreadable)) << list;
  }
}

TEST(HamiNode, AnyMarkOfItSaysThatTheResourceCountsNoCards) {
  const auto modeOf = [](const NodeBuilder& builder) { return nodeOf(builder)->gpu.mode; };
  EXPECT_EQ(modeOf(nvidiaNode("n", 20).annotation("hami.io/node-handshake", "Requesting_2026-11-26 18:00:00")),
            GpuMode::NotRead);
  EXPECT_EQ(modeOf(nvidiaNode("n", 10).annotation("4pd.io/node-nvidia-register", "GPU-1,10,32768,100,T4,0,true:")),
            GpuMode::NotRead);
  EXPECT_EQ(modeOf(nvidiaNode("n", 20).label("gpu", "on")), GpuMode::NotRead);
  EXPECT_EQ(modeOf(nvidiaNode("n", 20)), GpuMode::Exclusive);
  EXPECT_EQ(modeOf(nvidiaNode("n", 8).label("gpu", "on").label("nvidia.com/gpu.count", "8")), GpuMode::Exclusive)
      << "as many cards as are offered";
  EXPECT_EQ(nodeOf(gpushareNode("n", 2, 15).annotation("hami.io/node-handshake", "Deleted_2026"))->gpu.stack,
            GpuStack::Gpushare)
      << "a leftover beside another stack's own resources";
}

TEST(HamiNode, APodThatHoldsItsShareSaysItToo) {
  const NodePtr node = nodeOf(nvidiaNode("n", 80), {holder("p", "GPU-1,NVIDIA,3000,30:;")});
  EXPECT_EQ(node->gpu.mode, GpuMode::NotRead);
  EXPECT_TRUE(node->cards.empty());
  EXPECT_EQ(nodeOf(nvidiaNode("n", 80), {holder("p", "GPU-1,NVIDIA,3000,30:;").phase(PodPhase::Succeeded)})->gpu.mode,
            GpuMode::Slots);
}

TEST(HamiNode, WhereAPodHoldsNobodyKnowsWhichCardNoneIsFree) {
  const NodePtr node = nodeOf(hamiNode(), {holder("p", "GPU-a,NVIDIA,3000,30:;"), pod("none").nvidia(1).on("n")});
  EXPECT_EQ(node->devices->slotsAllocated, std::nullopt);
  for (const Card& card : node->cards) {
    EXPECT_FALSE(card.holderKnown);
    EXPECT_FALSE(card.slotsHeldKnown);
  }
}

TEST(HamiNode, ImpossibleNumbersAreSaidAndCountNothing) {
  const NodePtr node =
      nodeOf(hamiNode(R"([{"id":"A","count":-5,"devmem":-1,"devcore":100,"type":"NVIDIA-T4","health":true}])"));
  EXPECT_EQ(std::count_if(node->findings.begin(), node->findings.end(),
                          [](const Finding& one) { return one.code == FindingCode::AbsurdCapacity; }),
            2);
  EXPECT_EQ(node->devices->slotsTotal, std::nullopt);
  const NodePtr held = nodeOf(hamiNode(), {holder("p", "GPU-a,NVIDIA,-3000,30:;")});
  EXPECT_TRUE(has(*held, FindingCode::MalformedAllocation));
  EXPECT_FALSE(held->cards[0].holderKnown);
}

TEST(HamiNode, OfTwoCardsOfOneIdItIsUnknownWhoHoldsThem) {
  const NodePtr node =
      nodeOf(hamiNode(R"([{"id":"A","count":10,"devmem":8192,"devcore":100,"type":"NVIDIA-T4","health":true},)"
                      R"({"id":"A","count":10,"devmem":8192,"devcore":100,"type":"NVIDIA-T4","health":true},)"
                      R"({"id":"B","count":10,"devmem":8192,"devcore":100,"type":"NVIDIA-T4","health":true}])"),
             {holder("p", "A,NVIDIA,3000,30:;")});
  EXPECT_FALSE(node->cards[0].holderKnown);
  EXPECT_FALSE(node->cards[1].holderKnown);
  EXPECT_TRUE(node->cards[2].holderKnown);
  EXPECT_EQ(node->devices->slotsAllocated, std::nullopt);
}

TEST(HamiNode, AnOverbookedCardIsSaidInItsOwnKeys) {
  const NodePtr node = nodeOf(hamiNode(), {holder("p", "GPU-a,NVIDIA,90000,30:;")});
  const auto found = std::find_if(node->findings.begin(), node->findings.end(),
                                  [](const Finding& one) { return one.code == FindingCode::CardOverAllocated; });
  ASSERT_NE(found, node->findings.end());
  EXPECT_EQ(found->detail, "nvidia.com/gpumem");
}

}  // namespace
}  // namespace cardinal
