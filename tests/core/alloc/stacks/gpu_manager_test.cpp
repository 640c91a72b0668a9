// SPDX-License-Identifier: Apache-2.0
// Rules of Tencent's gpu-admission and gpu-manager on small nodes; every recorded decision is replayed in
// core_replay_test.
#include "core/alloc/stacks/gpu_manager/gpu_manager.h"

#include <gtest/gtest.h>

#include "core/alloc/stacks/gpu_manager/gpu_manager_tree.h"
#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

using namespace alloc;
using namespace provider;

constexpr const char* kCore = "tencent.com/vcuda-core";
constexpr const char* kMemory = "tencent.com/vcuda-memory";

GpuManagerNodeState stateOf(const std::string& name, std::int64_t cores, std::int64_t memory) {
  const auto read = readGpuManagerNode(*node(name).resource(kCore, cores).resource(kMemory, memory).raw());
  return gpuManagerNodeState(name, read ? &*read : nullptr);
}

PodBuilder asking(std::vector<std::pair<std::int64_t, std::int64_t>> containers) {
  PodBuilder builder = pod("p");
  for (std::size_t i = 0; i < containers.size(); ++i) {
    if (i > 0) builder.container();
    if (containers[i].first != 0) builder.resource(kCore, containers[i].first);
    if (containers[i].second != 0) builder.resource(kMemory, containers[i].second);
  }
  return builder;
}

/// Counts a bound pod of one container.
void hold(GpuManagerNodeState& state, const std::string& indexes, std::int64_t cores, std::int64_t memory) {
  const auto raw =
      asking({{cores, memory}}).annotation("tencent.com/predicate-gpu-idx-0", indexes).on(state.name).raw();
  countGpuManagerPod(state, readGpuManagerPod(*raw), readGpuManagerRequest(*raw), true);
}

/// "0:1,2 1:0" = container 0 gets cards 1 and 2, container 1 card 0; or the refusal.
std::string ask(const PodBuilder& builder, const GpuManagerNodeState& state) {
  const auto request = readGpuManagerRequest(*builder.raw());
  GpuManagerFitter fitter(request);
  const GpuManagerFit& fit = fitter.fit(state);
  std::string out = gpuManagerError(fit, request);
  for (const GpuManagerPick& pick : fit.picks)
    out += (out.empty() ? "" : " ") + std::to_string(pick.container) + ":" + gpuManagerIndexes(fit, pick);
  return out;
}

std::string chosen(const PodBuilder& builder, const std::vector<GpuManagerNodeState>& nodes) {
  const auto choice = chooseGpuManagerNode(readGpuManagerRequest(*builder.raw()), nodes);
  return choice.feasible.size() == 1 ? nodes[choice.feasible[0]].name : std::to_string(choice.feasible.size());
}

TEST(GpuManager, AShareTakesTheFullestCardThatHoldsIt) {
  GpuManagerNodeState state = stateOf("n", 300, 12);
  hold(state, "1", 60, 2);
  hold(state, "2", 50, 3);
  EXPECT_EQ(ask(asking({{40, 1}}), state), "0:1");
  EXPECT_EQ(ask(asking({{40, 2}}), state), "0:1");
  EXPECT_EQ(ask(asking({{40, 3}}), state), "0:0") << "card 1 has 2 units left, card 2 one";
  EXPECT_EQ(ask(asking({{10, 5}}), state), "failed to allocate for container main") << "more than any card has";
}

TEST(GpuManager, ContainersTakeFromWhatTheEarlierOnesLeft) {
  EXPECT_EQ(ask(asking({{10, 1}, {10, 1}}), stateOf("n", 200, 8)), "0:0 1:0");
  EXPECT_EQ(ask(asking({{100, 3}, {80, 3}}), stateOf("n", 200, 8)), "0:0 1:1");
  EXPECT_EQ(ask(asking({{100, 0}, {100, 0}, {20, 1}}), stateOf("n", 250, 17)), "failed to allocate for container c2");
}

TEST(GpuManager, WholeCardsMustBeWhollyFree) {
  GpuManagerNodeState state = stateOf("n", 400, 32);
  hold(state, "1", 1, 1);
  EXPECT_EQ(ask(asking({{200, 0}}), state), "0:0,2");
  EXPECT_EQ(ask(asking({{400, 0}}), state), "failed to allocate for container main");
  EXPECT_EQ(ask(asking({{250, 0}}), state), "0:0,2") << "the extender drops the odd half";
  EXPECT_EQ(ask(asking({{INT64_MAX, 0}}), state), "failed to allocate for container main");
}

