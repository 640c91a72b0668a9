// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/model/extras/extra.h"
#include "core/model/extras/kueue.h"
#include "core/plan/ledger/ledger.h"
#include "tests/core/sim/demo_stage.h"

namespace cardinal {
namespace {

using testing::DemoStage;
using testing::findPod;
using ::testing::HasSubstr;

class DemoStates : public ::testing::Test {
 protected:
  DemoStage m_stage;
  SnapshotPtr m_snapshot = m_stage.snapshot();

  std::vector<NodePtr> nodesOf(const std::string& pool) const {
    std::vector<NodePtr> found;
    for (const NodePtr& node : m_snapshot->nodes) {
      const std::string* label = find(node->raw->meta.labels, "alibabacloud.com/nodepool-id");
      if (label != nullptr && *label == pool) found.push_back(node);
    }
    return found;
  }

  std::string waitingText(const std::string& pod) const {
    const PodPtr found = findPod(*m_snapshot, pod);
    return found ? found->raw->scheduledMessage : "no such pod";
  }

  bool hasFinding(FindingCode code) const {
    return std::any_of(m_snapshot->nodes.begin(), m_snapshot->nodes.end(), [&](const NodePtr& node) {
      return std::any_of(node->findings.begin(), node->findings.end(),
                         [&](const Finding& f) { return f.code == code; });
    });
  }
};

TEST_F(DemoStates, IsSixtyNodesOfAlibabasStacksAndTwentyFiveOfOthers) {
  const ClusterTotals totals = totalsOf(*m_snapshot);
  // 59 nodes with 340 cards; behind them 23 nodes with 62 cards and two whose cards are not known; two without GPUs.
  EXPECT_EQ(totals.nodes, 59U + 23U);
  EXPECT_EQ(totals.cards, 340U + 62U);
  EXPECT_EQ(m_snapshot->nodes.size(), 61U + 25U);
  EXPECT_GT(totals.pods, 380U);
  EXPECT_LT(totals.pods, 515U);
  EXPECT_EQ(totals.pendingPods, 8U);
}

TEST_F(DemoStates, EveryModeAndPlacementHasAPool) {
  const std::map<std::string, std::pair<GpuMode, Placement>> pools = {
      {"llm-h20", {GpuMode::Exclusive, Placement::Binpack}},    {"train-a100", {GpuMode::Topology, Placement::Binpack}},
      {"infer-a10", {GpuMode::CoreMem, Placement::Binpack}},    {"shared-v100", {GpuMode::Cgpu, Placement::Spread}},
      {"batch-v100", {GpuMode::Cgpu, Placement::Binpack}},      {"edge-t4", {GpuMode::Share, Placement::Binpack}},
      {"speech-p100", {GpuMode::Gpushare, Placement::Binpack}}, {"sd-t4", {GpuMode::Gpushare, Placement::Binpack}}};
  for (const auto& [pool, expected] : pools) {
    const auto nodes = nodesOf(pool);
    ASSERT_FALSE(nodes.empty()) << pool;
    for (const NodePtr& node : nodes) {
      EXPECT_EQ(node->gpu.mode, expected.first) << pool;
      EXPECT_EQ(node->gpu.placement, expected.second) << pool;
      EXPECT_FALSE(node->gpu.model.empty()) << pool;
      EXPECT_FALSE(find(node->raw->meta.labels, "topology.kubernetes.io/zone") == nullptr) << pool;
      if (isSharedMode(node->gpu.mode)) {
        EXPECT_EQ(node->gpu.unit, MemoryUnit::GiB) << pool;
      }
    }
  }
}

TEST_F(DemoStates, HasACordonedALostAndTaintedNodes) {
  std::map<std::string, int> seen;
  for (const NodePtr& node : m_snapshot->nodes) {
    seen["cordoned"] += node->unschedulable() ? 1 : 0;
    seen["lost"] += node->readiness != NodeReadiness::Ready ? 1 : 0;
    for (const Taint& taint : node->raw->taints) ++seen[taint.key];
  }
  EXPECT_EQ(seen["cordoned"], 1);
  EXPECT_EQ(seen["lost"], 1);
  EXPECT_EQ(seen["maintenance"], 1);
  EXPECT_EQ(seen["dedicated"], 2);
  EXPECT_EQ(seen["gpushare"], 2);
}

TEST_F(DemoStates, OneCardIsUnhealthyAndEmpty) {
  std::vector<Card> unhealthy;
  std::copy_if(m_snapshot->cards.begin(), m_snapshot->cards.end(), std::back_inserter(unhealthy),
               [](const Card& card) { return card.health == CardHealth::Unhealthy; });
  ASSERT_EQ(unhealthy.size(), 1U);
  EXPECT_EQ(unhealthy.front().index, 2);
  EXPECT_EQ(unhealthy.front().pods, 0);
}

TEST_F(DemoStates, OneCardHoldsMoreThanItHas) {
  std::vector<Card> over;
  std::copy_if(m_snapshot->cards.begin(), m_snapshot->cards.end(), std::back_inserter(over),
               [](const Card& card) { return card.memoryKnown && card.memAllocated > card.memTotal; });
  ASSERT_EQ(over.size(), 1U);
  EXPECT_EQ(over.front().memAllocated, 18_units);
  EXPECT_EQ(over.front().memTotal, 16_units);
  EXPECT_TRUE(hasFinding(FindingCode::CardOverAllocated));
}

TEST_F(DemoStates, PodsThatContradictTheirNodeAreThere) {
  EXPECT_TRUE(hasFinding(FindingCode::CardOutOfRange));
  EXPECT_TRUE(hasFinding(FindingCode::AllocationMissing));
  const auto withPending = std::count_if(m_snapshot->nodes.begin(), m_snapshot->nodes.end(),
                                         [](const NodePtr& node) { return node->memPending > 0_units; });
  EXPECT_EQ(withPending, 1);
}

TEST_F(DemoStates, OtherwiseTheLedgersAgree) {
  std::set<std::string> odd;
  for (const NodePtr& node : m_snapshot->nodes) {
    for (const Finding& finding : node->findings) {
      const bool meant = finding.code == FindingCode::CardOutOfRange ||
                         finding.code == FindingCode::AllocationMissing ||
                         finding.code == FindingCode::CardOverAllocated || finding.pod == "team-cv/retrain-legacy";
      if (!meant) odd.insert(node->name + ": " + toString(finding.code) + " " + finding.detail);
    }
  }
  EXPECT_THAT(odd, ::testing::IsEmpty());
}

TEST_F(DemoStates, TheLedgerCheckHasOneExampleOfEachStory) {
  std::vector<std::string> findings;
  for (const LedgerEntry& entry : checkLedger(*m_snapshot, m_snapshot->time).entries) {
    findings.push_back(std::string(toString(entry.finding.code)) + " " + entry.finding.pod);
  }
  EXPECT_THAT(findings, ::testing::UnorderedElementsAre(HasSubstr("PodContradictsMode team-cv/retrain-legacy"),
                                                        HasSubstr("AssumedTooLong speech/asr-sidecar"),
                                                        HasSubstr("CardOverAllocated"), HasSubstr("CardOutOfRange"),
                                                        HasSubstr("AllocationMissing"), HasSubstr("TerminatingTooLong"),
                                                        HasSubstr("TerminatingTooLong")));
}

TEST_F(DemoStates, NoNodePromisesMoreCpuOrMemoryThanItHas) {
  for (const NodePtr& node : m_snapshot->nodes) {
    for (const char* resource : {"cpu", "memory"}) {
      const Quantity* requested = find(node->requested, resource);
      const Quantity* allocatable = find(node->raw->allocatable, resource);
      ASSERT_NE(allocatable, nullptr);
      if (requested != nullptr) {
        EXPECT_LE(requested->milliValue() / 1000, allocatable->milliValue() / 1000) << node->name << " " << resource;
      }
    }
  }
}

TEST_F(DemoStates, PendingPodsAreRefusedForDifferentReasons) {
  EXPECT_THAT(waitingText("video-caption-0"), HasSubstr("node(s) didn't have enough device resources to allocate"));
  EXPECT_THAT(waitingText("query-rewrite-0"),
              HasSubstr("14 node(s) owns gpu resources are not matched that pod requests"));
  EXPECT_THAT(waitingText("gbdt-gpu-0"), HasSubstr("node(s) didn't have enough device resources to allocate"));
  EXPECT_THAT(waitingText("pretrain-13b-0"), HasSubstr("Insufficient aliyun.com/gpu"));
  EXPECT_THAT(waitingText("moe-pretrain-0"), HasSubstr("Insufficient nvidia.com/gpu"));
  EXPECT_EQ(waitingText("reranker-xl-0"),
            "0/86 nodes are available: 86 invalid replica for resource aliyun.com/gpu-mem,because 7 / 2 = 3.5.");
  EXPECT_THAT(waitingText("diarize-batch-0"),
              HasSubstr("2 node(s) had taint {dedicated: speech}, that the pod didn't tolerate"));
  EXPECT_THAT(waitingText("feature-extract-0"), HasSubstr("Insufficient cpu"));
}

TEST_F(DemoStates, JobsThatKueueAdmittedRunAllTheirPods) {
  std::map<std::string, int> pods;
  std::map<std::string, std::int64_t> cards;
  for (const NodePtr& node : m_snapshot->nodes) {
    for (const PodPtr& pod : node->pods) {
      const auto& owners = pod->raw->meta.owners;
      if (owners.empty() || pod->raw->phase != PodPhase::Running) continue;
      const std::string job = pod->key().ns + "/" + owners.front().kind + "/" + owners.front().name;
      ++pods[job];
      const Quantity* asked = find(pod->raw->spec.containers.front().limits, "nvidia.com/gpu");
      if (asked != nullptr) cards[job] += asked->value();
    }
  }
  ASSERT_TRUE(m_snapshot->extras != nullptr && m_snapshot->extras->kueue != nullptr);
  int admitted = 0;
  for (const auto& workload : m_snapshot->extras->kueue->workloads) {
    const std::string job = workload->meta.key.ns + "/Job/" + workload->meta.owners.front().name;
    if (!workload->admission) {
      EXPECT_EQ(pods[job], 0) << job << " waits for quota";
      continue;
    }
    ++admitted;
    const RawKueuePodSetAdmission& given = workload->admission->podSets.front();
    EXPECT_EQ(pods[job], given.count) << job;
    EXPECT_EQ(cards[job], find(given.usage, "nvidia.com/gpu")->value()) << job;
  }
  EXPECT_EQ(admitted, 2);
}

TEST_F(DemoStates, WalkthroughNodesAreEmpty) {
  for (const NodePtr& node : nodesOf("sd-t4")) {
    EXPECT_TRUE(node->pods.empty());
    ASSERT_EQ(node->cards.size(), 1U);
    EXPECT_EQ(node->cards.front().memTotal, 14_units);
  }
}

TEST_F(DemoStates, TerminatingFailedAndFinishedPodsAreThere) {
  std::map<std::string, int> seen;
  for (const NodePtr& node : m_snapshot->nodes) {
    for (const PodPtr& pod : node->pods) {
      seen["terminating"] += isTerminating(*pod->raw) ? 1 : 0;
      seen["failed"] += pod->raw->phase == PodPhase::Failed ? 1 : 0;
      seen["succeeded"] += pod->raw->phase == PodPhase::Succeeded ? 1 : 0;
      seen["crashing"] += pod->raw->reason == "CrashLoopBackOff" ? 1 : 0;
      for (const OwnerRef& owner : pod->raw->meta.owners) ++seen[owner.kind];
    }
  }
  for (const char* state : {"terminating", "failed", "succeeded", "crashing", "ReplicaSet", "StatefulSet", "Job"}) {
    EXPECT_GT(seen[state], 0) << state;
  }
}

TEST_F(DemoStates, MultiCardPodsHoldEqualPieces) {
  const PodPtr pod = findPod(*m_snapshot, "face-cluster-0");
  ASSERT_TRUE(pod);
  ASSERT_EQ(pod->shares.size(), 4U);
  for (const CardShare& share : pod->shares) EXPECT_EQ(share.memory, 4_units);
}

TEST(Demo, SameSeedSameCluster) {
  DemoStage one(11, true);
  DemoStage two(11, true);
  one.pass(std::chrono::seconds(20));
  two.pass(std::chrono::seconds(20));
  const SnapshotPtr a = one.snapshot();
  const SnapshotPtr b = two.snapshot();
  ASSERT_EQ(a->nodes.size(), b->nodes.size());
  EXPECT_TRUE(std::equal(a->cards.begin(), a->cards.end(), b->cards.begin(), b->cards.end()));
  for (std::size_t i = 0; i < a->nodes.size(); ++i) {
    ASSERT_EQ(a->nodes[i]->pods.size(), b->nodes[i]->pods.size());
    for (std::size_t p = 0; p < a->nodes[i]->pods.size(); ++p)
      EXPECT_EQ(*a->nodes[i]->pods[p]->raw, *b->nodes[i]->pods[p]->raw);
  }
}

TEST(Demo, AnotherSeedFillsTheCardsDifferently) {
  DemoStage one(1);
  DemoStage two(2);
  const SnapshotPtr a = one.snapshot();
  const SnapshotPtr b = two.snapshot();
  EXPECT_FALSE(std::equal(a->cards.begin(), a->cards.end(), b->cards.begin(), b->cards.end()));
}

/// The refusals above hold for any seed, not by luck of one.
TEST(Demo, EverySeedShowsTheEightPendingPods) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    DemoStage stage(seed);
    const SnapshotPtr snapshot = stage.snapshot();
    EXPECT_EQ(snapshot->unboundPods.size(), 8U) << "seed " << seed;
    for (const PodPtr& pod : snapshot->unboundPods) EXPECT_FALSE(pod->raw->scheduledMessage.empty()) << pod->key().name;
  }
}

}  // namespace
}  // namespace cardinal
