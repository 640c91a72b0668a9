// SPDX-License-Identifier: Apache-2.0
// Random events: whatever order they come in, the snapshot made step by step equals the one made from scratch, and the
// sums over cards agree with the sums over pods.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

class RandomCluster {
 public:
  explicit RandomCluster(unsigned seed) : m_random(seed) {}

  int below(int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(m_random); }

  std::string nodeName() { return "node-" + std::to_string(below(8)); }

  NodeBuilder randomNode() {
    const std::string name = nodeName();
    const int cards = 1 + below(4);
    const char* modes[] = {"cgpu", "share", "mps", "core_mem", "default", "topology", "mig", "warp"};
    NodeBuilder out = below(3) == 0   ? gpushareNode(name, cards, 15)
                      : below(4) == 0 ? nvidiaNode(name, cards)
                                      : ackNode(name, modes[below(8)], cards, 15, below(2) == 0 ? "spread" : "");
    return out.version(std::to_string(++m_version));
  }

  PodBuilder randomPod() {
    PodBuilder out = pod("ns-" + std::to_string(below(3)), "pod-" + std::to_string(below(40)));
    const std::string version = std::to_string(++m_version);
    out.version(version).uid("uid" + version);
    switch (below(5)) {
      case 0:
        out.nvidia(1 + below(2));
        break;
      case 1:
        out.topology(1);
        break;
      case 2:
        out.cpuMilli(100);
        break;
      case 3:
        out.gpuMem(1 + below(6)).core(5 * (1 + below(6)));
        break;
      default:
        out.gpuMem(1 + below(6));
        break;
    }
    if (below(5) == 0) return out;
    out.on(nodeName());
    annotate(out);
    const PodPhase phases[] = {PodPhase::Running, PodPhase::Running, PodPhase::Pending, PodPhase::Succeeded,
                               PodPhase::Unknown};
    out.phase(phases[below(5)]);
    if (below(6) == 0) out.terminating();
    return out;
  }

  ClusterDelta randomEvent() {
    ClusterDelta delta;
    switch (below(10)) {
      case 0:
        return upsert(randomNode());
      case 1:
        delta.op = ClusterDelta::Op::DeleteNode;
        delta.key.name = nodeName();
        return delta;
      case 2:
      case 3:
        delta.op = ClusterDelta::Op::DeletePod;
        delta.key = ObjectKey{"ns-" + std::to_string(below(3)), "pod-" + std::to_string(below(40))};
        return delta;
      case 4:
        return unhealthy(nodeName(), std::to_string(below(4)));
      default:
        return upsert(randomPod());
    }
  }

 private:
  void annotate(PodBuilder& out) {
    switch (below(5)) {
      case 0:
        out.card(below(5));
        break;
      case 1:
        out.v2("{\"0\":{\"" + std::to_string(below(4)) + "\":" + std::to_string(1 + below(5)) + ",\"0\":1}}");
        break;
      case 2:
        out.v2("{\"0\":{\"x\":1}}");
        break;
      case 3:
        out.annotation("topology.kubernetes.io/gpu-group", std::to_string(below(4)));
        break;
      default:
        break;
    }
  }

  std::mt19937 m_random;
  int m_version = 0;
};

SnapshotPtr fromScratch(const SnapshotBuilder& builder) {
  SnapshotBuilder fresh;
  ClusterDelta delta;
  for (const RawUnhealthyGpus& map : builder.rawUnhealthy()) {
    delta.op = ClusterDelta::Op::UpsertUnhealthy;
    delta.unhealthy = map;
    fresh.apply(delta);
  }
  delta = {};
  delta.op = ClusterDelta::Op::ReplacePods;
  delta.pods = builder.rawPods();
  fresh.apply(delta);
  delta = {};
  delta.op = ClusterDelta::Op::ReplaceNodes;
  delta.nodes = builder.rawNodes();
  fresh.apply(delta);
  return fresh.build(1);
}