TEST(GpuManager, PodsThatAreNoGpuPodsPassWithoutCards) {
  const GpuManagerNodeState state = stateOf("n", 200, 8);
  EXPECT_EQ(ask(asking({{50, 0}}), state), "");
  EXPECT_EQ(ask(asking({{50, 0}, {60, 1}}), state), "1:0");
  EXPECT_EQ(ask(asking({{50, 0}, {60, 0}}), state), "");
  EXPECT_EQ(chosen(asking({{50, 0}}), {stateOf("a", 200, 8), stateOf("b", 200, 8)}), "2");
}

TEST(GpuManager, WhatNoLongerFitsItsCardIsNotCountedAndSaid) {
  GpuManagerNodeState state = stateOf("n", 400, 8);
  hold(state, "0", 50, 4);
  EXPECT_EQ(state.cards[0].freeCores, 100);
  EXPECT_TRUE(state.cards[0].overbooked);
  EXPECT_EQ(state.freeCores, 400);
  hold(state, "7", 100, 0);
  EXPECT_EQ(state.freeCores, 400) << "a card that is not there";
  EXPECT_EQ(state.boundCores, 150) << "kube-scheduler counts both";
}

TEST(GpuManager, SumsAreKubeSchedulersAndCountInitContainers) {
  GpuManagerNodeState state = stateOf("n", 200, 8);
  EXPECT_TRUE(gpuManagerSumsHold(state, readGpuManagerRequest(*asking({{200, 8}}).raw())));
  EXPECT_FALSE(gpuManagerSumsHold(state, readGpuManagerRequest(*asking({{200, 10}}).raw())));
  hold(state, "0", 100, 0);
  RawPod raw = *asking({{10, 1}}).raw();
  raw.spec.initContainers = asking({{150, 1}}).raw()->spec.containers;
  EXPECT_FALSE(gpuManagerSumsHold(state, readGpuManagerRequest(raw)));
}

TEST(GpuManager, TheFullestNodeThatFitsIsTheOnlyAnswer) {
  GpuManagerNodeState full = stateOf("b", 200, 8);
  hold(full, "0", 60, 1);
  const std::vector<GpuManagerNodeState> nodes{stateOf("a", 200, 8), full, stateOf("c", 200, 8), stateOf("cpu", 0, 0)};
  EXPECT_EQ(chosen(asking({{10, 1}}), nodes), "b");
  EXPECT_EQ(chosen(asking({{100, 1}, {80, 3}}), nodes), "a");
  const auto request = readGpuManagerRequest(*asking({{100, 1}, {80, 3}}).raw());
  const auto choice = chooseGpuManagerNode(request, nodes);
  EXPECT_EQ(choice.refusals, (std::vector{GpuManagerRefusal::None, GpuManagerRefusal::DoesNotMatch,
                                          GpuManagerRefusal::MatchedElsewhere, GpuManagerRefusal::NoGpuNode}));
  EXPECT_EQ(gpuManagerRefusalText(choice.refusals[1], request), "pod uid-pod-default-p does not match with this node");
}

TEST(GpuManager, H1ToH4FourPodsFillThreeNodes) {
  std::vector<GpuManagerNodeState> nodes{stateOf("n0", 200, 8), stateOf("n1", 200, 8), stateOf("n2", 200, 8)};
  EXPECT_EQ(chosen(asking({{10, 1}, {10, 1}}), nodes), "n0");
  hold(nodes[0], "0", 10, 1);
  hold(nodes[0], "0", 10, 1);
  EXPECT_EQ(chosen(asking({{100, 3}, {80, 3}}), nodes), "n1") << "beside n0's shares is no card of 80";
  hold(nodes[1], "0", 100, 0);
  hold(nodes[1], "1", 80, 3);
  const PodBuilder whole = asking({{200, 10}});
  EXPECT_EQ(chosen(whole, nodes), "n2") << "the extender looks at no memory of whole cards";
  EXPECT_FALSE(gpuManagerSumsHold(nodes[2], readGpuManagerRequest(*whole.raw()))) << "kube-scheduler has 8 units";
  EXPECT_TRUE(gpuManagerSumsHold(nodes[2], readGpuManagerRequest(*asking({{200, 8}}).raw())));
  hold(nodes[2], "0,1", 200, 8);
  EXPECT_EQ(chosen(asking({{10, 2}}), nodes), "n0");
}

