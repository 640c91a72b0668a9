// SPDX-License-Identifier: Apache-2.0
// The trial pools of the demo: what each stack's nodes show, and that a workload lands as its stack's rules foretell.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/alloc/engine/allocator.h"
#include "core/manifest/read/read_manifest.h"
#include "tests/core/sim/demo_stage.h"

namespace cardinal {
namespace {

using namespace std::chrono_literals;
using testing::DemoStage;
using testing::findPod;
using testing::podYaml;

class DemoStacks : public ::testing::Test {
 protected:
  const NodeRecord& node(const std::string& name) {
    m_snapshot = m_stage.snapshot();
    const auto found = m_snapshot->findNode(name);
    if (!found) throw std::runtime_error("no node " + name);
    return m_snapshot->node(*found);
  }

  /// Asks, submits, and compares: the node, and the cards where the stack tells them.
  void landsAsPredicted(const std::string& name, const std::string& limits, const std::string& pool,
                        const std::string& extraSpec = {}) {
    const std::string yaml = podYaml(name, limits, extraSpec);
    auto manifest = parseManifest(yaml, "test.yaml");
    ASSERT_TRUE(manifest) << describe(manifest.error());
    const SnapshotPtr before = m_stage.snapshot();
    const AllocationAnswer answer = allocate(makeRequest(manifest->objects.front().pod), *before);
    ASSERT_FALSE(answer.placements.empty()) << name;
    const Candidate& place = answer.placements.front().place;
    EXPECT_EQ(before->node(place.node).name.rfind(pool, 0), 0U) << before->node(place.node).name;
    m_stage.create(yaml);
    m_stage.pass(4s);
    m_snapshot = m_stage.snapshot();
    const PodPtr pod = findPod(*m_snapshot, name);
    ASSERT_TRUE(pod);
    EXPECT_EQ(pod->raw->phase, PodPhase::Running) << pod->raw->scheduledMessage;
    // Several nodes may be as good: then any of them is as predicted.
    const auto isCandidate = [&](const Candidate& one) {
      return before->node(one.node).name == pod->raw->spec.nodeName;
    };
    const auto landed = std::find_if(answer.candidates.begin(), answer.candidates.end(), isCandidate);
    ASSERT_NE(landed, answer.candidates.end()) << pod->raw->spec.nodeName;
    EXPECT_EQ(landed->score, place.score) << pod->raw->spec.nodeName;
    if (landed->cards.empty()) return;
    std::vector<CardIndex> cards;
    // Linked cards are held whole: no amount is written.
    const bool isWhole = before->node(landed->node).gpu.mode == GpuMode::Topology;
    for (const CardShare& share : pod->shares) {
      cards.push_back(share.card);
      if (isWhole) continue;
      EXPECT_EQ(share.memory, landed->memoryPerCard);
      EXPECT_EQ(share.core, landed->corePerCard);
    }
    EXPECT_EQ(cards.size(), landed->cards.size());
    if (landed->cardsTied) return;
    EXPECT_EQ(cards, std::vector<CardIndex>(landed->cards.begin(), landed->cards.end()));
  }

