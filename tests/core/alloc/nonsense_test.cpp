// SPDX-License-Identifier: Apache-2.0
// Requests and clusters that make no sense: refused or marked with a reason, never a place that does not exist.
#include "core/alloc/evaluation/make_demand.h"
#include "tests/core/alloc/answer_text.h"

namespace cardinal::testing {
namespace {

bool isRefused(const AllocationAnswer& answer) {
  return answer.placements.empty() && (!answer.requestProblems.empty() || answer.candidates.empty());
}

std::vector<ErrorCode> problemsOf(const AllocationAnswer& answer) {
  std::vector<ErrorCode> out;
  for (const Error& problem : answer.requestProblems) out.push_back(problem.code);
  return out;
}

SnapshotPtr plain() {
  return snapshotOf({gpushareNode("a", 2, 15), ackNode("b", "cgpu", 2, 15), nvidiaNode("c", 2)}, {});
}

TEST(NonsenseRequest, ZeroCards) {
  PodBuilder zero = pod("p");
  zero.nvidia(0);
  const auto answer = ask(plain(), zero);
  EXPECT_TRUE(answer.placements.empty() || answer.placements[0].place.cards.empty());
  PodBuilder negativeCount = pod("p");
  negativeCount.gpuMem(4).label("aliyun.com/gpu-count", "-2");
  EXPECT_TRUE(isRefused(ask(plain(), negativeCount)));
}

TEST(NonsenseRequest, MoreMemoryThanAnyCard) {
  PodBuilder large = pod("p");
  large.gpuMem(16);
  const auto cluster = plain();
  const auto answer = ask(cluster, large);
  ASSERT_TRUE(isRefused(answer));
  EXPECT_EQ(why(answer, cluster, "a"), "InsufficientCardMemory 16/15 never");
}

TEST(NonsenseRequest, CoreWithoutMemory) {
  PodBuilder core = pod("p");
  core.core(30);
  EXPECT_EQ(problemsOf(ask(plain(), core)), std::vector<ErrorCode>{ErrorCode::CoreWithoutMemory});
}

TEST(NonsenseRequest, UnknownResourceKeys) {
  PodBuilder unknown = pod("p");
  unknown.resource("example.com/unobtainium", 1);
  const auto cluster = plain();
  const auto answer = ask(cluster, unknown);
  ASSERT_TRUE(isRefused(answer));
  EXPECT_EQ(why(answer, cluster, "a"), "InsufficientResource 1/0 example.com/unobtainium never");
}

TEST(NonsenseRequest, MixedForms) {
  PodBuilder mixed = pod("p");
  mixed.gpuMem(4).nvidia(1);
  EXPECT_EQ(problemsOf(ask(plain(), mixed)), std::vector<ErrorCode>{ErrorCode::MixedGpuRequests});
}

TEST(NonsenseRequest, NegativeNumbers) {
  for (const char* key : {"aliyun.com/gpu-mem", "aliyun.com/gpu-core.percentage", "nvidia.com/gpu", "aliyun.com/gpu"}) {
    PodBuilder negative = pod("p");
    negative.resource(key, -4);
    EXPECT_TRUE(isRefused(ask(plain(), negative))) << key;
  }
  // Read as it stands, a cpu below nothing would give a node room.
  PodBuilder cpu = pod("p");
  cpu.gpuMem(1).cpuMilli(-4000);
  const auto answer = ask(plain(), cpu);
  ASSERT_EQ(problemsOf(answer), std::vector<ErrorCode>{ErrorCode::QuantityInvalid});
  EXPECT_EQ(answer.requestProblems[0].subject, "-4");
}

TEST(NonsenseRequest, ThousandsOfContainers) {
  PodBuilder many = pod("p");
  many.gpuMem(1);
  for (int i = 0; i < 5000; ++i) many.container().cpuMilli(1);
  const auto cluster = plain();
  EXPECT_EQ(ask(cluster, many).candidates.size(), 2U);
  for (int i = 0; i < 5000; ++i) many.container().gpuMem(1);
  const auto answer = ask(cluster, many);
  EXPECT_TRUE(isRefused(answer));
}

TEST(NonsenseRequest, AmountsAtTheEndOfTheRange) {
  for (const std::int64_t amount : {INT64_MAX, INT64_MAX - 1, INT64_MIN, INT64_MIN + 1}) {
    PodBuilder huge = pod("p");
    huge.gpuMem(amount).cpuMilli(amount).resource("memory", amount);
    EXPECT_TRUE(isRefused(ask(plain(), huge))) << amount;
  }
}

TEST(NonsenseCluster, MoreAllocatedThanThereIs) {
  const auto cluster = snapshotOf({gpushareNode("a", 1, 15)}, {held("x", "a", 0, 12), held("y", "a", 0, 12)});
  PodBuilder incoming = pod("p");
  incoming.gpuMem(1);
  EXPECT_TRUE(isRefused(ask(cluster, incoming)));
  const auto& findings = cluster->nodes[0]->findings;
  EXPECT_TRUE(std::any_of(findings.begin(), findings.end(),
                          [](const Finding& one) { return one.code == FindingCode::CardOverAllocated; }));
}

TEST(NonsenseCluster, TwoPodsClaimOneCardBeyondItsTotalWhileTheOtherIsFree) {
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15)}, {held("x", "a", 0, 10), held("y", "a", 0, 10)});
  PodBuilder incoming = pod("p");
  incoming.gpuMem(8);
  const auto answer = ask(cluster, incoming);
  EXPECT_EQ(places(answer, cluster), "a[1]");
  EXPECT_EQ(answer.before.freeMib, 15 * 1024);
}

TEST(NonsenseCluster, CardsWithoutASize) {
  NodeBuilder sizeless = node("a");
  sizeless.label("gpushare", "true").resource("aliyun.com/gpu-mem", 30);
  const auto cluster = snapshotOf({sizeless}, {});
  PodBuilder incoming = pod("p");
  incoming.gpuMem(8);
  EXPECT_TRUE(isRefused(ask(cluster, incoming)));
}

TEST(NonsenseCluster, AnnotationsThatDisagree) {
  // The old annotation names card 0, the new one card 1: the new one counts on ACK nodes.
  PodBuilder both = ackHeld("x", "a", 1, 15);
  both.card(0);
  const auto cluster = snapshotOf({ackNode("a", "cgpu", 2, 15)}, {both});
  PodBuilder incoming = pod("p");
  incoming.gpuMem(15);
  EXPECT_EQ(places(ask(cluster, incoming), cluster), "a[0]");
  // An annotation of a card that is not there takes from no card; the node's sum still counts it.
  const auto outside = snapshotOf({gpushareNode("a", 2, 15)}, {held("x", "a", 7, 10)});
  EXPECT_EQ(places(ask(outside, incoming), outside), "a[0]");
  PodBuilder more = pod("q");
  more.gpuMem(15);
  EXPECT_EQ(ask(outside, more, 2).placements.size(), 1U);
}

TEST(NonsenseCluster, ANodeOfNegativeCapacityTakesNothing) {
  const auto cluster = snapshotOf({gpushareNode("a", 2, -15)}, {});
  PodBuilder incoming = pod("p");
  incoming.gpuMem(1);
  EXPECT_TRUE(isRefused(ask(cluster, incoming)));
}

}  // namespace
}  // namespace cardinal::testing
