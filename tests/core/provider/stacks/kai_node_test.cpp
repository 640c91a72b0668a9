// SPDX-License-Identifier: Apache-2.0
// Nodes on which the KAI-Scheduler shares cards out: objects in the form of the stack's own documents, made by hand.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/model/shared_card.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

constexpr const char* kCard = "GPU-5b1a0f6e-0b3c-4a1f-9a52-0c1d2e3f4a5b";

NodeBuilder gpuNode(int cards, const char* memory = "81559") {
  NodeBuilder out = nvidiaNode("n", cards);
  return memory != nullptr ? out.label("nvidia.com/gpu.memory", memory) : out;
}

PodBuilder sharer(const std::string& name, const char* fraction, const char* group) {
  PodBuilder out = pod(name).annotation("gpu-fraction", fraction).label("runai-gpu-group", group);
  out.edit().spec.schedulerName = "kai-scheduler";
  return out.on("n");
}

PodBuilder reservation(const std::string& group, const char* card) {
  PodBuilder out =
      pod("kai-resource-reservation", "gpu-reservation-" + group).nvidia(1).label("runai-gpu-group", group);
  if (card != nullptr) out.annotation("run.ai/reserve_for_gpu_index", card);
  return out.on("n");
}

NodePtr nodeOf(const NodeBuilder& builder, const std::vector<PodBuilder>& pods) {
  return snapshotOf({builder}, pods)->nodes.at(0);
}

PodPtr podOf(const NodeRecord& node, const std::string& name) {
  const auto found =
      std::find_if(node.pods.begin(), node.pods.end(), [&](const PodPtr& pod) { return pod->key().name == name; });
  return found != node.pods.end() ? *found : nullptr;
}

int count(const NodeRecord& node, FindingCode code) {
  return static_cast<int>(std::count_if(node.findings.begin(), node.findings.end(),
                                        [&](const Finding& finding) { return finding.code == code; }));
}

TEST(KaiCards, ASharedCardIsOneCardWithItsPodsAndItsMemory) {  // traps 1, 2, P1
  const NodePtr node = nodeOf(gpuNode(2), {sharer("a", "0.5", "g"), sharer("b", "0.5", "g"), reservation("g", kCard)});
  EXPECT_EQ(node->gpu.mode, GpuMode::Exclusive);
  EXPECT_EQ(node->wholeCardsHeld, 1);
  ASSERT_EQ(node->cards.size(), 2U);
  const Card& card = node->cards[0];
  EXPECT_EQ(card.memTotal, MemUnits(81500));
  EXPECT_EQ(card.memAllocated, MemUnits(81500));
  EXPECT_EQ(card.pods, 2);
  EXPECT_TRUE(card.held);
  EXPECT_FALSE(card.coreKnown);
  EXPECT_EQ(node->devices->cards.at(0).id, kCard);
  EXPECT_FALSE(node->cards[1].held);
  EXPECT_EQ(memoryFraction(node->cards[1]), 0.0);
  EXPECT_EQ(podOf(*node, "a")->shares, (std::vector<CardShare>{{0, MemUnits(40750), {}, 0}}));
  EXPECT_TRUE(isCardReservation(*podOf(*node, "gpu-reservation-g")));
  EXPECT_TRUE(node->findings.empty());
}

TEST(KaiCards, AHalfSharedCardIsHalfFullAndYetNoFreeCard) {
  const NodePtr node = nodeOf(gpuNode(2), {sharer("a", "0.5", "g"), reservation("g", kCard)});
  EXPECT_EQ(memoryFraction(node->cards[0]), 0.5);
  EXPECT_TRUE(node->cards[0].held);
  EXPECT_TRUE(isSharedByGroups(*node, 0));
  EXPECT_FALSE(isSharedByGroups(*node, 1));
}

