// SPDX-License-Identifier: Apache-2.0
// The overlay of a what-if equals a rebuild from its raw objects, and the snapshot it starts from never changes.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "core/plan/what_if/what_if.h"
#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

constexpr unsigned kRuns = 150;
constexpr const char* kManifest = R"(apiVersion: apps/v1
kind: Deployment
metadata: {name: extra}
spec:
  replicas: 3
  template:
    spec:
      containers:
      - name: main
        image: x
        resources: {limits: {aliyun.com/gpu-mem: 4, cpu: 2}}
)";

class Dice {
 public:
  explicit Dice(unsigned seed) : m_engine(seed) {}
  int roll(int low, int high) { return std::uniform_int_distribution<int>(low, high)(m_engine); }

 private:
  std::mt19937 m_engine;
};

std::string nodeName(Dice& dice) {
  return "n" + std::to_string(dice.roll(0, 5));
}

PodBuilder randomPod(Dice& dice, int number) {
  PodBuilder out = pod("ns" + std::to_string(dice.roll(0, 1)), "p" + std::to_string(number));
  if (dice.roll(0, 4) > 0) out.gpuMem(dice.roll(1, 8));
  if (dice.roll(0, 5) == 0) out.nvidia(1);
  out.cpuMilli(dice.roll(0, 4000));
  if (dice.roll(0, 3) > 0) {
    const char* kinds[] = {"ReplicaSet", "StatefulSet", "DaemonSet"};
    const char* kind = kinds[dice.roll(0, 2)];
    out.edit().meta.owners.push_back({kind, "set-" + std::to_string(dice.roll(0, 2)), "u", true});
  }
  if (dice.roll(0, 3) > 0) out.on(nodeName(dice)).card(dice.roll(0, 2));
  if (dice.roll(0, 9) == 0) out.terminating();
  return out;
}

SnapshotPtr randomCluster(Dice& dice) {
  std::vector<NodeBuilder> nodes;
  for (int i = 0; i < 5; ++i) {
    const std::string name = "n" + std::to_string(i);
    const char* modes[] = {"cgpu", "share", "default", "core_mem"};
    const int kind = dice.roll(0, 6);
    nodes.push_back(kind > 3 ? gpushareNode(name, 3, 15) : ackNode(name, modes[kind], 3, 15));
    if (dice.roll(0, 5) == 0) nodes.back().cordoned();
  }
  std::vector<PodBuilder> pods;
  for (int i = 0; i < 25; ++i) pods.push_back(randomPod(dice, i));
  std::vector<ClusterDelta> further;
  if (dice.roll(0, 1) == 1) further.push_back(unhealthy("n0", "1"));
  return snapshotOf(nodes, pods, std::move(further));
}

WhatIfStep randomStep(Dice& dice) {
  const std::string ns = "ns" + std::to_string(dice.roll(0, 1));
  const std::string one = "p" + std::to_string(dice.roll(0, 24));
  switch (dice.roll(0, 8)) {
    case 0:
      return AddNodes{nodeName(dice), dice.roll(1, 2)};
    case 1:
      return RemoveNode{nodeName(dice)};
    case 2:
      return DrainNode{nodeName(dice), dice.roll(0, 1) == 1};
    case 3:
      return SwitchNode{nodeName(dice), switchTargets()[static_cast<std::size_t>(dice.roll(0, 4))], 15};
    case 4:
      return SubmitWorkload{kManifest, dice.roll(1, 6), ns};
    case 5:
      return DeletePods{{ns, dice.roll(0, 1) == 1 ? one : "set-1", dice.roll(0, 1) == 1 ? "ReplicaSet" : ""}};
    case 6:
      return ResizePods{{ns, one, ""}, dice.roll(1, 9), {}, {}};
    case 7:
      return MovePod{ns, one};
    default:
      return RetryPending{};
  }
}

std::vector<std::shared_ptr<const RawPod>> rawPodsOf(const ClusterSnapshot& snapshot) {
  std::vector<std::shared_ptr<const RawPod>> out;
  for (const NodePtr& node : snapshot.nodes) {
    out.insert(out.end(), node->scheduler.pods.begin(), node->scheduler.pods.end());
  }
  for (const PodPtr& pod : snapshot.unboundPods) out.push_back(pod->raw);
  return out;
}

SnapshotPtr rebuilt(const ClusterSnapshot& snapshot) {
  SnapshotBuilder builder;
  ClusterDelta nodes;
  nodes.op = ClusterDelta::Op::ReplaceNodes;
  for (const NodePtr& node : snapshot.nodes) {
    if (node->exists()) nodes.nodes.push_back(node->raw);
    for (const Card& card : node->cards) {
      if (card.health == CardHealth::Unhealthy) builder.apply(unhealthy(node->name, std::to_string(card.index)));
    }
  }
  builder.apply(std::move(nodes));
  ClusterDelta pods;
  pods.op = ClusterDelta::Op::ReplacePods;
  pods.pods = rawPodsOf(snapshot);
  builder.apply(std::move(pods));
  return builder.build(snapshot.time);
}

