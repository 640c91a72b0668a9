// SPDX-License-Identifier: Apache-2.0
// What a pod asks (docs/reference/gpushare.md 2.1, 2.8) and what the scheduler counts for it (Kubernetes).
#include <gtest/gtest.h>

#include <algorithm>

#include "core/provider/pod_request.h"
#include "core/provider/readers.h"
#include "core/provider/registry/registry.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

GpuRequest request(const PodBuilder& builder) {
  return readUsage(*builder.raw()).request;
}

std::vector<ErrorCode> problems(const PodBuilder& builder) {
  std::vector<ErrorCode> codes;
  for (const Error& error : request(builder).problems) codes.push_back(error.code);
  return codes;
}
using Codes = std::vector<ErrorCode>;

TEST(Request, MemoryIsSummedOverRegularContainers) {
  const GpuRequest requested = request(pod("p").gpuMem(4).container().gpuMem(5).container().cpuMilli(100));
  EXPECT_EQ(requested.kind(), GpuRequest::Kind::Shared);
  EXPECT_EQ(requested.shared().value().memory, 9_units);
  EXPECT_EQ(requested.shared().value().nodeMemory, 9_units);
  EXPECT_EQ(requested.shared().value().cards, 1);
  EXPECT_FALSE(requested.shared().value().multiCard);
  EXPECT_FALSE(requested.shared().value().asksCore);
  EXPECT_TRUE(requested.problems.empty());
}

TEST(Request, InitContainerCountsForTheNodeOnly) {
  const GpuRequest requested = request(pod("p").gpuMem(2).initGpuMem(20));
  EXPECT_EQ(requested.shared().value().memory, 2_units);
  EXPECT_EQ(requested.shared().value().nodeMemory, 20_units);
}

// The extender is called for these pods and can never bind them: they ask the shared resource, but nothing of it.
TEST(Request, ZeroMemoryAndInitOnlyStillAskTheResource) {
  EXPECT_EQ(request(pod("p").gpuMem(0)).kind(), GpuRequest::Kind::Shared);
  EXPECT_EQ(request(pod("p").gpuMem(0)).shared().value().memory, 0_units);
  const GpuRequest init = request(pod("p").cpuMilli(1).initGpuMem(4));
  EXPECT_EQ(init.kind(), GpuRequest::Kind::Shared);
  EXPECT_EQ(init.shared().value().memory, 0_units);
  EXPECT_EQ(init.shared().value().nodeMemory, 4_units);
}

TEST(Request, CountLabelMakesSeveralCards) {
  const GpuRequest four = request(pod("p").gpuMem(8).gpuCount(4));
  EXPECT_TRUE(four.shared().value().multiCard);
  EXPECT_EQ(four.shared().value().cards, 4);
  EXPECT_EQ(four.shared().value().memoryPerCard(), 2_units);
  EXPECT_TRUE(request(pod("p").gpuMem(8).gpuCount(1)).shared().value().multiCard);
  EXPECT_FALSE(request(pod("p").gpuMem(8).gpuCount(0)).shared().value().multiCard);
}

// T38: 7 over 2 cards. Each container must divide by itself.
TEST(Request, MemoryThatDoesNotDivideIsRefused) {
  const GpuRequest odd = request(pod("team", "p").gpuMem(7).gpuCount(2));
  ASSERT_EQ(odd.problems.size(), 1U);
  EXPECT_EQ(odd.problems[0].code, ErrorCode::NotDivisible);
  EXPECT_EQ(odd.problems[0].subject, "7");
  EXPECT_EQ(odd.problems[0].detail, "2");
  EXPECT_EQ(odd.problems[0].place, "team/p");
  EXPECT_EQ(problems(pod("p").gpuMem(3).container().gpuMem(5).gpuCount(2)),
            (Codes{ErrorCode::NotDivisible, ErrorCode::NotDivisible}));
  EXPECT_TRUE(problems(pod("p").gpuMem(8).gpuCount(2)).empty());
}

TEST(Request, BadCountLabelIsNamed) {
  for (const char* text : {"-1", "two", "", "1.5", " 2"}) {
    const GpuRequest requested = request(pod("p").gpuMem(8).label("aliyun.com/gpu-count", text));
    ASSERT_EQ(requested.problems.size(), 1U) << text;
    EXPECT_EQ(requested.problems[0].code, ErrorCode::InvalidField);
    EXPECT_EQ(requested.problems[0].detail, text);
    EXPECT_EQ(requested.shared().value().cards, 1);
  }
}

// T44, T45.
TEST(Request, CoreIsAMultipleOfFiveUpToAWholeCard) {
  for (const int core : {5, 30, 100}) EXPECT_TRUE(problems(pod("p").gpuMem(2).core(core)).empty()) << core;
  for (const int core : {3, 7, 32, 102}) {
    EXPECT_EQ(problems(pod("p").gpuMem(2).core(core)), Codes{ErrorCode::CoreNotMultipleOfFive}) << core;
  }
  for (const int core : {105, -5})
    EXPECT_EQ(problems(pod("p").gpuMem(2).core(core)), Codes{ErrorCode::CoreOutOfRange}) << core;
  const GpuRequest none = request(pod("p").gpuMem(2).core(0));
  EXPECT_FALSE(none.shared().value().asksCore);
  EXPECT_TRUE(none.problems.empty());
}

