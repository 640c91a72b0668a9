// SPDX-License-Identifier: Apache-2.0
// Effective allocation of a pod: docs/reference/gpushare.md 2.9 and the worked scenarios T22 to T31
// (docs/scenarios.md).
#include <gtest/gtest.h>

#include <map>

#include "core/provider/readers.h"
#include "core/provider/registry/registry.h"
#include "core/provider/stacks/ack/allocation_map.h"
#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;
using provider::CardAmount;
using provider::parseAllocationMap;

std::map<CardIndex, std::int64_t> allocation(const PodBuilder& builder) {
  std::map<CardIndex, std::int64_t> cards;
  for (const CardShare& share : readUsage(*builder.raw()).shares) cards[share.card] += share.memory.value;
  return cards;
}
using Cards = std::map<CardIndex, std::int64_t>;

PodBuilder bound(int units) {
  return pod("p").gpuMem(units).on("n");
}
PodBuilder indexed(int units, const std::string& index) {
  return bound(units).annotation("ALIYUN_COM_GPU_MEM_IDX", index);
}

TEST(Usage, T22IndexAndLimit) {
  EXPECT_EQ(allocation(bound(8).card(1)), (Cards{{1, 8}}));
}

TEST(Usage, T23TwoContainersOneCard) {
  const auto usage =
      readUsage(*pod("p").gpuMem(1).container().gpuMem(7).on("n").v2(R"({"0":{"1":1},"1":{"1":7}})").raw());
  EXPECT_EQ(usage.shares, (std::vector<CardShare>{{1, 8_units, {}}}));
  EXPECT_EQ(usage.source, AllocationSource::AckV2);
}

TEST(Usage, T24FourCards) {
  EXPECT_EQ(allocation(bound(8).v2(R"({"0":{"0":2,"1":2,"2":2,"3":2}})")), (Cards{{0, 2}, {1, 2}, {2, 2}, {3, 2}}));
}

TEST(Usage, T25V2WinsOverV1) {
  EXPECT_EQ(allocation(indexed(8, "3").v2(R"({"0":{"1":8}})")), (Cards{{1, 8}}));
}

TEST(Usage, T26InvalidV2FallsBackToV1AndIsReported) {
  const auto usage = readUsage(*indexed(2, "1").v2(R"({"0":{"0":2.0}})").raw());
  EXPECT_EQ(usage.shares, (std::vector<CardShare>{{1, 2_units, {}}}));
  EXPECT_EQ(usage.source, AllocationSource::GpushareV1);
  ASSERT_EQ(usage.findings.size(), 1U);
  EXPECT_EQ(usage.findings[0].code, FindingCode::MalformedAllocation);
  EXPECT_EQ(usage.findings[0].pod, "default/p");
}

TEST(Usage, T27EmptyV2WithoutIndexIsPending) {
  EXPECT_EQ(allocation(bound(4).v2("{}")), (Cards{{kPendingCard, 4}}));
}
TEST(Usage, T28ListIndexIsPending) {
  EXPECT_EQ(allocation(indexed(4, "0,1")), (Cards{{kPendingCard, 4}}));
}
TEST(Usage, T29CountLabelAloneIsPending) {
  EXPECT_EQ(allocation(bound(8).gpuCount(4)), (Cards{{kPendingCard, 8}}));
}

TEST(Usage, T30AnnotationWithoutLimitIsIgnored) {
  EXPECT_TRUE(allocation(bound(0).v2(R"({"0":{"0":2}})")).empty());
  EXPECT_EQ(readUsage(*pod("p").cpuMilli(100).on("n").v2(R"({"0":{"0":2}})").raw()).request.kind(),
            GpuRequest::Kind::None);
}

TEST(Usage, T31IndexIsTakenAsGiven) {
  EXPECT_EQ(allocation(indexed(3, "5")), (Cards{{5, 3}}));
}

