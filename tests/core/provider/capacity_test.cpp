// SPDX-License-Identifier: Apache-2.0
// Cards and mode of a node: docs/reference/gpushare.md 1.1 to 1.9.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/provider/readers.h"
#include "core/provider/registry/registry.h"
#include "core/provider/shared_node.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

NodeCapacity capacity(const NodeBuilder& builder) {
  const auto result = readCapacity(*builder.raw(), nullptr);
  EXPECT_TRUE(result.has_value());
  return result.value_or(NodeCapacity{});
}

bool has(const NodeCapacity& result, FindingCode code) {
  return std::any_of(result.findings.begin(), result.findings.end(),
                     [code](const Finding& f) { return f.code == code; });
}

std::vector<std::int64_t> memory(const NodeCapacity& result) {
  std::vector<std::int64_t> units;
  for (const Card& card : result.cards) units.push_back(card.memTotal.value);
  return units;
}

TEST(Mode, EveryDocumentedLabelValueIsKnown) {
  const std::pair<const char*, GpuMode> values[] = {{"default", GpuMode::Exclusive}, {"cgpu", GpuMode::Cgpu},
                                                    {"core_mem", GpuMode::CoreMem},  {"share", GpuMode::Share},
                                                    {"mps", GpuMode::Mps},           {"topology", GpuMode::Topology},
                                                    {"mig", GpuMode::Mig},           {"disabled", GpuMode::Disabled}};
  for (const auto& [value, mode] : values) {
    const NodeCapacity result = capacity(ackNode("n", value, 4, 15));
    EXPECT_EQ(result.gpu.mode, mode) << value;
    EXPECT_EQ(result.gpu.stack, GpuStack::Ack);
    EXPECT_FALSE(has(result, FindingCode::UnknownModeLabel)) << value;
  }
}

TEST(Mode, UnknownLabelValueKeepsTheCardsAndIsReported) {
  const NodeCapacity result = capacity(ackNode("n", "warp", 2, 15));
  EXPECT_EQ(result.gpu.mode, GpuMode::Unknown);
  EXPECT_EQ(memory(result), (std::vector<std::int64_t>{15, 15}));
  EXPECT_EQ(result.findings.at(0).code, FindingCode::UnknownModeLabel);
  EXPECT_EQ(result.findings.at(0).detail, "warp");
}

TEST(Mode, WithoutLabelWhatIsPublishedDecides) {
  EXPECT_EQ(capacity(node("n").shared(2, 30)).gpu.mode, GpuMode::Gpushare);
  EXPECT_EQ(capacity(node("n").shared(2, 30).resource("aliyun.com/gpu-core.percentage", 200)).gpu.mode,
            GpuMode::CoreMem);
  EXPECT_EQ(capacity(node("n").resource("aliyun.com/gpu", 8)).gpu.mode, GpuMode::Topology);
  EXPECT_EQ(capacity(nvidiaNode("n", 8)).gpu.mode, GpuMode::Exclusive);
  EXPECT_EQ(capacity(nvidiaNode("n", 8)).gpu.stack, GpuStack::Nvidia);
  const NodeCapacity dedicated = capacity(gpushareNode("n", 2, 15).label("cgpu", "true"));
  EXPECT_EQ(dedicated.gpu.mode, GpuMode::Cgpu);
  EXPECT_EQ(dedicated.gpu.stack, GpuStack::Gpushare);
  EXPECT_FALSE(readCapacity(*node("cpu").raw(), nullptr).has_value());
}

// A node that left gpushare keeps its gpu-count (docs/reference/gpushare.md 1.2).
TEST(Mode, LeftoverCountIsNoGpuNode) {
  EXPECT_FALSE(readCapacity(*node("n").shared(7, 0).raw(), nullptr).has_value());
}

