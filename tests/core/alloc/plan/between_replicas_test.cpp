// SPDX-License-Identifier: Apache-2.0
// Replicas of one workload under rules that they have between themselves. The scheduler places them one after the
// other and sees those before as pods that run.
#include "core/alloc/profile.h"
#include "tests/core/alloc/answer_text.h"
#include "tests/core/alloc/dice.h"
#include "tests/support/pod_rules.h"

namespace cardinal::testing {
namespace {

using Kind = PodAffinityTerm::Kind;

/// Two nodes in zone a, one in zone b.
SnapshotPtr twoZones() {
  return snapshotOf({zoned("a1", "a"), zoned("a2", "a"), zoned("b1", "b")});
}

std::string nodesOf(const AllocationAnswer& answer, const ClusterSnapshot& cluster) {
  std::string out;
  for (const ReplicaPlacement& one : answer.placements)
    out += (out.empty() ? "" : " ") + cluster.node(one.place.node).name;
  return out;
}

TEST(BetweenReplicas, ThoseThatAvoidOneAnotherByHostGoToOneNodeEach) {
  PodBuilder incoming = replica();
  addTerm(incoming, termOn("w", kByHost, Kind::RequiredAntiAffinity));
  const auto cluster = twoZones();
  const auto answer = ask(cluster, incoming, 4);
  EXPECT_EQ(nodesOf(answer, *cluster), "a1 a2 b1");
  ASSERT_TRUE(answer.firstMiss) << "one of four finds no node";
  EXPECT_EQ(text(answer.firstMiss->reason), "PodAntiAffinityConflict ?") << "another replica has no name yet";
  EXPECT_EQ(answer.before.fits, kFitsUnknown) << "24 cards do not take 24 of them";
  EXPECT_FALSE(has(answer, Caveat::ReplicasInteract)) << "whichever node is first, three find a place";
}

TEST(BetweenReplicas, ThoseThatAvoidOneAnotherByZoneGoToOneNodeOfEachZone) {
  PodBuilder incoming = replica();
  addTerm(incoming, termOn("w", "zone", Kind::RequiredAntiAffinity));
  const auto cluster = twoZones();
  EXPECT_EQ(nodesOf(ask(cluster, incoming, 4), *cluster), "a1 b1");
}

TEST(BetweenReplicas, ThoseThatFollowOneAnotherStayInTheZoneOfTheFirst) {
  PodBuilder incoming = replica();
  addTerm(incoming, termOn("w", "zone", Kind::RequiredAffinity));
  const auto cluster = twoZones();
  const auto answer = ask(cluster, incoming, 20);
  EXPECT_EQ(answer.placements.size(), 16U);
  EXPECT_EQ(nodesOf(answer, *cluster).find("b1"), std::string::npos) << "the first one went to zone a";
  EXPECT_TRUE(has(answer, Caveat::ReplicasInteract)) << "had it gone to zone b, only 8 would find a place";
  ASSERT_TRUE(answer.firstMiss);
  const auto fewer = ask(cluster, incoming, 1);
  EXPECT_FALSE(has(fewer, Caveat::ReplicasInteract));
}

TEST(BetweenReplicas, AHardSpreadTakesTheZonesInTurns) {
  PodBuilder incoming = replica();
  addSpread(incoming, "w", "zone", 1);
  const auto cluster = snapshotOf({zoned("a1", "a"), zoned("b1", "b"), zoned("c1", "c")},
                                  {pod("one").nvidia(1).label("app", "w").on("a1")});
  const auto answer = ask(cluster, incoming, 6);
  // One runs in zone a, so b and c come first; then each zone once before any is taken twice.
  EXPECT_EQ(nodesOf(answer, *cluster), "b1 c1 a1 b1 c1 a1");
  EXPECT_EQ(ask(cluster, incoming, 100).placements.size(), 23U) << "7 in zone a, 8 in each of the others";
  EXPECT_FALSE(has(answer, Caveat::ReplicasInteract)) << "the number hangs on no choice";
}

TEST(BetweenReplicas, AFullZoneStopsASpreadForAll) {
  PodBuilder incoming = replica();
  addSpread(incoming, "w", "zone", 1);
  const auto cluster = snapshotOf({zoned("a1", "a", 2), zoned("b1", "b")});
  EXPECT_EQ(nodesOf(ask(cluster, incoming, 10), *cluster), "a1 b1 a1 b1 b1") << "zone b may be ahead by one";
}

TEST(BetweenReplicas, TheScoresSeeThoseBefore) {
  AllocationRequest request;
  PodBuilder incoming = replica();
  addSpread(incoming, "w", "zone", 1, false);
  request = makeRequest(incoming.raw(), 4);
  request.scheduler = std::make_shared<const SchedulerProfile>(profileFor("v1.35.4"));
  const auto cluster = twoZones();
  EXPECT_EQ(nodesOf(allocate(request, *cluster), *cluster), "a1 b1 a2 b1") << "a soft spread alternates zones";
}

TEST(BetweenReplicas, SeveralKeysSayThatTheNumberHangsOnTheOrder) {
  PodBuilder incoming = replica();
  addSpread(incoming, "w", "zone", 1);
  addSpread(incoming, "w", "rack", 1);
  const auto cluster = snapshotOf({zoned("a1", "a").label("rack", "1"), zoned("a2", "a").label("rack", "2"),
                                   zoned("b1", "b").label("rack", "1"), zoned("b2", "b").label("rack", "2")});
  EXPECT_TRUE(has(ask(cluster, incoming, 4), Caveat::ReplicasInteract));
}

TEST(BetweenReplicas, WorkloadsWithoutSuchRulesAreSummedUpAsBefore) {
  const auto cluster = twoZones();
  PodBuilder incoming = replica();
  addTerm(incoming, termOn("other", kByHost, Kind::RequiredAntiAffinity));
  const auto answer = ask(cluster, incoming, 24);
  EXPECT_EQ(answer.placements.size(), 24U);
  EXPECT_EQ(answer.before.fits, 24);
}

// What follows asks for each replica anew, in a cluster where those before it run, and must come to the same.

PodBuilder randomReplica(Dice& dice) {
  const char* const keys[] = {kByHost, "zone", "rack"};
  const char* const apps[] = {"w", "w", "other"};
  PodBuilder out = replica();
  for (int i = dice.roll(0, 2); i > 0; --i)
    addTerm(out, termOn(dice.pick(apps), dice.pick(keys), static_cast<Kind>(dice.roll(0, 3)), dice.roll(1, 100)));
  for (int i = dice.roll(0, 2); i > 0; --i)
    addSpread(out, dice.pick(apps), dice.pick(keys), dice.roll(1, 2), dice.oneIn(2));
  if (dice.oneIn(6)) {
    PreferredNodeTerm preferred;
    preferred.weight = dice.roll(1, 50);
    preferred.term.matchExpressions = {{"zone", "In", {"z1"}}};
    out.edit().spec.hasPreferredNodeAffinity = true;
    out.edit().spec.preferredNodeAffinity.push_back(preferred);
  }
  return out;
}

/// The rules of a failed case, to look at.
std::string rulesOf(PodBuilder incoming) {
  const RawPodSpec& spec = incoming.edit().spec;
  std::string out;
  for (const PodAffinityTerm& term : spec.podAffinity)
    out += " term " + std::to_string(static_cast<int>(term.kind)) + " " + term.topologyKey + " " +
           term.selector->matchLabels.front().second + " " + std::to_string(term.weight);
  for (const TopologySpreadConstraint& one : spec.topologySpread)
    out += " spread " + one.topologyKey + " " + one.selector->matchLabels.front().second + " " +
           std::to_string(one.maxSkew) + (one.hard ? " hard" : " soft");
  return out + (spec.preferredNodeAffinity.empty() ? "" : " preferred node affinity");
}

struct RandomCluster {
  std::vector<NodeBuilder> nodes;
  std::vector<PodBuilder> pods;
};

RandomCluster randomCluster(Dice& dice) {
  const char* const apps[] = {"w", "other", "third"};
  const char* const keys[] = {kByHost, "zone"};
  RandomCluster out;
  const int nodes = dice.roll(2, 7);
  for (int i = 0; i < nodes; ++i) {
    const std::string name = "n" + std::to_string(i);
    NodeBuilder made = nvidiaNode(name, dice.roll(1, 4)).label(kByHost, name);
    if (!dice.oneIn(6)) made.label("zone", "z" + std::to_string(dice.roll(1, 3)));
    if (!dice.oneIn(6)) made.label("rack", "r" + std::to_string(dice.roll(1, 4)));
    if (dice.oneIn(5)) made.taint("spot", "", "PreferNoSchedule");
    out.nodes.push_back(made);
  }
  for (int i = dice.roll(0, 3); i > 0; --i) {
    PodBuilder made = pod("runs-" + std::to_string(i));
    made.cpuMilli(500).label("app", dice.pick(apps)).on("n" + std::to_string(dice.roll(0, nodes - 1)));
    if (dice.oneIn(3))
      addTerm(made, termOn("w", dice.pick(keys), static_cast<Kind>(dice.roll(0, 3)), dice.roll(1, 100)));
    out.pods.push_back(made);
  }
  return out;
}

AllocationAnswer askOf(const std::string& version, const PodBuilder& incoming, const ClusterSnapshot& cluster,
                       int replicas) {
  AllocationRequest request = makeRequest(incoming.raw(), replicas);
  if (!version.empty()) request.scheduler = std::make_shared<const SchedulerProfile>(profileFor(version));
  return allocate(request, cluster);
}

/// "node/equal nodes" of each replica, asked one by one.
std::string oneByOne(const std::string& version, const PodBuilder& incoming, RandomCluster cluster, int replicas) {
  std::string out;
  for (int i = 0; i < replicas; ++i) {
    const auto now = snapshotOf(cluster.nodes, cluster.pods);
    const AllocationAnswer answer = askOf(version, incoming, *now, 1);
    if (answer.placements.empty()) break;
    const std::string& node = now->node(answer.placements[0].place.node).name;
    out += node + "/" + std::to_string(answer.placements[0].tied) + " ";
    PodBuilder placed = incoming;
    placed.edit().meta.key.name = "w-" + std::to_string(i);
    placed.edit().meta.uid = placed.edit().meta.key.name;
    cluster.pods.push_back(placed.on(node));
  }
  return out;
}

TEST(BetweenReplicas, TogetherTheyGoWhereTheyWouldGoOneByOne) {
  constexpr int kReplicas = 12;
  int several = 0;
  for (unsigned seed = 0; seed < 600; ++seed) {
    Dice dice(seed);
    const RandomCluster cluster = randomCluster(dice);
    const PodBuilder incoming = randomReplica(dice);
    const auto version = dice.oneIn(4) ? std::string() : std::string(dice.oneIn(3) ? "v1.20.2" : "v1.35.4");
    const auto now = snapshotOf(cluster.nodes, cluster.pods);
    const AllocationAnswer answer = askOf(version, incoming, *now, kReplicas);
    std::string together;
    for (const ReplicaPlacement& one : answer.placements)
      together += now->node(one.place.node).name + "/" + std::to_string(one.tied) + " ";
    ASSERT_EQ(together, oneByOne(version, incoming, cluster, kReplicas))
        << "seed " << seed << " " << version << rulesOf(incoming);
    several += answer.placements.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(several, 300) << "too few of the cases say something";
}

}  // namespace
}  // namespace cardinal::testing
