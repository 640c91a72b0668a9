// SPDX-License-Identifier: Apache-2.0
// Rules of Volcano v1.15.1 (plugin deviceshare) on small nodes; every recorded decision is replayed in
// core_replay_test.
#include "core/alloc/stacks/volcano/volcano.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

using namespace alloc;
using namespace provider;

VolcanoConfig withPercentage() {
  VolcanoConfig config;
  config.percentageName = "volcano.sh/vgpu-memory-percentage";
  return config;
}

/// Cards of 32768 units and ten slots: uuids GPU-0, GPU-1, ...
VolcanoNodeState cardsOf(int count, const VolcanoConfig& config, const std::string& mode = "hami-core",
                         const std::string& type = "NVIDIA-Tesla V100") {
  std::string text;
  for (int i = 0; i < count; ++i) text += "GPU-" + std::to_string(i) + ",10,32768," + type + ",true," + mode + ":";
  RawNode raw = *node("n")
                     .resource("volcano.sh/vgpu-number", 10 * count)
                     .resource("volcano.sh/vgpu-cores", 100 * count)
                     .resource("volcano.sh/vgpu-memory", 32768 * count)
                     .resource("volcano.sh/vgpu-memory-percentage", 1000 * count)
                     .raw();
  raw.meta.annotations.emplace_back("volcano.sh/node-vgpu-register", text);
  return volcanoNodeState("n", *readVolcanoNode(raw, config), config);
}

void hold(VolcanoNodeState& state, const std::string& ids, bool terminating = false, std::int64_t memory = 0) {
  provider::VolcanoAmounts sums;
  if (memory > 0) sums.memory = memory;
  countVolcanoPod(state, readVolcanoPod(*pod("p").annotation("volcano.sh/vgpu-ids-new", ids).raw()), sums, terminating);
}

PodBuilder asking(std::int64_t number, std::int64_t memory, std::int64_t cores = 0) {
  PodBuilder builder = pod("p");
  builder.resource("volcano.sh/vgpu-number", number).resource("volcano.sh/vgpu-memory", memory);
  if (cores > 0) builder.resource("volcano.sh/vgpu-cores", cores);
  return builder;
}

struct Asked {
  VolcanoFit fit;
  std::string ids;
  std::string error;
};

Asked ask(const PodBuilder& builder, const VolcanoNodeState& state, VolcanoPolicy policy,
          const VolcanoConfig& config = withPercentage()) {
  const VolcanoRequest request = readVolcanoRequest(*builder.raw(), config);
  VolcanoFitter fitter(request, config, {policy, 10});
  const VolcanoFit& fit = fitter.fit(state);
  return {fit, volcanoIds(fit, request, state), volcanoError(fit, request, state, config)};
}

TEST(Volcano, ThePolicyOrdersTheCards) {
  VolcanoNodeState state = cardsOf(3, {});
  hold(state, "GPU-1,NVIDIA,16000,0:");
  hold(state, "GPU-2,NVIDIA,8000,0:");
  EXPECT_EQ(ask(asking(1, 4000), state, VolcanoPolicy::Binpack).ids, "GPU-1,NVIDIA,4000,0:");
  EXPECT_EQ(ask(asking(1, 4000), state, VolcanoPolicy::Spread).ids, "GPU-0,NVIDIA,4000,0:");
  EXPECT_EQ(ask(asking(1, 4000), state, VolcanoPolicy::None).ids, "GPU-2,NVIDIA,4000,0:");
}

TEST(Volcano, BinpackScoresAddUpOverCardsAndContainers) {
  PodBuilder builder = asking(1, 2000);
  builder.container().resource("cpu", 1).container().resource("volcano.sh/vgpu-memory", 3000);
  const Asked answer = ask(builder, cardsOf(3, {}), VolcanoPolicy::Binpack);
  EXPECT_EQ(answer.ids, "GPU-0,NVIDIA,2000,0:;GPU-0,NVIDIA,3000,0:");
  // 100 x 2000/32768 + 100 x 5000/32768
  EXPECT_DOUBLE_EQ(answer.fit.score, 21.3623046875);
  EXPECT_EQ(answer.fit.nodeOrder, 210);
}

TEST(Volcano, SpreadScoresNothing) {
  EXPECT_EQ(ask(asking(1, 2000), cardsOf(3, {}), VolcanoPolicy::Spread).fit.score, 0);
}

