// SPDX-License-Identifier: Apache-2.0
// KAI-Scheduler: what nodes offer, what pods ask and hold, which card a group is.
#include "core/provider/stacks/kai.h"

#include <gtest/gtest.h>

#include "core/kube/decode/decoder.h"
#include "core/model/extras/kai.h"

namespace cardinal::kai {
namespace {

using Kind = Request::Kind;

Node nodeOf(StringMap labels, std::int64_t gpus = 2) {
  RawNode raw;
  raw.meta.key.name = "n";
  raw.meta.labels = std::move(labels);
  raw.allocatable = {{"nvidia.com/gpu", Quantity::fromInteger(gpus)}, {"pods", Quantity::fromInteger(110)}};
  return readNode(raw);
}

RawPod annotated(StringMap annotations) {
  RawPod pod;
  pod.meta.key = {"default", "p"};
  pod.meta.annotations = std::move(annotations);
  return pod;
}

TEST(KaiNode, CardMemoryIsRoundedDownToHundreds) {
  EXPECT_EQ(nodeOf({{"nvidia.com/gpu.memory", "81559"}}).cardMemory, 81500);
  EXPECT_EQ(nodeOf({{"nvidia.com/gpu.memory", "15360"}}).cardMemory, 15300);
}

TEST(KaiNode, MemoryGivenInBytesIsUnderstood) {
  EXPECT_EQ(nodeOf({{"nvidia.com/gpu.memory", "85899345920"}}).cardMemory, 81900);
}

TEST(KaiNode, UnreadableMemoryIsUnknownNotZero) {
  for (const char* text : {"", "many", "-5", "1e3", "99999999999999999999"}) {
    const Node node = nodeOf({{"nvidia.com/gpu.memory", text}});
    EXPECT_FALSE(node.memoryKnown) << text;
    EXPECT_EQ(node.cardMemory, 100) << text;
    EXPECT_EQ(node.problems.size(), 1U) << text;
  }
  EXPECT_FALSE(nodeOf({}).memoryKnown);
}

TEST(KaiNode, ACountLabelThatDiffersIsAProblem) {
  EXPECT_EQ(nodeOf({{"nvidia.com/gpu.count", "8"}}).problems.size(), 1U);
  EXPECT_EQ(nodeOf({{"nvidia.com/gpu.count", "8"}}).gpuCount, 8);
  EXPECT_TRUE(nodeOf({{"nvidia.com/gpu.count", "2"}}).problems.empty());
}

TEST(KaiNode, TheLabelSaysWhetherItIsOneOfMigElseItsInstances) {
  const auto strategyOf = [](StringMap labels, std::int64_t instances) {
    RawNode raw;
    raw.meta.labels = std::move(labels);
    raw.meta.labels.emplace_back("nvidia.com/mig.strategy", "mixed");
    raw.allocatable = {{"nvidia.com/mig-1g.10gb", Quantity::fromInteger(instances)}};
    return readMigStrategy(raw);
  };
  EXPECT_EQ(strategyOf({}, 7), MigStrategy::Mixed);
  EXPECT_EQ(strategyOf({}, 0), MigStrategy::None);
  EXPECT_EQ(strategyOf({{"node-role.kubernetes.io/mig-enabled", "false"}}, 7), MigStrategy::None);
  EXPECT_EQ(strategyOf({{"node-role.kubernetes.io/mig-enabled", "True"}}, 0), MigStrategy::Mixed);
}

TEST(KaiRequest, FractionWinsOverMemory) {  // trap P4
  const Request request = readRequest(annotated({{"gpu-fraction", "0.5"}, {"gpu-memory", "1000"}}));
  EXPECT_EQ(request.kind, Kind::Shared);
  EXPECT_EQ(request.fraction, 0.5);
  EXPECT_EQ(request.memory, 0);
}

TEST(KaiRequest, WhatIsNoFractionCountsAsNoGpu) {  // trap P5
  for (const char* text : {"half", "1.5", "0", "-0.5", "", "NaN", "0.5x", " 0.5", "1e999"}) {
    const Request request = readRequest(annotated({{"gpu-fraction", text}}));
    EXPECT_EQ(request.kind, Kind::CpuOnly) << text;
    EXPECT_EQ(request.problems.size(), 1U) << text;
  }
}

TEST(KaiRequest, SeveralDevices) {
  EXPECT_EQ(readRequest(annotated({{"gpu-memory", "2000"}, {"gpu-fraction-num-devices", "2"}})).devices, 2);
  const Request odd = readRequest(annotated({{"gpu-memory", "2000"}, {"gpu-fraction-num-devices", "two"}}));
  EXPECT_EQ(odd.devices, 1);
  EXPECT_EQ(odd.problems.size(), 1U);
}

TEST(KaiRequest, InitContainersCountByTheirLargest) {
  RawPod pod;
  pod.spec.initContainers.push_back({"i", "", {}, {{"nvidia.com/gpu", Quantity::fromInteger(2)}}});
  pod.spec.containers.push_back({"c", "", {}, {{"nvidia.com/gpu", Quantity::fromInteger(1)}}});
  EXPECT_EQ(readRequest(pod).gpus, 2);
}

TEST(KaiRequest, MigProfilesAreNotEvaluated) {
  RawPod pod;
  pod.spec.containers.push_back({"c", "", {}, {{"nvidia.com/mig-1g.10gb", Quantity::fromInteger(1)}}});
  EXPECT_EQ(readRequest(pod).kind, Kind::Unknown);
}

TEST(KaiHolding, BothFormsOfGroupLabelsAreRead) {
  RawPod pod;
  pod.spec.nodeName = "n";
  pod.meta.labels = {{"runai-gpu-group", "a"}};
  EXPECT_EQ(readHolding(pod).groups, std::vector<std::string>{"a"});
  EXPECT_FALSE(readHolding(pod).mayBeForgotten);
  pod.meta.labels = {{"runai-gpu-group/a", "a"}, {"runai-gpu-group/b", "b"}};
  EXPECT_EQ(readHolding(pod).groups, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(readHolding(pod).mayBeForgotten);  // trap 8
}

TEST(KaiReservation, TheGroupsCardIsReadableOnceItIsWritten) {  // traps P1, P7
  RawPod pod;
  pod.meta.key = {"kai-resource-reservation", "gpu-reservation-0123456789abcdef"};
  pod.meta.labels = {{"runai-gpu-group", "a"}};
  pod.spec.nodeName = "n";
  auto reservation = readReservation(pod);
  ASSERT_TRUE(reservation);
  EXPECT_EQ(reservation->group, "a");
  EXPECT_EQ(reservation->card, std::nullopt);
  pod.meta.annotations = {{"run.ai/reserve_for_gpu_index", "GPU-1"}};
  EXPECT_EQ(readReservation(pod)->card, "GPU-1");
  pod.meta.key.ns = "runai-reservation";  // of Run:ai, and of KAI before 0.6
  EXPECT_EQ(readReservation(pod)->card, "GPU-1");
  pod.meta.key.ns = "configured";
  EXPECT_EQ(readReservation(pod)->card, "GPU-1");
  pod.meta.key.name = "train-0";
  EXPECT_FALSE(readReservation(pod)) << "a pod of a team that carries the keys";
  pod.meta.key = {"configured", "gpu-reservation-0123456789abcdef"};
  pod.meta.annotations.clear();
  EXPECT_FALSE(readReservation(pod));
}

TEST(KaiQueue, WhatIsNotSetStaysUnset) {
  const auto queue = Decoder().object<RawKaiQueue>(
      R"({"apiVersion":"scheduling.run.ai/v2","kind":"Queue","metadata":{"name":"team-a"},"spec":{"parentQueue":"org",)"
      R"("resources":{"gpu":{"quota":4.5,"limit":-1},"cpu":{"quota":"many"}}}})");
  ASSERT_TRUE(queue) << describe(queue.error());
  EXPECT_EQ((*queue)->parentQueue, "org");
  EXPECT_EQ((*queue)->gpu.quota, 4.5);
  EXPECT_EQ((*queue)->gpu.limit, -1);
  EXPECT_EQ((*queue)->gpu.overQuotaWeight, std::nullopt);
  EXPECT_EQ((*queue)->memory.limit, std::nullopt);
  EXPECT_EQ((*queue)->cpu.quota, std::nullopt);
  ASSERT_EQ((*queue)->problems.size(), 1U);
  EXPECT_EQ((*queue)->problems[0].field, "spec.resources.cpu.quota");
}

TEST(KaiPodGroup, QueueAndMembersAreRead) {
  const auto groups = Decoder().list<RawKaiPodGroup>(
      R"({"kind":"PodGroupList","items":[{"metadata":{"name":"g"},"spec":{"queue":"team-a","minMember":3,)"
      R"("priorityClassName":"build","preemptibility":"non-preemptible"}}]})");
  ASSERT_TRUE(groups) << describe(groups.error());
  ASSERT_EQ(groups->items.size(), 1U);
  EXPECT_EQ(groups->items[0]->queue, "team-a");
  EXPECT_EQ(groups->items[0]->minMember, 3);
  EXPECT_EQ(groups->items[0]->preemptibility, "non-preemptible");
}

TEST(KaiPodGroup, SubgroupsSayHowManyStartTogether) {
  const auto least = [](const std::string& spec) {
    const auto groups = Decoder().list<RawKaiPodGroup>(
        R"({"kind":"PodGroupList","items":[{"metadata":{"name":"g"},"spec":{)" + spec + "}}]}");
    return groups ? groups->items.at(0)->minMember : -1;
  };
  const std::string two = R"("subGroups":[{"name":"a","minMember":3},{"name":"b","minMember":2,"parent":null}])";
  EXPECT_EQ(least(two), 5);
  EXPECT_EQ(least(two + R"(,"minSubGroup":1)"), 2) << "in any order of the fields";
  EXPECT_EQ(least(R"("minMember":4,"subGroups":null)"), 4);
}

}  // namespace
}  // namespace cardinal::kai