void expectSameState(const ClusterSnapshot& a, const ClusterSnapshot& b) {
  ASSERT_EQ(a.nodes.size(), b.nodes.size());
  EXPECT_EQ(a.firstCard, b.firstCard);
  EXPECT_EQ(a.cards, b.cards);
  EXPECT_EQ(a.otherPods, b.otherPods);
  EXPECT_EQ(a.namespaces, b.namespaces);
  EXPECT_EQ(a.unboundPods.size(), b.unboundPods.size());
  for (std::size_t i = 0; i < a.nodes.size(); ++i) {
    EXPECT_EQ(a.nodes[i]->name, b.nodes[i]->name);
    EXPECT_EQ(a.nodes[i]->exists(), b.nodes[i]->exists());
    EXPECT_EQ(a.nodes[i]->pods.size(), b.nodes[i]->pods.size());
    EXPECT_EQ(a.nodes[i]->podCount, b.nodes[i]->podCount);
    EXPECT_EQ(a.nodes[i]->memPending, b.nodes[i]->memPending);
    EXPECT_EQ(a.nodes[i]->findings.size(), b.nodes[i]->findings.size()) << a.nodes[i]->name;
  }
}

void expectSumsAgree(const ClusterSnapshot& snapshot, std::size_t allPods) {
  std::size_t gpuPods = snapshot.unboundPods.size();
  for (std::uint32_t i = 0; i < snapshot.nodes.size(); ++i) {
    const NodeRecord& node = snapshot.node(NodeIndex{i});
    gpuPods += node.pods.size();
    const auto cards = snapshot.cardsOf(NodeIndex{i});
    ASSERT_EQ(cards.size(), node.cards.size());
    if (!isSharedMode(node.gpu.mode)) continue;
    std::map<CardIndex, std::int64_t> memory;
    std::map<CardIndex, int> pods;
    for (const PodPtr& pod : node.pods) {
      EXPECT_EQ(pod->countsForInspect, !isTerminal(*pod->raw));
      EXPECT_FALSE(pod->countsForScheduler && (isTerminating(*pod->raw) || isTerminal(*pod->raw)));
      if (!pod->countsForInspect || pod->request.kind() != GpuRequest::Kind::Shared) continue;
      for (const CardShare& share : pod->shares) {
        memory[share.card] += share.memory.value;
        ++pods[share.card];
      }
    }
    EXPECT_EQ(node.memPending.value, memory[kPendingCard]);
    for (const Card& card : cards) {
      EXPECT_EQ(card.node, NodeIndex{i});
      EXPECT_EQ(card.memAllocated.value, memory[card.index]);
      EXPECT_EQ(card.pods, pods[card.index]);
    }
  }
  EXPECT_EQ(gpuPods + snapshot.otherPods, allPods);
}

TEST(BuilderProperty, StepByStepEqualsFromScratch) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    RandomCluster random(seed);
    SnapshotBuilder builder;
    for (int step = 0; step < 150; ++step) {
      builder.apply(random.randomEvent());
      if (random.below(3) != 0) continue;
      const SnapshotPtr snapshot = builder.build(1);
      expectSameState(*snapshot, *fromScratch(builder));
      expectSumsAgree(*snapshot, builder.rawPods().size());
      if (::testing::Test::HasFailure()) return;
    }
  }
}

/// What a reader saw of a snapshot, to be compared with what it sees later.
struct Reading {
  SnapshotPtr snapshot;
  std::vector<NodePtr> nodes;
  std::vector<Card> cards;
};

