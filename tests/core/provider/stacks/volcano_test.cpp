// SPDX-License-Identifier: Apache-2.0
// What Volcano's vGPU plugin and scheduler write, and what pods ask of them.
#include "core/provider/stacks/volcano/volcano.h"

#include <gtest/gtest.h>

#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

using namespace provider;
using Code = VolcanoProblemCode;

RawNode registered(const std::string& text, std::int64_t number = 10, std::int64_t memory = 15360,
                   std::int64_t cores = 100) {
  RawNode out = *node("a")
                     .resource("volcano.sh/vgpu-number", number)
                     .resource("volcano.sh/vgpu-memory", memory)
                     .resource("volcano.sh/vgpu-cores", cores)
                     .raw();
  out.meta.annotations.emplace_back("volcano.sh/node-vgpu-register", text);
  return out;
}

VolcanoNode readNode(const RawNode& raw) {
  auto read = readVolcanoNode(raw);
  EXPECT_TRUE(read);
  return read.value_or(VolcanoNode());
}

template <typename Read>
bool says(const Read& read, Code code) {
  return std::any_of(read.problems.begin(), read.problems.end(), [&](const auto& p) { return p.code == code; });
}

VolcanoConfig withPercentage() {
  VolcanoConfig config;
  config.percentageName = "volcano.sh/vgpu-memory-percentage";
  return config;
}

TEST(VolcanoNode, CardsStandInTheAnnotation) {
  const VolcanoNode read = readNode(
      registered("GPU-a,10,32768,NVIDIA-Tesla V100,true,hami-core:GPU-b,7,40960,NVIDIA-A100-SXM4-40GB,false,mig:"));
  ASSERT_EQ(read.cards.size(), 2U);
  EXPECT_EQ(read.cards[0].uuid, "GPU-a");
  EXPECT_EQ(read.cards[0].slots, 10);
  EXPECT_EQ(read.cards[0].memory, 32768);
  EXPECT_EQ(read.cards[0].type, "NVIDIA-Tesla V100");
  EXPECT_TRUE(read.cards[0].healthy);
  EXPECT_FALSE(read.cards[0].isMig);
  EXPECT_EQ(read.cards[1].index, 1);
  EXPECT_FALSE(read.cards[1].healthy);
  EXPECT_TRUE(read.cards[1].isMig);
  EXPECT_TRUE(read.seenByScheduler);
  EXPECT_TRUE(read.problems.empty());
  EXPECT_EQ(read.allocatable.number, 10);
  EXPECT_EQ(read.allocatable.percentage, std::nullopt);
}

TEST(VolcanoNode, OneOldRecordHidesAllCardsFromTheScheduler) {
  const VolcanoNode read =
      readNode(registered("GPU-a,10,32768,NVIDIA-Tesla V100,true:GPU-b,10,32768,NVIDIA-Tesla V100,true,hami-core:"));
  EXPECT_EQ(read.cards.size(), 2U) << "they are there, and shown";
  EXPECT_FALSE(read.cards[0].modeKnown);
  EXPECT_FALSE(read.seenByScheduler);
  EXPECT_TRUE(says(read, Code::TooFewFields));
}

TEST(VolcanoNode, WithoutAllocatableMemoryTheSchedulerSeesNoCards) {
  const VolcanoNode read = readNode(registered("GPU-a,10,15360,NVIDIA-T4,true,hami-core:", 20, 0));
  EXPECT_EQ(read.cards.size(), 1U);
  EXPECT_FALSE(read.seenByScheduler);
  ASSERT_TRUE(says(read, Code::NoneAllocatable));
  EXPECT_EQ(read.problems.back().field, "allocatable[volcano.sh/vgpu-memory]");
}

TEST(VolcanoNode, UnreadableFiguresAreNotPassedOffAsKnown) {
  const VolcanoNode read =
      readNode(registered("GPU-a,ten,32768,NVIDIA-X,true,mig:GPU-b,10,-5,NVIDIA-X,true,mig:GPU-c,1,"
                          "99999999999999999999,NVIDIA-X,true,mig:"));
  ASSERT_EQ(read.cards.size(), 3U);
  for (const VolcanoCard& card : read.cards) EXPECT_FALSE(card.figuresKnown) << card.uuid;
  EXPECT_EQ(read.cards[0].slots, 0) << "as the scheduler counts it";
  EXPECT_TRUE(says(read, Code::NotANumber));
  EXPECT_TRUE(says(read, Code::NegativeNumber));
}