TEST(Mode, LabelWhoseResourceIsMissingIsReported) {
  const NodeCapacity result =
      capacity(node("n").label("ack.node.gpu.schedule", "cgpu").label("aliyun.accelerator/nvidia_count", "4"));
  EXPECT_EQ(result.cards.size(), 4U);
  EXPECT_FALSE(result.cards[0].memoryKnown);
  ASSERT_TRUE(has(result, FindingCode::ModeResourceMissing));
  EXPECT_EQ(result.findings[0].detail, "aliyun.com/gpu-mem");
  EXPECT_TRUE(has(capacity(ackNode("n", "core_mem", 2, 15).resource("aliyun.com/gpu-core.percentage", 0)),
                  FindingCode::ModeResourceMissing));
}

TEST(Mode, TwoModesAtOnceAreReported) {
  const NodeCapacity result = capacity(ackNode("n", "cgpu", 2, 15).resource("nvidia.com/gpu", 2));
  ASSERT_TRUE(has(result, FindingCode::SeveralModesPublished));
  EXPECT_EQ(result.findings.back().detail, "aliyun.com/gpu-mem, nvidia.com/gpu");
}

TEST(PlacementLabel, BinpackIsTheDefault) {
  EXPECT_EQ(capacity(ackNode("n", "cgpu", 2, 15)).gpu.placement, Placement::Binpack);
  EXPECT_FALSE(capacity(ackNode("n", "cgpu", 2, 15)).gpu.placementLabelled);
  EXPECT_EQ(capacity(ackNode("n", "cgpu", 2, 15, "spread")).gpu.placement, Placement::Spread);
  const NodeCapacity odd = capacity(ackNode("n", "cgpu", 2, 15, "scatter"));
  EXPECT_EQ(odd.gpu.placement, Placement::Binpack);
  EXPECT_TRUE(odd.gpu.placementLabelled);
  EXPECT_TRUE(has(odd, FindingCode::UnknownPlacementLabel));
}

TEST(PlacementLabel, MaxPodsPerCard) {
  EXPECT_EQ(capacity(ackNode("n", "cgpu", 2, 15).label("ack.node.gpu.max-pod", "16")).gpu.maxPodsPerCard, 16);
  EXPECT_FALSE(
      capacity(ackNode("n", "cgpu", 2, 15).label("ack.node.gpu.max-pod", "-1")).gpu.maxPodsPerCard.has_value());
}

TEST(SharedCards, CoreMemSample) {
  const NodeCapacity result = capacity(ackNode("n", "core_mem", 4, 15));
  EXPECT_EQ(memory(result), (std::vector<std::int64_t>{15, 15, 15, 15}));
  for (const Card& card : result.cards) {
    EXPECT_TRUE(card.coreKnown);
    EXPECT_EQ(card.coreTotal, 100_percent);
  }
  EXPECT_FALSE(capacity(ackNode("n", "cgpu", 4, 15)).cards[0].coreKnown);
}

TEST(SharedCards, ExtenderDividesCapacityAckAllocatable) {
  const auto lowered = [](NodeBuilder builder) { return builder.shared(2, 30).allocatable("aliyun.com/gpu-mem", 15); };
  const NodeCapacity open = capacity(lowered(node("n")));
  EXPECT_EQ(memory(open), (std::vector<std::int64_t>{15, 15}));
  EXPECT_EQ(open.gpu.perCardInspect, 7_units);
  EXPECT_EQ(open.gpu.memTotal, 15_units);
  EXPECT_EQ(open.gpu.memCapacity, 30_units);
  EXPECT_TRUE(has(open, FindingCode::AllocatableBelowCapacity));
  EXPECT_EQ(open.cards[0].health, CardHealth::Unknown);
  EXPECT_EQ(memory(capacity(lowered(node("n").label("ack.node.gpu.schedule", "share")))),
            (std::vector<std::int64_t>{7, 7}));
}

