// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "core/manifest/read/read_manifest.h"
#include "tests/core/sim/demo_stage.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using testing::DemoStage;
using testing::findPod;
using testing::podYaml;

constexpr const char* kSharedSelector = "  nodeSelector: {alibabacloud.com/nodepool-id: batch-v100}\n";
constexpr const char* kWalkthrough =
    "  nodeSelector: {gpushare: \"true\"}\n  tolerations: [{key: gpushare, operator: Equal, value: \"true\", effect: "
    "NoSchedule}]\n";

std::string deployment(const std::string& name, int replicas, const std::string& limits,
                       const std::string& kind = "Deployment") {
  return "apiVersion: apps/v1\nkind: " + kind + "\nmetadata:\n  name: " + name +
         "\nspec:\n  replicas: " + std::to_string(replicas) +
         "\n  selector: {matchLabels: {app: x}}\n  template:\n    metadata: {labels: {app: x}}\n    spec:\n" +
         "      containers:\n        - name: main\n          image: example/app:1\n          resources:\n            "
         "limits: {" +
         limits + "}\n";
}

std::string stringOf(const RawPod& pod, const char* annotation) {
  const std::string* text = find(pod.meta.annotations, annotation);
  return text == nullptr ? "(none)" : *text;
}

TEST(DemoSubmit, PodIsPendingThenBoundThenRunning) {
  DemoStage stage;
  stage.create(podYaml("mine", "aliyun.com/gpu-mem: 3", kSharedSelector));
  stage.pass(100ms);
  ASSERT_TRUE(findPod(*stage.snapshot(), "mine"));
  EXPECT_TRUE(findPod(*stage.snapshot(), "mine")->raw->spec.nodeName.empty());
  stage.pass(800ms);
  const PodPtr bound = findPod(*stage.snapshot(), "mine");
  EXPECT_FALSE(bound->raw->spec.nodeName.empty());
  EXPECT_EQ(bound->source, AllocationSource::AckV2);
  EXPECT_EQ(bound->raw->phase, PodPhase::Pending);
  EXPECT_EQ(stringOf(*bound->raw, "scheduler.framework.gpushare.assigned"), "false");
  stage.pass(1600ms);
  const PodPtr running = findPod(*stage.snapshot(), "mine");
  EXPECT_EQ(running->raw->phase, PodPhase::Running);
  EXPECT_EQ(stringOf(*running->raw, "scheduler.framework.gpushare.assigned"), "true");
  ASSERT_EQ(running->shares.size(), 1U);
  EXPECT_EQ(running->shares.front().memory, 3_units);
}

TEST(DemoSubmit, OpenSourceNodesGetTheAnnotationsOfTheirExtender) {
  DemoStage stage;
  stage.create(podYaml("mine", "aliyun.com/gpu-mem: 5", kWalkthrough));
  stage.pass(3s);
  const PodPtr pod = findPod(*stage.snapshot(), "mine");
  EXPECT_EQ(pod->source, AllocationSource::GpushareV1);
  EXPECT_EQ(stringOf(*pod->raw, "ALIYUN_COM_GPU_MEM_IDX"), "0");
  EXPECT_EQ(stringOf(*pod->raw, "ALIYUN_COM_GPU_MEM_DEV"), "14");
  EXPECT_EQ(stringOf(*pod->raw, "ALIYUN_COM_GPU_MEM_POD"), "5");
  EXPECT_EQ(stringOf(*pod->raw, "ALIYUN_COM_GPU_MEM_ASSIGNED"), "true");
  EXPECT_EQ(stringOf(*pod->raw, "ALIYUN_COM_GPU_MEM_ASSUME_TIME").size(), 19U);
}

TEST(DemoSubmit, MultiCardPodGetsEqualPiecesOfFourCards) {
  DemoStage stage;
  stage.create(podYaml("mine", "aliyun.com/gpu-mem: 8", "", "aliyun.com/gpu-count: \"4\""));
  stage.pass(3s);
  const PodPtr pod = findPod(*stage.snapshot(), "mine");
  ASSERT_EQ(pod->shares.size(), 4U);
  for (const CardShare& share : pod->shares) EXPECT_EQ(share.memory, 2_units);
}

