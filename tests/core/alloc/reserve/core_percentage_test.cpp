// SPDX-License-Identifier: Apache-2.0
// Worked scenarios of memory with compute (docs/scenarios.md T44 to T56).
#include "core/alloc/evaluation/make_demand.h"
#include "tests/core/alloc/answer_text.h"
#include "tests/core/alloc/scheduler_text.h"

namespace cardinal::testing {
namespace {

PodBuilder asks(std::int64_t units, std::int64_t core) {
  PodBuilder out = pod("asked");
  out.gpuMem(units).core(core);
  return out;
}

SnapshotPtr coreNode(int cards, const std::vector<PodBuilder>& pods = {}) {
  return snapshotOf({ackNode("n", "core_mem", cards, 15, "binpack")}, pods);
}

/// Card 0 has (10, 50 %) free, card 1 (6, 80 %).
SnapshotPtr unevenNode() {
  return coreNode(2, {ackHeld("a", "n", 0, 5, 50), ackHeld("b", "n", 1, 9, 20)});
}

std::vector<ErrorCode> problemsOf(const PodBuilder& incoming) {
  std::vector<ErrorCode> out;
  for (const Error& error : ask(coreNode(4), incoming).requestProblems) out.push_back(error.code);
  return out;
}

TEST(CorePercentage, T44StepsOfFiveAreValid) {
  const auto cluster = coreNode(4);
  for (const std::int64_t core : {30, 5, 100}) EXPECT_EQ(places(ask(cluster, asks(2, core)), cluster), "n[0]") << core;
}

TEST(CorePercentage, T45OtherNumbersAreRefusedAndZeroIsNoRequest) {
  for (const std::int64_t core : {7, 3, 102, 32}) {
    EXPECT_EQ(problemsOf(asks(2, core)), std::vector<ErrorCode>{ErrorCode::CoreNotMultipleOfFive}) << core;
  }
  EXPECT_EQ(problemsOf(asks(2, 105)), std::vector<ErrorCode>{ErrorCode::CoreOutOfRange});
  const auto cluster = coreNode(4);
  EXPECT_EQ(why(ask(cluster, asks(2, 0)), cluster, "n"), "CoreRequired core_mem never");
}

TEST(CorePercentage, T46ThreePodsOfThirtyFitOneCard) {
  const auto cluster = coreNode(1);
  const auto answer = ask(cluster, asks(2, 30), 4);
  EXPECT_EQ(plan(answer, cluster), "n[0] n[0] n[0]");
  ASSERT_TRUE(answer.firstMiss);
  EXPECT_EQ(text(answer.firstMiss->reason), "InsufficientResource 30/10 aliyun.com/gpu-core.percentage");
}

TEST(CorePercentage, T47TheFourthPodOpensTheNextCard) {
  const auto cluster = coreNode(4);
  EXPECT_EQ(plan(ask(cluster, asks(2, 30), 4), cluster), "n[0] n[0] n[0] n[1]");
}

TEST(CorePercentage, T48MemoryAndCoreScoresAreAveraged) {
  const auto cluster = unevenNode();
  const auto answer = ask(cluster, asks(2, 30));
  EXPECT_EQ(places(answer, cluster), "n[0]");
  // memory 30 * 7/15 + 70 = 84, core 30 * 80/100 + 70 = 94; card 1: 92 and 85
  EXPECT_EQ(answer.candidates[0].score, 89);
  EXPECT_FALSE(answer.candidates[0].cardsTied);
}

TEST(CorePercentage, T49AndT50OneOfTheTwoResourcesDecides) {
  const auto cluster = unevenNode();
  EXPECT_EQ(places(ask(cluster, asks(2, 60)), cluster), "n[1]");
  EXPECT_EQ(places(ask(cluster, asks(7, 30)), cluster), "n[0]");
}

TEST(CorePercentage, T51MemoryOnOneCardAndCoreOnTheOtherIsNoFit) {
  const auto cluster = unevenNode();
  const AllocationRequest request = makeRequest(asks(7, 60).raw());
  const auto answer = allocate(request, *cluster);
  const NodeRejection& refused = refusal(answer, cluster, "n");
  EXPECT_EQ(text(refused.reason), "NoCommonCard");
  ASSERT_EQ(refused.cards.size(), 2U);
  EXPECT_EQ(text(refused.cards[0]), "InsufficientCardCore card 0 60/50");
  EXPECT_EQ(text(refused.cards[1]), "InsufficientCardMemory card 1 7/6");
  EXPECT_EQ(schedulerText(refused, request, *cluster), "node(s) didn't have enough device resources to allocate");
}

TEST(CorePercentage, T52AMemoryOnlyPodIsRefusedByACoreMemNode) {
  const auto cluster = coreNode(4);
  PodBuilder memory = pod("asked");
  memory.gpuMem(2);
  const AllocationRequest request = makeRequest(memory.raw());
  const auto answer = allocate(request, *cluster);
  EXPECT_EQ(why(answer, cluster, "n"), "CoreRequired core_mem never");
  EXPECT_EQ(schedulerText(refusal(answer, cluster, "n"), request, *cluster),
            "node(s) owns gpu resources are not matched that pod requests");
}

TEST(CorePercentage, T53ACgpuNodeOffersNoCore) {
  const auto cluster = snapshotOf({ackNode("n", "cgpu", 4, 15)});
  const AllocationRequest request = makeRequest(asks(2, 30).raw());
  const auto answer = allocate(request, *cluster);
  EXPECT_EQ(why(answer, cluster, "n"), "CoreNotOffered cgpu never");
  EXPECT_EQ(schedulerText(refusal(answer, cluster, "n"), request, *cluster),
            "Insufficient aliyun.com/gpu-core.percentage");
}

TEST(CorePercentage, T54CoreAloneIsRefused) {
  PodBuilder core = pod("asked");
  core.core(30);
  EXPECT_EQ(problemsOf(core), std::vector<ErrorCode>{ErrorCode::CoreWithoutMemory});
}

TEST(CorePercentage, T55SeveralCardsWithCoreAreNotSupported) {
  const auto cluster = coreNode(4);
  PodBuilder several = asks(4, 60);
  several.gpuCount(2);
  EXPECT_EQ(why(ask(cluster, several), cluster, "n"), "MultiCardNotSupported core_mem never");
}

TEST(CorePercentage, T56ContainersMustAskTheSameResources) {
  PodBuilder mixed = asks(2, 30);
  mixed.container().gpuMem(2);
  EXPECT_EQ(problemsOf(mixed), std::vector<ErrorCode>{ErrorCode::MixedGpuRequests});
}

TEST(CorePercentage, CoreShortOnEveryCardIsNamed) {
  const auto cluster = coreNode(2, {ackHeld("a", "n", 0, 2, 80), ackHeld("b", "n", 1, 2, 70)});
  const auto answer = ask(cluster, asks(2, 40));
  EXPECT_EQ(why(answer, cluster, "n"), "InsufficientCardCore 40/30");
  EXPECT_TRUE(refusal(answer, cluster, "n").sumWouldFit);
}

}  // namespace
}  // namespace cardinal::testing