TEST(SharedCards, RemainderIsLostAndSaid) {
  const NodeCapacity result = capacity(node("n").shared(4, 61));
  EXPECT_EQ(memory(result), (std::vector<std::int64_t>{15, 15, 15, 15}));
  ASSERT_TRUE(has(result, FindingCode::MemoryRemainder));
  EXPECT_EQ(result.findings[0].needed, 1);
}

TEST(SharedCards, MemoryWithoutCountHasNoCards) {
  const NodeCapacity result = capacity(node("n").resource("aliyun.com/gpu-mem", 15));
  EXPECT_TRUE(result.cards.empty());
  EXPECT_TRUE(has(result, FindingCode::CardCountMissing));
}

TEST(Unhealthy, ListIsParsedLikeTheExtenderDoes) {
  const auto sick = [](const std::string& text) {
    const RawUnhealthyGpus map{"n", "1", text};
    const auto result = readCapacity(*gpushareNode("n", 4, 15).raw(), &map);
    std::vector<int> cards;
    for (const Card& card : result->cards) {
      if (card.health == CardHealth::Unhealthy) cards.push_back(card.index);
    }
    return cards;
  };
  EXPECT_EQ(sick("0,2"), (std::vector<int>{0, 2}));
  EXPECT_EQ(sick("3"), std::vector<int>{3});
  EXPECT_EQ(sick(""), std::vector<int>{0});
  EXPECT_EQ(sick("a"), std::vector<int>{0});
  EXPECT_EQ(sick("0, 1"), std::vector<int>{0});
  EXPECT_EQ(sick("1, 2"), (std::vector<int>{0, 1}));
  EXPECT_EQ(sick("7,-1"), std::vector<int>{});
  const RawUnhealthyGpus absent{"n", "1", std::nullopt};
  EXPECT_EQ(readCapacity(*gpushareNode("n", 1, 15).raw(), &absent)->cards[0].health, CardHealth::Healthy);
}

TEST(MemoryUnits, LabelIsTheEvidence) {
  using provider::deriveMemoryUnit;
  EXPECT_EQ(deriveMemoryUnit(14, 15079), MemoryUnit::GiB);
  EXPECT_EQ(deriveMemoryUnit(15, 16130), MemoryUnit::GiB);
  EXPECT_EQ(deriveMemoryUnit(1, 1997), MemoryUnit::GiB);
  EXPECT_EQ(deriveMemoryUnit(79, 81251), MemoryUnit::GiB);
  EXPECT_EQ(deriveMemoryUnit(140, 143771), MemoryUnit::GiB);
  EXPECT_EQ(deriveMemoryUnit(128, 16384), MemoryUnit::MiB128);
  EXPECT_EQ(deriveMemoryUnit(12209, 12209), MemoryUnit::MiB);
  EXPECT_EQ(deriveMemoryUnit(30, 16384), MemoryUnit::Unknown);
}

TEST(MemoryUnits, WithoutLabelOnlyThePlausibleIsBelieved) {
  using provider::deriveMemoryUnit;
  EXPECT_EQ(deriveMemoryUnit(15, std::nullopt), MemoryUnit::GiB);
  EXPECT_EQ(deriveMemoryUnit(100, std::nullopt), MemoryUnit::GiB);
  EXPECT_EQ(deriveMemoryUnit(101, std::nullopt), MemoryUnit::Unknown);
  EXPECT_EQ(deriveMemoryUnit(1023, std::nullopt), MemoryUnit::Unknown);
  EXPECT_EQ(deriveMemoryUnit(1024, std::nullopt), MemoryUnit::MiB);
  EXPECT_EQ(deriveMemoryUnit(0, std::nullopt), MemoryUnit::Unknown);
  EXPECT_TRUE(has(capacity(gpushareNode("n", 1, 140)), FindingCode::MemoryUnitUnknown));
}

