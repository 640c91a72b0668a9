// SPDX-License-Identifier: Apache-2.0
#include "core/plan/what_if/what_if.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

PodBuilder owned(const std::string& name, std::int64_t units, const std::string& node, int card,
                 const std::string& owner = "web-7c9f5d6b8") {
  PodBuilder out = pod("team", name);
  out.gpuMem(units);
  out.edit().meta.owners.push_back({"ReplicaSet", owner, "uid-" + owner, true});
  if (!node.empty()) out.on(node).card(card);
  return out;
}

const WhatIfPod* podOf(const WhatIfOutcome& outcome, const std::string& name) {
  const auto at = std::find_if(outcome.pods.begin(), outcome.pods.end(),
                               [&](const WhatIfPod& one) { return one.pod.name == name; });
  return at != outcome.pods.end() ? &*at : nullptr;
}

MemUnits usedOn(const ClusterSnapshot& snapshot, const std::string& node, std::size_t card) {
  return snapshot.cardsOf(*snapshot.findNode(node))[card].memScheduler;
}

constexpr const char* kJob = R"(apiVersion: batch/v1
kind: Job
metadata: {name: train}
spec:
  parallelism: 3
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: main
        image: x
        resources: {limits: {aliyun.com/gpu-mem: 8}}
)";

TEST(WhatIf, NoStepsChangeNothing) {
  const SnapshotPtr cluster = snapshotOf({gpushareNode("a", 2, 15)}, {owned("p", 5, "a", 0)});
  const WhatIfResult result = runWhatIf(cluster, {});
  EXPECT_EQ(result.after, cluster);
  EXPECT_EQ(result.figuresAfter, result.figuresBefore);
  EXPECT_FALSE(result.failure);
}

TEST(WhatIf, AddedNodesAreEmptyAndTakePods) {
  const SnapshotPtr cluster =
      snapshotOf({gpushareNode("a", 1, 15).cordoned()}, {owned("p", 15, "a", 0), owned("waits", 10, "", 0)});
  const WhatIfResult result = runWhatIf(cluster, {AddNodes{"a", 2}, RetryPending{}});
  ASSERT_FALSE(result.failure);
  EXPECT_EQ(result.steps[0].added, (std::vector<std::string>{"a-new-1", "a-new-2"}));
  EXPECT_EQ(result.steps[0].after.pendingPods, 1U) << "pending pods wait for their own step";
  EXPECT_EQ(result.steps[0].after.wholeFreeCards, 2U);
  const WhatIfPod* placed = podOf(result.steps[1], "waits");
  ASSERT_NE(placed, nullptr);
  EXPECT_EQ(placed->outcome, PodOutcome::Placed);
  EXPECT_EQ(placed->to, "a-new-1");
  EXPECT_EQ(placed->cards, std::vector<CardIndex>{0});
  EXPECT_EQ(result.figuresAfter.pendingPods, 0U);
  EXPECT_EQ(cluster->nodes.size(), 1U) << "the snapshot is never touched";
  EXPECT_EQ(cluster->unboundPods.size(), 1U);
}

TEST(WhatIf, AGatedPodIsNotRetried) {
  PodBuilder gated = owned("gated", 10, "", 0);
  gated.edit().spec.hasSchedulingGates = true;
  const WhatIfResult result =
      runWhatIf(snapshotOf({gpushareNode("a", 1, 15)}, {gated, owned("waits", 2, "", 0)}), {RetryPending{}});
  ASSERT_FALSE(result.failure);
  EXPECT_NE(podOf(result.steps[0], "waits"), nullptr);
  EXPECT_EQ(podOf(result.steps[0], "gated"), nullptr);
  EXPECT_EQ(result.figuresAfter.pendingPods, 1U) << "no scheduler looks at it";
}