TEST(GpuManager, ACopiedPredictionIsRefusedEverywhere) {
  const auto request =
      readGpuManagerRequest(*asking({{10, 1}}).annotation("tencent.com/predicate-gpu-idx-0", "0").raw());
  const auto choice = chooseGpuManagerNode(request, std::vector{stateOf("a", 200, 8)});
  EXPECT_TRUE(choice.feasible.empty());
  EXPECT_EQ(gpuManagerRequestError(choice, request), "pod p had been predicated!");
}

TEST(GpuManager, ANodeWithLessThanACardFailsTheWholeRequest) {
  const auto choice = chooseGpuManagerNode(readGpuManagerRequest(*asking({{10, 1}}).raw()),
                                           std::vector{stateOf("a", 200, 8), stateOf("half", 50, 8)});
  EXPECT_TRUE(choice.extenderFails);
  EXPECT_TRUE(choice.feasible.empty());
}

// Two pairs, the second inside a group of four with loose cards: 0-1 PIX, 3-4 PIX, 2 and 5 beside them by PXB.
GpuLinkTree uneven() {
  const auto links = provider::readGpuLinkMatrix(
      "\tGPU0\tGPU1\tGPU2\tGPU3\tGPU4\tGPU5\n"
      "GPU0\tX\tPIX\tSOC\tSOC\tSOC\tSOC\nGPU1\tPIX\tX\tSOC\tSOC\tSOC\tSOC\nGPU2\tSOC\tSOC\tX\tPXB\tPXB\tPXB\n"
      "GPU3\tSOC\tSOC\tPXB\tX\tPIX\tPXB\nGPU4\tSOC\tSOC\tPXB\tPIX\tX\tPXB\nGPU5\tSOC\tSOC\tPXB\tPXB\tPXB\tX\n");
  return {links.value(), 16LL << 30};
}

using Sets = std::vector<std::vector<int>>;

TEST(GpuManagerLinks, PairsThatAreEqualAreAllNamed) {
  EXPECT_EQ(uneven().choices(200, 0), (Sets{{0, 1}, {3, 4}}));
  EXPECT_EQ(uneven().choices(600, 0), (Sets{{0, 1, 2, 3, 4, 5}}));
  EXPECT_TRUE(uneven().choices(700, 0).empty());
}

TEST(GpuManagerLinks, OneCardComesFromAGroupEvenWhereThatBreaksAPair) {
  GpuLinkTree tree = uneven();
  tree.take({0, 1}, 200, 0);
  tree.take({2}, 10, 1LL << 30);
  EXPECT_EQ(tree.choices(100, 0), (Sets{{3}})) << "5 is free too, but hangs beside the group";
}

TEST(GpuManagerLinks, ASharedCardIsFreeAgainWhenItsCoresAreBack) {
  GpuLinkTree tree = uneven();
  tree.take({0}, 30, 2LL << 30);
  EXPECT_EQ(tree.choices(200, 0), (Sets{{3, 4}}));
  EXPECT_EQ(tree.choices(30, 1LL << 30), (Sets{{0}}));
  EXPECT_EQ(tree.choices(71, 1LL << 30), (Sets{{1}}));
  tree.giveBack({0}, 30, 2LL << 30);
  EXPECT_EQ(tree.choices(200, 0), (Sets{{0, 1}, {3, 4}}));
  EXPECT_TRUE(tree.choices(10, 17LL << 30).empty());
}

TEST(GpuManagerLinks, OneCardAloneIsATree) {
  const auto links = provider::readGpuLinkMatrix("\tGPU0\nGPU0\tX\n");
  GpuLinkTree tree(links.value(), 1LL << 30);
  EXPECT_EQ(tree.choices(100, 0), (Sets{{0}}));
  tree.take({0, 99, -1}, 100, 0);
  EXPECT_TRUE(tree.choices(100, 0).empty());
}

}  // namespace
}  // namespace cardinal::testing
