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

AllocationAnswer check(const PodBuilder& incoming, int replicas = 1) {
  return ask(snapshotOf({gpushareNode("a", 2, 15)}), incoming, replicas);
}

TEST(RequestRules, EachContainerMustDivideByTheCards) {
  PodBuilder incoming = pod("asked");
  incoming.gpuMem(3).container().gpuMem(5).gpuCount(2);
  EXPECT_EQ(codes(check(incoming)), (std::vector<ErrorCode>{ErrorCode::NotDivisible, ErrorCode::NotDivisible}));
}

TEST(RequestRules, ACountLabelThatIsNoNumberIsNamed) {
  PodBuilder incoming = pod("asked");
  incoming.gpuMem(4).label("aliyun.com/gpu-count", "two");
  const auto answer = check(incoming);
  ASSERT_EQ(codes(answer), std::vector<ErrorCode>{ErrorCode::InvalidField});
  EXPECT_EQ(answer.requestProblems[0].subject, "aliyun.com/gpu-count");
  EXPECT_EQ(answer.requestProblems[0].detail, "two");
}

TEST(RequestRules, SharedMemoryAndWholeCardsDoNotMix) {
  PodBuilder incoming = pod("asked");
  incoming.gpuMem(4).container().nvidia(1);
  EXPECT_EQ(codes(check(incoming)), std::vector<ErrorCode>{ErrorCode::MixedGpuRequests});
}

TEST(RequestRules, FractionsOfAUnitAreRefused) {
  PodBuilder incoming = pod("asked");
  incoming.resource("aliyun.com/gpu-mem", Quantity::fromMilli(1500));
  EXPECT_EQ(codes(check(incoming)), std::vector<ErrorCode>{ErrorCode::QuantityInvalid});
}

TEST(RequestRules, ResourcesOfOtherStacksAreNotPlaced) {
  PodBuilder incoming = pod("asked");
  incoming.resource("bitfusion.io/gpu-memory", 4096);
  const auto answer = check(incoming);
  ASSERT_EQ(codes(answer), std::vector<ErrorCode>{ErrorCode::Unsupported});
  EXPECT_EQ(answer.requestProblems[0].subject, "bitfusion.io/gpu-memory");
}

TEST(RequestRules, ARequestPutTogetherByHandIsCheckedToo) {
  PodBuilder incoming = pod("asked");
  incoming.gpuMem(7).gpuCount(2);
  AllocationRequest request = makeRequest(incoming.raw());
  request.gpu.problems.clear();
  EXPECT_EQ(codes(allocate(request, *snapshotOf({gpushareNode("a", 2, 15)}))),
            std::vector<ErrorCode>{ErrorCode::NotDivisible});
}

TEST(RequestRules, ZeroMemoryIsNoGpuRequestWhereNoExtenderRuns) {
  PodBuilder incoming = pod("asked");
  incoming.gpuMem(0);
  const auto cluster = snapshotOf({ackNode("a", "cgpu", 2, 15), node("b")});
  EXPECT_EQ(places(ask(cluster, incoming), cluster), "a[] b[]");
}

TEST(RequestRules, TheNumberOfReplicasIsLimited) {
  PodBuilder incoming = pod("asked");
  incoming.gpuMem(4);
  EXPECT_EQ(codes(check(incoming, 0)), std::vector<ErrorCode>{ErrorCode::InvalidArgument});
  EXPECT_EQ(codes(check(incoming, 100'001)), std::vector<ErrorCode>{ErrorCode::LimitExceeded})
      << "no fault of the file";
  EXPECT_TRUE(codes(check(incoming, 100'000)).empty());
}

TEST(RequestRules, AbsurdAmountsAreRefusedByTheNodesNotByOverflow) {
  PodBuilder incoming = pod("asked");
  incoming.gpuMem(INT64_MAX);
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15)});
  EXPECT_EQ(why(ask(cluster, incoming, 3), cluster, "a"),
            "InsufficientResource 9223372036854775807/30 aliyun.com/gpu-mem never");
}

}  // namespace
}  // namespace cardinal::testing