TEST(VolcanoNode, HostileTextsGiveProblemsAndNoCards) {
  for (const std::string text : {"", "garbage", ":", "::::", ",", ",,,:", "GPU-a,10,32768:", "\xff\xfe,\x00:"}) {
    const VolcanoNode read = readNode(registered(text));
    EXPECT_FALSE(read.seenByScheduler) << text;
    EXPECT_TRUE(read.cards.empty()) << text;
    EXPECT_FALSE(read.problems.empty()) << text;
  }
  const VolcanoNode huge = readNode(registered(std::string(1U << 20U, ',')));
  EXPECT_TRUE(says(huge, Code::TooLong));
  ASSERT_FALSE(huge.problems.empty());
  EXPECT_LT(huge.problems[0].value.size(), 300U);
}

TEST(VolcanoNode, EveryTruncationIsSurvived) {
  const std::string whole =
      "GPU-a,10,32768,NVIDIA-Tesla V100,true,hami-core:GPU-b,10,32768,NVIDIA-Tesla V100,true,mig:";
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const VolcanoNode read = readNode(registered(whole.substr(0, length)));
    EXPECT_LE(read.cards.size(), 2U);
    EXPECT_TRUE(!read.seenByScheduler || !read.cards.empty()) << length;
  }
}

TEST(VolcanoNode, AUuidListedTwiceAndAGapAreNoted) {
  const VolcanoNode read = readNode(registered("GPU-a,1,2,NVIDIA,true,x:?:GPU-a,1,2,NVIDIA,true,x:"));
  EXPECT_TRUE(says(read, Code::DuplicateUuid));
  EXPECT_TRUE(says(read, Code::GapInRecords));
  EXPECT_EQ(read.cards[1].index, 2) << "the index is the position in the text";
}

TEST(VolcanoNode, OtherNodesAreNotVolcanos) {
  EXPECT_FALSE(readVolcanoNode(*nvidiaNode("a", 8).raw()));
  EXPECT_FALSE(readVolcanoNode(*node("a").resource("volcano.sh/vgpu-number", 0).raw()));
  const auto unregistered = readVolcanoNode(*node("a").resource("volcano.sh/vgpu-number", 10).raw());
  ASSERT_TRUE(unregistered);
  EXPECT_TRUE(says(*unregistered, Code::NoRecords));
}

PodBuilder holding(const std::string& ids) {
  return pod("p").resource("volcano.sh/vgpu-number", 1).annotation("volcano.sh/vgpu-ids-new", ids);
}

TEST(VolcanoPod, ElementsBelongToTheContainersThatAsk) {
  PodBuilder builder = holding("GPU-a,NVIDIA,2000,0:;GPU-a,NVIDIA,3000,10:GPU-b,NVIDIA,3000,10:");
  builder.container().cpuMilli(100).container().resource("volcano.sh/vgpu-memory", 3000);
  const VolcanoHoldings read = readVolcanoPod(*builder.raw());
  ASSERT_EQ(read.shares.size(), 3U);
  EXPECT_TRUE(read.complete);
  EXPECT_EQ(read.shares[0].container, 0);
  EXPECT_EQ(read.shares[1].container, 2) << "the container in the middle asks nothing and has no element";
  EXPECT_EQ(read.shares[2].uuid, "GPU-b");
  EXPECT_EQ(read.shares[2].memory, 3000);
  EXPECT_EQ(read.shares[2].cores, 10);
}

TEST(VolcanoPod, AnotherNumberOfElementsLeavesTheContainerUnknown) {
  const VolcanoHoldings read = readVolcanoPod(*holding("GPU-a,NVIDIA,1,0:;GPU-b,NVIDIA,1,0:").raw());
  ASSERT_EQ(read.shares.size(), 2U);
  EXPECT_EQ(read.shares[0].container, std::nullopt);
  EXPECT_TRUE(says(read, Code::OtherContainers));
}

