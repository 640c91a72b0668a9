// SPDX-License-Identifier: Apache-2.0
#include "core/plan/capacity/capacity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/alloc/engine/allocator.h"
#include "core/plan/capacity/more_nodes.h"
#include "tests/support/builders.h"

namespace cardinal::testing {
namespace {

CapacityAnswer capacityOf(const PodBuilder& incoming, const SnapshotPtr& cluster, int limit = kMaxCapacity) {
  return answerCapacity(makeRequest(incoming.raw()), *cluster, {}, limit);
}

const CapacityBinding* binding(const CapacityAnswer& answer, ReasonCode code) {
  const auto found = std::find_if(answer.bindings.begin(), answer.bindings.end(),
                                  [code](const CapacityBinding& one) { return one.code == code; });
  return found != answer.bindings.end() ? &*found : nullptr;
}

TEST(Capacity, CountsCardByCardAndNotBySum) {
  // 15 and 15 free take 1 + 1 of 8 units each; the sum of 30 would say 3.
  const CapacityAnswer answer = capacityOf(pod("p").gpuMem(8), snapshotOf({gpushareNode("a", 2, 15)}, {}));
  EXPECT_EQ(answer.fits, 2);
  EXPECT_FALSE(answer.isLeast);
  EXPECT_EQ(answer.nodesUsed, 1U);
  const CapacityBinding* memory = binding(answer, ReasonCode::InsufficientCardMemory);
  ASSERT_NE(memory, nullptr);
  EXPECT_EQ(memory->nodes, 1U);
  EXPECT_EQ(memory->tookSome, 1U);
  EXPECT_EQ(memory->sumWouldFit, 1U) << "7 + 7 units are left: enough in sum, on no card";
}

TEST(Capacity, WhatIsHeldIsTakenOff) {
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15)}, {pod("held").gpuMem(10).on("a").card(0)});
  EXPECT_EQ(capacityOf(pod("p").gpuMem(5), cluster).fits, 4);
}

TEST(Capacity, NamesTheResourceThatBinds) {
  const CapacityAnswer answer = capacityOf(pod("p").gpuMem(1).cpuMilli(30000),
                                           snapshotOf({gpushareNode("a", 2, 15), gpushareNode("b", 2, 15)}, {}));
  EXPECT_EQ(answer.fits, 4) << "64 CPUs take two of 30 on each node";
  ASSERT_EQ(answer.bindings.size(), 1U);
  EXPECT_EQ(answer.bindings[0].code, ReasonCode::InsufficientResource);
  EXPECT_EQ(answer.bindings[0].detail, "cpu");
  EXPECT_EQ(answer.bindings[0].nodes, 2U);
}

TEST(Capacity, NodesThatNeverTookAnyAreCountedApart) {
  const CapacityAnswer answer =
      capacityOf(pod("p").gpuMem(8), snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 4, 15).cordoned()}, {}));
  EXPECT_EQ(answer.fits, 1);
  ASSERT_EQ(answer.bindings.size(), 2U);
  EXPECT_EQ(answer.bindings[0].detail, "aliyun.com/gpu-mem") << "what stops the last replica comes first";
  EXPECT_EQ(answer.bindings[1].code, ReasonCode::NodeUnschedulable);
  EXPECT_EQ(answer.bindings[1].tookSome, 0U);
}

TEST(Capacity, MoreNodesOfAKindBringWhatAnEmptyOneTakes) {
  const auto cluster =
      snapshotOf({gpushareNode("a", 2, 15).cordoned().taint("node.kubernetes.io/unschedulable", "", "NoSchedule"),
                  gpushareNode("b", 2, 15), gpushareNode("c", 4, 32)},
                 {pod("held").gpuMem(15).on("b").card(0)});
  const CapacityAnswer answer = capacityOf(pod("p").gpuMem(7), cluster);
  ASSERT_EQ(answer.gains.size(), 2U);
  EXPECT_EQ(cluster->node(answer.gains[0].like).name, "a");
  EXPECT_EQ(answer.gains[0].nodes, 2U);
  EXPECT_EQ(answer.gains[0].withOne, 4) << "empty and not cordoned, though its pattern is neither";
  EXPECT_EQ(answer.gains[0].withTen, 40);
  EXPECT_EQ(answer.gains[1].withOne, 16);
}

