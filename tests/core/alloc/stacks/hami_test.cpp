// SPDX-License-Identifier: Apache-2.0
// HAMi v2.10.0 decides: the traps of its rules one by one. All of its recorded decisions are in tests/core/replay.
#include "core/alloc/stacks/hami/hami.h"

#include <gtest/gtest.h>

#include "core/alloc/stacks/hami/hami_registration.h"

namespace cardinal::testing {
namespace {

hami::Card card(const std::string& id, std::int32_t memory, std::int64_t numa = 0) {
  hami::Card out;
  out.id = id;
  out.type = "NVIDIA-Tesla V100-PCIE-32GB";
  out.mode = "hami-core";
  out.numa = numa;
  out.slots = 10;
  out.memoryMib = memory;
  out.cores = 100;
  out.healthy = true;
  out.offeredTo = hami::setOf(hami::kNvidia);
  return out;
}

hami::Node nodeOf(std::vector<hami::Card> cards) {
  hami::Node out;
  out.registration = hami::Registration::Json;
  out.cards = std::move(cards);
  for (std::size_t i = 0; i < out.cards.size(); ++i) out.cards[i].index = static_cast<std::int64_t>(i);
  return out;
}

hami::Holdings held(std::vector<std::vector<hami::Share>> segments, std::size_t initContainers = 0) {
  hami::Holdings out;
  out.node = "n";
  out.segments = std::move(segments);
  out.initContainers = initContainers;
  return out;
}

/// A pod of one container; 0 = not requested.
RawPod pod(std::int64_t number, std::int64_t memory, std::int64_t cores = 0, std::int64_t percent = 0) {
  ResourceList limits = {{"nvidia.com/gpu", Quantity::fromInteger(number)}};
  if (memory != 0) limits.push_back({"nvidia.com/gpumem", Quantity::fromInteger(memory)});
  if (cores != 0) limits.push_back({"nvidia.com/gpucores", Quantity::fromInteger(cores)});
  if (percent != 0) limits.push_back({"nvidia.com/gpumem-percentage", Quantity::fromInteger(percent)});
  RawPod out;
  out.meta.key = {"default", "p"};
  out.spec.containers = {Container{"c0", "", {}, limits}};
  return out;
}

/// The device list, or the refusal.
std::string answer(const hami::Node& node, const hami::NodeUse& use, const RawPod& incoming,
                   const hami::Quota* quota = nullptr) {
  const hami::Config config;
  const hami::Request request = hami::readHamiRequest(incoming, config);
  hami::Judge judge(request, config, quota);
  const hami::Verdict& verdict = judge.judge(node, use);
  return verdict.fits ? hami::deviceListText(node, verdict) : hami::textOf(verdict.refusal);
}

hami::NodeUse useOf(const hami::Node& node, const std::vector<hami::Holdings>& pods) {
  hami::NodeUse out = hami::emptyUse(node);
  for (const hami::Holdings& one : pods) hami::addUse(out, node, one);
  return out;
}

TEST(Hami, F3SharesOfOneCardAddUp) {
  const hami::Node node = nodeOf({card("a", 32768)});
  const auto use = useOf(node, {held({{{"a", "NVIDIA", 3000, 0}}, {{"a", "NVIDIA", 5000, 0}}})});
  EXPECT_EQ(use.cards[0], (hami::CardUse{2, 8000, 0, true}));
}

TEST(Hami, F4F5PercentOfACardIsRoundedDown) {
  const hami::Node node = nodeOf({card("a", 32768)});
  EXPECT_EQ(answer(node, hami::emptyUse(node), pod(1, 0, 0, 50)), "a,NVIDIA,16384,0:;");
  const auto use = useOf(node, {held({{{"a", "NVIDIA", 13107, 60}}}), held({{{"a", "NVIDIA", 19660, 40}}})});
  EXPECT_EQ(answer(node, use, pod(1, 100)), "1/1 CardInsufficientMemory") << "memory is tested before cores";
  EXPECT_EQ(answer(node, use, pod(1, 1)), "1/1 CardComputeUnitsExhausted") << "one MiB is left, but no cores";
}

TEST(Hami, F6AnExclusiveCardIsTaken) {
  const hami::Node node = nodeOf({card("a", 32768)});
  EXPECT_EQ(answer(node, hami::emptyUse(node), pod(1, 0)), "a,NVIDIA,32768,100:;");
  const auto use = useOf(node, {held({{{"a", "NVIDIA", 32768, 100}}})});
  EXPECT_EQ(answer(node, use, pod(1, 0)), "1/1 CardInsufficientMemory");
  const auto small = useOf(node, {held({{{"a", "NVIDIA", 10, 0}}})});
  EXPECT_EQ(answer(node, small, pod(1, 10, 100)), "1/1 ExclusiveDeviceAllocateConflict");
}

TEST(Hami, F7MoreCardsThanTheNodeHas) {
  const hami::Node node = nodeOf({card("a", 100), card("b", 100)});
  EXPECT_EQ(answer(node, hami::emptyUse(node), pod(3, 1)), "NodeInsufficientDevice");
  EXPECT_EQ(answer(hami::Node(), {}, pod(1, 1)), "node unregistered");
  hami::Node foreign;
  foreign.hasUnreadVendors = true;
  EXPECT_EQ(answer(foreign, {}, pod(1, 1)), "NodeInsufficientDevice") << "registered, with other vendors' cards";
}

TEST(Hami, F8AContainerWithoutGpuShiftsWhatIsCounted) {
  auto holdings = held({{{"x", "NVIDIA", 3000, 5}}, {}}, 1);
  EXPECT_EQ(hami::countedUse(holdings), (std::vector<hami::CountedUse>{{"x", 1, 3000, 5}}));
  holdings.initFinished = true;
  EXPECT_TRUE(hami::countedUse(holdings).empty()) << "HAMi hands the card out again";
  const auto three = held({{{"x", "NVIDIA", 4000, 0}}, {{"x", "NVIDIA", 3000, 0}}, {{"x", "NVIDIA", 2000, 0}}, {}}, 1);
  EXPECT_EQ(hami::countedUse(three), (std::vector<hami::CountedUse>{{"x", 2, 5000, 0}}));
}

TEST(Hami, F9OneCardIsTheOneWithTheWeakestLinks) {
  hami::Node node = nodeOf({card("g0", 100), card("g1", 100), card("g2", 100), card("g3", 100)});
  node.pairScores = {0, 100, 100, 200, 100, 0, 200, 100, 100, 200, 0, 200, 200, 100, 200, 0};
  RawPod incoming = pod(1, 10);
  incoming.meta.annotations = {{"hami.io/gpu-scheduler-policy", "topology-aware"}};
  EXPECT_EQ(answer(node, hami::emptyUse(node), incoming), "g1,NVIDIA,10,0:;")
      << "as g0, but nearer the end of the list";
  incoming = pod(2, 10);
  incoming.meta.annotations = {{"hami.io/gpu-scheduler-policy", "topology-aware"}};
  EXPECT_EQ(answer(node, hami::emptyUse(node), incoming), "g3,NVIDIA,10,0:g2,NVIDIA,10,0:;");
}

hami::Card migCard(const std::string& id) {
  hami::Card out = card(id, 40960);
  out.mode = "mig";
  out.slots = 7;
  out.profiles = {{"1g.5gb", 4864, 15, 1, {{6, 1}, {5, 1}, {4, 1}, {3, 1}, {2, 1}, {1, 1}, {0, 1}}},
                  {"2g.10gb", 9856, 29, 2, {{0, 2}, {2, 2}, {4, 2}}},
                  {"3g.20gb", 19968, 43, 3, {{4, 4}, {0, 4}}}};
  return out;
}

TEST(Hami, F10TwoInstancesComeFromOneCard) {
  const hami::Node node = nodeOf({migCard("a"), migCard("b")});
  const hami::Config config;
  const hami::Request request = hami::readHamiRequest(pod(2, 8000), config);
  hami::Judge judge(request, config, nullptr);
  const hami::Verdict& verdict = judge.judge(node, hami::emptyUse(node));
  EXPECT_EQ(hami::deviceListText(node, verdict), "b,NVIDIA,9856,29:b,NVIDIA,9856,29:;")
      << "the profile's, not what was requested";
  ASSERT_EQ(verdict.placed.size(), 2U);
  EXPECT_EQ(verdict.placed[0].placement, (hami::MigPlacement{0, 2}));
  EXPECT_EQ(verdict.placed[1].placement, (hami::MigPlacement{2, 2}));
}

TEST(Hami, F11PlacementsGoFromBothEnds) {
  const hami::Card one = migCard("a");
  std::vector<hami::MigPlacement> taken;
  std::vector<std::int64_t> starts;
  for (const std::int32_t memory : {19000, 9000, 4000, 4864}) {
    const auto choice = hami::chooseMig(one, taken, memory);
    ASSERT_TRUE(choice);
    taken.push_back(choice->placement);
    starts.push_back(choice->placement.start);
  }
  EXPECT_EQ(starts, (std::vector<std::int64_t>{4, 0, 3, 2}));
}

TEST(Hami, APodThatContradictsTheModeMakesTheCardSick) {
  const hami::Node node = nodeOf({migCard("a"), card("b", 100)});
  EXPECT_FALSE(useOf(node, {held({{{"a", "NVIDIA", 1, 1}}})}).cards[0].healthy) << "no instance recorded";
  auto odd = held({{{"b", "NVIDIA", 1, 1}}});
  odd.mig = {{0, 0, "b", "1g.5gb", {0, 1}}};
  EXPECT_FALSE(useOf(node, {odd}).cards[1].healthy);
  auto gone = held({});
  gone.mig = {{0, 0, "zz", "1g.5gb", {0, 1}}};
  EXPECT_FALSE(useOf(node, {gone}).cards[0].healthy) << "an unknown card: every MIG card";
}

TEST(Hami, OfEqualCardsTheLastIsTried) {
  const hami::Node node = nodeOf({card("a", 100), card("b", 100), card("c", 100)});
  EXPECT_EQ(answer(node, hami::emptyUse(node), pod(2, 1)), "c,NVIDIA,1,0:b,NVIDIA,1,0:;");
}

TEST(Hami, BinpackTakesTheFullestSpreadTheEmptiest) {
  const hami::Node node = nodeOf({card("a", 100), card("b", 100, 1)});
  const auto use = useOf(node, {held({{{"a", "NVIDIA", 10, 0}}})});
  EXPECT_EQ(answer(node, use, pod(1, 1)), "b,NVIDIA,1,0:;");
  RawPod packed = pod(1, 1);
  packed.meta.annotations = {{"hami.io/gpu-scheduler-policy", "binpack"}};
  EXPECT_EQ(answer(node, use, packed), "a,NVIDIA,1,0:;");
}

TEST(Hami, NumaBindCountsTheCardsItGivesUp) {
  const hami::Node node = nodeOf({card("a0", 100), card("a1", 100), card("a2", 100, 1), card("a3", 100, 1)});
  RawPod incoming = pod(3, 1);
  incoming.meta.annotations = {{"nvidia.com/numa-bind", "true"}};
  EXPECT_EQ(answer(node, hami::emptyUse(node), incoming), "2/4 AllocatedCardsInsufficientRequest, 2/4 NumaNotFit");
  incoming.meta.annotations = {{"nvidia.com/numa-bind", "yes"}};
  EXPECT_EQ(answer(node, hami::emptyUse(node), incoming), "a3,NVIDIA,1,0:a2,NVIDIA,1,0:a1,NVIDIA,1,0:;");
}

TEST(Hami, AnnotationsRestrictTheCards) {
  hami::Node node = nodeOf({card("a", 100), card("b", 100)});
  RawPod incoming = pod(1, 1);
  incoming.meta.annotations = {{"nvidia.com/use-gputype", "a100, v100"}, {"nvidia.com/nouse-gpuuuid", "b"}};
  EXPECT_EQ(answer(node, hami::emptyUse(node), incoming), "a,NVIDIA,1,0:;");
  incoming.meta.annotations = {{"nvidia.com/nouse-gputype", "tesla"}};
  EXPECT_EQ(answer(node, hami::emptyUse(node), incoming), "2/2 CardTypeMismatch");
  incoming.meta.annotations = {{"nvidia.com/vgpu-mode", ""}};
  EXPECT_EQ(answer(node, hami::emptyUse(node), incoming), "2/2 CardTypeMismatch") << "an empty mode matches no card";
  node.cards[1].cordoned = true;
  node.cards[0].healthy = false;
  EXPECT_EQ(answer(node, hami::emptyUse(node), pod(1, 1)), "1/2 CardCordoned, 1/2 CardNotHealth");
}

TEST(Hami, QuotaIsTestedCardByCard) {
  const hami::Node node = nodeOf({card("a", 100), card("b", 100)});
  hami::Quota quota;
  hami::readLimits(quota, {{"limits.nvidia.com/gpumem", Quantity::fromInteger(70)}}, {});
  hami::addUse(quota, held({{{"elsewhere", "NVIDIA", 10, 0}}}));
  EXPECT_EQ(answer(node, hami::emptyUse(node), pod(2, 40), &quota),
            "1/2 AllocatedCardsInsufficientRequest, 1/2 ResourceQuotaNotFit");
  EXPECT_EQ(answer(node, hami::emptyUse(node), pod(2, 30), &quota), "b,NVIDIA,30,0:a,NVIDIA,30,0:;");
  const hami::Config config;
  EXPECT_FALSE(hami::quotaAdmits(quota, config, hami::readHamiRequest(pod(2, 40), config)));
  EXPECT_TRUE(hami::quotaAdmits(quota, config, hami::readHamiRequest(pod(2, 0, 0, 90), config)))
      << "a percentage counts nothing in admission";
  hami::Quota none;
  hami::readLimits(none, {{"limits.nvidia.com/gpucores", Quantity::fromInteger(0)}}, {});
  EXPECT_FALSE(hami::quotaAdmits(none, config, hami::readHamiRequest(pod(1, 1, 1), config))) << "0 is a limit";
}

TEST(Hami, BeyondTwelveCardsEqualOnesAreNotCertain) {
  std::vector<hami::Card> many;
  for (int i = 0; i < 13; ++i) many.push_back(card("g" + std::to_string(i), 100));
  const hami::Config config;
  const hami::Request request = hami::readHamiRequest(pod(1, 1), config);
  hami::Judge judge(request, config, nullptr);
  const hami::Node wide = nodeOf(many);
  EXPECT_FALSE(judge.judge(wide, hami::emptyUse(wide)).cardsAreCertain);
  many.pop_back();
  const hami::Node narrow = nodeOf(many);
  EXPECT_TRUE(judge.judge(narrow, hami::emptyUse(narrow)).cardsAreCertain);
}

TEST(Hami, E1TheScoreIsThatOfTheStateBefore) {
  const hami::Node node = nodeOf({card("a", 32768)});
  EXPECT_EQ(hami::nodeScore(node, hami::emptyUse(node)), 0.0F);
  // 10 x (1/10 + 0/100 + 3000/32768)
  EXPECT_EQ(hami::nodeScore(node, useOf(node, {held({{{"a", "NVIDIA", 3000, 0}}})})), 1.9155273F);
  EXPECT_EQ(hami::bestNodes(std::vector{1.F, 3.F, 3.F}, false), (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(hami::bestNodes(std::vector{1.F, 3.F, 1.F}, true), (std::vector<std::size_t>{0, 2}));
}

TEST(Hami, APlacementOfNoSizeEndsAllTheSame) {
  hami::Card endless = migCard("a");
  endless.profiles = {{"1g.5gb", 4864, 0, 1, {{0, 0}}}};
  endless.slots = INT32_MAX;
  const hami::Node node = nodeOf({endless});
  const hami::Config config;
  const hami::Request request = hami::readHamiRequest(pod(INT32_MAX, 1), config);
  hami::Judge judge(request, config, nullptr);
  const hami::Verdict& verdict = judge.judge(node, hami::emptyUse(node));
  EXPECT_FALSE(verdict.fits);
  EXPECT_EQ(verdict.refusal.kind, hami::Refusal::Kind::TooManyChoices);
}

TEST(Hami, LockOfTheNode) {
  const hami::Request request = hami::readHamiRequest(pod(1, 1), {});
  hami::Node node;
  node.lock = hami::readNodeLock("2024-01-02T03:04:05Z,default,holder");
  const UnixSeconds since = node.lock.since;
  EXPECT_EQ(hami::lockRefusal(node, "n", request, since + 10, true),
            "node n has been locked within 5m0s: node lock contention");
  EXPECT_EQ(hami::lockRefusal(node, "n", request, since + 10, false), "") << "its pod is gone";
  EXPECT_EQ(hami::lockRefusal(node, "n", request, since + 400, true), "");
  node.lock.holder = {"default", "p"};
  EXPECT_EQ(hami::lockRefusal(node, "n", request, since + 10, true), "") << "the pod's own";
}

TEST(Hami, AnEmptyListDoesNotRemoveTheCards) {
  RawNode raw;
  raw.meta.annotations = {{std::string(hami::kRegister), R"([{"id":"a","type":"NVIDIA"}])"}};
  raw.allocatable = {{"nvidia.com/gpu", Quantity::fromInteger(10)}};
  hami::RegistrationMemory memory;
  hami::registrationTurn(memory, raw, 1000);
  ASSERT_TRUE(memory.node);
  raw.meta.annotations = {{std::string(hami::kRegister), "[]"}};
  hami::registrationTurn(memory, raw, 1015);
  EXPECT_EQ(memory.node->cards.size(), 1U);
  raw.allocatable = {{"nvidia.com/gpu", Quantity::fromInteger(0)}};
  EXPECT_FALSE(hami::registrationTurn(memory, raw, 1030)) << "the handshake is removed";
  EXPECT_FALSE(memory.node);
}

}  // namespace
}  // namespace cardinal::testing