TEST(Volcano, OfAPodsEntriesOnACardOnlyTheFirstCounts) {
  VolcanoNodeState state = cardsOf(1, {});
  hold(state, "GPU-0,NVIDIA,2000,10:;GPU-0,NVIDIA,3000,20:");
  EXPECT_EQ(state.cards[0].usedSlots, 1);
  EXPECT_EQ(state.cards[0].usedMemory, 2000);
  EXPECT_EQ(state.cards[0].usedCores, 10);
}

TEST(Volcano, TerminatingPodsFreeTheirCardsButNotTheSums) {
  VolcanoNodeState state = cardsOf(1, {});
  hold(state, "GPU-0,NVIDIA,30000,0:", true, 30000);
  EXPECT_EQ(state.cards[0].usedMemory, 0);
  const Asked answer = ask(asking(1, 20000), state, VolcanoPolicy::None);
  EXPECT_TRUE(answer.fit.fits());
  EXPECT_FALSE(answer.fit.idle) << "only after the deletion: Pipelined";
}

TEST(Volcano, MoreCardsThanTheNodeHasIsItsOwnRefusal) {
  EXPECT_EQ(ask(asking(2, 100), cardsOf(1, {}), VolcanoPolicy::None).error, "no enough gpu cards on node n");
  VolcanoNodeState full = cardsOf(1, {});
  hold(full, "GPU-0,NVIDIA,32768,0:");
  EXPECT_EQ(ask(asking(1, 100), full, VolcanoPolicy::None).error, "not enough gpu fitted on this node");
}

TEST(Volcano, SumsAreTestedFirstAndNameEveryMissingKey) {
  VolcanoNodeState state = cardsOf(1, {});
  state.allocatable.percentage.reset();
  PodBuilder builder = asking(20, 40000);
  builder.resource("volcano.sh/vgpu-memory-percentage", 50);
  const Asked answer = ask(builder, state, VolcanoPolicy::None);
  EXPECT_EQ(answer.error, "[volcano.sh/vgpu-memory volcano.sh/vgpu-memory-percentage volcano.sh/vgpu-number]");
  EXPECT_EQ(volcanoReasons(answer.fit, withPercentage()).size(), 3U);
}

TEST(Volcano, CoresDecideExclusiveUse) {
  VolcanoNodeState used = cardsOf(1, {});
  hold(used, "GPU-0,NVIDIA,10,60:");
  EXPECT_TRUE(ask(asking(1, 10, 40), used, VolcanoPolicy::None).fit.fits());
  EXPECT_FALSE(ask(asking(1, 10, 41), used, VolcanoPolicy::None).fit.fits());
  EXPECT_FALSE(ask(asking(1, 10, 100), used, VolcanoPolicy::None).fit.fits()) << "a whole card must be empty";
  hold(used, "GPU-0,NVIDIA,10,40:");
  EXPECT_EQ(used.cards[0].usedCores, 100);
  EXPECT_FALSE(ask(asking(1, 10, 0), used, VolcanoPolicy::None).fit.fits()) << "no cores beside a full card";
}

TEST(Volcano, PercentagesAreOfTheCardAndWinOverMemory) {
  PodBuilder builder = asking(1, 1000);
  builder.resource("volcano.sh/vgpu-memory-percentage", 50);
  EXPECT_EQ(ask(builder, cardsOf(1, {}), VolcanoPolicy::None).ids, "GPU-0,NVIDIA,16384,0:");
  EXPECT_EQ(ask(builder, cardsOf(1, {}), VolcanoPolicy::None, {}).ids, "GPU-0,NVIDIA,1000,0:") << "not named: ignored";
  builder.resource("volcano.sh/vgpu-memory-percentage", 0);
  EXPECT_EQ(ask(builder, cardsOf(1, {}), VolcanoPolicy::None).ids, "GPU-0,NVIDIA,0,0:");
}

TEST(Volcano, NumberZeroIsPlacedWithAnEmptyList) {
  const Asked answer = ask(asking(0, 100), cardsOf(1, {}), VolcanoPolicy::Binpack);
  EXPECT_TRUE(answer.fit.fits());
  EXPECT_EQ(answer.ids, "");
}