// Memory goes from snapshots that nobody reads to new ones; readers that hold one for long or short see it as it was.
TEST(BuilderProperty, ReadersKeepWhatTheyReadAndTheNewestIsRight) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    RandomCluster random(seed);
    SnapshotBuilder builder;
    for (int i = 0; i < 8; ++i) builder.apply(upsert(ackNode("node-" + std::to_string(i), "cgpu", 4, 15)));
    std::vector<Reading> held;
    for (int step = 0; step < 200; ++step) {
      for (int events = random.below(3); events > 0; --events) builder.apply(upsert(random.randomPod()));
      if (random.below(60) == 0) builder.apply(random.randomEvent());
      const SnapshotPtr snapshot = builder.build(1);
      expectSameState(*snapshot, *fromScratch(builder));
      for (std::uint32_t i = 0; i < snapshot->nodes.size(); ++i) {
        const NodeIndex node{i};
        const bool isRight = !snapshot->nodes[i]->exists() || snapshot->rowOf(node) != nullptr;
        EXPECT_TRUE(isRight) << i;
      }
      for (const Reading& one : held) {
        ASSERT_EQ(one.snapshot->nodes, one.nodes);
        ASSERT_EQ(one.snapshot->cards, one.cards);
      }
      if (random.below(3) != 0) held.push_back({snapshot, snapshot->nodes, snapshot->cards});
      while (held.size() > 40 || (!held.empty() && random.below(2) == 0))
        held.erase(held.begin() + random.below(static_cast<int>(held.size())));
      if (::testing::Test::HasFailure()) return;
    }
  }
}

TEST(BuilderProperty, RecordsOfBeforeARelistDoNotStayWithNobodyToReadThem) {
  SnapshotBuilder builder;
  builder.apply(upsert(ackNode("node-a", "cgpu", 4, 15)));
  SnapshotPtr snapshot = builder.build(1);
  const std::weak_ptr<const NodeRecord> before = snapshot->nodes.front();
  builder.apply(replaceNodes({ackNode("node-b", "cgpu", 4, 15)}));
  snapshot = builder.build(2);
  EXPECT_TRUE(before.expired());
  // nor where all of them changed and none came or went
  const std::weak_ptr<const NodeRecord> changed = snapshot->nodes.front();
  builder.apply(upsert(ackNode("node-b", "cgpu", 4, 15).version("2").cordoned()));
  snapshot = builder.build(3);
  EXPECT_TRUE(changed.expired());
}

// Strings and numbers that no component would write: nothing may crash, and totals stay finite.
TEST(BuilderProperty, NoiseInAnnotationsAndResourcesIsSurvived) {
  std::mt19937 random(7);
  const std::string alphabet = "{}[]\":,0123456789-+.eEnulx \\\n\xff";
  const auto noise = [&] {
    std::string text;
    const auto length = random() % 24;
    for (std::size_t i = 0; i < length; ++i) text += alphabet[random() % alphabet.size()];
    return text;
  };
  const std::int64_t amounts[] = {-1, 0, 1, 15, 256, 257, 1'000'000'000, INT64_MAX, INT64_MIN};
  const auto amount = [&] { return amounts[random() % 9]; };
  for (int round = 0; round < 400; ++round) {
    const SnapshotPtr snapshot =
        snapshotOf({node("a")
                        .shared(amount(), amount())
                        .resource("aliyun.com/gpu-core.percentage", amount())
                        .label("ack.node.gpu.schedule", noise()),
                    node("b").shared(amount(), amount()).label("aliyun.accelerator/nvidia_mem", noise()),
                    ackNode("c", "topology", 4, 0).resource("nvidia.com/gpu", amount())},
                   {pod("p").gpuMem(amount()).core(amount()).on("a").v2(noise()).v2Core(noise()),
                    pod("q")
                        .gpuMem(amount())
                        .on("b")
                        .annotation("ALIYUN_COM_GPU_MEM_IDX", noise())
                        .label("aliyun.com/gpu-count", noise()),
                    pod("r").topology(amount()).nvidia(amount()).on("c").annotation(
                        "gputopology.alibabacloud.com/allocation", noise())},
                   {unhealthy("b", noise())});
    EXPECT_LE(snapshot->cards.size(), 3U * 256U);
    totalsOf(*snapshot);
  }
}

}  // namespace
}  // namespace cardinal