TEST(KaiCards, WholeCardPodsStandBesideSharedCards) {
  const NodePtr node =
      nodeOf(gpuNode(4), {pod("w").nvidia(2).on("n"), sharer("a", "0.25", "g"), reservation("g", kCard)});
  EXPECT_EQ(node->wholeCardsHeld, 3);
  EXPECT_EQ(std::count_if(node->cards.begin(), node->cards.end(), [](const Card& card) { return card.held; }), 3);
  EXPECT_TRUE(node->cards[0].holderKnown);
  EXPECT_EQ(node->cards[0].memAllocated, MemUnits(20375));
  EXPECT_FALSE(node->cards[1].holderKnown);  // one of those that "w" may hold
  EXPECT_EQ(memoryFraction(node->cards[1]), 1.0);
}

TEST(KaiCards, AnIndexOfAnOlderVersionIsTheCard) {
  const NodePtr node = nodeOf(gpuNode(4), {sharer("a", "0.5", "g"), reservation("g", "2")});
  EXPECT_FALSE(node->cards[0].held);
  EXPECT_EQ(node->cards[2].memAllocated, MemUnits(40750));
  EXPECT_TRUE(node->devices->cards.at(2).id.empty());
}

TEST(KaiCards, ShareOfSeveralCardsHoldsEachOfThem) {
  PodBuilder several = pod("a").annotation("gpu-fraction", "0.5").annotation("gpu-fraction-num-devices", "2");
  several.label("runai-gpu-group/g1", "g1").label("runai-gpu-group/g2", "g2").on("n");
  const NodePtr node = nodeOf(gpuNode(4), {several, reservation("g1", "GPU-1"), reservation("g2", "GPU-2")});
  EXPECT_EQ(node->wholeCardsHeld, 2);
  EXPECT_EQ(podOf(*node, "a")->shares.size(), 2U);
  EXPECT_EQ(node->cards[0].memAllocated, MemUnits(40750));
  EXPECT_EQ(node->cards[1].memAllocated, MemUnits(40750));
  EXPECT_EQ(podOf(*node, "a")->request.number(), 2);
}

TEST(KaiCards, AReservationWithoutSharersKeepsItsCard) {  // trap 10
  const NodePtr node = nodeOf(gpuNode(2), {reservation("g", kCard)});
  EXPECT_TRUE(node->cards[0].held);
  EXPECT_EQ(node->cards[0].pods, 0);
  EXPECT_EQ(node->cards[0].memAllocated, MemUnits(0));
}

TEST(KaiCards, SharersWhoseReservationIsNotSeenHoldOneCard) {
  const NodePtr node = nodeOf(gpuNode(2), {sharer("a", "0.5", "g"), sharer("b", "0.25", "g")});
  EXPECT_EQ(node->wholeCardsHeld, 1);
  EXPECT_EQ(node->cards[0].memAllocated, MemUnits(61125));
  EXPECT_TRUE(node->devices->cards.at(0).id.empty());
}

/// KAI's binder deletes such a pod, and for the kubelet the card is free.
TEST(KaiCards, ARunningSharerWithoutItsReservationIsAnOrphan) {  // trap P8
  const NodePtr node = nodeOf(gpuNode(2), {sharer("a", "0.5", "g"), sharer("b", "0.5", "h"), reservation("h", kCard)});
  ASSERT_EQ(count(*node, FindingCode::OrphanedShare), 1);
  const auto found = std::find_if(node->findings.begin(), node->findings.end(),
                                  [](const Finding& one) { return one.code == FindingCode::OrphanedShare; });
  EXPECT_EQ(found->pod, "default/a");
  EXPECT_EQ(found->detail, "g");
  PodBuilder waiting = sharer("w", "0.5", "g");
  waiting.edit().phase = PodPhase::Pending;
  EXPECT_EQ(count(*nodeOf(gpuNode(2), {waiting}), FindingCode::OrphanedShare), 0) << "the binder leaves it";
  PodBuilder ending = sharer("e", "0.5", "g");
  ending.edit().meta.deletionTimestamp = 1;
  EXPECT_EQ(count(*nodeOf(gpuNode(2), {ending}), FindingCode::OrphanedShare), 0) << "it goes anyway";
}

