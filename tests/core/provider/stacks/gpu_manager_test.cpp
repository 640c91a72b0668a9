// SPDX-License-Identifier: Apache-2.0
// What Tencent's gpu-manager and its extender write, and what pods ask of them.
#include "core/provider/stacks/gpu_manager/gpu_manager.h"

#include <gtest/gtest.h>

#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

using namespace provider;
using Code = GpuManagerProblemCode;

constexpr const char* kCore = "tencent.com/vcuda-core";
constexpr const char* kMemory = "tencent.com/vcuda-memory";

GpuManagerNode readNode(const NodeBuilder& builder) {
  auto read = readGpuManagerNode(*builder.raw());
  EXPECT_TRUE(read);
  return read.value_or(GpuManagerNode());
}

template <typename Read>
bool says(const Read& read, Code code) {
  return std::any_of(read.problems.begin(), read.problems.end(), [&](const auto& p) { return p.code == code; });
}

TEST(GpuManagerNode, CardsAreCountedFromCapacity) {
  const GpuManagerNode read =
      readNode(node("a").capacity(kCore, 400).capacity(kMemory, 32).allocatable(kCore, 300).allocatable(kMemory, 24));
  EXPECT_EQ(read.cards, 4);
  EXPECT_EQ(read.memoryPerCard, 8);
  EXPECT_EQ(read.allocatableCores, 300);
  EXPECT_TRUE(read.problems.empty());
}

TEST(GpuManagerNode, WhatDoesNotDivideIsLostAndSaid) {
  const GpuManagerNode seven = readNode(node("a").resource(kCore, 800).resource(kMemory, 756));
  EXPECT_EQ(seven.cards, 8);
  EXPECT_EQ(seven.memoryPerCard, 94);
  EXPECT_TRUE(says(seven, Code::MemoryLost));
  const GpuManagerNode odd = readNode(node("a").resource(kCore, 250).resource(kMemory, 17));
  EXPECT_EQ(odd.cards, 2);
  EXPECT_EQ(odd.memoryPerCard, 8);
  EXPECT_TRUE(says(odd, Code::CoresLost));
}

TEST(GpuManagerNode, LessThanACardBreaksTheExtender) {
  const GpuManagerNode read = readNode(node("a").resource(kCore, 50).resource(kMemory, 8));
  EXPECT_TRUE(read.breaksExtender);
  EXPECT_TRUE(read.isGpuNode());
  EXPECT_EQ(read.cards, 0);
  EXPECT_TRUE(says(read, Code::LessThanACard));
}

TEST(GpuManagerNode, AbsurdCapacitiesListNoCards) {
  const GpuManagerNode many = readNode(node("a").resource(kCore, INT64_MAX).resource(kMemory, INT64_MAX));
  EXPECT_EQ(many.cards, 0);
  EXPECT_TRUE(says(many, Code::TooManyCards));
  const GpuManagerNode negative = readNode(node("a").resource(kCore, 200).resource(kMemory, -8));
  EXPECT_EQ(negative.memoryPerCard, 0);
  EXPECT_TRUE(says(negative, Code::NegativeNumber));
}

TEST(GpuManagerNode, OtherNodesAreNotGpuManagers) {
  EXPECT_FALSE(readGpuManagerNode(*nvidiaNode("a", 8).raw()));
  EXPECT_FALSE(readGpuManagerNode(*node("a").resource(kCore, 0).raw()));
  const GpuManagerNode stopped = readNode(node("a").capacity(kCore, 200).allocatable(kCore, 0));
  EXPECT_TRUE(says(stopped, Code::NothingOffered));
}

PodBuilder shared(std::int64_t cores, std::int64_t memory) {
  return pod("p").resource(kCore, cores).resource(kMemory, memory);
}

TEST(GpuManagerPod, EveryListedCardHoldsTheContainersAmounts) {
  PodBuilder builder = shared(10, 1);
  builder.container().resource(kCore, 200).container();
  builder.annotation("tencent.com/predicate-gpu-idx-0", "3")
      .annotation("tencent.com/predicate-gpu-idx-1", "1,0")
      .annotation("tencent.com/gpu-assigned", "true")
      .annotation("tencent.com/predicate-node", "a");
  const GpuManagerHoldings read = readGpuManagerPod(*builder.raw());
  ASSERT_EQ(read.shares.size(), 2U);
  EXPECT_EQ(read.shares[0].cards, (std::vector<int>{3}));
  EXPECT_EQ(read.shares[0].cores, 10);
  EXPECT_EQ(read.shares[0].memory, 1);
  EXPECT_EQ(read.shares[1].container, 1);
  EXPECT_EQ(read.shares[1].cards, (std::vector<int>{1, 0}));
  EXPECT_EQ(read.shares[1].cores, 100);
  EXPECT_EQ(read.assigned, true);
  EXPECT_EQ(read.predicateNode, "a");
  EXPECT_TRUE(read.complete);
}