TEST(WhatIf, DrainMovesWhatControllersMakeAgain) {
  const SnapshotPtr cluster = snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15)},
                                         {owned("moves", 9, "a", 0), pod("team", "bare").gpuMem(2).on("a").card(0)});
  const WhatIfResult result = runWhatIf(cluster, {DrainNode{"a", false}});
  ASSERT_FALSE(result.failure);
  const WhatIfPod* moved = podOf(result.steps[0], "moves");
  ASSERT_NE(moved, nullptr);
  EXPECT_EQ(moved->from, "a");
  EXPECT_EQ(moved->to, "b");
  EXPECT_EQ(moved->certainty, Certainty::Certain);
  const WhatIfPod* bare = podOf(result.steps[0], "bare");
  ASSERT_NE(bare, nullptr);
  EXPECT_EQ(bare->outcome, PodOutcome::Stays);
  EXPECT_EQ(bare->fate, PodFate::BlockBare);
  EXPECT_EQ(usedOn(*result.after, "a", 0), MemUnits(2));
  EXPECT_EQ(usedOn(*result.after, "b", 0), MemUnits(9));
  EXPECT_TRUE(result.after->node(*result.after->findNode("a")).unschedulable());
}

TEST(WhatIf, AForcedDrainLosesBarePods) {
  const SnapshotPtr cluster = snapshotOf({gpushareNode("a", 1, 15)}, {pod("team", "bare").gpuMem(2).on("a").card(0)});
  const WhatIfResult result = runWhatIf(cluster, {DrainNode{"a", true}});
  ASSERT_FALSE(result.failure);
  EXPECT_EQ(result.steps[0].gone, 1U);
  EXPECT_EQ(result.figuresAfter.boundPods, 0U);
}

TEST(WhatIf, WhatFitsNowhereIsPendingWithTheReason) {
  const SnapshotPtr cluster =
      snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15)}, {owned("p", 9, "a", 0), owned("q", 9, "b", 0)});
  const WhatIfResult result = runWhatIf(cluster, {RemoveNode{"a"}});
  ASSERT_FALSE(result.failure);
  const WhatIfPod* left = podOf(result.steps[0], "p");
  ASSERT_NE(left, nullptr);
  EXPECT_EQ(left->outcome, PodOutcome::Pending);
  ASSERT_TRUE(left->why);
  EXPECT_EQ(left->nearest, "b");
  EXPECT_EQ(result.figuresAfter.pendingPods, 1U);
  EXPECT_FALSE(result.after->findNode("a"));
}

TEST(WhatIf, SubmittedReplicasLandAndTheRestWaits) {
  const SnapshotPtr cluster = snapshotOf({gpushareNode("a", 2, 15)});
  const WhatIfResult result = runWhatIf(cluster, {SubmitWorkload{kJob, {}, "team"}});
  ASSERT_FALSE(result.failure);
  EXPECT_EQ(result.steps[0].placed, 2U);
  EXPECT_EQ(result.steps[0].pending, 1U);
  EXPECT_EQ(result.steps[0].pods[2].pod.name, "train-2");
  EXPECT_EQ(usedOn(*result.after, "a", 0), MemUnits(8));
  EXPECT_EQ(usedOn(*result.after, "a", 1), MemUnits(8));
  const WhatIfResult five = runWhatIf(cluster, {SubmitWorkload{kJob, 5, "team"}});
  EXPECT_EQ(five.steps[0].pending, 3U);
}

constexpr const char* kTemplate =
    "{spec: {containers: [{name: m, image: x, resources: {limits: {nvidia.com/gpu: 8}}}]}}";

std::string torchOf(int workers) {
  return std::string(
             "apiVersion: kubeflow.org/v1\nkind: PyTorchJob\nmetadata: {name: train}\nspec:\n  "
             "pytorchReplicaSpecs:\n") +
         "    Worker: {replicas: " + std::to_string(workers) + ", template: " + kTemplate +
         "}\n    Master: {template: " + kTemplate + "}\n";
}

