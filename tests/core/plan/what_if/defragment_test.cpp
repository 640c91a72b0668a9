// SPDX-License-Identifier: Apache-2.0
#include "core/plan/what_if/defragment.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

constexpr std::int64_t kGib = 1024;

PodBuilder owned(const std::string& name, std::int64_t units, const std::string& node, int card,
                 const char* kind = "ReplicaSet") {
  PodBuilder out = pod("team", name);
  out.gpuMem(units);
  out.edit().meta.owners.push_back({kind, "web", "u", true});
  return out.on(node).card(card);
}

DefragGoal memory(std::int64_t gib) {
  DefragGoal out;
  out.memoryMib = gib * kGib;
  return out;
}

RawDisruptionBudget spentBudget() {
  RawDisruptionBudget out;
  out.meta.key = {"team", "keep"};
  out.selectsNothing = false;
  return out;
}

/// Does the state have the goal?
bool reached(const ClusterSnapshot& snapshot, const DefragGoal& goal) {
  for (std::uint32_t i = 0; i < snapshot.nodes.size(); ++i) {
    if (!isOpen(*snapshot.nodes[i])) continue;
    for (const Card& card : snapshot.cardsOf(NodeIndex{i})) {
      if (goal.memoryMib ? (card.memTotal.value - card.memScheduler.value) * kGib >= *goal.memoryMib : card.pods == 0) {
        return true;
      }
    }
  }
  return false;
}

TEST(Defragment, NothingMovesWhereItIsFreeAlready) {
  const DefragAnswer answer =
      defragment(snapshotOf({gpushareNode("a", 2, 15), gpushareNode("b", 1, 15)}, {owned("p", 6, "a", 0)}), memory(9));
  EXPECT_EQ(answer.verdict, DefragVerdict::AlreadyFree);
  EXPECT_EQ(answer.node, "a");
  EXPECT_EQ(answer.card, 0) << "the tightest card that has it";
  EXPECT_TRUE(answer.moves.empty());
}

TEST(Defragment, AFreeWholeCardHasTheMemoryThatNoSharedCardCanGive) {
  const SnapshotPtr cluster = snapshotOf(
      {gpushareNode("a", 1, 15), nvidiaNode("w", 2).label("nvidia.com/gpu.memory", "81920")}, {owned("p", 8, "a", 0)});
  const DefragAnswer answer = defragment(cluster, memory(40));
  EXPECT_EQ(answer.verdict, DefragVerdict::AlreadyFree);
  EXPECT_EQ(answer.node, "w");
  EXPECT_TRUE(answer.isOfWholeCard);
  EXPECT_EQ(answer.freeMib, 80 * kGib);
  EXPECT_EQ(answer.nodes, 1U) << "the one that shares its card";
  const DefragAnswer shared = defragment(cluster, memory(5));
  EXPECT_EQ(shared.node, "a") << "a card that is shared by memory comes first";
  EXPECT_FALSE(shared.isOfWholeCard);
  EXPECT_EQ(defragment(cluster, memory(100)).verdict, DefragVerdict::NoneFound);
}

TEST(Defragment, OneMoveOfTheRightPodIsEnough) {
  const SnapshotPtr cluster =
      snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15)},
                 {owned("big", 8, "a", 0), owned("small", 4, "a", 0), owned("other", 9, "b", 0)});
  const DefragAnswer answer = defragment(cluster, memory(7));
  EXPECT_EQ(answer.verdict, DefragVerdict::ProvenFewest);
  ASSERT_EQ(answer.moves.size(), 1U);
  EXPECT_EQ(answer.moves[0].name, "small") << "8 units fit nowhere else; 4 leave 7 free";
  EXPECT_EQ(answer.places[0].to, "b");
  EXPECT_EQ(answer.freeMib, 7 * kGib);
  EXPECT_TRUE(reached(*runWhatIf(cluster, stepsOf(answer)).after, memory(7)));
}

TEST(Defragment, AWholeCardNeedsAllItsPodsGone) {
  const SnapshotPtr cluster =
      snapshotOf({gpushareNode("a", 2, 15), gpushareNode("b", 1, 15)},
                 {owned("p", 3, "a", 0), owned("q", 3, "a", 0), owned("r", 5, "a", 1), owned("s", 4, "b", 0)});
  const DefragAnswer answer = defragment(cluster, DefragGoal{});
  EXPECT_EQ(answer.verdict, DefragVerdict::ProvenFewest);
  ASSERT_EQ(answer.moves.size(), 1U);
  const ClusterFigures after = runWhatIf(cluster, stepsOf(answer)).figuresAfter;
  EXPECT_EQ(after.wholeFreeCards, 1U);
}

TEST(Defragment, WhatMayNotMoveStays) {
  const auto nodes = std::vector{gpushareNode("a", 1, 15), gpushareNode("b", 1, 15)};
  const std::vector<PodBuilder> rest = {owned("daemon", 9, "b", 0, "DaemonSet")};
  const auto with = [&](PodBuilder one) {
    std::vector<PodBuilder> pods = rest;
    pods.push_back(std::move(one));
    return snapshotOf(nodes, pods);
  };
  EXPECT_EQ(defragment(with(owned("free", 5, "a", 0)), memory(12)).moves.size(), 1U);
  EXPECT_EQ(defragment(with(owned("daemon2", 5, "a", 0, "DaemonSet")), memory(12)).verdict, DefragVerdict::NoneFound);
  EXPECT_EQ(defragment(with(pod("team", "bare").gpuMem(5).on("a").card(0)), memory(12)).blocked, 2U);
  PodBuilder local = owned("local", 5, "a", 0);
  local.edit().spec.hasLocalData = true;
  EXPECT_TRUE(defragment(with(local), memory(12)).moves.empty());
  EXPECT_TRUE(defragment(with(owned("ends", 5, "a", 0).terminating()), memory(15)).moves.empty());
  EXPECT_TRUE(defragment(with(owned("kept", 5, "a", 0)), memory(12), std::vector{spentBudget()}).moves.empty());
}

