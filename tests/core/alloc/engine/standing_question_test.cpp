// SPDX-License-Identifier: Apache-2.0
// A question that is kept open answers what a fresh one would, whatever happens to the cluster, and judges only what
// changed.
#include "core/alloc/engine/standing_question.h"

#include <random>

#include "core/alloc/profile.h"
#include "tests/core/alloc/whole_answer.h"

namespace cardinal::testing {
namespace {

/// A cluster that changes step by step, with all sorts of nodes.
class World {
 public:
  explicit World(unsigned seed) : m_engine(seed), m_stacks(roll(0, 2)) {
    const int nodes = roll(2, 12);
    for (int i = 0; i < nodes; ++i) addNode(i);
    if (coin()) m_builder.setServerVersion(coin() ? "v1.20.2" : "v1.28.4");
    for (int i = 0; i < 3 * nodes; ++i) step();
  }

  int roll(int low, int high) { return std::uniform_int_distribution<int>(low, high)(m_engine); }
  bool coin() { return roll(0, 1) == 1; }
  SnapshotPtr build() { return m_builder.build(++m_time); }

  /// One event of the watch.
  void step() {
    const int what = roll(0, 9);
    if (what < 6) return addPod();
    if (what < 8) return deletePod();
    changeNode();
  }

  AllocationRequest request() {
    PodBuilder incoming = pod("asked");
    incoming.cpuMilli(1000L * roll(0, 40));
    incoming.label("app", "a" + std::to_string(roll(0, 4)));
    if (roll(0, 9) > 0) incoming.gpuMem(roll(1, 18));
    if (roll(0, 3) == 0) incoming.gpuCount(2).gpuMem(2L * roll(1, 12));
    if (roll(0, 5) == 0) incoming.edit().spec.containers[0].image = "held";
    incoming.edit().spec.priority = roll(0, 2);
    if (roll(0, 3) == 0) incoming.edit().spec.nodeSelector = {{"zone", "a"}};
    return makeRequest(incoming.raw());
  }

 private:
  void addNode(int number) {
    m_names.push_back("n" + std::to_string(number));
    m_versions.push_back(0);
    putNode(m_names.size() - 1);
  }
  void putNode(std::size_t at) {
    const std::string& name = m_names[at];
    const bool openSource = m_stacks == 0 || (m_stacks == 2 && at % 2 == 0);
    NodeBuilder node = openSource ? gpushareNode(name, roll(1, 4), 15) : ackNode(name, "cgpu", roll(1, 4), 15, "");
    node.version(std::to_string(++m_versions[at])).label("zone", coin() ? "a" : "b");
    if (roll(0, 7) == 0) node.cordoned();
    if (roll(0, 7) == 0) node.taint("soft", "1", "PreferNoSchedule");
    if (roll(0, 7) == 0) node.notReady();
    RawNode raw = *node.raw();
    if (roll(0, 5) == 0) raw.images = {{"held:latest", 400L << 20}};
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::UpsertNode;
    delta.nodes = {std::make_shared<const RawNode>(std::move(raw))};
    m_builder.apply(std::move(delta));
  }
  void changeNode() { putNode(static_cast<std::size_t>(roll(0, static_cast<int>(m_names.size()) - 1))); }
  void addPod() {
    const std::string& node = m_names[static_cast<std::size_t>(roll(0, static_cast<int>(m_names.size()) - 1))];
    PodBuilder made = pod("p" + std::to_string(++m_pods));
    made.gpuMem(roll(1, 10)).cpuMilli(500L * roll(0, 10)).on(node).card(roll(0, 3));
    made.label("app", "a" + std::to_string(roll(0, 9)));
    made.edit().spec.priority = roll(0, 2);
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::UpsertPod;
    delta.pods = {made.raw()};
    m_running.push_back(made.raw()->meta.key);
    m_builder.apply(std::move(delta));
  }
  void deletePod() {
    if (m_running.empty()) return;
    const auto at = static_cast<std::size_t>(roll(0, static_cast<int>(m_running.size()) - 1));
    ClusterDelta delta;
    delta.op = ClusterDelta::Op::DeletePod;
    delta.key = m_running[at];
    m_running.erase(m_running.begin() + static_cast<std::ptrdiff_t>(at));
    m_builder.apply(std::move(delta));
  }

