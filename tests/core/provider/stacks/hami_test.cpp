// SPDX-License-Identifier: Apache-2.0
// HAMi's annotations as typed values: both encodings of the cards, device lists, requests, and texts of a hostile kind.
#include "core/provider/stacks/hami/hami.h"

#include <gtest/gtest.h>

namespace cardinal::testing {
namespace {

using hami::ProblemCode;
using hami::Registration;

constexpr const char* kOld =
    "GPU-00552014-5c87-89ac-b1a6-7b53aa24b0ec,10,32768,100,NVIDIA-Tesla V100-PCIE-32GB,0,true:"
    "GPU-0fc3eda5-e98b-a25b-5b0d-cf5c855d1448,10,32768,100,NVIDIA-Tesla V100-PCIE-32GB,0,true:";

RawNode nodeWith(const std::string& cards) {
  RawNode out;
  out.meta.key.name = "n";
  out.meta.annotations = {{std::string(hami::kRegister), cards}};
  return out;
}

hami::Node read(const std::string& cards) {
  return *hami::readHamiNode(nodeWith(cards));
}

std::vector<ProblemCode> codesOf(const std::vector<hami::Problem>& problems) {
  std::vector<ProblemCode> out;
  for (const auto& problem : problems) out.push_back(problem.code);
  return out;
}

TEST(HamiNode, OldRecordsAreShownButNotRegistered) {
  const hami::Node node = read(kOld);
  EXPECT_EQ(node.registration, Registration::OldFormat);
  EXPECT_FALSE(node.isRegistered()) << "v2.10.0 cannot read them";
  ASSERT_EQ(node.cards.size(), 2U);
  EXPECT_EQ(node.cards[1].id, "GPU-0fc3eda5-e98b-a25b-5b0d-cf5c855d1448");
  EXPECT_EQ(node.cards[1].memoryMib, 32768);
  EXPECT_EQ(node.cards[1].slots, 10);
  EXPECT_EQ(node.cards[1].type, "NVIDIA-Tesla V100-PCIE-32GB");
  EXPECT_EQ(node.cards[1].mode, "hami-core");
  EXPECT_TRUE(node.cards[1].healthy && node.cards[1].vendor == hami::kNvidia);
}

TEST(HamiNode, NineFieldsTellIndexAndMode) {
  const hami::Node node =
      read("GPU-40c0923a-6172-5f3c-d299-4f6eaf218ad5,10,258787,500,NVIDIA-NVIDIA H20-3e,0,true,1,mig:");
  ASSERT_EQ(node.cards.size(), 1U);
  EXPECT_EQ(node.cards[0].index, 1);
  EXPECT_EQ(node.cards[0].cores, 500);
  EXPECT_TRUE(node.cards[0].isMig());
}

TEST(HamiNode, AnAbsentMemberOfTheJsonFormIsItsZero) {
  const hami::Node node = read(R"([{"id":"GPU-0","count":10,"devmem":8192,"devcore":100,"type":"NVIDIA-Tesla P4"}])");
  EXPECT_TRUE(node.isRegistered());
  ASSERT_EQ(node.cards.size(), 1U);
  EXPECT_EQ(node.cards[0].index, 0);
  EXPECT_EQ(node.cards[0].mode, "");
  EXPECT_FALSE(node.cards[0].healthy) << "absent health is sick";
}

TEST(HamiNode, NamesMatchInAnyCaseAndUnknownOnesAreIgnored) {
  const hami::Node node = read(R"([{"ID":"a","DevMem":7,"Health":true,"migtemplate":[1],"custominfo":{"x":1}}])");
  ASSERT_EQ(node.cards.size(), 1U);
  EXPECT_EQ(node.cards[0].id, "a");
  EXPECT_EQ(node.cards[0].memoryMib, 7);
  EXPECT_TRUE(node.cards[0].healthy);
}

TEST(HamiNode, MigProfilesStandInTheOrderInWhichTheyAreTried) {
  const hami::Node node = read(
      R"([{"id":"a","mode":"mig","type":"NVIDIA A100","migProfiles":[
        {"name":"3g.20gb","memoryMB":19968,"core":43,"sliceCount":3,"placements":[{"start":0,"size":4},{"start":4,"size":4}]},
        {"name":"2g.10gb","memoryMB":9856,"core":29,"sliceCount":2,"placements":[{"start":4,"size":2},{"start":0,"size":2}]},
        {"name":"1g.10gb","memoryMB":9856,"core":15,"sliceCount":1,"placements":[{"start":0,"size":2}]}]}])");
  const auto& profiles = node.cards.at(0).profiles;
  ASSERT_EQ(profiles.size(), 3U);
  EXPECT_EQ(profiles[0].name, "1g.10gb") << "same memory, fewer slices";
  EXPECT_EQ(profiles[1].placements.front().start, 0) << "2g: lowest first";
  EXPECT_EQ(profiles[2].placements.front().start, 4) << "3g: highest first";
}