TEST(Defragment, TheGoalMayNameNodeAndMode) {
  const SnapshotPtr cluster =
      snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 2, 15), ackNode("c", "share", 1, 15)},
                 {owned("p", 6, "a", 0), owned("q", 6, "b", 0)});
  DefragGoal goal;
  goal.node = "a";
  const DefragAnswer answer = defragment(cluster, goal);
  ASSERT_EQ(answer.moves.size(), 1U);
  EXPECT_EQ(answer.moves[0].name, "p");
  goal = {};
  goal.mode = GpuMode::Share;
  EXPECT_EQ(defragment(cluster, goal).node, "c");
  goal.node = "nowhere";
  EXPECT_EQ(defragment(cluster, goal).problems.front().code, ErrorCode::NotFound);
  EXPECT_EQ(defragment(cluster, memory(0)).problems.front().code, ErrorCode::InvalidArgument);
}

TEST(Defragment, WholeCardsOfOneNode) {
  PodBuilder whole = pod("team", "p").nvidia(2);
  whole.edit().meta.owners.push_back({"ReplicaSet", "web", "u", true});
  const SnapshotPtr cluster = snapshotOf({nvidiaNode("a", 2), nvidiaNode("b", 4)}, {whole.on("a")});
  DefragGoal goal;
  goal.node = "a";
  const DefragAnswer answer = defragment(cluster, goal);
  EXPECT_EQ(answer.verdict, DefragVerdict::ProvenFewest);
  ASSERT_EQ(answer.moves.size(), 1U);
  EXPECT_EQ(answer.places[0].to, "b");
  EXPECT_EQ(answer.card, kPendingCard);
}

TEST(Defragment, TheBoundIsObeyedAndSaid) {
  std::vector<NodeBuilder> nodes;
  std::vector<PodBuilder> pods;
  for (int i = 0; i < 20; ++i) {
    nodes.push_back(gpushareNode("n" + std::to_string(i), 1, 15));
    pods.push_back(owned("p" + std::to_string(i), 10, "n" + std::to_string(i), 0));
  }
  const DefragAnswer answer = defragment(snapshotOf(nodes, pods), memory(10), {}, {}, {}, 7);
  EXPECT_EQ(answer.verdict, DefragVerdict::NoneFound);
  EXPECT_EQ(answer.tried, 7U);
  EXPECT_TRUE(answer.bounded);
}

TEST(Defragment, AStopIsObeyed) {
  const SnapshotPtr cluster = snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15)},
                                         {owned("p", 10, "a", 0), owned("q", 10, "b", 0)});
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(defragment(cluster, memory(10), {}, stop.get_token()).verdict, DefragVerdict::Stopped);
}

/// Is there any list of at most `moves` moves of any pods that reaches the goal?
bool canReach(const SnapshotPtr& cluster, const DefragGoal& goal, const std::vector<std::string>& pods,
              std::size_t moves) {
  if (reached(*cluster, goal)) return true;
  if (moves == 0) return false;
  for (const std::string& name : pods) {
    const WhatIfResult result = runWhatIf(cluster, {MovePod{"team", name}});
    if (result.steps.empty() || result.steps[0].placed != 1) continue;
    if (canReach(result.after, goal, pods, moves - 1)) return true;
  }
  return false;
}

TEST(DefragmentProperty, WhatIsProvenHasNoShorterList) {
  std::size_t proven = 0;
  std::size_t several = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const auto roll = [&random](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
    std::vector<NodeBuilder> nodes;
    for (int i = 0; i < 4; ++i) nodes.push_back(gpushareNode("n" + std::to_string(i), 1, 15));
    std::vector<PodBuilder> pods;
    std::vector<std::string> names;
    int used[4] = {};
    for (int i = 0; i < 8; ++i) {
      const int node = roll(0, 3);
      const int units = roll(2, 6);
      if (used[node] + units > 15) continue;
      used[node] += units;
      names.push_back("p" + std::to_string(i));
      pods.push_back(owned(names.back(), units, "n" + std::to_string(node), 0));
    }
    const SnapshotPtr cluster = snapshotOf(nodes, pods);
    const DefragGoal goal = roll(0, 2) == 0 ? DefragGoal{} : memory(roll(10, 15));
    const DefragAnswer answer = defragment(cluster, goal);
    if (answer.moves.empty()) continue;
    EXPECT_TRUE(reached(*runWhatIf(cluster, stepsOf(answer)).after, goal));
    EXPECT_GE(answer.moves.size(), answer.least);
    if (answer.verdict != DefragVerdict::ProvenFewest) continue;
    ++proven;
    several += answer.moves.size() > 1 ? 1 : 0;
    EXPECT_FALSE(canReach(cluster, goal, names, answer.moves.size() - 1));
  }
  EXPECT_GT(proven, 40U);
  EXPECT_GT(several, 5U);
}

}  // namespace
}  // namespace cardinal::testing