TEST(Usage, IndexIsReadLikeGoReadsIntegers) {
  EXPECT_EQ(allocation(indexed(4, "+1")), (Cards{{1, 4}}));
  EXPECT_EQ(allocation(indexed(4, "01")), (Cards{{1, 4}}));
  EXPECT_EQ(allocation(indexed(4, "-2")), (Cards{{-2, 4}}));
  for (const char* text : {" 1", "0x1", "", "1 ", "1.0", "+-1", "99999999999999999999"}) {
    EXPECT_EQ(allocation(indexed(4, text)), (Cards{{kPendingCard, 4}})) << text;
  }
}

TEST(Usage, CoreIsReadFromItsAnnotationOrFromTheOnlyCard) {
  const auto builder = pod("p").gpuMem(2).core(30).on("n").v2(R"({"0":{"2":2}})");
  EXPECT_EQ(readUsage(*builder.raw()).shares, (std::vector<CardShare>{{2, 2_units, 30_percent}}));
  EXPECT_EQ(readUsage(*PodBuilder(builder).v2Core(R"({"0":{"2":25}})").raw()).shares[0].core, 25_percent);
  // An annotation for a card without memory, or none that can be read: reported, and nothing is made up.
  for (const char* text : {R"({"0":{"1":25}})", "30"}) {
    const auto usage = readUsage(*PodBuilder(builder).v2Core(text).raw());
    EXPECT_EQ(usage.shares[0].core, 0_percent);
    EXPECT_EQ(usage.findings.at(0).code, FindingCode::MalformedAllocation);
  }
}

TEST(Usage, TopologyAnnotationsOfBothGenerations) {
  const auto first =
      readUsage(*pod("p").topology(2).on("n").annotation("topology.kubernetes.io/gpu-group", "3,1").raw());
  EXPECT_EQ(first.request.kind(), GpuRequest::Kind::Topology);
  EXPECT_EQ(first.request.wholeCards(), 2);
  EXPECT_EQ(first.shares, (std::vector<CardShare>{{1, {}, 100_percent}, {3, {}, 100_percent}}));
  const auto second = readUsage(
      *pod("p")
           .topology(2)
           .on("n")
           .annotation("topology.kubernetes.io/gpu-group", "3,1")
           .annotation("gputopology.alibabacloud.com/allocation",
                       R"({"allocatedGPUs":{"0":["0","2"]},"visibleGPUs":["0","2"],"assumeTime":1,"assigned":false})")
           .raw());
  EXPECT_EQ(second.shares, (std::vector<CardShare>{{0, {}, 100_percent}, {2, {}, 100_percent}}));
  EXPECT_EQ(second.source, AllocationSource::TopologyList);
}

