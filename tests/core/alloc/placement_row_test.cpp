// SPDX-License-Identifier: Apache-2.0
// The dense rows of a snapshot are a short cut: with and without them every answer is the same, and after any events
// they say what rows made from scratch say.

#include "core/alloc/profile.h"
#include "tests/core/alloc/dice.h"
#include "tests/core/alloc/odd_inputs.h"
#include "tests/core/alloc/whole_answer.h"

namespace cardinal::testing {
namespace {

NodeBuilder randomNode(Dice& dice, const std::string& name) {
  const char* modes[] = {"cgpu", "cgpu", "share", "core_mem", "mps", "default", "topology", "mig"};
  const int cards = dice.oneIn(6) ? dice.roll(9, 12) : dice.roll(1, 8);
  NodeBuilder out = dice.oneIn(2) ? gpushareNode(name, cards, 15)
                                  : ackNode(name, modes[dice.roll(0, 7)], cards, 15, dice.oneIn(2) ? "spread" : "");
  out.label("zone", "z" + std::to_string(dice.roll(0, 2)));
  if (!dice.oneIn(5)) out.label("kubernetes.io/hostname", name);
  if (!dice.oneIn(4)) out.label("topology.kubernetes.io/zone", "z" + std::to_string(dice.roll(0, 2)));
  if (dice.oneIn(5)) out.resource("ephemeral-storage", dice.roll(0, 3));
  if (dice.oneIn(5)) out.resource("example.com/odd", dice.roll(0, 3));
  if (dice.oneIn(6)) out.resource("pods", dice.roll(0, 12));
  if (dice.oneIn(8)) out.resource("cpu", 0);
  if (dice.oneIn(7)) out.label("ack.node.gpu.max-pod", std::to_string(dice.roll(1, 3)));
  if (dice.oneIn(8)) out.cordoned();
  if (dice.oneIn(8)) out.notReady();
  if (dice.oneIn(8)) out.taint("soft", "1", "PreferNoSchedule");
  if (dice.oneIn(8)) out.taint("hard", "1", "NoSchedule");
  makeOdd(dice, out);
  return out;
}

void addOwner(Dice& dice, RawPod& pod) {
  if (dice.oneIn(2)) return;
  pod.meta.owners = {{"ReplicaSet", "rs", "uid-" + std::to_string(dice.roll(0, 2)), true}};
}

PodBuilder randomHolder(Dice& dice, int number, int nodes) {
  PodBuilder out = pod("ns-" + std::to_string(dice.roll(0, 1)), "p" + std::to_string(number));
  out.cpuMilli(dice.roll(0, 3000)).on("n" + std::to_string(dice.roll(0, nodes)));
  out.label("app", "a" + std::to_string(dice.roll(0, 3)));
  if (dice.oneIn(8)) {
    out.nvidia(dice.roll(1, 2));
  } else {
    out.gpuMem(dice.roll(1, 9)).card(dice.roll(0, 7));
  }
  if (dice.oneIn(9)) out.terminating();
  if (dice.oneIn(9)) out.phase(PodPhase::Succeeded);
  addOwner(dice, out.edit());
  return out;
}

PodAffinityTerm randomTerm(Dice& dice) {
  PodAffinityTerm term;
  term.kind = static_cast<PodAffinityTerm::Kind>(dice.roll(0, 3));
  term.weight = dice.roll(1, 100);
  term.topologyKey = dice.oneIn(3) ? "nobody.has/this" : dice.oneIn(2) ? "zone" : "kubernetes.io/hostname";
  term.selector = LabelSelector{{{"app", "a" + std::to_string(dice.roll(0, 4))}}, {}};
  if (dice.oneIn(3)) term.namespaces = {"ns-1"};
  return term;
}

TopologySpreadConstraint randomSpread(Dice& dice) {
  TopologySpreadConstraint out;
  out.topologyKey = dice.oneIn(2) ? "zone" : "kubernetes.io/hostname";
  out.hard = dice.oneIn(2);
  out.maxSkew = dice.roll(1, 4);
  out.honorsNodeTaints = dice.oneIn(3);
  out.ignoresNodeAffinity = dice.oneIn(3);
  if (!dice.oneIn(6)) out.selector = LabelSelector{{{"app", "a" + std::to_string(dice.roll(0, 4))}}, {}};
  return out;
}

PodBuilder randomIncoming(Dice& dice, const std::string& name) {
  PodBuilder out = pod("ns-0", name);
  out.cpuMilli(dice.roll(0, 9000)).label("app", "a" + std::to_string(dice.roll(0, 4)));
  const int what = dice.roll(0, 9);
  if (what < 5) out.gpuMem(dice.roll(1, 18));
  if (what == 5) out.gpuMem(4LL * dice.roll(1, 8)).gpuCount(4);
  if (what == 6) out.gpuMem(dice.roll(1, 12)).core(5 * dice.roll(1, 20));
  if (what == 7) out.nvidia(dice.roll(1, 4));
  if (what == 8) out.topology(dice.roll(1, 2));
  if (dice.oneIn(5)) out.resource("ephemeral-storage", dice.roll(0, 2));
  if (dice.oneIn(7)) out.resource("example.com/odd", dice.roll(1, 2));
  if (dice.oneIn(6)) out.selector("zone", "z1");
  if (dice.oneIn(6)) out.tolerate("hard", "Exists", "", "");
  RawPodSpec& spec = out.edit().spec;
  if (dice.oneIn(5)) spec.podAffinity.push_back(randomTerm(dice));
  if (dice.oneIn(5)) spec.topologySpread.push_back(randomSpread(dice));
  spec.hasPodAffinity = !spec.podAffinity.empty();
  spec.hasTopologySpread = !spec.topologySpread.empty();
  spec.priority = dice.roll(0, 1);
  addOwner(dice, out.edit());
  return out;
}

SnapshotPtr randomCluster(Dice& dice) {
  const int nodes = dice.oneIn(10) ? dice.roll(65, 140) : dice.roll(1, 14);
  std::vector<NodeBuilder> builders;
  std::vector<PodBuilder> pods;
  for (int i = 0; i < nodes; ++i) builders.push_back(randomNode(dice, "n" + std::to_string(i)));
  for (int i = 0; i < 4 * nodes; ++i) pods.push_back(randomHolder(dice, i, nodes));
  for (int i = 0; i < 3; ++i) pods.push_back(randomIncoming(dice, "waiting" + std::to_string(i)));
  return snapshotOf(builders, pods, oddObjects(dice, builders));
}

TEST(PlacementRows, ChangeNoAnswer) {
  const unsigned first = numberOf("CARDINAL_ROW_SEED", 0);
  const unsigned worlds = numberOf("CARDINAL_ROW_WORLDS", 400);
  const char* versions[] = {"v1.20.2", "v1.28.4", "v1.20.11-aliyun.1", ""};
  std::size_t rows = 0;
  for (unsigned seed = first; seed < first + worlds; ++seed) {
    Dice dice(seed);
    ClusterSnapshot cluster = *randomCluster(dice);
    cluster.serverVersion = versions[dice.roll(0, 3)];
    ClusterSnapshot bare = cluster;
    bare.rows = {};
    for (std::uint32_t i = 0; i < cluster.nodes.size(); ++i) rows += cluster.rowOf(NodeIndex{i}) != nullptr ? 1 : 0;
    for (int i = 0; i < 8; ++i) {
      // Many fill nodes: what a plan has put on them is read from a row, too.
      const int replicas = dice.oneIn(3) ? dice.roll(6, 200) : dice.roll(1, 5);
      PodBuilder asked = randomIncoming(dice, "asked");
      if (dice.oneIn(4)) makeOdd(dice, asked);
      AllocationRequest request = makeRequest(asked.raw(), replicas);
      makeOdd(dice, request);
      ASSERT_EQ(whole(allocate(request, cluster), cluster), whole(allocate(request, bare), bare)) << seed << " " << i;
    }
    ASSERT_EQ(textOf(explainPending(cluster), cluster), textOf(explainPending(bare), bare)) << seed;
  }
  EXPECT_GT(rows, worlds);
}

/// All that is known of one node, in short.
std::string textOf(const ClusterSnapshot& cluster, NodeIndex node) {
  const PlacementRow* row = cluster.rowOf(node);
  const auto labels = cluster.rowLabelsOf(node);
  if (row == nullptr || !labels) return "none";
  std::string out;
  for (const std::int64_t number :
       {std::int64_t{row->isOpen}, std::int64_t{row->avoids}, std::int64_t{row->hasSpreadLabels},
        std::int64_t{row->hasAllCards}, static_cast<std::int64_t>(row->readiness),
        static_cast<std::int64_t>(row->stack), static_cast<std::int64_t>(row->mode), std::int64_t{row->knownCards},
        std::int64_t{row->unhealthyCards}, std::int64_t{row->cardCount}, std::int64_t{row->lowestPriority},
        std::int64_t{row->podsAllocatable}, std::int64_t{row->podCount}, row->weighedCpuMilli, row->weighedMemory})
    out += std::to_string(number) + " ";
  for (const RowCard& card : row->cards) out += std::to_string(card.total) + "-" + std::to_string(card.scheduler) + " ";
  for (const std::int64_t amount : row->allocatable) out += std::to_string(amount) + " ";
  for (const std::int64_t amount : row->requested) out += std::to_string(amount) + " ";
  for (const RowLabel& label : labels->node) out += std::to_string(label.key) + "=" + std::to_string(label.value) + " ";
  for (const LabelHash one : labels->podClasses) out += std::to_string(one) + " ";
  for (const RowResource& one : cluster.rows.resources(node.value))
    out += std::to_string(one.name) + ":" + std::to_string(one.allocatable) + "/" + std::to_string(one.requested) + " ";
  return out;
}

TEST(PlacementRows, AfterEventsSayWhatNewOnesSay) {
  constexpr int kNodes = 150;
  constexpr int kEvents = 200;
  Dice dice(7);
  SnapshotBuilder builder;
  std::vector<SnapshotPtr> kept;
  for (int event = 0; event < kEvents; ++event) {
    ClusterDelta delta;
    const bool ofNode = event < kNodes || dice.oneIn(4);
    delta.op = ofNode ? ClusterDelta::Op::UpsertNode : ClusterDelta::Op::UpsertPod;
    const std::string name = "n" + std::to_string(event < kNodes ? event : dice.roll(0, kNodes - 1));
    if (ofNode) delta.nodes = {randomNode(dice, name).version(std::to_string(event)).raw()};
    if (!ofNode) delta.pods = {randomHolder(dice, event, kNodes - 1).raw()};
    builder.apply(std::move(delta));
    if (event < kNodes || dice.oneIn(2)) continue;
    const SnapshotPtr now = builder.build(event);
    ClusterSnapshot anew = *now;
    anew.rows.assign(anew.nodes);
    for (std::uint32_t i = 0; i < now->nodes.size(); ++i)
      ASSERT_EQ(textOf(*now, NodeIndex{i}), textOf(anew, NodeIndex{i})) << event << " " << now->nodes[i]->name;
    kept.push_back(now);
  }
  EXPECT_GT(kept.size(), 10U);
}

TEST(PlacementRows, AnExchangedRecordHasNone) {
  const SnapshotPtr cluster = snapshotOf({gpushareNode("a", 2, 15), gpushareNode("b", 2, 15)}, {});
  ClusterSnapshot changed = *cluster;
  changed.nodes[0] = makeNodeRecord(gpushareNode("a", 2, 15).raw(), "a", {held("p", "a", 0, 15).raw()}, nullptr);
  EXPECT_EQ(changed.rowOf(NodeIndex{0}), nullptr);
  EXPECT_FALSE(changed.rowLabelsOf(NodeIndex{0}));
  EXPECT_NE(changed.rowOf(NodeIndex{1}), nullptr);
}

}  // namespace
}  // namespace cardinal::testing