TEST(WhatIf, RolesOfOneWorkloadTakeTheirPlacesInTheOrderOfCreation) {
  const SnapshotPtr cluster = snapshotOf({nvidiaNode("a", 8), nvidiaNode("b", 8)});
  const WhatIfResult result = runWhatIf(cluster, {SubmitWorkload{torchOf(2), {}, "team"}});
  ASSERT_FALSE(result.failure);
  const WhatIfOutcome& step = result.steps[0];
  ASSERT_EQ(step.pods.size(), 3U);
  EXPECT_EQ(step.pods[0].pod, (ObjectKey{"team", "train-master-0"}))
      << "the master first, wherever it stands in the file";
  EXPECT_EQ(step.pods[1].pod.name, "train-worker-0");
  EXPECT_NE(step.pods[0].to, step.pods[1].to) << "two pods of 8 cards on one node of 8";
  EXPECT_EQ(step.pods[2].outcome, PodOutcome::Pending);
  EXPECT_FALSE(step.pods[2].waitsForGang) << "nothing holds the others back";
  EXPECT_EQ(step.placed, 2U);
  const WhatIfResult many = runWhatIf(cluster, {SubmitWorkload{torchOf(2), 3, "team"}});
  ASSERT_TRUE(many.failure) << "one number for two roles";
  EXPECT_EQ(many.failure->error.code, ErrorCode::InvalidArgument);
}

TEST(WhatIf, AGangThatItsSchedulerEnforcesStartsWholeOrNotAtAll) {
  const auto gang = [](int pods) {
    return "apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: gang}\nspec: {schedulerName: "
           "default-scheduler, "
           "minAvailable: " +
           std::to_string(pods) + ", tasks: [{name: w, replicas: " + std::to_string(pods) + ", template: " + kTemplate +
           "}]}\n";
  };
  const SnapshotPtr cluster = snapshotOf({nvidiaNode("a", 8), nvidiaNode("b", 8)});
  const WhatIfResult fits = runWhatIf(cluster, {SubmitWorkload{gang(2), {}, "team"}});
  ASSERT_FALSE(fits.failure);
  EXPECT_EQ(fits.steps[0].placed, 2U);
  const WhatIfResult waits = runWhatIf(cluster, {SubmitWorkload{gang(3), {}, "team"}});
  ASSERT_FALSE(waits.failure);
  EXPECT_EQ(waits.steps[0].placed, 0U);
  EXPECT_EQ(waits.steps[0].pending, 3U);
  EXPECT_TRUE(waits.steps[0].pods[0].waitsForGang);
  EXPECT_FALSE(waits.steps[0].pods[2].waitsForGang) << "this one has no node itself";
  EXPECT_EQ(waits.figuresAfter.wholeFreeCards, waits.figuresBefore.wholeFreeCards);
}

TEST(WhatIf, ObjectsWhosePodsCannotBePlacedAreNamedAndFailWhereNothingElseIsThere) {
  const std::string daemons =
      std::string("apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: every}\nspec: {template: ") + kTemplate +
      "}\n";
  const SnapshotPtr cluster = snapshotOf({nvidiaNode("a", 8), nvidiaNode("b", 8)});
  const WhatIfResult both = runWhatIf(cluster, {SubmitWorkload{daemons + "---\n" + torchOf(1), {}, "team"}});
  ASSERT_FALSE(both.failure);
  EXPECT_EQ(both.steps[0].notPlaced, std::vector<std::string>{"DaemonSet/every"});
  EXPECT_EQ(both.steps[0].placed, 2U);
  const WhatIfResult alone = runWhatIf(cluster, {SubmitWorkload{daemons, {}, "team"}});
  ASSERT_TRUE(alone.failure);
  EXPECT_EQ(alone.failure->error.subject, "DaemonSet");
}

TEST(WhatIf, ADeletedPodOfAControllerComesBackAndAWorkloadDoesNot) {
  const SnapshotPtr cluster =
      snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15)}, {owned("p", 9, "a", 0), owned("q", 9, "b", 0)});
  const WhatIfResult one = runWhatIf(cluster, {DeletePods{{"team", "p", ""}}});
  ASSERT_FALSE(one.failure);
  EXPECT_EQ(one.steps[0].placed, 1U);
  const WhatIfResult all = runWhatIf(cluster, {DeletePods{{"team", "web", "Deployment"}}});
  ASSERT_FALSE(all.failure);
  EXPECT_EQ(all.steps[0].gone, 2U);
  EXPECT_EQ(all.figuresAfter.wholeFreeCards, 2U);
}