TEST(Capacity, AKindThatNeverTakesItSaysWhy) {
  const CapacityAnswer answer =
      capacityOf(pod("p").gpuMem(20), snapshotOf({gpushareNode("a", 4, 15), gpushareNode("b", 1, 32)}, {}));
  EXPECT_EQ(answer.fits, 1);
  ASSERT_EQ(answer.gains.size(), 2U);
  EXPECT_EQ(answer.gains[0].withTen, 10) << "kinds that help come first";
  ASSERT_TRUE(answer.gains[1].refusal);
  EXPECT_EQ(answer.gains[1].refusal->code, ReasonCode::InsufficientCardMemory);
  EXPECT_EQ(answer.gains[1].withOne, 0);
}

TEST(Capacity, MultiCardRequestsTakeTheirCardsTogether) {
  // 8 units over 4 cards: 2 on each of four cards; cards of 15 take 7 shares.
  const CapacityAnswer answer =
      capacityOf(pod("p").gpuMem(8).gpuCount(4), snapshotOf({ackNode("a", "cgpu", 4, 15, "binpack")}, {}));
  EXPECT_EQ(answer.fits, 7);
}

TEST(Capacity, BeyondTheLimitTheAnswerIsAtLeast) {
  const CapacityAnswer answer = capacityOf(pod("p").gpuMem(1), snapshotOf({gpushareNode("a", 8, 15)}, {}), 100);
  EXPECT_EQ(answer.fits, 100);
  EXPECT_TRUE(answer.isLeast);
  EXPECT_TRUE(answer.bindings.empty());
  ASSERT_EQ(answer.gains.size(), 1U);
  EXPECT_FALSE(answer.gains[0].withOne) << "more than is counted";
}

TEST(Capacity, WhereNothingIsKnownTheAnswerIsNotZero) {
  const CapacityAnswer answer = capacityOf(pod("p").gpuMem(1), snapshotOf({ackNode("a", "mig", 4, 15)}, {}));
  EXPECT_TRUE(answer.isUnknown());
  EXPECT_EQ(answer.unknownNodes, 1U);
  ASSERT_EQ(answer.gains.size(), 1U);
  EXPECT_TRUE(answer.gains[0].isUnknown) << "a further node of the kind is as unknown as the first";
  EXPECT_FALSE(answer.gains[0].withOne);
}

TEST(Capacity, NodesThatAreUnknownMakeTheRestALeast) {
  const auto cluster = snapshotOf({ackNode("a", "mig", 4, 15), gpushareNode("b", 1, 15)}, {});
  const CapacityAnswer answer = capacityOf(pod("p").gpuMem(5), cluster);
  EXPECT_EQ(answer.fits, 3);
  EXPECT_EQ(answer.unknownNodes, 1U);
  EXPECT_FALSE(answer.isUnknown());
}

TEST(Capacity, ARequestThatBreaksARuleIsNotCounted) {
  const CapacityAnswer answer =
      capacityOf(pod("p").gpuMem(7).gpuCount(2), snapshotOf({ackNode("a", "cgpu", 4, 15)}, {}));
  ASSERT_EQ(answer.requestProblems.size(), 1U);
  EXPECT_EQ(answer.requestProblems[0].code, ErrorCode::NotDivisible);
}

TEST(Capacity, StoppingEndsEarly) {
  std::stop_source source;
  source.request_stop();
  const auto cluster = snapshotOf({gpushareNode("a", 8, 15)}, {});
  const CapacityAnswer answer = answerCapacity(makeRequest(pod("p").gpuMem(1).raw()), *cluster, source.get_token());
  ASSERT_EQ(answer.requestProblems.size(), 1U);
  EXPECT_EQ(answer.requestProblems[0].code, ErrorCode::Cancelled);
}

TEST(Capacity, TheSnapshotStaysAsItWas) {
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15)}, {});
  const auto cards = cluster->cards;
  capacityOf(pod("p").gpuMem(8), cluster);
  EXPECT_EQ(cluster->cards, cards);
  EXPECT_EQ(cluster->nodes.size(), 1U);
}

TEST(Capacity, NodesWithOtherAcceleratorsAreNoNodesOfAKind) {
  using Gains = std::vector<std::pair<std::string, std::int64_t>>;
  const auto gains = [](const std::vector<NodeBuilder>& nodes, const char* resource) {
    Gains out;
    const SnapshotPtr cluster = snapshotOf(nodes, {});
    for (const CapacityGain& gain : capacityOf(pod("p").resource(resource, 1), cluster).gains)
      out.emplace_back(cluster->node(gain.like).name, gain.withOne.value_or(-1));
    return out;
  };
  const auto mig = [](const char* name, const char* profile, int number) {
    NodeBuilder out = node(name).label("nvidia.com/gpu.product", "NVIDIA-H100").resource(profile, number);
    return out.label("nvidia.com/mig.strategy", "mixed");
  };
  EXPECT_EQ(
      gains({mig("a", "nvidia.com/mig-1g.10gb", 56), mig("b", "nvidia.com/mig-3g.40gb", 16)}, "nvidia.com/mig-3g.40gb"),
      (Gains{{"b", 16}, {"a", 0}}));
  EXPECT_EQ(gains({node("a").resource("habana.ai/gaudi", 8), node("b").resource("amd.com/gpu", 4)}, "amd.com/gpu"),
            (Gains{{"b", 4}, {"a", 0}}));
}