TEST(KaiCards, AShareWithoutAGroupIsAFindingAndNoCard) {
  PodBuilder lost = pod("a").annotation("gpu-fraction", "0.5").on("n");
  const NodePtr node = nodeOf(gpuNode(2), {lost});
  EXPECT_EQ(count(*node, FindingCode::AllocationMissing), 1);
  EXPECT_FALSE(node->cards[0].held);
}

TEST(KaiCards, AnAnnotationThatTheSchedulerIgnoresHoldsNothing) {  // trap P5
  const NodePtr node = nodeOf(gpuNode(2), {sharer("a", "half", "g")});
  EXPECT_FALSE(node->cards[0].held);
  EXPECT_EQ(node->wholeCardsHeld, 0);
  EXPECT_EQ(count(*node, FindingCode::FieldUnreadable), 1);
  EXPECT_FALSE(podOf(*node, "a")->request.problems.empty());
}

TEST(KaiCards, MoreGroupsThanCardsAreAFindingAndNeverAWrongSum) {
  const NodePtr node = nodeOf(gpuNode(1), {sharer("a", "0.5", "g1"), sharer("b", "0.5", "g2"), reservation("g1", kCard),
                                           reservation("g2", kCard)});
  EXPECT_EQ(node->cards[0].memAllocated, MemUnits(40750));
  EXPECT_GE(count(*node, FindingCode::CardOutOfRange), 1);
}

TEST(KaiCards, MemoryOfSeveralCardsOnOneIsOverAllocated) {  // trap 5
  PodBuilder twice = pod("a").annotation("gpu-memory", "30600").label("runai-gpu-group", "g").on("n");
  const NodePtr node = nodeOf(gpuNode(2, "15360"), {twice, reservation("g", kCard)});
  EXPECT_EQ(node->cards[0].memTotal, MemUnits(15300));
  EXPECT_EQ(count(*node, FindingCode::CardOverAllocated), 1);
}

TEST(KaiCards, WithoutALabelOfTheSizeSharesArePercent) {
  const NodePtr node = nodeOf(gpuNode(2, nullptr), {sharer("a", "0.3", "g"), reservation("g", kCard)});
  EXPECT_EQ(node->gpu.unit, MemoryUnit::Unknown);
  EXPECT_EQ(memoryFraction(node->cards[0]), 0.3);
}

TEST(KaiCards, MemoryOnCardsOfUnknownSizeIsUnknown) {
  PodBuilder mib = pod("a").annotation("gpu-memory", "2000").label("runai-gpu-group", "g").on("n");
  const NodePtr node = nodeOf(gpuNode(2, nullptr), {mib, reservation("g", kCard)});
  EXPECT_FALSE(node->cards[0].memoryKnown);
  EXPECT_TRUE(node->cards[0].held);
}

TEST(KaiCards, TheNodeKeepsItsStackAndNamesTheOther) {
  const NodePtr node = nodeOf(gpuNode(2), {sharer("a", "0.5", "g"), reservation("g", kCard)});
  EXPECT_EQ(node->gpu.stack, GpuStack::Nvidia);
  EXPECT_EQ(node->devices->stacks, (std::vector<GpuStack>{GpuStack::Nvidia, GpuStack::Kai}));
  EXPECT_EQ(count(*node, FindingCode::SeveralStacks), 0);
}

TEST(KaiCards, RequestsAreNamedInPercentMiBAndCards) {
  const SnapshotPtr cluster =
      snapshotOf({gpuNode(2)}, {pod("a").annotation("gpu-memory", "2000").annotation("gpu-fraction-num-devices", "2")});
  const GpuRequest& request = cluster->unboundPods.at(0)->request;
  EXPECT_EQ(request.asks, (std::vector<ResourceAsk>{{"gpu-memory", 2000}, {"gpu-fraction-num-devices", 2}}));
  EXPECT_EQ(request.resource, "gpu-memory");
}

TEST(KaiCards, AFinishedPodLeavesItsCard) {
  const NodePtr node = nodeOf(gpuNode(2), {sharer("a", "0.5", "g").phase(PodPhase::Succeeded)});
  EXPECT_FALSE(node->cards[0].held);
}

}  // namespace
}  // namespace cardinal