TEST(HamiNode, WhatCannotBeReadIsNoCard) {
  for (const char* text : {"", "x", "{}", "[{]", "[1]", "[null]", R"([{"id":1}])", R"([{"id":"a","count":"10"}])",
                           R"([{"id":"a","index":-1}])", R"([{"id":"a","devmem":2147483648}])",
                           R"([{"id":"a","devmem":1.5}])", "a,b:", "GPU-1,10,1,1,T,0,maybe:", "GPU-1,x,1,1,T,0,true:",
                           "GPU-1,10,1,1,T,0,true,-1,mig:", R"([{"id":"a","migProfiles":{}}])"}) {
    const hami::Node node = read(text);
    EXPECT_EQ(node.registration, Registration::Unreadable) << text;
    EXPECT_TRUE(node.cards.empty()) << text;
    EXPECT_EQ(codesOf(node.problems), std::vector{ProblemCode::RegisterUnreadable}) << text;
  }
  EXPECT_EQ(read("[]").registration, Registration::Empty);
  EXPECT_EQ(read("null").registration, Registration::Empty);
}

TEST(HamiNode, EveryCutOfAListIsReadWithoutHarm) {
  const std::string whole =
      R"([{"id":"GPU-0","index":1,"count":10,"devmem":8192,"devcore":100,"type":"NVIDIA","numa":0,"mode":"mig","health":true,"migProfiles":[{"name":"1g.5gb","placements":[{"start":6,"size":1}]}]}])";
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(read(whole.substr(0, size)).isRegistered()) << size;
  const std::string old = kOld;
  for (std::size_t size = 0; size < old.size(); ++size) EXPECT_FALSE(read(old.substr(0, size)).isRegistered()) << size;
  EXPECT_TRUE(read(std::string(200'000, '[')).cards.empty());
}

TEST(HamiNode, TwoCardsOfOneIdAreKeptAndReported) {
  const hami::Node node = read(R"([{"id":"a","type":"NVIDIA"},{"id":"a","type":"NVIDIA"}])");
  EXPECT_EQ(node.cards.size(), 2U);
  EXPECT_EQ(codesOf(node.problems), std::vector{ProblemCode::CardTwice});
}

TEST(HamiNode, CordonScoresAndLockAreRead) {
  RawNode raw = nodeWith(R"([{"id":"a","type":"NVIDIA"},{"id":"b","type":"nvidia"},{"id":"c","type":"DCU"}])");
  raw.meta.annotations.emplace_back(std::string(hami::kCordon), " b, ,x");
  raw.meta.annotations.emplace_back(std::string(hami::kPairScores),
                                    R"([{"uuid":"a","score":{"b":100,"zz":7}},{"uuid":"a","score":{"b":1}}])");
  raw.meta.annotations.emplace_back(std::string(hami::kNodeLock), "2024-01-02T03:04:05Z,default,p");
  const auto node = hami::readHamiNode(raw);
  ASSERT_TRUE(node);
  EXPECT_FALSE(node->cards[0].cordoned);
  EXPECT_TRUE(node->cards[1].cordoned && node->cards[1].isOfferedTo(hami::kNvidia));
  EXPECT_FALSE(node->cards[2].isOfferedTo(hami::kNvidia));
  EXPECT_EQ(node->pairScores, (std::vector<std::int32_t>{0, 100, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(node->lock.holder, (ObjectKey{"default", "p"}));
  EXPECT_EQ(node->lock.since, 1704164645);
}

TEST(HamiNode, UnreadablePairScoresKeepTheNodeUnregistered) {
  RawNode raw = nodeWith(R"([{"id":"a","type":"NVIDIA"}])");
  raw.meta.annotations.emplace_back(std::string(hami::kPairScores), "{");
  EXPECT_FALSE(hami::readHamiNode(raw)->isRegistered());
}

TEST(HamiNode, ANodeWithoutItsAnnotationsIsNotHamis) {
  EXPECT_FALSE(hami::readHamiNode(RawNode()));
}

TEST(HamiNode, CardsOfVendorsWithoutRulesHereAreReportedAsNotRead) {
  RawNode raw;
  raw.meta.annotations = {{"hami.io/node-metax-register", R"([{"id":"m"}])"}};
  ASSERT_TRUE(hami::readHamiNode(raw));
  EXPECT_TRUE(hami::readHamiNode(raw)->hasUnreadVendors);
  EXPECT_TRUE(hami::readHamiNode(raw)->cards.empty());
  raw.meta.annotations = {{"hami.io/node-register-Ascend910C", "[{}]"}};
  EXPECT_TRUE(hami::readHamiNode(raw)->hasUnreadVendors);
  EXPECT_FALSE(read(kOld).hasUnreadVendors);
}

TEST(HamiNode, AnUnreadableLockHasTheWordsOfTheBindError) {
  EXPECT_EQ(hami::readNodeLock("not-a-time").parseError,
            R"(parsing time "not-a-time" as "2006-01-02T15:04:05Z07:00": cannot parse "not-a-time" as "2006")");
  EXPECT_EQ(hami::readNodeLock("2024-01-02").parseError,
            R"(parsing time "2024-01-02" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T")");
  EXPECT_EQ(hami::readNodeLock("a,b").parseError, "malformed lock annotation: expected 3 parts, got 2 from a,b");
}

RawPod podHolding(const std::string& devices, std::size_t containers) {
  RawPod out;
  out.meta.annotations = {{std::string(hami::kAssignedNode), "n"}, {std::string(hami::kAllocated), devices}};
  for (std::size_t i = 0; i < containers; ++i) {
    Container container;
    container.name = "c" + std::to_string(i);
    container.limits = {{"nvidia.com/gpu", Quantity::fromInteger(1)}, {"nvidia.com/gpumem", Quantity::fromInteger(1)}};
    out.spec.containers.push_back(container);
  }
  return out;
}

TEST(HamiPod, TwoContainersOnOneCard) {
  const auto held = hami::readHamiPod(podHolding("GPU-0fc3,NVIDIA,3000,0:;GPU-0fc3,NVIDIA,5000,7:;", 2));
  EXPECT_TRUE(held.isCounted());
  ASSERT_EQ(held.segments.size(), 3U);
  EXPECT_EQ(held.segments[1], (std::vector<hami::Share>{{"GPU-0fc3", "NVIDIA", 5000, 7}}));
  EXPECT_EQ(held.containers, (std::vector<std::size_t>{0, 1}));
}

TEST(HamiPod, OneContainerOnTwoCardsAndAMigSlotOfOldVersions) {
  const auto held = hami::readHamiPod(podHolding("GPU-a[7-9],NVIDIA,1000,30:GPU-b,NVIDIA,1000,30:;", 1));
  ASSERT_EQ(held.segments.at(0).size(), 2U);
  EXPECT_EQ(held.segments[0][0].card(), "GPU-a");
  EXPECT_EQ(held.segments[0][1].card(), "GPU-b");
}

TEST(HamiPod, ASegmentIsOfTheContainerThatAsks) {
  RawPod pod = podHolding("GPU-a,NVIDIA,500,5:;", 1);
  pod.spec.initContainers = {Container{"init", "", {}, {}}};
  EXPECT_EQ(hami::readHamiPod(pod).containers, (std::vector<std::size_t>{1}));
  pod.meta.annotations = {{std::string(hami::kAllocated), ";GPU-a,NVIDIA,500,5:;"}};
  EXPECT_EQ(hami::readHamiPod(pod).containers, (std::vector<std::size_t>{0, 1})) << "other versions write all";
  pod.meta.annotations = {{std::string(hami::kAllocated), ";;;GPU-a,NVIDIA,500,5:;"}};
  EXPECT_FALSE(hami::readHamiPod(pod).containers) << "unknown, not guessed";
}

TEST(HamiPod, AnUnreadableListIsNotCounted) {
  for (const char* text : {"GPU-a,NVIDIA,500:;", "GPU-a,NVIDIA,x,5:;", "GPU-a,NVIDIA,2147483648,5:;", ",,,:;"}) {
    const auto held = hami::readHamiPod(podHolding(text, 1));
    EXPECT_FALSE(held.isCounted()) << text;
    EXPECT_TRUE(held.segments.empty()) << text;
    EXPECT_EQ(codesOf(held.problems), std::vector{ProblemCode::DevicesUnreadable}) << text;
  }
  EXPECT_TRUE(hami::readHamiPod(podHolding("nonsense;", 1)).isCounted()) << "a part without a comma is skipped";
}

TEST(HamiPod, MigAllocationsAreReadOrNamed) {
  RawPod pod = podHolding("GPU-a,NVIDIA,9856,29:;", 1);
  pod.meta.annotations.emplace_back(
      std::string(hami::kMigAllocations),
      R"([{"containerIndex":0,"deviceIndex":0,"gpuUUID":"GPU-a","profile":"2g.10gb","placement":{"start":2,"size":2}}])");
  auto held = hami::readHamiPod(pod);
  ASSERT_EQ(held.mig.size(), 1U);
  EXPECT_EQ(held.mig[0], (hami::MigAllocation{0, 0, "GPU-a", "2g.10gb", {2, 2}}));
  pod.meta.annotations.pop_back();
  pod.meta.annotations.emplace_back(std::string(hami::kMigAllocations), R"([{"gpuUUID":"GPU-a","profile":"x"}])");
  held = hami::readHamiPod(pod);
  EXPECT_TRUE(held.mig.empty());
  EXPECT_EQ(codesOf(held.problems), std::vector{ProblemCode::MigUnreadable});
}

RawPod asking(const ResourceList& limits) {
  RawPod out;
  out.meta.key = {"default", "p"};
  out.spec.containers = {Container{"c0", "", {}, limits}};
  return out;
}

hami::ContainerRequest requestOf(const ResourceList& limits, const hami::Config& config = {}) {
  return hami::readHamiRequest(asking(limits), config).containers.at(0);
}

Quantity amount(std::int64_t value) {
  return Quantity::fromInteger(value);
}

TEST(HamiRequest, AWholeCardIsRequestedWithAllItsCores) {
  EXPECT_EQ(requestOf({{"nvidia.com/gpu", amount(1)}}), (hami::ContainerRequest{1, 0, 100, 100}));
  EXPECT_EQ(requestOf({{"nvidia.com/gpu", amount(1)}, {"nvidia.com/gpumem", amount(0)}}),
            (hami::ContainerRequest{1, 0, 100, 0}))
      << "memory 0: the whole card, not exclusive";
  EXPECT_EQ(requestOf({{"nvidia.com/gpu", amount(1)}, {"nvidia.com/gpumem-percentage", amount(0)}}),
            (hami::ContainerRequest{1, 0, 100, 0}));
}

TEST(HamiRequest, TheWebhookAddsTheNumber) {
  const auto request = hami::readHamiRequest(asking({{"nvidia.com/gpumem", amount(3000)}}), {});
  EXPECT_EQ(request.containers.at(0), (hami::ContainerRequest{1, 3000, 101, 0}));
  EXPECT_EQ(request.admission, hami::Admission::Admitted);
  EXPECT_EQ(request.scheduler, "hami-scheduler");
  hami::Config none;
  none.defaultNumber = 0;
  EXPECT_EQ(hami::readHamiRequest(asking({{"nvidia.com/gpumem", amount(3000)}}), none).admission,
            hami::Admission::NotHami);
}

TEST(HamiRequest, ConfiguredDefaultsAndFactor) {
  hami::Config config;
  config.defaultMemory = 4000;
  config.defaultCores = 20;
  config.defaultNumber = 2;
  config.memoryFactor = 2;
  EXPECT_EQ(requestOf({{"nvidia.com/gpu", amount(1)}}, config), (hami::ContainerRequest{1, 4000, 101, 100}));
  EXPECT_EQ(requestOf({{"nvidia.com/gpumem", amount(3000)}}, config), (hami::ContainerRequest{2, 6000, 101, 20}));
  EXPECT_EQ(requestOf({{"nvidia.com/gpumem-percentage", amount(0)}}, config),
            (hami::ContainerRequest{2, 4000, 101, 20}));
}

TEST(HamiRequest, MemoryInBytesAsksForNothing) {
  const auto request = hami::readHamiRequest(
      asking({{"nvidia.com/gpu", amount(1)}, {"nvidia.com/gpumem", *Quantity::parse("2Gi")}}), {});
  EXPECT_EQ(request.admission, hami::Admission::Admitted) << "for HAMi's scheduler, which then sees no request";
  EXPECT_TRUE(request.requestsNothing());
}

TEST(HamiRequest, ARequestWhoseRulesAreNotHereIsReported) {
  EXPECT_TRUE(hami::readHamiRequest(asking({{"metax-tech.com/sgpu", amount(1)}}), {}).requestsUnread);
  EXPECT_TRUE(hami::readHamiRequest(asking({{"nvidia.com/gpu", amount(1)}, {"hygon.com/dcunum", amount(1)}}), {})
                  .requestsUnread)
      << "two vendors in one container are taken in a random order";
  RawPod soft = asking({{"huawei.com/Ascend910B3", amount(1)}});
  EXPECT_FALSE(hami::readHamiRequest(soft, {}).requestsUnread);
  soft.meta.annotations = {{"huawei.com/vnpu-mode", "hami-core"}};
  EXPECT_TRUE(hami::readHamiRequest(soft, {}).requestsUnread);
  EXPECT_FALSE(hami::readHamiRequest(asking({{"nvidia.com/gpu", amount(1)}}), {}).requestsUnread);
}

TEST(HamiRequest, RefusalsOfTheWebhookAreInItsWords) {
  EXPECT_EQ(
      hami::readHamiRequest(asking({{"nvidia.com/gpu", amount(1)}, {"nvidia.com/gpumem-percentage", amount(101)}}), {})
          .admissionText,
      "invalid nvidia.com/gpumem-percentage value 101 in container c0: must be an integer between 0 and 100");
  RawPod pod = asking({{"nvidia.com/gpu", amount(1)}});
  pod.spec.nodeName = "n";
  EXPECT_EQ(hami::readHamiRequest(pod, {}).admissionText, "pod has node assigned");
  Container first{"first", "", {}, {}};
  first.privileged = true;
  pod.spec.initContainers = {first};
  EXPECT_EQ(hami::readHamiRequest(pod, {}).admissionText, "container first is privileged");
  pod.spec.schedulerName = "other";
  EXPECT_EQ(hami::readHamiRequest(pod, {}).admission, hami::Admission::NotHami);
  EXPECT_EQ(hami::readHamiRequest(RawPod(), {}).admissionText, "pod has no containers");
}

std::string weightsError(const std::string& text) {
  RawPod pod = asking({{"nvidia.com/gpu", amount(1)}});
  pod.meta.annotations = {{"hami.io/device-scoring-weights", text}};
  const std::string error = hami::readHamiRequest(pod, {}).choice.weightsError;
  return error.substr(std::min(error.size(), error.find("\": ") == std::string::npos ? 0 : error.rfind("\": ") + 3));
}

TEST(HamiRequest, WeightsAreThreeOrAnError) {
  EXPECT_EQ(weightsError(" slot = 0 , core=0,memory=1"), "");
  EXPECT_EQ(weightsError("slot=1"), "expected slot, core, and memory weights");
  EXPECT_EQ(weightsError("slot,core=1,memory=1"), "expected key=value entries");
  EXPECT_EQ(weightsError("slot=1,slot=1,memory=1"), "duplicate \"slot\" weight");
  EXPECT_EQ(weightsError("slot=a,core=1,memory=1"), "\"slot\" weight must be an integer");
  EXPECT_EQ(weightsError("slot=1,core=-1,memory=1"), "\"core\" weight must not be negative");
  EXPECT_EQ(weightsError("slot=1,cores=1,memory=1"), "unknown weight \"cores\"");
  EXPECT_EQ(weightsError("slot=0,core=0,memory=0"), "at least one weight must be positive");
}

}  // namespace
}  // namespace cardinal::testing