TEST(DemoSubmit, CoreRequestLandsOnACoreMemNodeWithBothAmounts) {
  DemoStage stage;
  stage.create(podYaml("mine", "aliyun.com/gpu-mem: 2, aliyun.com/gpu-core.percentage: 30"));
  stage.pass(3s);
  const SnapshotPtr snapshot = stage.snapshot();
  const PodPtr pod = findPod(*snapshot, "mine");
  const auto node = snapshot->findNode(pod->raw->spec.nodeName);
  ASSERT_TRUE(node);
  EXPECT_EQ(snapshot->node(*node).gpu.mode, GpuMode::CoreMem);
  ASSERT_EQ(pod->shares.size(), 1U);
  EXPECT_EQ(pod->shares.front().memory, 2_units);
  EXPECT_EQ(pod->shares.front().core, 30_percent);
}

TEST(DemoSubmit, TopologyPodNamesItsCards) {
  DemoStage stage;
  stage.create(podYaml("mine", "aliyun.com/gpu: 1"));
  stage.pass(3s);
  const PodPtr pod = findPod(*stage.snapshot(), "mine");
  EXPECT_EQ(pod->raw->phase, PodPhase::Running);
  EXPECT_EQ(pod->source, AllocationSource::TopologyList);
}

TEST(DemoSubmit, DeploymentMakesAReplicaSetAndItsPods) {
  DemoStage stage;
  const DemoObject made = stage.create(deployment("app", 3, "aliyun.com/gpu-mem: 2"));
  EXPECT_EQ(made.kind, "Deployment");
  EXPECT_EQ(made.key, (ObjectKey{"default", "app"}));
  stage.pass(4s);
  const auto pods = testing::podsNamed(*stage.snapshot(), "app-");
  ASSERT_EQ(pods.size(), 3U);
  for (const PodPtr& pod : pods) {
    EXPECT_EQ(pod->raw->phase, PodPhase::Running);
    ASSERT_EQ(pod->raw->meta.owners.size(), 1U);
    EXPECT_EQ(pod->raw->meta.owners.front().kind, "ReplicaSet");
  }
}

TEST(DemoSubmit, StatefulSetMakesTheNextPodWhenTheOneBeforeRuns) {
  DemoStage stage;
  stage.create(deployment("set", 2, "aliyun.com/gpu-mem: 2", "StatefulSet"));
  stage.pass(200ms);
  EXPECT_EQ(testing::podsNamed(*stage.snapshot(), "set-").size(), 1U);
  stage.pass(6s);
  EXPECT_TRUE(findPod(*stage.snapshot(), "set-0"));
  ASSERT_TRUE(findPod(*stage.snapshot(), "set-1"));
  EXPECT_EQ(findPod(*stage.snapshot(), "set-1")->raw->phase, PodPhase::Running);
}

TEST(DemoSubmit, DryRunKeepsNothing) {
  DemoStage stage;
  const std::size_t before = stage.deltasSeen();
  ASSERT_TRUE(stage.tryCreate(podYaml("mine", "aliyun.com/gpu-mem: 3"), true));
  stage.pass(3s);
  EXPECT_EQ(stage.deltasSeen(), before);
  EXPECT_TRUE(stage.tryCreate(podYaml("mine", "aliyun.com/gpu-mem: 3"), false));
}

TEST(DemoSubmit, WhatDoesNotFitStaysPendingWithTheSchedulersWordsAndIsRetriedWhenRoomComes) {
  DemoStage stage;
  stage.create(podYaml("first", "aliyun.com/gpu-mem: 14", kWalkthrough));
  stage.create(podYaml("second", "aliyun.com/gpu-mem: 14", kWalkthrough));
  stage.pass(3s);
  stage.create(podYaml("third", "aliyun.com/gpu-mem: 1", kWalkthrough));
  stage.pass(3s);
  const PodPtr third = findPod(*stage.snapshot(), "third");
  EXPECT_TRUE(third->raw->spec.nodeName.empty());
  EXPECT_EQ(third->raw->scheduledReason, "Unschedulable");
  EXPECT_THAT(third->raw->scheduledMessage, ::testing::HasSubstr("2 Insufficient aliyun.com/gpu-mem"));
  EXPECT_THAT(third->raw->scheduledMessage, ::testing::StartsWith("0/86 nodes are available: "));
}