TEST(Volcano, WhereTheSchedulerSeesNoCardsAPodPassesWithoutAny) {
  VolcanoNodeState state;
  state.allocatable = {10, 15360, 100, std::nullopt};
  const Asked answer = ask(asking(2, 100), state, VolcanoPolicy::Binpack);
  EXPECT_TRUE(answer.fit.fits());
  EXPECT_TRUE(answer.fit.withoutCards);
  EXPECT_TRUE(answer.fit.picks.empty());
}

TEST(Volcano, TypesAreWantedOrUnwanted) {
  const VolcanoNodeState state = cardsOf(1, {});
  const auto fits = [&](const char* key, const char* value) {
    return ask(asking(1, 10).annotation(key, value), state, VolcanoPolicy::None).fit.fits();
  };
  EXPECT_TRUE(fits("nvidia.com/use-gputype", "A100,v100"));
  EXPECT_FALSE(fits("nvidia.com/use-gputype", "A100"));
  EXPECT_FALSE(fits("nvidia.com/use-gputype", "A100, v1000")) << "entries are not trimmed";
  EXPECT_FALSE(fits("nvidia.com/nouse-gputype", "tesla"));
  EXPECT_TRUE(fits("nvidia.com/nouse-gputype", "A100"));
  EXPECT_TRUE(fits("nvidia.com/use-gputype", ""));
  EXPECT_FALSE(fits("nvidia.com/nouse-gputype", ""));
  PodBuilder both =
      asking(1, 10).annotation("nvidia.com/use-gputype", "V100").annotation("nvidia.com/nouse-gputype", "V100");
  EXPECT_TRUE(ask(both, state, VolcanoPolicy::None).fit.fits()) << "what is wanted makes the other ignored";
  EXPECT_FALSE(ask(asking(1, 10), cardsOf(1, {}, "hami-core", "Tesla V100"), VolcanoPolicy::None).fit.fits());
}

TEST(Volcano, TheModeMustBeTheNodes) {
  const Asked answer =
      ask(asking(1, 10).annotation("volcano.sh/vgpu-mode", "mig"), cardsOf(1, {}), VolcanoPolicy::None);
  EXPECT_EQ(answer.error, "pod required sharing mode mig is not the same as the node mode hami-core");
}

TEST(Volcano, CardsOfTheSameGroupAreAvoided) {
  VolcanoNodeState state = cardsOf(2, {});
  const auto member = [](PodBuilder builder) {
    return builder.annotation("scheduling.k8s.io/group-name", "job")
        .annotation("volcano.sh/vgpu-podgroup-policy", "spread");
  };
  countVolcanoPod(state,
                  readVolcanoPod(*pod("q")
                                      .annotation("scheduling.k8s.io/group-name", "job")
                                      .annotation("volcano.sh/vgpu-ids-new", "GPU-1,NVIDIA,10,0:")
                                      .raw()),
                  {}, false);
  EXPECT_EQ(ask(asking(1, 10), state, VolcanoPolicy::Binpack).ids, "GPU-1,NVIDIA,10,0:");
  EXPECT_EQ(ask(member(asking(1, 10)), state, VolcanoPolicy::Binpack).ids, "GPU-0,NVIDIA,10,0:");
}

TEST(Volcano, ARegisterWithGapsFailsTheSchedulerWithoutAPolicy) {
  VolcanoNodeState state = cardsOf(2, {});
  state.cards[1].index = 2;
  EXPECT_EQ(ask(asking(1, 10), state, VolcanoPolicy::None).fit.refusal, VolcanoRefusal::SchedulerFails);
  EXPECT_TRUE(ask(asking(1, 10), state, VolcanoPolicy::Binpack).fit.fits());
}

VolcanoConfig geometries() {
  VolcanoConfig config;
  config.geometries = {{{"V100"},
                        {{"group1", {{"1g.5gb", 5120, 7}}},
                         {"group2", {{"2g.10gb", 10240, 3}, {"1g.5gb", 5120, 1}}},
                         {"group3", {{"3g.20gb", 20480, 2}}}}}};
  return config;
}