  std::mt19937 m_engine;
  SnapshotBuilder m_builder;
  int m_stacks;
  int m_pods = 0;
  UnixSeconds m_time = 0;
  std::vector<std::string> m_names;
  std::vector<int> m_versions;
  std::vector<ObjectKey> m_running;
};

TEST(StandingQuestion, SaysWhatAFreshQuestionSaysAfterEveryEvent) {
  constexpr unsigned kWorlds = 150;
  constexpr int kEvents = 30;
  std::size_t updates = 0;
  for (unsigned seed = 0; seed < kWorlds; ++seed) {
    World world(seed);
    StandingQuestion question(world.request());
    for (int event = 0; event < kEvents; ++event) {
      world.step();
      const SnapshotPtr cluster = world.build();
      const std::string kept = whole(question.answer(cluster), *cluster);
      if (question.judged() < cluster->nodes.size()) ++updates;
      ASSERT_EQ(kept, whole(allocate(question.request(), *cluster), *cluster)) << seed << " event " << event;
    }
  }
  EXPECT_GT(updates, kWorlds * kEvents / 2);
}

TEST(StandingQuestion, OneEventJudgesOneNode) {
  SnapshotBuilder builder;
  ClusterDelta nodes;
  nodes.op = ClusterDelta::Op::ReplaceNodes;
  for (int i = 0; i < 20; ++i) nodes.nodes.push_back(gpushareNode("n" + std::to_string(i), 2, 15).raw());
  builder.apply(std::move(nodes));
  StandingQuestion question(makeRequest(pod("asked").gpuMem(10).raw()));
  question.answer(builder.build(1));
  EXPECT_EQ(question.judged(), 20U);
  ClusterDelta delta;
  delta.op = ClusterDelta::Op::UpsertPod;
  delta.pods = {held("p", "n3", 0, 8).raw()};
  builder.apply(std::move(delta));
  const SnapshotPtr cluster = builder.build(2);
  const AllocationAnswer& answer = question.answer(cluster);
  EXPECT_EQ(question.judged(), 1U);
  EXPECT_EQ(text(answer.candidates[cluster->findNode("n3")->value], *cluster), "n3[1]");
  question.answer(builder.build(3));
  EXPECT_EQ(question.judged(), 0U);
}

TEST(StandingQuestion, RulesThatCountOtherPodsAreAnsweredFromTheStart) {
  SnapshotBuilder builder;
  ClusterDelta nodes;
  nodes.op = ClusterDelta::Op::ReplaceNodes;
  nodes.nodes = {gpushareNode("a", 1, 15).raw(), gpushareNode("b", 1, 15).raw()};
  builder.apply(std::move(nodes));
  PodBuilder incoming = pod("asked");
  incoming.gpuMem(2).label("app", "x");
  TopologySpreadConstraint constraint;
  constraint.topologyKey = "gpushare";
  constraint.selector = LabelSelector{{{"app", "x"}}, {}};
  incoming.edit().spec.hasTopologySpread = true;
  incoming.edit().spec.topologySpread = {constraint};
  StandingQuestion question(makeRequest(incoming.raw()));
  question.answer(builder.build(1));
  question.answer(builder.build(2));
  EXPECT_EQ(question.judged(), 2U);
}

TEST(StandingQuestion, AStoppedOneSaysSoAndStartsAnew) {
  const auto cluster = snapshotOf({gpushareNode("a", 1, 15)}, {});
  StandingQuestion question(makeRequest(pod("asked").gpuMem(2).raw()));
  std::stop_source stop;
  stop.request_stop();
  ASSERT_EQ(question.answer(cluster, stop.get_token()).requestProblems.size(), 1U);
  EXPECT_TRUE(question.answer(cluster).requestProblems.empty());
  EXPECT_EQ(question.answer(cluster).candidates.size(), 1U);
}

TEST(StandingQuestion, ARequestThatBreaksARuleSaysWhichEveryTime) {
  const auto cluster = snapshotOf({gpushareNode("a", 1, 15)}, {});
  StandingQuestion question(makeRequest(pod("asked").gpuMem(7).gpuCount(2).raw()));
  EXPECT_FALSE(question.answer(cluster).requestProblems.empty());
  EXPECT_FALSE(question.answer(cluster).requestProblems.empty());
}

}  // namespace
}  // namespace cardinal::testing