TEST(Usage, MalformedTopologyAnnotationsTellNothing) {
  const auto with = [](const std::string& text) {
    return readUsage(*pod("p").topology(1).on("n").annotation("gputopology.alibabacloud.com/allocation", text).raw());
  };
  for (const std::string text :
       {"", "{", "[]", R"({"allocatedGPUs":[]})", R"({"allocatedGPUs":{"0":[1]}})", R"({"allocatedGPUs":{"0":["x"]}})",
        R"({"allocatedGPUs":{"0":["-1"]}})", R"({"allocatedGPUs":{}})"}) {
    const auto usage = with(text);
    EXPECT_TRUE(usage.shares.empty()) << text;
    ASSERT_EQ(usage.findings.size(), 1U) << text;
    EXPECT_EQ(usage.findings[0].code, FindingCode::MalformedAllocation) << text;
  }
  EXPECT_TRUE(with(std::string(100'000, '[')).shares.empty());
}

TEST(Usage, WholeCardsTellNoCard) {
  const auto usage = readUsage(*pod("p").nvidia(2).on("n").raw());
  EXPECT_EQ(usage.request.kind(), GpuRequest::Kind::WholeCards);
  EXPECT_EQ(usage.request.wholeCards(), 2);
  EXPECT_TRUE(usage.shares.empty());
}

TEST(AllocationMap, AcceptsWhatTheOriginalAccepts) {
  EXPECT_EQ(parseAllocationMap(R"( { "0" : { "1" : 4 } } )"), (std::vector<CardAmount>{{1, 4}}));
  EXPECT_EQ(parseAllocationMap(R"({"0":{"+1":4}})"), (std::vector<CardAmount>{{1, 4}}));
  EXPECT_EQ(parseAllocationMap(R"({"0":{"1":1,"+1":3}})"), (std::vector<CardAmount>{{1, 4}}));
  EXPECT_EQ(parseAllocationMap(R"({"0":{"-1":4}})"), (std::vector<CardAmount>{{-1, 4}}));
  EXPECT_EQ(parseAllocationMap(R"({"0":{"1":-4}})"), (std::vector<CardAmount>{{1, -4}}));
  EXPECT_EQ(parseAllocationMap(R"({"0":{"1":null}})"), (std::vector<CardAmount>{{1, 0}}));
  EXPECT_EQ(parseAllocationMap(R"({"0":{"1":1},"0":{"2":3}})"), (std::vector<CardAmount>{{2, 3}}));
  EXPECT_EQ(parseAllocationMap(R"({"0":{"1":1,"1":3}})"), (std::vector<CardAmount>{{1, 3}}));
  EXPECT_EQ(parseAllocationMap(R"({"0":{"10":3}})"), (std::vector<CardAmount>{{10, 3}}));
  EXPECT_EQ(parseAllocationMap(R"({"\u0030":{"\u0031":3}})"), (std::vector<CardAmount>{{1, 3}}));
  for (const char* empty : {"{}", "null", R"({"0":null})", R"({"0":{}})", " {} "}) {
    EXPECT_EQ(parseAllocationMap(empty), std::vector<CardAmount>{}) << empty;
  }
}

TEST(AllocationMap, RefusesWhatTheOriginalRefuses) {
  for (const char* text : {"",
                           "x",
                           "[]",
                           R"([{"1":4}])",
                           R"({"0":{"0":2.0}})",
                           R"({"0":{"0":2e0}})",
                           R"({"0":{"0":"2"}})",
                           R"({"0":{"x":4}})",
                           R"({"a":{"1":4}})",
                           R"({"0":{"1":2,"x":2}})",
                           R"({"0":{"1":4}} x)",
                           R"({"0":{"1":9223372036854775808}})",
                           R"({"0":4})",
                           R"({"0":{"1":04}})",
                           R"({"0":{"1":4},})",
                           R"({"0":{"1":4)",
                           R"({"0":{"1":true}})",
                           R"({"0":{"1":{}}})",
                           R"({"0":{"1":-}})",
                           R"({"":{"1":4}})",
                           R"({"0":{"1":+4}})",
                           R"({"0":{"\ud83d":1}})",
                           R"({0:{"1":4}})",
                           R"({"0":{"1":4}}})"}) {
    EXPECT_FALSE(parseAllocationMap(text).has_value()) << text;
  }
}

TEST(AllocationMap, EveryCutOfAValidTextIsRefused) {
  const std::string text = R"({"0":{"1":4,"2":5},"1":{"3":6}})";
  for (std::size_t length = 0; length < text.size(); ++length) {
    EXPECT_FALSE(parseAllocationMap(text.substr(0, length)).has_value()) << length;
  }
}

TEST(AllocationMap, HugeTextsAreRefusedQuickly) {
  std::string text = "{\"0\":{\"0\":1";
  for (int i = 1; i < 200'000; ++i) text += ",\"" + std::to_string(i) + "\":1";
  EXPECT_FALSE(parseAllocationMap(text + "}}").has_value());
  EXPECT_FALSE(parseAllocationMap(std::string(1'000'000, '{')).has_value());
  EXPECT_EQ(parseAllocationMap(R"({"0":{"1":9223372036854775807},"1":{"1":5}})"),
            (std::vector<CardAmount>{{1, INT64_MAX}}));
}

}  // namespace
}  // namespace cardinal