TEST(Capacity, SlotsAreNoWholeCards) {
  NodeBuilder slots = nvidiaNode("a", 4).label("nvidia.com/gpu.count", "1").label("nvidia.com/gpu.replicas", "4");
  slots.label("nvidia.com/gpu.sharing-strategy", "time-slicing").label("nvidia.com/gpu.product", "Tesla-T4-SHARED");
  const SnapshotPtr cluster = snapshotOf({slots, nvidiaNode("b", 1)}, {});
  EXPECT_EQ(capacityOf(pod("p").nvidia(1), cluster).fits, 5);
  ASSERT_TRUE(plan::hasSlices(*cluster));
  const auto whole = std::make_shared<const ClusterSnapshot>(plan::withoutSlices(*cluster));
  EXPECT_EQ(capacityOf(pod("p").nvidia(1), whole).fits, 1);
  EXPECT_FALSE(plan::hasSlices(*whole));
}

std::string textOf(const CapacityAnswer& answer) {
  std::string out = std::to_string(answer.fits) + (answer.isLeast ? " at least" : "") + " on " +
                    std::to_string(answer.nodesUsed) + "\n";
  for (const CapacityBinding& one : answer.bindings)
    out += std::string(toString(one.code)) + " " + one.detail + " " + std::to_string(one.nodes) + " " +
           std::to_string(one.tookSome) + " " + std::to_string(one.sumWouldFit) + "\n";
  for (const CapacityGain& one : answer.gains)
    out += std::to_string(one.like.value) + " of " + std::to_string(one.nodes) + " " +
           std::to_string(one.withOne.value_or(-1)) + " " + std::to_string(one.withTen.value_or(-1)) + "\n";
  if (answer.firstMiss) {
    const Rejection& miss = answer.firstMiss->reason;
    out += "miss " + std::to_string(answer.firstMiss->node.value) + " " + toString(miss.code) + " " +
           std::to_string(miss.needed) + "/" + std::to_string(miss.found);
  }
  return out;
}

// Nodes of the plan are read from rows as those of the snapshot are: without rows everything is the same.
TEST(Capacity, RowsChangeNothing) {
  constexpr int kNodes = 30;
  std::vector<NodeBuilder> nodes;
  std::vector<PodBuilder> pods;
  for (int i = 0; i < kNodes; ++i) {
    const std::string name = "n" + std::to_string(i);
    const int cards = 1 + i % 9;
    nodes.push_back(i % 3 == 0
                        ? gpushareNode(name, cards, 15)
                        : ackNode(name, i % 7 == 1 ? "core_mem" : "cgpu", cards, 15, i % 2 == 0 ? "spread" : ""));
    if (i % 5 == 0) nodes.back().resource("cpu", 2);
    if (i % 11 == 0) nodes.back().label("ack.node.gpu.max-pod", "2");
    if (i % 13 == 0) nodes.back().taint("soft", "1", "PreferNoSchedule");
    const int held = i * 7 % 14;
    if (held > 0 && i % 3 == 0) pods.push_back(pod("p" + name).gpuMem(held).cpuMilli(200).on(name).card(0));
    if (held > 0 && i % 3 != 0)
      pods.push_back(
          pod("p" + name).gpuMem(held).cpuMilli(200).on(name).v2("{\"0\":{\"0\":" + std::to_string(held) + "}}"));
  }
  const SnapshotPtr cluster = snapshotOf(nodes, pods);
  ClusterSnapshot bare = *cluster;
  bare.rows = {};
  for (const int cards : {1, 2, 4}) {
    for (std::int64_t units = 1; units <= 16; units += 3) {
      PodBuilder asked = pod("asked").gpuMem(units * cards).cpuMilli(300);
      if (cards > 1) asked.gpuCount(cards);
      for (const int limit : {40, kMaxCapacity}) {
        const AllocationRequest request = makeRequest(asked.raw());
        EXPECT_EQ(textOf(answerCapacity(request, *cluster, {}, limit)),
                  textOf(answerCapacity(request, bare, {}, limit)))
            << units << " on each of " << cards;
      }
    }
  }
}

}  // namespace
}  // namespace cardinal::testing