TEST(WhatIf, ResizedPodsAreScheduledAnew) {
  const SnapshotPtr cluster = snapshotOf({gpushareNode("a", 1, 15)}, {owned("p", 9, "a", 0), owned("waits", 9, "", 0)});
  ResizePods smaller{{"team", "web", "Deployment"}, 7, {}, {}};
  const WhatIfResult result = runWhatIf(cluster, {smaller});
  ASSERT_FALSE(result.failure) << describe(result.failure->error);
  EXPECT_EQ(result.steps[0].placed, 2U);
  EXPECT_EQ(usedOn(*result.after, "a", 0), MemUnits(14));
}

TEST(WhatIf, ASwitchChangesWhatTheNodePublishes) {
  PodBuilder whole = pod("team", "whole").nvidia(1);
  whole.edit().meta.owners.push_back({"ReplicaSet", "web-7c9f5d6b8", "", true});
  const SnapshotPtr cluster = snapshotOf({ackNode("a", "default", 2, 0).label("aliyun.accelerator/nvidia_name", "T4"),
                                          ackNode("b", "share", 2, 15).label("aliyun.accelerator/nvidia_name", "T4")},
                                         {whole.on("a")});
  const WhatIfResult result = runWhatIf(cluster, {SwitchNode{"a", *parseSwitchTarget("share"), {}}});
  ASSERT_FALSE(result.failure) << describe(result.failure->error);
  const NodeRecord& after = result.after->node(*result.after->findNode("a"));
  EXPECT_EQ(after.gpu.mode, GpuMode::Share);
  ASSERT_EQ(after.cards.size(), 2U);
  EXPECT_EQ(after.cards[0].memTotal, MemUnits(15)) << "as nodes of the same card in a shared mode tell";
  EXPECT_FALSE(after.unschedulable());
  const WhatIfPod* left = podOf(result.steps[0], "whole");
  ASSERT_NE(left, nullptr);
  EXPECT_EQ(left->outcome, PodOutcome::Pending) << "no node takes whole cards any more";
}

TEST(WhatIf, ASwitchWhoseAmountNobodyTellsNamesTheResource) {
  const SnapshotPtr cluster = snapshotOf({ackNode("a", "default", 2, 0)});
  const WhatIfResult result = runWhatIf(cluster, {SwitchNode{"a", *parseSwitchTarget("share"), {}}});
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->error.subject, "aliyun.com/gpu-mem");
  const WhatIfResult given = runWhatIf(cluster, {SwitchNode{"a", *parseSwitchTarget("share"), 32}});
  ASSERT_FALSE(given.failure);
  EXPECT_EQ(given.after->cards[0].memTotal, MemUnits(32));
}

TEST(WhatIf, AMovedPodLeavesItsNodeAndTheNodeStaysOpen) {
  const SnapshotPtr cluster = snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15)}, {owned("p", 9, "a", 0)});
  const WhatIfResult result = runWhatIf(cluster, {MovePod{"team", "p"}});
  ASSERT_FALSE(result.failure);
  EXPECT_EQ(podOf(result.steps[0], "p")->to, "b");
  EXPECT_FALSE(result.after->node(*result.after->findNode("a")).unschedulable());
}

TEST(WhatIf, AFailureNamesTheStepAndKeepsWhatWasDone) {
  const SnapshotPtr cluster = snapshotOf({gpushareNode("a", 1, 15)});
  const WhatIfResult result = runWhatIf(cluster, {AddNodes{"a", 1}, DrainNode{"nowhere", false}, AddNodes{"a", 1}});
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->step, 1U);
  EXPECT_EQ(result.failure->error.code, ErrorCode::NotFound);
  EXPECT_EQ(result.failure->error.subject, "nowhere");
  EXPECT_EQ(result.steps.size(), 1U);
  EXPECT_EQ(result.after->nodes.size(), 2U);
}

TEST(WhatIf, AStoppedRunSaysSoAndShowsNoHalfStep) {
  const SnapshotPtr cluster = snapshotOf({gpushareNode("a", 4, 15)});
  std::stop_source stop;
  const WhatIfResult result =
      runWhatIf(cluster, {SubmitWorkload{kJob, 3, "team"}}, stop.get_token(), [&](const WhatIfProgress& progress) {
        if (progress.pods == 2) stop.request_stop();
      });
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->error.code, ErrorCode::Cancelled);
  EXPECT_EQ(result.after, cluster);
}