TEST(MemoryUnits, LabelsOfAckAndOfFeatureDiscovery) {
  const NodeCapacity ack = capacity(ackNode("n", "cgpu", 1, 128)
                                        .label("aliyun.accelerator/nvidia_mem", "16384MiB")
                                        .label("aliyun.accelerator/nvidia_name", "Tesla-T4"));
  EXPECT_EQ(ack.gpu.unit, MemoryUnit::MiB128);
  EXPECT_EQ(ack.gpu.model, "Tesla-T4");
  const NodeCapacity whole =
      capacity(nvidiaNode("n", 2).label("nvidia.com/gpu.memory", "81251").label("nvidia.com/gpu.product", "A100"));
  EXPECT_EQ(whole.gpu.unit, MemoryUnit::MiB);
  EXPECT_EQ(memory(whole), (std::vector<std::int64_t>{81251, 81251}));
  EXPECT_EQ(whole.gpu.model, "A100");
  for (const char* text : {"16GB", "-5MiB", "MiB", "", "99999999999999999999MiB"}) {
    EXPECT_EQ(capacity(gpushareNode("n", 1, 15).label("aliyun.accelerator/nvidia_mem", text)).gpu.unit, MemoryUnit::GiB)
        << text;
  }
}

TEST(WholeCards, SizeUnknownUnlessALabelTellsIt) {
  const NodeCapacity result = capacity(nvidiaNode("n", 3));
  ASSERT_EQ(result.cards.size(), 3U);
  EXPECT_FALSE(result.cards[0].memoryKnown);
  EXPECT_TRUE(result.cards[0].coreKnown);
  EXPECT_EQ(result.gpu.unit, MemoryUnit::Unknown);
}

TEST(WholeCards, SickDevicesLowerAllocatableAndWhichIsNotPublished) {
  const NodeCapacity result = capacity(nvidiaNode("n", 4).allocatable("nvidia.com/gpu", 3));
  EXPECT_EQ(result.cards.size(), 4U);
  EXPECT_EQ(result.cards[0].health, CardHealth::Unknown);
  EXPECT_TRUE(has(result, FindingCode::AllocatableBelowCapacity));
}

TEST(WholeCards, ReplicasAreNotTakenForCards) {
  const NodeCapacity result =
      capacity(nvidiaNode("n", 16).label("nvidia.com/gpu.replicas", "4").label("nvidia.com/gpu.count", "4"));
  EXPECT_EQ(result.gpu.mode, GpuMode::Slots);
  EXPECT_EQ(result.cards.size(), 4U);
  EXPECT_EQ(result.cards[0].slotsTotal, 4);
  EXPECT_FALSE(result.cards[0].memoryKnown);
  EXPECT_FALSE(result.cards[0].coreKnown);
}

TEST(AbsurdNodes, ImpossibleNumbersNeverMakeCards) {
  for (const std::int64_t count : {std::int64_t{-1}, std::int64_t{257}, std::int64_t{1'000'000'000}, INT64_MAX}) {
    const NodeCapacity result = capacity(node("n").shared(count, 60));
    EXPECT_TRUE(result.cards.empty()) << count;
    EXPECT_TRUE(has(result, FindingCode::AbsurdCapacity)) << count;
  }
  for (const std::int64_t units : {std::int64_t{-60}, INT64_MAX}) {
    const NodeCapacity result = capacity(node("n").shared(4, units));
    ASSERT_EQ(result.cards.size(), 4U);
    EXPECT_FALSE(result.cards[0].memoryKnown) << units;
    EXPECT_TRUE(has(result, FindingCode::AbsurdCapacity)) << units;
  }
  EXPECT_TRUE(capacity(nvidiaNode("n", 1'000'000'000)).cards.empty());
  EXPECT_TRUE(capacity(nvidiaNode("n", -8)).cards.empty());
  EXPECT_TRUE(capacity(ackNode("n", "mig", 0, 0).label("aliyun.accelerator/nvidia_count", "99999")).cards.empty());
}

}  // namespace
}  // namespace cardinal