std::map<std::string, std::int64_t> amounts(const ResourceList& list) {
  std::map<std::string, std::int64_t> out;
  for (const ResourceAmount& entry : list) {
    if (entry.amount.milliValue() != 0) out[entry.name] = entry.amount.milliValue();
  }
  return out;
}

void expectSameNode(const NodeRecord& a, const NodeRecord& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.podCount, b.podCount);
  EXPECT_EQ(a.gpu.mode, b.gpu.mode);
  EXPECT_EQ(a.wholeCardsHeld, b.wholeCardsHeld);
  EXPECT_EQ(a.memPending, b.memPending);
  EXPECT_EQ(amounts(a.requested), amounts(b.requested)) << a.name;
  EXPECT_EQ(a.scheduler.cpuMilli, b.scheduler.cpuMilli);
  EXPECT_EQ(a.scheduler.podsWithAffinity, b.scheduler.podsWithAffinity);
  ASSERT_EQ(a.pods.size(), b.pods.size());
  for (std::size_t i = 0; i < a.pods.size(); ++i) {
    EXPECT_EQ(a.pods[i]->key(), b.pods[i]->key());
    EXPECT_EQ(a.pods[i]->shares, b.pods[i]->shares);
  }
}

void expectSame(const ClusterSnapshot& a, const ClusterSnapshot& b) {
  ASSERT_EQ(a.nodes.size(), b.nodes.size());
  EXPECT_EQ(a.firstCard, b.firstCard);
  EXPECT_EQ(a.cards, b.cards);
  EXPECT_EQ(a.counts, b.counts);
  for (std::size_t i = 0; i < a.nodes.size(); ++i) expectSameNode(*a.nodes[i], *b.nodes[i]);
  ASSERT_EQ(a.unboundPods.size(), b.unboundPods.size());
  for (std::size_t i = 0; i < a.unboundPods.size(); ++i) EXPECT_EQ(a.unboundPods[i]->key(), b.unboundPods[i]->key());
}

std::set<ObjectKey> keysOf(const ClusterSnapshot& snapshot) {
  std::set<ObjectKey> out;
  for (const auto& pod : rawPodsOf(snapshot)) out.insert(pod->meta.key);
  return out;
}

TEST(WhatIfProperty, TheOverlayEqualsARebuild) {
  std::size_t done = 0;
  for (unsigned seed = 0; seed < kRuns; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    const SnapshotPtr before = randomCluster(dice);
    const SnapshotPtr again = rebuilt(*before);
    SnapshotPtr state = before;
    for (int i = 0; i < 12; ++i) {
      const WhatIfStep step = randomStep(dice);
      SCOPED_TRACE(wordOf(step));
      const WhatIfResult result = runWhatIf(state, {step});
      if (!result.failure) ++done;
      expectSame(*result.after, *rebuilt(*result.after));
      state = result.after;
    }
    expectSame(*before, *again);
  }
  EXPECT_GT(done, kRuns * 5) << "most random steps can be done, or the property says little";
}

TEST(WhatIfProperty, StepsTogetherEqualStepsOneByOne) {
  for (unsigned seed = 0; seed < kRuns; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    const SnapshotPtr before = randomCluster(dice);
    std::vector<WhatIfStep> steps;
    SnapshotPtr state = before;
    while (steps.size() < 6) {
      const WhatIfStep step = randomStep(dice);
      const WhatIfResult one = runWhatIf(state, {step});
      if (one.failure) continue;
      steps.push_back(step);
      state = one.after;
    }
    const WhatIfResult all = runWhatIf(before, steps);
    ASSERT_FALSE(all.failure);
    expectSame(*all.after, *state);
  }
}

TEST(WhatIfProperty, NoPodIsLostUnsaid) {
  for (unsigned seed = 0; seed < kRuns; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    const SnapshotPtr before = randomCluster(dice);
    const WhatIfStep step = randomStep(dice);
    const WhatIfResult result = runWhatIf(before, {step});
    if (result.failure) continue;
    std::set<ObjectKey> expected = keysOf(*before);
    for (const WhatIfPod& one : result.steps[0].pods) {
      if (one.outcome == PodOutcome::Gone) expected.erase(one.pod);
      if (one.outcome == PodOutcome::Placed) expected.insert(one.pod);
      if (one.outcome == PodOutcome::Pending && one.requestsGpu) expected.insert(one.pod);
      if (one.outcome == PodOutcome::Pending && !one.requestsGpu) expected.erase(one.pod);
    }
    EXPECT_EQ(keysOf(*result.after), expected) << wordOf(step);
  }
}

}  // namespace
}  // namespace cardinal::testing