  DemoStage m_stage;
  SnapshotPtr m_snapshot;
};

TEST_F(DemoStacks, EachStackHasAPoolThatIsReadAsWhatItIs) {
  struct Expected {
    const char* node;
    GpuStack stack;
    GpuMode mode;
    std::size_t cards;
  };
  for (const Expected& one : {Expected{"trial-l40s-1", GpuStack::Nvidia, GpuMode::Exclusive, 4},
                              {"trial-time-slicing-1", GpuStack::Nvidia, GpuMode::TimeSlicing, 2},
                              {"trial-mps-1", GpuStack::Nvidia, GpuMode::MpsSlots, 2},
                              {"trial-mig-1", GpuStack::Nvidia, GpuMode::MigMixed, 1},
                              {"trial-hami-1", GpuStack::Hami, GpuMode::Vgpu, 2},
                              {"trial-volcano-1", GpuStack::Volcano, GpuMode::Vgpu, 2},
                              {"trial-gpu-manager-1", GpuStack::GpuManager, GpuMode::Vgpu, 2},
                              {"trial-koordinator-1", GpuStack::Koordinator, GpuMode::Vgpu, 2},
                              {"trial-dra-1", GpuStack::Dra, GpuMode::Claims, 4},
                              {"trial-ascend-1", GpuStack::Other, GpuMode::Resource, 0},
                              {"trial-bitfusion-1", GpuStack::Bitfusion, GpuMode::RemotePool, 0},
                              {"trial-kai-1", GpuStack::Nvidia, GpuMode::Exclusive, 2},
                              {"trial-ack-mps-1", GpuStack::Ack, GpuMode::Mps, 2},
                              {"trial-amd-1", GpuStack::Amd, GpuMode::Whole, 4},
                              {"trial-amd-cpx-1", GpuStack::Amd, GpuMode::Partitions, 2}}) {
    const NodeRecord& record = node(one.node);
    EXPECT_EQ(record.gpu.stack, one.stack) << one.node;
    EXPECT_EQ(record.gpu.mode, one.mode) << one.node;
    EXPECT_EQ(record.cards.size(), one.cards) << one.node;
    EXPECT_FALSE(record.pods.empty()) << one.node;
    EXPECT_TRUE(record.findings.empty()) << one.node << ": " << toString(record.findings.front().code);
  }
}

TEST_F(DemoStacks, EveryStackThatIsKnownHasANode) {
  const SnapshotPtr snapshot = m_stage.snapshot();
  for (std::size_t i = 1; i <= static_cast<std::size_t>(kLastGpuStack); ++i) {
    const auto stack = static_cast<GpuStack>(i);
    const bool isThere = std::any_of(snapshot->nodes.begin(), snapshot->nodes.end(), [&](const NodePtr& one) {
      const auto* devices = one->devices.get();
      return one->gpu.stack == stack || (devices != nullptr && std::find(devices->stacks.begin(), devices->stacks.end(),
                                                                         stack) != devices->stacks.end());
    });
    EXPECT_TRUE(isThere) << toString(stack);
  }
  for (const GpuMode mode : {GpuMode::Exclusive, GpuMode::Topology, GpuMode::Cgpu, GpuMode::CoreMem, GpuMode::Share,
                             GpuMode::Mps, GpuMode::Mig}) {
    const bool isThere = std::any_of(snapshot->nodes.begin(), snapshot->nodes.end(), [&](const NodePtr& one) {
      return one->gpu.stack == GpuStack::Ack && one->gpu.mode == mode;
    });
    EXPECT_TRUE(isThere) << toString(mode);
  }
}

std::vector<std::string> reservationsOn(const NodeRecord& node) {
  std::vector<std::string> out;
  for (const PodPtr& pod : node.pods) {
    if (pod->key().ns == "kai-resource-reservation") out.push_back(pod->key().name);
  }
  return out;
}

TEST_F(DemoStacks, SharedCardsOfKaiHaveOneReservationEach) {
  const NodeRecord& first = node("trial-kai-1");
  EXPECT_EQ(first.wholeCardsHeld, 2);
  EXPECT_EQ(reservationsOn(first).size(), 2U);
  const auto isFuller = [](const Card& a, const Card& b) { return a.memAllocated.value < b.memAllocated.value; };
  const auto fullest = std::max_element(first.cards.begin(), first.cards.end(), isFuller);
  EXPECT_EQ(fullest->memAllocated, MemUnits(36800)) << "0.8 of 46,000 MiB";
  EXPECT_EQ(std::min_element(first.cards.begin(), first.cards.end(), isFuller)->memAllocated, MemUnits(34500));
  const CardIndex expected = fullest->index;
  // A share joins the fullest card that has room.
  std::string yaml = podYaml("share", "cpu: 1", "  schedulerName: kai-scheduler\n");
  yaml.insert(yaml.find("spec:"), "  annotations: {gpu-fraction: \"0.2\"}\n");
  m_stage.create(yaml);
  m_stage.pass(4s);
  const PodPtr pod = findPod(*m_stage.snapshot(), "share");
  ASSERT_TRUE(pod);
  ASSERT_EQ(pod->raw->phase, PodPhase::Running) << pod->raw->scheduledMessage;
  EXPECT_EQ(pod->raw->spec.nodeName, "trial-kai-1");
  ASSERT_EQ(pod->shares.size(), 1U);
  EXPECT_EQ(pod->shares[0].card, expected);
  EXPECT_EQ(reservationsOn(node("trial-kai-1")).size(), 2U) << "no further card";
}

TEST_F(DemoStacks, TheLastPodOfAGroupOfKaiFreesItsCard) {
  const NodeRecord& before = node("trial-kai-2");
  const std::vector<std::string> reserved = reservationsOn(before);
  ASSERT_EQ(reserved.size(), 1U);
  const auto sharer =
      std::find_if(before.pods.begin(), before.pods.end(), [](const PodPtr& one) { return one->key().ns == "trial"; });
  ASSERT_NE(sharer, before.pods.end());
  const DemoObject gone{"Pod", (*sharer)->key(), (*sharer)->raw->meta.uid};
  ASSERT_TRUE(m_stage.cluster().deletePod(gone, false, m_stage.now()));
  m_stage.pass(8s);
  const std::vector<std::string> now = reservationsOn(node("trial-kai-2"));
  EXPECT_EQ(now.size(), 1U) << "its controller made the pod again";
  EXPECT_NE(now, reserved) << "the old group is gone, a new one was opened";
}

TEST_F(DemoStacks, CardsHoldWhatTheStacksWriteOnThePods) {
  const auto amounts = [&](const char* name, std::size_t card) {
    const Card& held = node(name).cards.at(card);
    return std::pair(held.memAllocated.value, held.coreAllocated.value);
  };
  EXPECT_EQ(amounts("trial-hami-1", 0), std::pair(std::int64_t{14000}, 50));
  EXPECT_EQ(amounts("trial-volcano-1", 0), std::pair(std::int64_t{10240}, 50));
  EXPECT_EQ(amounts("trial-gpu-manager-1", 1), std::pair(std::int64_t{15360}, 100));
  EXPECT_EQ(amounts("trial-koordinator-1", 0), std::pair(std::int64_t{18432}, 75));
  EXPECT_EQ(node("trial-hami-1").cards.at(0).slotsHeld, 2);
  EXPECT_EQ(node("trial-time-slicing-1").devices->slotsAllocated, 4);
  const std::vector<InstanceGroup>& instances = node("trial-mig-1").devices->cards.at(0).instances;
  ASSERT_EQ(instances.size(), 3U);
  EXPECT_EQ(instances[0].profile, "1g.10gb");
  EXPECT_EQ(instances[0].allocated, 1);
  EXPECT_EQ(node("trial-ascend-1").devices->unrecognised.at(0).requested, 2);
}

TEST_F(DemoStacks, AWorkloadOfEachStackLandsAsPredicted) {
  landsAsPredicted("slice", "nvidia.com/gpu.shared: 1", "trial-");
  landsAsPredicted("instance", "nvidia.com/mig-1g.10gb: 1", "trial-mig-");
  landsAsPredicted("npu", "huawei.com/Ascend910: 2", "trial-ascend-");
  landsAsPredicted("amd", "amd.com/gpu: 1", "trial-amd-1");
  landsAsPredicted("partition", "amd.com/cpx_nps4: 2", "trial-amd-cpx-");
  landsAsPredicted("hami", "nvidia.com/gpu: 1, nvidia.com/gpumem: 3072, nvidia.com/gpucores: 20", "trial-hami-");
  landsAsPredicted("hami-percent", "nvidia.com/gpumem-percentage: 25", "trial-hami-");
  landsAsPredicted("volcano", "volcano.sh/vgpu-number: 1, volcano.sh/vgpu-memory: 4096, volcano.sh/vgpu-cores: 20",
                   "trial-volcano-", "  schedulerName: volcano\n");
  landsAsPredicted("vcuda", "tencent.com/vcuda-core: 30, tencent.com/vcuda-memory: 16", "trial-gpu-manager-");
  landsAsPredicted("vcuda-whole", "tencent.com/vcuda-core: 100", "trial-gpu-manager-");
  landsAsPredicted("koord", "koordinator.sh/gpu-core: 50, koordinator.sh/gpu-memory-ratio: 50", "trial-koordinator-",
                   "  schedulerName: koord-scheduler\n");
  landsAsPredicted("mps", "aliyun.com/gpu-mem: 6", "trial-ack-mps-",
                   "  nodeSelector: {ack.node.gpu.schedule: mps}\n  tolerations: [{key: trial, operator: Exists}]\n");
}

TEST_F(DemoStacks, AWorkloadOfNvidiasPluginOfAckAndOfGpushareLandsAsPredicted) {
  landsAsPredicted("whole", "nvidia.com/gpu: 1", "trial-l40s-",
                   "  nodeSelector: {nvidia.com/gpu.product: NVIDIA-L40S}\n");
  landsAsPredicted("client", "nvidia.com/gpu.shared: 1", "trial-mps-",
                   "  nodeSelector: {nvidia.com/gpu.sharing-strategy: mps}\n");
  landsAsPredicted("core", "aliyun.com/gpu-mem: 2, aliyun.com/gpu-core.percentage: 30", "cn-hangzhou.10.207.173.");
  landsAsPredicted("cgpu", "aliyun.com/gpu-mem: 6", "cn-hangzhou.10.207.16",
                   "  nodeSelector: {ack.node.gpu.schedule: cgpu}\n");
  landsAsPredicted("linked", "aliyun.com/gpu: 2", "cn-hangzhou.10.207.160.");
  landsAsPredicted("open", "aliyun.com/gpu-mem: 3", "cn-hangzhou.10.207.177.",
                   "  nodeSelector: {gpushare: \"true\"}\n  tolerations: [{key: dedicated, operator: Exists}]\n");
}

/// The cards of each container are written as its scheduler writes them: what stands on a card is what was asked there.
TEST_F(DemoStacks, APodOfTwoContainersHoldsOnEachCardWhatItsContainerAsked) {
  const std::string yaml = R"(apiVersion: v1
kind: Pod
metadata: {name: two}
spec:
  schedulerName: volcano
  containers:
  - {name: a, image: x, resources: {limits: {volcano.sh/vgpu-number: 1, volcano.sh/vgpu-memory: 9000}}}
  - {name: b, image: x, resources: {limits: {volcano.sh/vgpu-number: 1, volcano.sh/vgpu-memory: 13000}}}
)";
  m_stage.create(yaml);
  m_stage.pass(4s);
  m_snapshot = m_stage.snapshot();
  const PodPtr pod = findPod(*m_snapshot, "two");
  ASSERT_TRUE(pod);
  ASSERT_EQ(pod->raw->phase, PodPhase::Running) << pod->raw->scheduledMessage;
  std::vector<std::int64_t> memory;
  for (const CardShare& share : pod->shares) memory.push_back(share.memory.value);
  std::sort(memory.begin(), memory.end());
  EXPECT_EQ(memory, (std::vector<std::int64_t>{9000, 13000}));
}

TEST_F(DemoStacks, WhatFitsAnAckMigNodeIsNotSaid) {
  const NodeRecord& record = node("trial-ack-mig-1");
  EXPECT_EQ(record.gpu.mode, GpuMode::Mig);
  EXPECT_EQ(record.cards.size(), 8U);
  const std::string yaml =
      podYaml("mig", "nvidia.com/mig-1g.10gb: 1", "  nodeSelector: {ack.node.gpu.schedule: mig}\n");
  const AllocationAnswer answer = allocate(makeRequest(parseManifest(yaml, "t")->objects.front().pod), *m_snapshot);
  EXPECT_TRUE(answer.candidates.empty());
}

TEST_F(DemoStacks, ARemotePoolIsNeverSaidToTakeAWorkload) {
  EXPECT_EQ(node("trial-bitfusion-1").devices->unrecognised.at(0).requested, 50);
  m_stage.create(podYaml("remote", "bitfusion.io/gpu: 50"));
  m_stage.pass(4s);
  const PodPtr pod = findPod(*m_stage.snapshot(), "remote");
  ASSERT_TRUE(pod);
  EXPECT_TRUE(pod->raw->spec.nodeName.empty());
}

constexpr const char* kTwoByClaim = "  resourceClaims: [{name: gpus, resourceClaimTemplateName: gpus-2}]\n";

TEST_F(DemoStacks, AClaimGetsTheDevicesThatWerePredicted) {
  EXPECT_TRUE(node("trial-dra-1").cards.at(2).held);
  EXPECT_FALSE(node("trial-dra-1").cards.at(3).held);
  landsAsPredicted("claims", "cpu: 1", "trial-dra-2", kTwoByClaim);
  const NodeRecord& after = node("trial-dra-2");
  EXPECT_TRUE(after.cards.at(0).held && after.cards.at(1).held);
  EXPECT_FALSE(after.cards.at(2).held);
  EXPECT_EQ(m_snapshot->extras->claims.size(), 3U);
}

TEST_F(DemoStacks, ADeletedPodGivesItsDevicesBack) {
  m_stage.create(podYaml("claims", "cpu: 1", kTwoByClaim));
  m_stage.pass(4s);
  const PodPtr pod = findPod(*m_stage.snapshot(), "claims");
  ASSERT_TRUE(pod && pod->raw->phase == PodPhase::Running);
  const DemoObject gone{"Pod", pod->key(), pod->raw->meta.uid};
  ASSERT_TRUE(m_stage.cluster().deletePod(gone, false, m_stage.now()));
  m_stage.pass(4s);
  for (const Card& card : node("trial-dra-2").cards) EXPECT_FALSE(card.held);
  EXPECT_EQ(m_snapshot->extras->claims.size(), 2U);
}

TEST_F(DemoStacks, ATemplateThatDoesNotExistIsNamed) {
  m_stage.create(podYaml("claims", "cpu: 1", "  resourceClaims: [{name: g, resourceClaimTemplateName: gpus-9}]\n"));
  m_stage.pass(4s);
  const PodPtr pod = findPod(*m_stage.snapshot(), "claims");
  ASSERT_TRUE(pod);
  EXPECT_TRUE(pod->raw->spec.nodeName.empty());
}

TEST_F(DemoStacks, WhatIsTooLargeForTheStackWaitsAndTheStackSaysWhy) {
  m_stage.create(podYaml("big", "nvidia.com/gpu: 1, nvidia.com/gpumem: 30000"));
  m_stage.pass(3s);
  const PodPtr pod = findPod(*m_stage.snapshot(), "big");
  ASSERT_TRUE(pod);
  EXPECT_TRUE(pod->raw->spec.nodeName.empty());
  EXPECT_THAT(pod->raw->scheduledMessage, ::testing::HasSubstr("CardInsufficientMemory"));
}

TEST_F(DemoStacks, AnEvictedPodGivesItsCardBackAndIsPlacedAgain) {
  const NodeRecord& before = node("trial-hami-2");
  const RawPod& victim = *before.pods.front()->raw;
  const std::int64_t held =
      std::accumulate(before.cards.begin(), before.cards.end(), std::int64_t{0},
                      [](std::int64_t sum, const Card& card) { return sum + card.memAllocated.value; });
  const ObjectKey key = victim.meta.key;
  m_stage.cluster().evict(key, victim.meta.uid, false, m_stage.now());
  m_stage.pass(8s);
  EXPECT_FALSE(m_stage.cluster().pod(key));
  std::int64_t now = 0;
  int pods = 0;
  for (const char* name : {"trial-hami-1", "trial-hami-2"}) {
    const NodeRecord& record = node(name);
    for (const Card& card : record.cards) now += card.memAllocated.value;
    EXPECT_TRUE(record.findings.empty()) << name;
    pods += static_cast<int>(record.pods.size());
  }
  EXPECT_EQ(pods, 5);
  EXPECT_EQ(now, held + 26000) << "node 1 holds 26,000 MiB; what was evicted is counted once";
}

TEST(DemoStacksSeed, AreTheSameForEverySeed) {
  DemoStage one(1);
  DemoStage two(2);
  const SnapshotPtr a = one.snapshot();
  const SnapshotPtr b = two.snapshot();
  for (const NodePtr& node : a->nodes) {
    if (node->name.rfind("trial-", 0) != 0) continue;
    const auto found = b->findNode(node->name);
    ASSERT_TRUE(found);
    EXPECT_EQ(b->node(*found).cards, node->cards) << node->name;
  }
}

}  // namespace
}  // namespace cardinal
