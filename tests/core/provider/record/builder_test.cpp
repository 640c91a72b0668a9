// SPDX-License-Identifier: Apache-2.0
// From events to snapshots: what changes, what is shared, what is forgotten.
#include <gtest/gtest.h>

#include "tests/support/builders.h"

namespace cardinal {
namespace {

using namespace cardinal::testing;

ClusterDelta removal(ClusterDelta::Op op, ObjectKey key, std::string uid = {}) {
  ClusterDelta delta;
  delta.op = op;
  delta.key = std::move(key);
  delta.uid = std::move(uid);
  return delta;
}

std::vector<std::string> names(const ClusterSnapshot& snapshot) {
  std::vector<std::string> out;
  for (const NodePtr& node : snapshot.nodes) out.push_back(node->name);
  return out;
}

NodePtr named(const ClusterSnapshot& snapshot, const std::string& name) {
  const auto index = snapshot.findNode(name);
  return index ? snapshot.nodes[index->value] : nullptr;
}

class Builder : public ::testing::Test {
 protected:
  Builder() {
    m_builder.apply(replaceNodes({gpushareNode("b", 2, 15), gpushareNode("a", 4, 15), node("cpu")}));
    m_builder.apply(replacePods(
        {pod("one").gpuMem(3).on("a").card(1), pod("waits").gpuMem(5), pod("web").cpuMilli(100).on("cpu")}));
    m_first = m_builder.build(100);
  }
  SnapshotPtr after(ClusterDelta delta) {
    m_builder.apply(std::move(delta));
    return m_builder.build(200);
  }
  SnapshotBuilder m_builder;
  SnapshotPtr m_first;
};

TEST_F(Builder, NodesStandByNameAndCardsInOneArray) {
  EXPECT_EQ(names(*m_first), (std::vector<std::string>{"a", "b", "cpu"}));
  EXPECT_EQ(m_first->firstCard, (std::vector<std::uint32_t>{0, 4, 6, 6}));
  ASSERT_EQ(m_first->cards.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(m_first->cards[i].node, NodeIndex{i < 4 ? 0U : 1U});
    EXPECT_EQ(m_first->cards[i].index, i < 4 ? i : i - 4);
  }
  EXPECT_EQ(m_first->cards[1].memAllocated, 3_units);
  EXPECT_EQ(m_first->cardsOf(NodeIndex{2}).size(), 0U);
}

TEST_F(Builder, PodsWithoutGpuAreCountedNotKept) {
  EXPECT_EQ(m_first->otherPods, 1U);
  EXPECT_TRUE(named(*m_first, "cpu")->pods.empty());
  EXPECT_EQ(named(*m_first, "cpu")->podCount, 1U);
  EXPECT_EQ(*find(named(*m_first, "cpu")->requested, "cpu"), Quantity::fromMilli(100));
  ASSERT_EQ(m_first->unboundPods.size(), 1U);
  EXPECT_EQ(m_first->unboundPods[0]->key().name, "waits");
  EXPECT_FALSE(m_first->unboundPods[0]->countsForInspect);
  EXPECT_EQ(m_first->namespaces, std::vector<std::string>{"default"});
}

TEST_F(Builder, OnePodEventRebuildsOneNode) {
  const SnapshotPtr next = after(upsert(pod("two").gpuMem(4).on("b").card(0)));
  EXPECT_EQ(next->generation, m_first->generation + 1);
  EXPECT_EQ(next->time, 200);
  EXPECT_EQ(next->nodes[0], m_first->nodes[0]);
  EXPECT_EQ(next->nodes[2], m_first->nodes[2]);
  EXPECT_NE(next->nodes[1], m_first->nodes[1]);
  EXPECT_EQ(next->cards[4].memAllocated, 4_units);
  // The snapshot that a reader holds does not change.
  EXPECT_EQ(m_first->cards[4].memAllocated, 0_units);
}

TEST_F(Builder, PodIsBoundMovesAndGoes) {
  SnapshotPtr snapshot = after(upsert(pod("waits").gpuMem(5).on("a").card(0).version("2")));
  EXPECT_TRUE(snapshot->unboundPods.empty());
  EXPECT_EQ(snapshot->cards[0].memAllocated, 5_units);
  snapshot = after(upsert(pod("waits").gpuMem(5).on("b").card(1).uid("new").version("3")));
  EXPECT_EQ(snapshot->cards[0].memAllocated, 0_units);
  EXPECT_EQ(snapshot->cards[5].memAllocated, 5_units);
  snapshot = after(removal(ClusterDelta::Op::DeletePod, {"default", "waits"}));
  EXPECT_EQ(snapshot->cards[5].memAllocated, 0_units);
}

TEST_F(Builder, DeletionOfAnOlderObjectOfThatNameIsIgnored) {
  SnapshotPtr snapshot = after(removal(ClusterDelta::Op::DeletePod, {"default", "one"}, "another uid"));
  EXPECT_EQ(snapshot->cards[1].memAllocated, 3_units);
  snapshot = after(removal(ClusterDelta::Op::DeletePod, {"default", "one"}, "uid-pod-default-one"));
  EXPECT_EQ(snapshot->cards[1].memAllocated, 0_units);
  EXPECT_EQ(after(removal(ClusterDelta::Op::DeleteNode, {"", "a"}, "another uid"))->nodes.size(), 3U);
  EXPECT_EQ(after(removal(ClusterDelta::Op::DeletePod, {"default", "never there"}))->nodes.size(), 3U);
}

TEST_F(Builder, ReplacedListsKeepWhatDidNotChange) {
  m_builder.apply(replaceNodes({gpushareNode("a", 4, 15), gpushareNode("b", 2, 15).version("2").cordoned()}));
  m_builder.apply(replacePods({pod("one").gpuMem(3).on("a").card(1), pod("new").gpuMem(1).on("b").card(0)}));
  const SnapshotPtr next = m_builder.build(200);
  EXPECT_EQ(names(*next), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(next->nodes[0], m_first->nodes[0]);
  EXPECT_TRUE(next->nodes[1]->unschedulable());
  EXPECT_EQ(next->nodes[1]->pods.size(), 1U);
  EXPECT_TRUE(next->unboundPods.empty());
  EXPECT_EQ(next->otherPods, 0U);
}

TEST_F(Builder, SameListsAgainShareEveryNode) {
  m_builder.apply(replaceNodes({gpushareNode("b", 2, 15), gpushareNode("a", 4, 15), node("cpu")}));
  m_builder.apply(
      replacePods({pod("one").gpuMem(3).on("a").card(1), pod("waits").gpuMem(5), pod("web").cpuMilli(100).on("cpu")}));
  const SnapshotPtr next = m_builder.build(300);
  EXPECT_EQ(next->nodes, m_first->nodes);
  EXPECT_EQ(next->cards, m_first->cards);
  EXPECT_EQ(next->unboundPods, m_first->unboundPods);
  EXPECT_GT(next->generation, m_first->generation);
}

TEST_F(Builder, NodeMayChangeItsCards) {
  const SnapshotPtr grown = after(upsert(gpushareNode("a", 5, 15).version("2")));
  EXPECT_EQ(grown->firstCard, (std::vector<std::uint32_t>{0, 5, 7, 7}));
  EXPECT_EQ(grown->cards[1].memAllocated, 3_units);
  const SnapshotPtr added = after(upsert(gpushareNode("aa", 1, 15)));
  EXPECT_EQ(names(*added), (std::vector<std::string>{"a", "aa", "b", "cpu"}));
  EXPECT_EQ(added->cardsOf(NodeIndex{2})[0].node, NodeIndex{2});
  EXPECT_EQ(named(*added, "b"), named(*m_first, "b"));
}

TEST_F(Builder, AThousandFindingsOfANodeAreEnough) {
  const auto found = [this](int pods) {
    std::vector<PodBuilder> lost;
    for (int i = 0; i < pods; ++i) lost.push_back(pod("p" + std::to_string(i)).gpuMem(1).on("a").card(77));
    return named(*after(replacePods(lost)), "a")->findings.size();
  };
  EXPECT_GT(found(3), 2U);
  EXPECT_EQ(found(1100), 1000U) << "beyond it they say nothing new";
}

TEST_F(Builder, PodsOnANodeThatIsNotThere) {
  SnapshotPtr snapshot = after(upsert(pod("lost").gpuMem(2).on("ghost").card(0)));
  const NodePtr ghost = named(*snapshot, "ghost");
  ASSERT_NE(ghost, nullptr);
  EXPECT_FALSE(ghost->exists());
  EXPECT_TRUE(ghost->cards.empty());
  ASSERT_EQ(ghost->findings.size(), 1U);
  EXPECT_EQ(ghost->findings[0].code, FindingCode::NodeMissing);
  EXPECT_EQ(ghost->findings[0].pod, "default/lost");
  // The node arrives after its pods.
  snapshot = after(upsert(gpushareNode("ghost", 1, 15)));
  EXPECT_TRUE(named(*snapshot, "ghost")->exists());
  EXPECT_EQ(named(*snapshot, "ghost")->cards[0].memAllocated, 2_units);
  // It goes before them, then they go too.
  snapshot = after(removal(ClusterDelta::Op::DeleteNode, {"", "ghost"}));
  EXPECT_FALSE(named(*snapshot, "ghost")->exists());
  snapshot = after(removal(ClusterDelta::Op::DeletePod, {"default", "lost"}));
  EXPECT_EQ(named(*snapshot, "ghost"), nullptr);
  EXPECT_EQ(snapshot->cards.size(), 6U);
}

TEST_F(Builder, FinishedCpuPodsOfGoneNodesAreNoNodes) {
  const SnapshotPtr snapshot = after(upsert(pod("job").cpuMilli(5).on("gone").phase(PodPhase::Succeeded)));
  EXPECT_EQ(named(*snapshot, "gone"), nullptr);
  EXPECT_EQ(snapshot->otherPods, 2U);
  const SnapshotPtr living = after(upsert(pod("job").cpuMilli(5).on("gone").version("2")));
  ASSERT_NE(named(*living, "gone"), nullptr);
  EXPECT_EQ(named(*living, "gone")->findings.at(0).code, FindingCode::NodeMissing);
}

TEST_F(Builder, UnhealthyCardsComeAndGo) {
  SnapshotPtr snapshot = after(unhealthy("a", "2"));
  EXPECT_EQ(snapshot->cards[2].health, CardHealth::Unhealthy);
  EXPECT_EQ(m_builder.rawUnhealthy().size(), 1U);
  ClusterDelta gone;
  gone.op = ClusterDelta::Op::DeleteUnhealthy;
  gone.unhealthy.node = "a";
  snapshot = after(gone);
  EXPECT_EQ(snapshot->cards[2].health, CardHealth::Healthy);
  // A ConfigMap for a node that nobody knows shows no node.
  EXPECT_EQ(after(unhealthy("nobody", "0"))->nodes.size(), 3U);
}

TEST_F(Builder, NamespacesAreThoseOfThePods) {
  EXPECT_EQ(after(upsert(pod("ml", "p").gpuMem(1)))->namespaces, (std::vector<std::string>{"default", "ml"}));
  EXPECT_EQ(after(removal(ClusterDelta::Op::DeletePod, {"ml", "p"}))->namespaces, std::vector<std::string>{"default"});
}

TEST_F(Builder, RawStateStandsByKey) {
  m_builder.apply(upsert(pod("a-first", "p").cpuMilli(1).on("cpu")));
  ASSERT_EQ(m_builder.rawNodes().size(), 3U);
  EXPECT_EQ(m_builder.rawNodes()[0]->meta.key.name, "a");
  const auto pods = m_builder.rawPods();
  ASSERT_EQ(pods.size(), 4U);
  EXPECT_EQ(pods[0]->meta.key.ns, "a-first");
  EXPECT_EQ(pods[3]->meta.key.name, "web");
}

TEST_F(Builder, VersionAndScopeTravelWithTheSnapshot) {
  m_builder.setServerVersion("v1.20.2");
  m_builder.setScope("ml");
  const SnapshotPtr snapshot = m_builder.build(1);
  EXPECT_EQ(snapshot->serverVersion, "v1.20.2");
  EXPECT_EQ(snapshot->scope, "ml");
}

TEST(BuilderAlone, EmptyStateIsASnapshot) {
  SnapshotBuilder builder;
  const SnapshotPtr snapshot = builder.build(0);
  EXPECT_TRUE(snapshot->nodes.empty());
  EXPECT_EQ(snapshot->firstCard, std::vector<std::uint32_t>{0});
  EXPECT_EQ(builder.build(0)->firstCard, std::vector<std::uint32_t>{0});
}

// Objects from files have no resourceVersion: then every telling counts as a change.
TEST(BuilderAlone, ObjectsWithoutVersionAreTakenAnew) {
  SnapshotBuilder builder;
  builder.apply(upsert(gpushareNode("a", 1, 15).version("")));
  builder.apply(upsert(gpushareNode("a", 2, 15).version("")));
  EXPECT_EQ(builder.build(0)->cards.size(), 2U);
}

TEST(BuilderAlone, ManyPodsOnOneNodeGoQuickly) {
  SnapshotBuilder builder;
  std::vector<PodBuilder> pods;
  for (int i = 0; i < 20'000; ++i)
    pods.push_back(pod("p" + std::to_string(i)).gpuMem(1).on("ghost").phase(PodPhase::Succeeded));
  builder.apply(replacePods(pods));
  EXPECT_EQ(builder.build(0)->nodes.at(0)->pods.size(), 20'000U);
  builder.apply(replacePods({}));
  EXPECT_TRUE(builder.build(0)->nodes.empty());
}

}  // namespace
}  // namespace cardinal
