// SPDX-License-Identifier: Apache-2.0
// How the KAI-Scheduler places shared GPUs, rule by rule; the recordings of tests/core/replay prove the whole.
#include "core/alloc/stacks/kai.h"

#include <gtest/gtest.h>

namespace cardinal::kai {
namespace {

Node nodeOf(std::int64_t gpus, const char* memory, std::int64_t pods = 110) {
  RawNode raw;
  raw.meta.key.name = "n";
  raw.meta.labels = {{"nvidia.com/gpu.memory", memory}};
  raw.allocatable = {{"nvidia.com/gpu", Quantity::fromInteger(gpus)}, {"pods", Quantity::fromInteger(pods)}};
  return readNode(raw);
}

Request asking(const char* annotation, const char* value) {
  RawPod pod;
  pod.meta.key = {"default", "p"};
  pod.meta.annotations = {{annotation, value}};
  return readRequest(pod);
}

void hold(State& state, const Node& node, const char* fraction, const char* group, bool releasing = false) {
  add(state, node, asking("gpu-fraction", fraction), {true, releasing, {group}, false});
}

TEST(KaiAlloc, ASharedCardIsCountedOnce) {  // traps 1, P1
  const Node node = nodeOf(2, "81559");
  State state = emptyState(node);
  hold(state, node, "0.5", "a");
  hold(state, node, "0.5", "a");
  EXPECT_EQ(state.idleGpus, 1);
  ASSERT_EQ(state.groups.size(), 1U);
  EXPECT_EQ(state.groups[0].used, 81500);
}

TEST(KaiAlloc, FractionsOpenACardAndFillIt) {  // trap P2
  const Node node = nodeOf(2, "81559");
  State state = emptyState(node);
  hold(state, node, "0.5", "a");
  hold(state, node, "0.5", "a");
  const NodeFit opened = fit(node, state, asking("gpu-fraction", "0.6"), {}, "");
  ASSERT_TRUE(opened.fits);
  EXPECT_EQ(opened.cards.front().group, nullptr);
  hold(state, node, "0.6", "b");
  EXPECT_EQ(state.groups[1].used, 48900);
  const NodeFit exact = fit(node, state, asking("gpu-fraction", "0.4"), {}, "");
  ASSERT_TRUE(exact.fits);
  EXPECT_EQ(exact.cards.front().group->name, "b");
  hold(state, node, "0.4", "b");
  const NodeFit full = fit(node, state, asking("gpu-fraction", "0.01"), {}, "");
  EXPECT_FALSE(full.fits);
  EXPECT_EQ(full.reason,
            "Pod default/p cannot be scheduled on node n. reasons: node(s) didn't have enough resources: GPUs");
}

TEST(KaiAlloc, MemoryIsMeasuredByTheRoundedCard) {  // trap P3
  const Node node = nodeOf(1, "15360");
  const NodeFit above = fit(node, emptyState(node), asking("gpu-memory", "15360"), {}, "");
  EXPECT_FALSE(above.fits);
  EXPECT_EQ(above.reasons.back(), "node(s) didn't have enough resources: GPU memory");
  EXPECT_TRUE(fit(node, emptyState(node), asking("gpu-memory", "15300"), {}, "").fits);
}

TEST(KaiAlloc, TwiceTheCardIsTakenOnOne) {  // trap 5
  const Node node = nodeOf(2, "15360");
  EXPECT_TRUE(fit(node, emptyState(node), asking("gpu-memory", "30600"), {}, "").fits);
  EXPECT_FALSE(fit(node, emptyState(node), asking("gpu-memory", "30601"), {}, "").fits);
}

TEST(KaiAlloc, NoSharedPodFitsWithFewerThanTwoSlots) {  // traps 4, P6
  const Node node = nodeOf(4, "15360", 3);
  State state = emptyState(node);
  RawPod pod;
  hold(state, node, "0.5", "a");
  hold(state, node, "0.4", "a");
  EXPECT_EQ(fit(node, state, asking("gpu-fraction", "0.1"), {}, "").reasons,
            std::vector<std::string>{"node(s) pod number exceeded"});
}

TEST(KaiAlloc, PackingMayWaitForMemoryWithIdleCardsBeside) {  // trap 7
  const Node node = nodeOf(4, "40960");
  State state = emptyState(node);
  hold(state, node, "0.5", "a", true);
  hold(state, node, "0.4", "a");
  const Request six = asking("gpu-fraction", "0.6");
  const NodeFit answer = fit(node, state, six, {}, "");
  EXPECT_TRUE(answer.fitsNow);
  EXPECT_EQ(statusOn(node, answer, six), Status::Pipelined);
  const Request tenth = asking("gpu-fraction", "0.1");
  EXPECT_EQ(statusOn(node, fit(node, state, tenth, {}, ""), tenth), Status::Binding);
}

TEST(KaiAlloc, SpreadingMayGiveACardThatStillEnds) {  // trap 6
  const Node node = nodeOf(2, "81559");
  State state = emptyState(node);
  hold(state, node, "0.6", "a", true);
  hold(state, node, "0.6", "b");
  const Request request = asking("gpu-fraction", "0.3");
  const NodeFit answer = fit(node, state, request, {true, true}, "");
  ASSERT_FALSE(answer.cards.empty());
  EXPECT_EQ(answer.cards.front().group, nullptr);
  EXPECT_EQ(statusOn(node, answer, request), Status::Binding);
  hold(state, node, "0.3", "c");
  EXPECT_EQ(state.idleGpus, -1);
  EXPECT_FALSE(fit(node, state, asking("gpu-fraction", "0.9"), {true, true}, "").fits);
}

TEST(KaiAlloc, AFullNodeMayBeRefusedWithoutAnyReason) {
  const Node node = nodeOf(1, "15360");
  State state = emptyState(node);
  hold(state, node, "1", "a");
  const NodeFit answer = fit(node, state, asking("gpu-memory", "1"), {}, "");
  EXPECT_FALSE(answer.fits);
  EXPECT_TRUE(answer.reason.empty());
}

TEST(KaiAlloc, AbsurdRequestsAreRefusedWithoutOverflow) {
  const Node node = nodeOf(2, "81559");
  State state = emptyState(node);
  for (int i = 0; i < 3; ++i)
    add(state, node, asking("gpu-memory", "9223372036854775807"), {true, false, {"a"}, false});
  EXPECT_GT(state.groups[0].used, 0);
  EXPECT_FALSE(fit(node, state, asking("gpu-memory", "9223372036854775807"), {}, "").fits);
  RawPod pod;
  pod.meta.annotations = {{"gpu-fraction", "0.5"}, {"gpu-fraction-num-devices", "9223372036854775807"}};
  EXPECT_FALSE(fit(node, emptyState(node), readRequest(pod), {}, "").fits);
}

}  // namespace
}  // namespace cardinal::kai