// T54, T56.
TEST(Request, CoreNeedsMemoryInEveryContainer) {
  EXPECT_EQ(problems(pod("p").core(30)), Codes{ErrorCode::CoreWithoutMemory});
  EXPECT_EQ(problems(pod("p").gpuMem(2).core(30).container().gpuMem(2)), Codes{ErrorCode::MixedGpuRequests});
  EXPECT_TRUE(problems(pod("p").gpuMem(2).core(30).container().gpuMem(2).core(10)).empty());
  EXPECT_TRUE(problems(pod("p").gpuMem(2).core(30).container().cpuMilli(100)).empty());
}

TEST(Request, ResourcesOfTwoStacksInOnePodAreReported) {
  EXPECT_EQ(problems(pod("p").gpuMem(2).container().nvidia(1)), Codes{ErrorCode::MixedGpuRequests});
  EXPECT_EQ(problems(pod("p").topology(1).container().nvidia(1)), Codes{ErrorCode::MixedGpuRequests});
  EXPECT_TRUE(problems(pod("p").nvidia(1).resource("aliyun.com/gpu-count", 1)).empty());
}

TEST(Request, OtherAcceleratorsAreNamedAndCounted) {
  const GpuRequest mig = request(pod("p").resource("nvidia.com/mig-1g.5gb", 1));
  EXPECT_EQ(mig.kind(), GpuRequest::Kind::Counted);
  EXPECT_EQ(mig.number(), 1);
  EXPECT_EQ(mig.resource, "nvidia.com/mig-1g.5gb");
  // HAMi asks nvidia.com/gpu for a slice: that is not a whole card.
  const GpuRequest slice = request(pod("p").nvidia(1).resource("nvidia.com/gpumem", 3000));
  EXPECT_EQ(slice.kind(), GpuRequest::Kind::Vgpu);
  EXPECT_EQ(slice.stack, GpuStack::Hami);
  EXPECT_EQ(slice.asks, (std::vector<ResourceAsk>{{"nvidia.com/gpu", 1}, {"nvidia.com/gpumem", 3000}}));
  EXPECT_EQ(request(pod("p").cpuMilli(5).resource("ephemeral-storage", 5).resource("example.com/fpga", 1)).kind(),
            GpuRequest::Kind::None);
}

TEST(Request, FiguresAreGivenOfTheKindThatMeansThem) {
  const GpuRequest memory = request(pod("p").gpuMem(8));
  EXPECT_FALSE(memory.wholeCards().has_value());
  EXPECT_FALSE(memory.number().has_value());
  const GpuRequest cards = request(pod("p").nvidia(2));
  EXPECT_FALSE(cards.shared().has_value());
  EXPECT_EQ(cards.wholeCards(), 2);
  EXPECT_EQ(cards.number(), 2);
  // MiB are no number of cards, and vGPUs are no whole ones.
  const GpuRequest mib = request(pod("p").resource("volcano.sh/vgpu-memory", 99999));
  EXPECT_FALSE(mib.number().has_value());
  const GpuRequest shares = request(pod("p").resource("volcano.sh/vgpu-number", 3));
  EXPECT_EQ(shares.number(), 3);
  EXPECT_FALSE(shares.wholeCards().has_value());
  EXPECT_FALSE(GpuRequest().number().has_value());
}

TEST(Request, NumbersThatCannotBeAreReportedAndDoNotOverflow) {
  EXPECT_EQ(problems(pod("p").resource("aliyun.com/gpu-mem", Quantity::fromMilli(1500))),
            Codes{ErrorCode::QuantityInvalid});
  EXPECT_EQ(problems(pod("p").gpuMem(-4)), Codes{ErrorCode::QuantityInvalid});
  EXPECT_EQ(request(pod("p").gpuMem(INT64_MAX).container().gpuMem(INT64_MAX)).shared().value().memory.value, INT64_MAX);
  EXPECT_EQ(request(pod("p").nvidia(INT64_MAX)).wholeCards(), INT32_MAX);
  EXPECT_EQ(request(pod("p").gpuMem(1).core(INT64_MAX - 2)).shared().value().core.value, INT32_MAX);
}

Quantity summed(const PodBuilder& builder, std::string_view resource) {
  ResourceList sums;
  provider::addPodRequests(sums, *builder.raw());
  const Quantity* amount = find(sums, resource);
  return amount == nullptr ? Quantity{} : *amount;
}

TEST(PodRequests, LargestInitContainerAndOverheadCount) {
  PodBuilder builder = pod("p").cpuMilli(100).gpuMem(2).container().cpuMilli(200).initGpuMem(20);
  EXPECT_EQ(summed(builder, "cpu"), Quantity::fromMilli(300));
  EXPECT_EQ(summed(builder, "aliyun.com/gpu-mem"), Quantity::fromInteger(20));
  builder.edit().spec.overhead.push_back({"cpu", Quantity::fromMilli(50)});
  EXPECT_EQ(summed(builder, "cpu"), Quantity::fromMilli(350));
}

TEST(PodRequests, LimitStandsInForAMissingRequest) {
  PodBuilder builder = pod("p").gpuMem(3);
  builder.edit().spec.containers[0].requests.clear();
  EXPECT_EQ(summed(builder, "aliyun.com/gpu-mem"), Quantity::fromInteger(3));
}

TEST(PodRequests, NumberOfResourcesIsLimited) {
  ResourceList sums;
  PodBuilder builder = pod("p");
  for (int i = 0; i < 10'000; ++i)
    builder.edit().spec.containers[0].requests.push_back({"x.com/" + std::to_string(i), Quantity::fromInteger(1)});
  provider::addPodRequests(sums, *builder.raw());
  EXPECT_LE(sums.size(), 64U);
}

}  // namespace
}  // namespace cardinal