TEST(WhatIf, LaterPlacesRestOnEarlierTies) {
  const SnapshotPtr cluster = snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15), gpushareNode("c", 1, 15)},
                                         {owned("p", 9, "a", 0)});
  const WhatIfResult result = runWhatIf(cluster, {MovePod{"team", "p"}, MovePod{"team", "p"}});
  ASSERT_FALSE(result.failure);
  EXPECT_EQ(result.steps[0].pods[0].certainty, Certainty::OneOf);
  EXPECT_EQ(result.steps[0].pods[0].tied, 2U);
  EXPECT_FALSE(result.steps[0].pods[0].assumes);
  EXPECT_TRUE(result.steps[1].pods[0].assumes);
}

TEST(WhatIf, HamisCardsAreWrittenContainerByContainer) {
  // 7,000 and 5,000 MiB stand on a card of 10,000 each; instances of MIG keep their places: 2g.10gb has three.
  const auto hami = [](const char* name, const std::string& cards) {
    return testing::nvidiaNode(name, 20).annotation("hami.io/node-nvidia-register", cards);
  };
  const std::string card = R"("count":10,"devcore":100,"type":"NVIDIA-A100","health":true,)";
  const NodeBuilder plain = hami("plain", R"([{"id":"A","devmem":10000,)" + card +
                                              R"("index":0},{"id":"B","devmem":10000,)" + card + R"("index":1}])");
  const NodeBuilder mig =
      hami("mig",
           R"([{"id":"C","devmem":40960,)" + card +
               R"("index":0,"mode":"mig","migProfiles":[{"name":"2g.10gb","memoryMB":9856,"core":28,"sliceCount":2,)" +
               R"("placements":[{"start":0,"size":2},{"start":2,"size":2},{"start":4,"size":2}]}]}])");
  const auto waiting = [](const std::string& name, const char* node, std::int64_t first, std::int64_t second) {
    PodBuilder out = pod(name).selector("kubernetes.io/hostname", node).nvidia(1).resource("nvidia.com/gpumem", first);
    if (second > 0) out.container().nvidia(1).resource("nvidia.com/gpumem", second);
    out.edit().spec.schedulerName = "hami-scheduler";
    return out;
  };
  std::vector<NodeBuilder> nodes{plain, mig};
  nodes[0].label("kubernetes.io/hostname", "plain");
  nodes[1].label("kubernetes.io/hostname", "mig");
  std::vector<PodBuilder> pods{waiting("both", "plain", 7000, 5000)};
  for (int i = 0; i < 4; ++i) pods.push_back(waiting("m" + std::to_string(i), "mig", 8000, 0));
  const WhatIfResult result = runWhatIf(snapshotOf(nodes, pods), {RetryPending{}});
  ASSERT_FALSE(result.failure);
  EXPECT_EQ(usedOn(*result.after, "plain", 0).value + usedOn(*result.after, "plain", 1).value, 12000);
  EXPECT_LE(std::max(usedOn(*result.after, "plain", 0), usedOn(*result.after, "plain", 1)), MemUnits(7000));
  EXPECT_EQ(usedOn(*result.after, "mig", 0), MemUnits(3 * 9856));
  EXPECT_EQ(result.steps[0].after.pendingPods, 1U);
}