TEST(VolcanoPod, AMigIdNamesCardGroupAndPosition) {
  const VolcanoHoldings read = readVolcanoPod(*holding("GPU-f97f[group2-3],NVIDIA,6144,0:").raw());
  ASSERT_EQ(read.shares.size(), 1U);
  EXPECT_EQ(read.shares[0].uuid, "GPU-f97f");
  EXPECT_EQ(read.shares[0].migGroup, "group2");
  EXPECT_EQ(read.shares[0].migPosition, 3);
  for (const std::string id : {"GPU-a[", "GPU-a[g", "GPU-a[g-", "GPU-a[g-x]", "GPU-a]g-1[", "GPU-a[a-b-1]"}) {
    const VolcanoHoldings bad = readVolcanoPod(*holding(id + ",NVIDIA,1,0:").raw());
    ASSERT_EQ(bad.shares.size(), 1U) << id;
    EXPECT_EQ(bad.shares[0].migPosition, -1) << id;
    EXPECT_TRUE(says(bad, Code::MalformedInstance)) << id;
  }
}

TEST(VolcanoPod, WhatCannotBeReadMakesTheHoldingsIncomplete) {
  const VolcanoHoldings few = readVolcanoPod(*holding("GPU-a,NVIDIA,1:").raw());
  EXPECT_FALSE(few.complete);
  EXPECT_TRUE(says(few, Code::TooFewFields));
  const VolcanoHoldings text = readVolcanoPod(*holding("GPU-a,NVIDIA,much,0:").raw());
  ASSERT_EQ(text.shares.size(), 1U);
  EXPECT_FALSE(text.shares[0].figuresKnown);
  const std::string whole = "GPU-a[group1-0],NVIDIA,2000,0:;GPU-b,NVIDIA,2000,0:";
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_LE(readVolcanoPod(*holding(whole.substr(0, length)).raw()).shares.size(), 2U);
}

TEST(VolcanoPod, AnEmptyListIsAnAssignment) {
  EXPECT_TRUE(readVolcanoPod(*holding("").raw()).assigned);
  EXPECT_FALSE(readVolcanoPod(*pod("p").raw()).assigned);
}

TEST(VolcanoRequest, NumberAloneAsksWholeCardsOfMemory) {
  const VolcanoRequest read = readVolcanoRequest(*pod("p").resource("volcano.sh/vgpu-number", 2).raw());
  ASSERT_EQ(read.containers.size(), 1U);
  EXPECT_EQ(read.containers[0].number, 2);
  EXPECT_EQ(read.containers[0].percentage, 100);
  EXPECT_EQ(read.sums.number, 2);
  EXPECT_EQ(read.sums.memory, std::nullopt);
}

TEST(VolcanoRequest, MemoryAloneAsksOneCard) {
  const VolcanoRequest read = readVolcanoRequest(*pod("p").resource("volcano.sh/vgpu-memory", 1000).raw());
  ASSERT_EQ(read.containers.size(), 1U);
  EXPECT_EQ(read.containers[0].number, 1);
  EXPECT_EQ(read.containers[0].memory, 1000);
  EXPECT_EQ(read.containers[0].percentage, std::nullopt);
}

TEST(VolcanoRequest, APercentageWinsOverMemoryWhereItIsNamed) {
  const auto raw = pod("p")
                       .resource("volcano.sh/vgpu-number", 1)
                       .resource("volcano.sh/vgpu-memory", 1000)
                       .resource("volcano.sh/vgpu-memory-percentage", 50)
                       .raw();
  EXPECT_EQ(readVolcanoRequest(*raw, withPercentage()).containers[0].percentage, 50);
  const VolcanoRequest unnamed = readVolcanoRequest(*raw);
  EXPECT_EQ(unnamed.containers[0].percentage, std::nullopt);
  EXPECT_EQ(unnamed.containers[0].memory, 1000);
  EXPECT_TRUE(says(unnamed, Code::PercentageNotNamed));
  EXPECT_EQ(unnamed.sums.percentage, 50) << "the node's sums count it all the same";
}