TEST(DemoSubmit, PredictionAndRealityMayDifferBecauseTiesAreRandom) {
  // Both walk-through nodes are equal: the preview names the first and says that they tie, the scheduler takes any.
  int asPredicted = 0;
  constexpr int kSeeds = 12;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    DemoStage stage(seed);
    const std::string yaml = podYaml("mine", "aliyun.com/gpu-mem: 2", kWalkthrough);
    const auto manifest = parseManifest(yaml, "test.yaml");
    ASSERT_TRUE(manifest);
    const SnapshotPtr before = stage.snapshot();
    const AllocationAnswer answer = allocate(makeRequest(manifest->objects.front().pod), *before);
    ASSERT_EQ(answer.certainty, Certainty::OneOf);
    ASSERT_EQ(answer.tied, 2U);
    stage.create(yaml);
    stage.pass(2s);
    const std::string& node = findPod(*stage.snapshot(), "mine")->raw->spec.nodeName;
    if (node == before->node(answer.placements.front().place.node).name) ++asPredicted;
  }
  EXPECT_GT(asPredicted, 0);
  EXPECT_LT(asPredicted, kSeeds);
}

TEST(DemoLife, SomethingHappensEveryTwoToFourSeconds) {
  DemoStage stage(7, true);
  const std::size_t before = stage.deltasSeen();
  stage.pass(60s);
  const std::size_t changes = stage.deltasSeen() - before;
  // 15 to 30 events, each of one to four writes (arrive, bind, start, refuse).
  EXPECT_GE(changes, 15U);
  EXPECT_LE(changes, 130U);
}

TEST(DemoLife, LeavesSubmittedPodsAndWalkthroughNodesAlone) {
  DemoStage stage(3, true);
  stage.create(podYaml("mine", "aliyun.com/gpu-mem: 2", kSharedSelector));
  stage.pass(20min);
  const SnapshotPtr snapshot = stage.snapshot();
  const PodPtr mine = findPod(*snapshot, "mine");
  ASSERT_TRUE(mine);
  EXPECT_EQ(mine->raw->phase, PodPhase::Running);
  for (const char* name : {"sd-cluster-04", "sd-cluster-05"}) {
    EXPECT_TRUE(snapshot->node(*snapshot->findNode(name)).pods.empty());
  }
}

TEST(DemoLife, ClusterStaysAboutAsFullForHoursAndNoCardIsOverfilledByIt) {
  DemoStage stage(5, true);
  const ClusterTotals before = totalsOf(*stage.snapshot());
  stage.pass(2h);
  const SnapshotPtr snapshot = stage.snapshot();
  const ClusterTotals after = totalsOf(*snapshot);
  EXPECT_NEAR(after.pods, before.pods, 40);
  EXPECT_LE(after.pendingPods, 20U);
  const auto over = std::count_if(snapshot->cards.begin(), snapshot->cards.end(), [](const Card& card) {
    return card.memoryKnown && card.memAllocated > card.memTotal;
  });
  EXPECT_LE(over, 3);  // the made-up one, and what a terminating pod still counts for inspect
}

TEST(DemoLife, NothingIsDueWithoutActivity) {
  DemoStage stage;
  EXPECT_FALSE(stage.cluster().nextEvent());
  stage.create(podYaml("mine", "aliyun.com/gpu-mem: 2"));
  ASSERT_TRUE(stage.cluster().nextEvent());
  EXPECT_LE(*stage.cluster().nextEvent(), stage.now());
}

}  // namespace
}  // namespace cardinal
