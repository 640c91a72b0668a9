// SPDX-License-Identifier: Apache-2.0
// Rules that a request breaks by itself: refused before anything is sent.
#include "tests/core/alloc/answer_text.h"

namespace cardinal::testing {
namespace {

std::vector<ErrorCode> codes(const AllocationAnswer& answer) {
  std::vector<ErrorCode> out;
  for (const Error& error : answer.requestProblems) out.push_back(error.code);
  return out;
}

AllocationAnswer check(const PodBuilder& asked, int replicas = 1) {
  return ask(snapshotOf({gpushareNode("a", 2, 15)}), asked, replicas);
}

TEST(RequestRules, EachContainerMustDivideByTheCards) {
  PodBuilder asked = pod("asked");
  asked.gpuMem(3).container().gpuMem(5).gpuCount(2);
  EXPECT_EQ(codes(check(asked)), (std::vector<ErrorCode>{ErrorCode::NotDivisible, ErrorCode::NotDivisible}));
}

TEST(RequestRules, ACountLabelThatIsNoNumberIsNamed) {
  PodBuilder asked = pod("asked");
  asked.gpuMem(4).label("aliyun.com/gpu-count", "two");
  const auto answer = check(asked);
  ASSERT_EQ(codes(answer), std::vector<ErrorCode>{ErrorCode::InvalidField});
  EXPECT_EQ(answer.requestProblems[0].subject, "aliyun.com/gpu-count");
  EXPECT_EQ(answer.requestProblems[0].detail, "two");
}

TEST(RequestRules, SharedMemoryAndWholeCardsDoNotMix) {
  PodBuilder asked = pod("asked");
  asked.gpuMem(4).container().nvidia(1);
  EXPECT_EQ(codes(check(asked)), std::vector<ErrorCode>{ErrorCode::MixedGpuRequests});
}

TEST(RequestRules, FractionsOfAUnitAreRefused) {
  PodBuilder asked = pod("asked");
  asked.resource("aliyun.com/gpu-mem", Quantity::fromMilli(1500));
  EXPECT_EQ(codes(check(asked)), std::vector<ErrorCode>{ErrorCode::QuantityInvalid});
}

TEST(RequestRules, ResourcesOfOtherStacksAreNotPlaced) {
  PodBuilder asked = pod("asked");
  asked.resource("bitfusion.io/gpu-memory", 4096);
  const auto answer = check(asked);
  ASSERT_EQ(codes(answer), std::vector<ErrorCode>{ErrorCode::Unsupported});
  EXPECT_EQ(answer.requestProblems[0].subject, "bitfusion.io/gpu-memory");
}

TEST(RequestRules, ARequestPutTogetherByHandIsCheckedToo) {
  PodBuilder asked = pod("asked");
  asked.gpuMem(7).gpuCount(2);
  AllocationRequest request = makeRequest(asked.raw());
  request.gpu.problems.clear();
  EXPECT_EQ(codes(allocate(request, *snapshotOf({gpushareNode("a", 2, 15)}))),
            std::vector<ErrorCode>{ErrorCode::NotDivisible});
}

TEST(RequestRules, ZeroMemoryIsNoGpuRequestWhereNoExtenderRuns) {
  PodBuilder asked = pod("asked");
  asked.gpuMem(0);
  const auto cluster = snapshotOf({ackNode("a", "cgpu", 2, 15), node("b")});
  EXPECT_EQ(places(ask(cluster, asked), cluster), "a[] b[]");
}

TEST(RequestRules, TheNumberOfReplicasIsLimited) {
  PodBuilder asked = pod("asked");
  asked.gpuMem(4);
  EXPECT_EQ(codes(check(asked, 0)), std::vector<ErrorCode>{ErrorCode::InvalidArgument});
  EXPECT_EQ(codes(check(asked, 100'001)), std::vector<ErrorCode>{ErrorCode::InvalidArgument});
  EXPECT_TRUE(codes(check(asked, 100'000)).empty());
}

TEST(RequestRules, AbsurdAmountsAreRefusedByTheNodesNotByOverflow) {
  PodBuilder asked = pod("asked");
  asked.gpuMem(INT64_MAX);
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15)});
  EXPECT_EQ(why(ask(cluster, asked, 3), cluster, "a"),
            "InsufficientResource 9223372036854775807/30 aliyun.com/gpu-mem never");
}

}  // namespace
}  // namespace cardinal::testing