TEST(WhatIf, VolcanosCardsAreWrittenContainerByContainer) {
  // 3,000 and 8,000 MiB stand on a card of 10,000 each: each card holds its container's, not the sum.
  const NodeBuilder cards = node("n")
                                .resource("volcano.sh/vgpu-number", 20)
                                .resource("volcano.sh/vgpu-memory", 20000)
                                .resource("volcano.sh/vgpu-cores", 200)
                                .annotation("volcano.sh/node-vgpu-register",
                                            "A,10,10000,NVIDIA-T4,true,hami-core:B,10,10000,NVIDIA-T4,true,hami-core:");
  PodBuilder waiting = pod("both").resource("volcano.sh/vgpu-number", 1).resource("volcano.sh/vgpu-memory", 3000);
  waiting.container().resource("volcano.sh/vgpu-number", 1).resource("volcano.sh/vgpu-memory", 8000);
  waiting.edit().spec.schedulerName = "volcano";
  const WhatIfResult result = runWhatIf(snapshotOf({cards}, {waiting}), {RetryPending{}});
  ASSERT_FALSE(result.failure);
  const std::vector<MemUnits> used{usedOn(*result.after, "n", 0), usedOn(*result.after, "n", 1)};
  EXPECT_EQ(used[0].value + used[1].value, 11000);
  EXPECT_EQ(std::max(used[0], used[1]), MemUnits(8000));
}

TEST(WhatIf, GpuManagersCardsAreWrittenContainerByContainer) {
  // Units of 256 MiB, 40 a card; cores 60 + 20 stand on one card, 60 on the other.
  const NodeBuilder cards = node("n").resource("tencent.com/vcuda-core", 200).resource("tencent.com/vcuda-memory", 80);
  PodBuilder waiting = pod("three").resource("tencent.com/vcuda-core", 60).resource("tencent.com/vcuda-memory", 20);
  waiting.container().resource("tencent.com/vcuda-core", 60).resource("tencent.com/vcuda-memory", 10);
  waiting.container().resource("tencent.com/vcuda-core", 20).resource("tencent.com/vcuda-memory", 5);
  const WhatIfResult result = runWhatIf(snapshotOf({cards}, {waiting}), {RetryPending{}});
  ASSERT_FALSE(result.failure);
  const auto after = result.after->cardsOf(*result.after->findNode("n"));
  EXPECT_EQ(after[0].coreScheduler.value + after[1].coreScheduler.value, 140);
  EXPECT_EQ(std::max(after[0].coreScheduler.value, after[1].coreScheduler.value), 80);
  EXPECT_EQ(after[0].memScheduler.value + after[1].memScheduler.value, 35 * 256);
}

TEST(ClusterFigures, FreeIsWhatOpenNodesHave) {
  const SnapshotPtr cluster =
      snapshotOf({gpushareNode("a", 2, 15), gpushareNode("b", 2, 15).cordoned()}, {owned("p", 9, "a", 0)});
  const ClusterFigures figures = runWhatIf(cluster, {}).figuresBefore;
  EXPECT_EQ(figures.cards, 4U);
  EXPECT_EQ(figures.totalMib, 60 * 1024);
  EXPECT_EQ(figures.allocatedMib, 9 * 1024);
  EXPECT_EQ(figures.freeMib, 21 * 1024);
  EXPECT_EQ(figures.largestFreeMib, 15 * 1024);
  EXPECT_EQ(figures.wholeFreeCards, 1U);
}

TEST(ClusterFigures, WhatATerminatingPodStillHoldsIsNotFree) {
  const SnapshotPtr cluster =
      snapshotOf({gpushareNode("a", 2, 15)}, {pod("leaving").gpuMem(9).on("a").card(0).terminating()});
  const ClusterFigures figures = runWhatIf(cluster, {}).figuresBefore;
  EXPECT_EQ(figures.allocatedMib, 9 * 1024);
  EXPECT_EQ(figures.freeMib, 21 * 1024);
}

TEST(ClusterFigures, FragmentsAreWhatTheExpectedTasksCannotUse) {
  // One expected task, 9 of 15 units = 600 milli: of 400 + 1000 free it cannot use the 400 on the first card.
  const SnapshotPtr cluster = snapshotOf({gpushareNode("a", 2, 15)}, {owned("p", 9, "a", 0)});
  const ClusterFigures figures = runWhatIf(cluster, {}).figuresBefore;
  ASSERT_TRUE(figures.fragmentMilli);
  EXPECT_NEAR(*figures.fragmentMilli, 400, 1e-6);
  EXPECT_FALSE(runWhatIf(snapshotOf({gpushareNode("a", 2, 15)}), {}).figuresBefore.fragmentMilli)
      << "no task is known, so nothing is known to be unusable";
}

}  // namespace
}  // namespace cardinal::testing