TEST(VolcanoRequest, APercentageAloneGetsNoCard) {
  const VolcanoRequest read =
      readVolcanoRequest(*pod("p").resource("volcano.sh/vgpu-memory-percentage", 50).raw(), withPercentage());
  EXPECT_FALSE(read.requestsDevices());
  EXPECT_TRUE(says(read, Code::NoDeviceRequested));
}

TEST(VolcanoRequest, InitContainersCountInTheSumsOnly) {
  RawPod raw = *pod("p").resource("volcano.sh/vgpu-number", 1).resource("volcano.sh/vgpu-memory", 10).raw();
  raw.spec.initContainers = raw.spec.containers;
  raw.spec.initContainers[0].limits[1].amount = Quantity::fromInteger(500);
  raw.spec.initContainers[0].requests[1].amount = Quantity::fromInteger(500);
  const VolcanoRequest read = readVolcanoRequest(raw);
  EXPECT_EQ(read.containers.size(), 1U);
  EXPECT_EQ(read.sums.memory, 500);
  EXPECT_TRUE(says(read, Code::InitContainerRequests));
}

TEST(VolcanoRequest, AbsurdAmountsAreNamed) {
  const auto problemOf = [](const char* key, Quantity amount) {
    const VolcanoRequest read = readVolcanoRequest(
        *pod("p").resource("volcano.sh/vgpu-number", 1).resource(key, amount).raw(), withPercentage());
    return read.problems.empty() ? Code::NoRecords : read.problems[0].code;
  };
  EXPECT_EQ(problemOf("volcano.sh/vgpu-number", Quantity::fromInteger(0)), Code::NumberIsZero);
  EXPECT_EQ(problemOf("volcano.sh/vgpu-number", Quantity::fromMilli(500)), Code::NotWhole);
  EXPECT_EQ(problemOf("volcano.sh/vgpu-memory", Quantity::fromInteger(-1)), Code::NegativeNumber);
  EXPECT_EQ(problemOf("volcano.sh/vgpu-cores", Quantity::fromInteger(101)), Code::CoresAbove100);
  EXPECT_EQ(problemOf("volcano.sh/vgpu-memory-percentage", Quantity::fromInteger(150)), Code::PercentageAbove100);
}

TEST(VolcanoRequest, SelectionByUuidHasNoEffectAndIsSaid) {
  const VolcanoRequest read = readVolcanoRequest(
      *pod("p").resource("volcano.sh/vgpu-number", 1).annotation("volcano.sh/vgpu-use-gpuuuid", "GPU-a").raw());
  EXPECT_TRUE(says(read, Code::UuidSelectionIgnored));
}

TEST(VolcanoConfig, NamesFactorAndGeometriesAreRead) {
  const auto config = readVolcanoConfig(R"({"nvidia":{"resourceCountName":"n","resourceMemoryName":"m",
      "resourceMemoryPercentageName":"p","resourceCoreName":"c","gpuMemoryFactor":10,"knownMigGeometries":[
      {"models":["A30"],"allowedGeometries":[{"group":"group1","geometries":[{"name":"1g.6gb","memory":6144,"count":4}]}]}
      ]}})");
  ASSERT_TRUE(config) << describe(config.error());
  EXPECT_EQ(config->countName, "n");
  EXPECT_EQ(config->percentageName, "p");
  EXPECT_EQ(config->memoryFactor, 10);
  ASSERT_NE(migModelsOf(*config, "NVIDIA-NVIDIA A30"), nullptr);
  EXPECT_EQ(migModelsOf(*config, "NVIDIA-NVIDIA A30")->groups[0].instances[0].count, 4);
  EXPECT_EQ(migModelsOf(*config, "NVIDIA-Tesla T4"), nullptr);
}

TEST(VolcanoConfig, WhatIsWrongIsAnErrorAndNoDefault) {
  for (const char* text :
       {"", "{", "[]", R"({"nvidia":3})", R"({"nvidia":{"gpuMemoryFactor":-1}})",
        R"({"nvidia":{"knownMigGeometries":{}}})", R"({"nvidia":{"knownMigGeometries":[{"models":[1]}]}})",
        R"({"nvidia":{"resourceCountName":7}})"})
    EXPECT_FALSE(readVolcanoConfig(text)) << text;
}

}  // namespace
}  // namespace cardinal::testing