TEST(VolcanoMig, TheSmallestInstanceOfTheFirstGroupThatFitsIsTaken) {
  const VolcanoConfig config = geometries();
  const Asked answer = ask(asking(1, 6144), cardsOf(1, config, "mig"), VolcanoPolicy::Binpack, config);
  EXPECT_EQ(answer.ids, "GPU-0[group2-0],NVIDIA,6144,0:");
  EXPECT_DOUBLE_EQ(answer.fit.score, 100.0 * 10240 / 32768) << "the instance counts, not what was asked";
  EXPECT_TRUE(answer.fit.groupMayDiffer);
  EXPECT_EQ(ask(asking(1, 1000), cardsOf(1, config, "mig"), VolcanoPolicy::None, config).ids,
            "GPU-0[group1-0],NVIDIA,1000,0:");
}

TEST(VolcanoMig, AProfileNotYetInUseIsNotOfferedBesideAnother) {
  const VolcanoConfig config = geometries();
  VolcanoNodeState state = cardsOf(1, config, "mig");
  hold(state, "GPU-0[group2-0],NVIDIA,6144,0:");
  EXPECT_EQ(state.cards[0].usedMemory, 10240);
  EXPECT_EQ(ask(asking(1, 1000), state, VolcanoPolicy::None, config).ids, "GPU-0[group2-1],NVIDIA,1000,0:");
  EXPECT_FALSE(ask(asking(1, 20480), state, VolcanoPolicy::None, config).fit.fits());
}

TEST(VolcanoMig, TwoContainersGetTheSameInstance) {
  const VolcanoConfig config = geometries();
  PodBuilder builder = asking(1, 1000);
  builder.container().resource("volcano.sh/vgpu-memory", 1000);
  EXPECT_EQ(ask(builder, cardsOf(1, config, "mig"), VolcanoPolicy::None, config).ids,
            "GPU-0[group1-0],NVIDIA,1000,0:;GPU-0[group1-0],NVIDIA,1000,0:");
}

TEST(VolcanoMig, AnEmptyCardServesTheGroupThatIsRemembered) {
  const VolcanoConfig config = geometries();
  VolcanoNodeState state = cardsOf(1, config, "mig");
  state.cards[0].migGroup = 1;
  EXPECT_FALSE(ask(asking(1, 20480), state, VolcanoPolicy::None, config).fit.fits());
  const Asked answer = ask(asking(1, 1000), state, VolcanoPolicy::None, config);
  EXPECT_EQ(answer.ids, "GPU-0[group2-3],NVIDIA,1000,0:");
  EXPECT_FALSE(answer.fit.groupMayDiffer);
}

TEST(VolcanoMig, AModelWithoutGeometriesIsShared) {
  EXPECT_FALSE(cardsOf(1, {}, "mig").mig);
}

TEST(VolcanoMig, InstancesThatAreNotThereAreSurvived) {
  const VolcanoConfig config = geometries();
  for (const char* id : {"GPU-0[group9-0]", "GPU-0[group2-99]", "GPU-0[group2-9223372036854775807]", "GPU-0"}) {
    VolcanoNodeState state = cardsOf(1, config, "mig");
    hold(state, std::string(id) + ",NVIDIA,10,0:");
    EXPECT_EQ(state.cards[0].usedMemory, 0) << id;
  }
}

TEST(VolcanoChoice, NodesThatAreIdleNowGoFirstAndTiesAreAllNamed) {
  EXPECT_EQ(bestVolcanoNodes(
                std::vector<VolcanoRating>{{true, false, 900}, {true, true, 10}, {true, true, 10}, {false, true, 99}}),
            (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(bestVolcanoNodes(std::vector<VolcanoRating>{{true, false, 1}, {true, false, 2}}),
            (std::vector<std::size_t>{1}));
  EXPECT_TRUE(bestVolcanoNodes(std::vector<VolcanoRating>{{false, true, 1}}).empty());
}

TEST(Volcano, ACardWithoutMemoryHasNoScore) {
  VolcanoNodeState state = cardsOf(1, {});
  state.cards[0].memory = 0;
  PodBuilder builder = asking(1, 1);
  builder.resource("volcano.sh/vgpu-memory-percentage", 0);
  const Asked answer = ask(builder, state, VolcanoPolicy::Binpack);
  EXPECT_TRUE(answer.fit.fits());
  EXPECT_TRUE(std::isnan(answer.fit.score));
  EXPECT_EQ(answer.fit.nodeOrder, 0);
}

}  // namespace
}  // namespace cardinal::testing
