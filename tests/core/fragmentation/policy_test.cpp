// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "tests/core/fragmentation/worked_examples.h"

namespace cardinal::fragmentation::testing {
namespace {

class Policies : public ::testing::Test {
 protected:
  int score(PolicyKind kind, const NodeState& state, const Task& task) const {
    return makePolicy(kind, m_meter)->score(state, m_meter.fragment(state), task);
  }
  DeviceSet devices(PolicyKind kind, const NodeState& state, const Task& task) const {
    return makePolicy(kind, m_meter)->devices(state, m_meter.fragment(state), task);
  }
  static NodeState running(NodeState state, std::uint32_t labels) {
    state.labels = labels;
    return state;
  }

  FragmentMeter m_meter{expectedTasks()};
};

constexpr DeviceSet kGpu0 = 1;
constexpr DeviceSet kGpu1 = 2;
constexpr DeviceSet kGpu2 = 4;
constexpr std::uint32_t kSharing = 1;
constexpr std::uint32_t kOneWhole = 2;

TEST_F(Policies, FgdTakesWhatRemovesFragments) {
  const NodeState mixed = node(12000, {500, 1000});
  EXPECT_EQ(score(PolicyKind::Fgd, mixed, kA), 56);  // F 450 -> 200: 100 sigma(0.25) = 56.2177
  EXPECT_EQ(devices(PolicyKind::Fgd, mixed, kA), kGpu0);
  const NodeState whole = node(16000, {1000, 1000});
  EXPECT_EQ(score(PolicyKind::Fgd, whole, kA), 43);  // 200 -> 450 on either: the first wins
  EXPECT_EQ(devices(PolicyKind::Fgd, whole, kA), kGpu0);
  EXPECT_EQ(score(PolicyKind::Fgd, whole, kB), 50);  // 200 -> 200: exactly nothing
  EXPECT_EQ(devices(PolicyKind::Fgd, whole, kB), kGpu0);
  EXPECT_EQ(score(PolicyKind::Fgd, whole, kC), 54);  // 200 -> 0
  EXPECT_EQ(devices(PolicyKind::Fgd, whole, kC), kGpu0 | kGpu1);
  EXPECT_EQ(score(PolicyKind::Fgd, whole, kD), 45);  // 200 -> 400
  EXPECT_EQ(devices(PolicyKind::Fgd, whole, kD), 0U);
}

TEST_F(Policies, FgdValueOfTheWorseGpu) {
  // Only GPU 1 takes 501: its value alone counts.
  const NodeState mixed = node(12000, {500, 1000});
  EXPECT_EQ(devices(PolicyKind::Fgd, mixed, {4000, 0, 1, 501, 0}), kGpu1);
  NodeState after = mixed;
  place(after, kA, kGpu1);
  EXPECT_NEAR(m_meter.fragment(after), 500, 1e-6);
}

TEST_F(Policies, BestFit) {
  EXPECT_EQ(score(PolicyKind::BestFit, node(16000, {1000, 1000}), kA), 85);
  EXPECT_EQ(score(PolicyKind::BestFit, makeNode(96000, 0, 8, 0), kA), 17);
}

TEST_F(Policies, DotProd) {
  EXPECT_EQ(score(PolicyKind::DotProd, node(16000, {1000, 1000}), kA), 99);
  EXPECT_EQ(score(PolicyKind::DotProd, makeNode(96000, 0, 8, 0), kA), 95);
}

TEST_F(Policies, Packing) {
  constexpr int kCpu = 64000;
  EXPECT_EQ(score(PolicyKind::Packing, makeNode(kCpu, 0, 8, 0), kA), 25);
  EXPECT_EQ(score(PolicyKind::Packing, node(kCpu, {1000, 1000}), kA), 31);
  EXPECT_EQ(score(PolicyKind::Packing, node(kCpu, {1000}), kA), 32);
  EXPECT_EQ(score(PolicyKind::Packing, node(kCpu, {500, 1000}), kA), 95);
  EXPECT_EQ(score(PolicyKind::Packing, node(kCpu, {400, 1000}), kA), 49);
  EXPECT_EQ(score(PolicyKind::Packing, node(kCpu, {0, 990}), kA), 91);
  EXPECT_EQ(score(PolicyKind::Packing, node(kCpu, {400, 1000, 1000}), kC), 48);
  EXPECT_EQ(score(PolicyKind::Packing, node(kCpu, {400, 1000, 1000}), kD), 0);
}

TEST_F(Policies, Clustering) {
  constexpr int kCpu = 64000;
  const NodeState shared = running(node(kCpu, {500, 1000}), kSharing);
  EXPECT_EQ(score(PolicyKind::Clustering, shared, kA), 95);
  EXPECT_EQ(score(PolicyKind::Clustering, shared, kB), 20);
  EXPECT_EQ(score(PolicyKind::Clustering, running(node(kCpu, {500, 0}), kSharing | kOneWhole), kA), 73);
  EXPECT_EQ(score(PolicyKind::Clustering, node(kCpu, {1000, 1000}), kA), 43);
  EXPECT_EQ(score(PolicyKind::Clustering, makeNode(kCpu, 0, 8, 0), kA), 25);
  EXPECT_EQ(score(PolicyKind::Clustering, shared, kD), 0);
}

TEST_F(Policies, PlacingATaskGivesTheNodeItsLabel) {
  NodeState state = node(64000, {1000, 1000});
  place(state, kA, kGpu0);
  EXPECT_EQ(state.labels, kSharing);
  place(state, kB, kGpu1);
  EXPECT_EQ(state.labels, kSharing | kOneWhole);
  EXPECT_EQ(score(PolicyKind::Clustering, state, kA), 73);
}

TEST_F(Policies, BaselinesTakeTheTightestGpu) {
  for (const PolicyKind kind :
       {PolicyKind::BestFit, PolicyKind::DotProd, PolicyKind::Packing, PolicyKind::Clustering}) {
    EXPECT_EQ(devices(kind, node(9000, {700, 500, 600}), {0, 0, 1, 500, 0}), kGpu1);
    EXPECT_EQ(devices(kind, node(9000, {700, 500, 600}), {0, 0, 1, 550, 0}), kGpu2);
    EXPECT_EQ(devices(kind, node(9000, {700, 700}), {0, 0, 1, 500, 0}), kGpu0);
    EXPECT_EQ(devices(kind, node(9000, {900, 1000, 1000}), {0, 0, 2, 1000, 0}), kGpu1 | kGpu2);
  }
}

TEST_F(Policies, RandomDrawsEveryDeviceThatFitsAndNoOther) {
  const auto policy = makePolicy(PolicyKind::Random, m_meter, 7);
  std::set<DeviceSet> drawn;
  for (int i = 0; i < 200; ++i) drawn.insert(policy->devices(node(9000, {700, 400, 600, 1000}), 0, {0, 0, 1, 500, 0}));
  EXPECT_EQ(drawn, (std::set<DeviceSet>{1, 4, 8}));
}

TEST_F(Policies, AreKnownByName) {
  for (const PolicyKind kind : kPolicies) EXPECT_EQ(policyNamed(toString(kind)), kind);
  EXPECT_FALSE(policyNamed("fgd"));
}

TEST(Feasible, CpuMemoryModelDevicesAndTheNumberOfTasksCount) {
  NodeState state = node(8000, {500, 1000}, 1);
  state.memory = 100;
  EXPECT_TRUE(fits(state, {8000, 100, 1, 1000, 1}));
  EXPECT_FALSE(fits(state, {8001, 100, 1, 1000, 1}));
  EXPECT_FALSE(fits(state, {8000, 101, 1, 1000, 1}));
  EXPECT_FALSE(fits(state, {8000, 100, 2, 1000, 1}));
  EXPECT_FALSE(fits(state, {8000, 100, 1, 1000, 2}));
  EXPECT_TRUE(fits(state, {8000, 100, 0, 0, 0}));
  state.tasks = kMaxTasks;
  EXPECT_FALSE(fits(state, {8000, 100, 0, 0, 0}));
}

}  // namespace
}  // namespace cardinal::fragmentation::testing