TEST(GpuManagerPod, AListThatIsNoneHoldsNothingAndIsSaid) {
  for (const char* text : {"", " ", "0, 1", "x", "0,", ",", "1.5", "99999999999999999999"}) {
    const GpuManagerHoldings read =
        readGpuManagerPod(*shared(10, 1).annotation("tencent.com/predicate-gpu-idx-0", text).raw());
    EXPECT_TRUE(read.shares.empty()) << text;
    EXPECT_FALSE(read.complete) << text;
    EXPECT_TRUE(says(read, Code::BadIndexList)) << text;
  }
}

TEST(GpuManagerPod, ANegativeIndexBreaksTheExtender) {
  const GpuManagerHoldings read =
      readGpuManagerPod(*shared(10, 1).annotation("tencent.com/predicate-gpu-idx-0", "-1").raw());
  EXPECT_TRUE(read.breaksExtender);
  EXPECT_FALSE(read.complete);
}

TEST(GpuManagerPod, APredictedPodWeighsBeforeItIsBound) {
  EXPECT_EQ(gpuManagerNodeOf(*shared(10, 1).annotation("tencent.com/predicate-node", "a").raw()), "a");
  EXPECT_EQ(gpuManagerNodeOf(*shared(10, 1).annotation("tencent.com/predicate-node", "a").on("b").raw()), "b");
  EXPECT_EQ(gpuManagerNodeOf(*shared(10, 1).on("b").phase(PodPhase::Failed).raw()), "");
}

TEST(GpuManagerRequest, GpuPodsAreRecognisedBySums) {
  const auto request = [](std::vector<std::pair<std::int64_t, std::int64_t>> containers) {
    PodBuilder builder = pod("p");
    for (std::size_t i = 0; i < containers.size(); ++i) {
      if (i > 0) builder.container();
      builder.resource(kCore, containers[i].first).resource(kMemory, containers[i].second);
    }
    return readGpuManagerRequest(*builder.raw());
  };
  EXPECT_FALSE(request({{50, 0}}).isGpuPod);
  EXPECT_TRUE(says(request({{50, 0}}), Code::NoMemoryRequested));
  EXPECT_FALSE(request({{0, 3}}).isGpuPod);
  EXPECT_TRUE(says(request({{0, 3}}), Code::NoCoresRequested));
  EXPECT_TRUE(request({{100, 0}}).isGpuPod);
  const GpuManagerRequest pair = request({{50, 0}, {60, 1}});
  EXPECT_TRUE(pair.isGpuPod);
  ASSERT_EQ(pair.containers.size(), 1U);
  EXPECT_EQ(pair.containers[0].container, 1);
  const GpuManagerRequest none = request({{50, 0}, {60, 0}});
  EXPECT_TRUE(none.isGpuPod);
  EXPECT_TRUE(none.containers.empty());
  EXPECT_TRUE(says(request({{150, 10}}), Code::NotMultipleOf100));
  EXPECT_TRUE(says(request({{-5, 10}}), Code::NegativeAmount));
}

TEST(GpuManagerRequest, AnnotationsOfAnEarlierPredictionAreFound) {
  EXPECT_TRUE(
      readGpuManagerRequest(*shared(10, 1).annotation("tencent.com/predicate-time", "1").raw()).alreadyPredicated);
  EXPECT_TRUE(
      readGpuManagerRequest(*shared(10, 1).annotation("x-tencent.com/gpu-assigned-y", "1").raw()).alreadyPredicated);
  EXPECT_FALSE(
      readGpuManagerRequest(*shared(10, 1).annotation("tencent.com/predicate-node", "a").raw()).alreadyPredicated);
}

TEST(GpuLinks, AMatrixIsReadOrRefusedWhole) {
  const auto links = readGpuLinkMatrix("\tGPU0\tGPU1\nGPU0\tX\tPIX\nGPU1\tPIX\tX\n");
  ASSERT_TRUE(links);
  EXPECT_EQ((*links)[0][1], GpuLinkLevel::Pix);
  for (const char* text : {"", "\n", "GPU0 GPU1\nGPU0 X PIX\n", "GPU0\nGPU0 X X\n", "GPU0\nGPU0 NV2\n",
                           "GPU0 GPU1\nGPU0 X PIX\nGPU1 X PIX\n", "GPU0\nGPU0 X\nGPU1 X\n"})
    EXPECT_FALSE(readGpuLinkMatrix(text)) << text;
}

}  // namespace
}  // namespace cardinal::testing
