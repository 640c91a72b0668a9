// SPDX-License-Identifier: Apache-2.0
// What kube-scheduler's settings and the rules between pods do to an answer. That the arithmetic is exact is shown by
// scheduler_replay_test.cpp.
#include "core/alloc/profile.h"
#include "tests/core/alloc/answer_text.h"

namespace cardinal::testing {
namespace {

std::shared_ptr<const SchedulerProfile> profileOf(const std::string& version) {
  return std::make_shared<const SchedulerProfile>(profileFor(version));
}

AllocationAnswer askAs(const std::string& version, const SnapshotPtr& cluster, const PodBuilder& pod,
                       int replicas = 1) {
  AllocationRequest request = makeRequest(pod.raw(), replicas);
  request.scheduler = profileOf(version);
  return allocate(request, *cluster);
}

PodBuilder asks() {
  PodBuilder out = pod("asked");
  out.gpuMem(2).cpuMilli(1000);
  return out;
}

LabelSelector app(const std::string& value) {
  return {{{"app", value}}, {}};
}

PodAffinityTerm avoids(const std::string& value, const std::string& key) {
  PodAffinityTerm term;
  term.kind = PodAffinityTerm::Kind::RequiredAntiAffinity;
  term.topologyKey = key;
  term.selector = app(value);
  return term;
}

void setTerm(PodBuilder& builder, PodAffinityTerm term) {
  builder.edit().spec.hasPodAffinity = true;
  builder.edit().spec.podAffinity.push_back(std::move(term));
}

TEST(KubeScheduler, TheEmptierOfTwoNodesIsCertain) {
  const auto cluster =
      snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15)}, {pod("busy").cpuMilli(32'000).on("a")});
  const auto answer = askAs("v1.20.2", cluster, asks());
  EXPECT_EQ(places(answer, cluster), "b[0] a[0]");
  EXPECT_TRUE(answer.totalsKnown);
  EXPECT_EQ(answer.certainty, Certainty::Certain);
  EXPECT_EQ(answer.placements.at(0).certainty, Certainty::Certain);
  EXPECT_TRUE(answer.caveats.empty());
}

TEST(KubeScheduler, EqualNodesAreOneOfThoseAndNoOthers) {
  const auto cluster = snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15), gpushareNode("c", 1, 15)},
                                  {pod("busy").cpuMilli(32'000).on("b")});
  const auto answer = askAs("v1.20.2", cluster, asks());
  EXPECT_EQ(places(answer, cluster), "a[0] c[0] b[0]");
  EXPECT_EQ(answer.certainty, Certainty::OneOf);
  EXPECT_EQ(answer.tied, 2U);
  EXPECT_EQ(answer.placements.at(0).tied, 2U);
}

TEST(KubeScheduler, AVersionThatWasNotComparedIsModelled) {
  const auto cluster =
      snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15)}, {pod("busy").cpuMilli(32'000).on("a")});
  for (const char* version : {"v1.30.1", "v1.20.11-vendor.1", "v1.18.0", "v1.35.4+k3s1", "v1.35.0+7ea1a52"}) {
    const auto answer = askAs(version, cluster, asks());
    EXPECT_EQ(answer.certainty, Certainty::Modelled) << version;
    EXPECT_TRUE(has(answer, Caveat::ProfileNotVerified)) << version;
    EXPECT_EQ(places(answer, cluster), "b[0] a[0]") << version;
  }
}

TEST(KubeScheduler, WithoutAVersionTheScoresDecideNothing) {
  const auto cluster =
      snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15)}, {pod("busy").cpuMilli(32'000).on("a")});
  const auto answer = ask(cluster, asks());
  EXPECT_FALSE(answer.totalsKnown);
  EXPECT_EQ(answer.tied, 2U);
  EXPECT_TRUE(has(answer, Caveat::NodeScoresNotModelled));
}

TEST(KubeScheduler, TheSchedulerOfAckIsNotTakenForTheDefaultOne) {
  const auto cluster =
      snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15)}, {pod("busy").cpuMilli(32'000).on("a")});
  const auto answer = askAs("v1.20.11-aliyun.1", cluster, asks());
  EXPECT_FALSE(answer.totalsKnown);
  EXPECT_EQ(answer.tied, 2U);
  EXPECT_TRUE(has(answer, Caveat::NodeScoresNotModelled));
}

TEST(KubeScheduler, AnotherSchedulerIsSaidAndLowersTheCertainty) {
  PodBuilder incoming = asks();
  incoming.edit().spec.schedulerName = "other";
  const auto answer = ask(snapshotOf({gpushareNode("a", 1, 15)}), incoming);
  EXPECT_EQ(answer.caveats, std::vector<Caveat>{Caveat::OtherScheduler});
  EXPECT_EQ(answer.certainty, Certainty::OneOf);
}

// 50 % - nodes / 125, at least 5 %, at least 100 nodes; fewer than 100 nodes: all.
TEST(KubeScheduler, HowManyNodesAreScored) {
  const SchedulerProfile profile = profileFor("v1.20.2");
  const std::vector<std::pair<std::int64_t, std::int64_t>> expected = {
      {30, 30}, {99, 99}, {100, 100}, {200, 100}, {1000, 420}, {5000, 500}, {10000, 500}, {20000, 1000}};
  for (const auto& [nodes, scored] : expected) EXPECT_EQ(nodesToScore(profile, nodes), scored) << nodes;
}

TEST(KubeScheduler, WhereOnlySomeNodesAreLookedAtEveryNodeThatMayWinIsListed) {
  std::vector<NodeBuilder> nodes;
  std::vector<PodBuilder> pods;
  constexpr int kNodes = 120;
  for (int i = 0; i < kNodes; ++i) {
    const std::string name = "n" + std::to_string(1000 + i);
    nodes.push_back(gpushareNode(name, 1, 15));
    pods.push_back(pod("on-" + name).cpuMilli(400 * i).on(name));
  }
  const auto answer = askAs("v1.20.2", snapshotOf(nodes, pods), asks());
  // 100 of 120 are looked at: the 20 best may all be missing, so the 21st may win, and whoever is equal to it.
  EXPECT_EQ(answer.sampled, 100U);
  EXPECT_GE(answer.tied, 21U);
  EXPECT_LT(answer.tied, 25U);
  EXPECT_EQ(answer.certainty, Certainty::OneOf);
  EXPECT_TRUE(has(answer, Caveat::NodesSampled));
}

TEST(KubeScheduler, PodsOfLowerPriorityMayBeEvictedForIt) {
  const auto cluster = snapshotOf({gpushareNode("a", 1, 15)}, {pod("holder").gpuMem(14).on("a").card(0, 15)});
  PodBuilder incoming = asks();
  EXPECT_FALSE(has(ask(cluster, incoming), Caveat::Preemption));
  incoming.edit().spec.priority = 10;
  const auto answer = ask(cluster, incoming);
  EXPECT_TRUE(has(answer, Caveat::Preemption));
  EXPECT_NE(answer.certainty, Certainty::Certain);
}

TEST(KubeScheduler, NobodyIsEvictedWhereTheNodeItselfRefuses) {
  const auto cluster =
      snapshotOf({gpushareNode("a", 1, 15).cordoned()}, {pod("holder").gpuMem(14).on("a").card(0, 15)});
  PodBuilder incoming = asks();
  incoming.edit().spec.priority = 10;
  EXPECT_FALSE(has(ask(cluster, incoming), Caveat::Preemption));
}

TEST(KubeScheduler, AServiceMattersOnlyWhereAnotherPodCouldBelongToIt) {
  const auto clusterWith = [](const std::string& otherApp) {
    return snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15)},
                      {pod("busy").cpuMilli(32'000).label("app", otherApp).on("a")});
  };
  PodBuilder incoming = asks();
  incoming.label("app", "web");
  const auto alone = askAs("v1.20.2", clusterWith("db"), incoming);
  EXPECT_EQ(alone.certainty, Certainty::Certain);
  EXPECT_TRUE(alone.caveats.empty());
  const auto related = askAs("v1.20.2", clusterWith("web"), incoming);
  EXPECT_EQ(related.certainty, Certainty::Modelled);
  EXPECT_EQ(related.caveats, std::vector<Caveat>{Caveat::ServicesNotRead});
}

TEST(KubeScheduler, APodThatIsAvoidedIsNamed) {
  const auto cluster =
      snapshotOf({gpushareNode("a", 1, 15).label("zone", "z1"), gpushareNode("b", 1, 15).label("zone", "z1"),
                  gpushareNode("c", 1, 15).label("zone", "z2")},
                 {pod("team", "rival").label("app", "db").on("a")});
  PodBuilder incoming = pod("team", "asked");
  incoming.gpuMem(2);
  setTerm(incoming, avoids("db", "zone"));
  const auto answer = ask(cluster, incoming);
  EXPECT_EQ(places(answer, cluster), "c[0]");
  EXPECT_EQ(why(answer, cluster, "b"), "PodAntiAffinityConflict team/rival");
}

TEST(KubeScheduler, APodThatRunsMayAvoidTheNewOne) {
  PodBuilder guard = pod("guard");
  guard.on("a");
  setTerm(guard, avoids("web", "zone"));
  const auto cluster =
      snapshotOf({gpushareNode("a", 1, 15).label("zone", "z1"), gpushareNode("b", 1, 15).label("zone", "z2")}, {guard});
  PodBuilder incoming = asks();
  incoming.label("app", "web");
  const auto answer = ask(cluster, incoming);
  EXPECT_EQ(places(answer, cluster), "b[0]");
  EXPECT_EQ(why(answer, cluster, "a"), "ExistingAntiAffinity default/guard");
}

TEST(KubeScheduler, AHostPortIsTakenOncePerNode) {
  PodBuilder incoming = asks();
  incoming.edit().spec.containers.front().hasHostPort = true;
  incoming.edit().spec.containers.front().hostPorts = {{"", "TCP", 8080}};
  PodBuilder holder = incoming;
  holder.edit().meta.key.name = "holder";
  holder.on("a").card(0, 15);
  const auto cluster = snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15)}, {holder});
  const auto answer = ask(cluster, incoming, 2);
  EXPECT_EQ(plan(answer, cluster), "b[0]");
  EXPECT_EQ(why(answer, cluster, "a"), "HostPortTaken 8080/TCP");
}

TEST(KubeScheduler, AHardSpreadSaysHowFarAheadTheDomainWouldBe) {
  PodBuilder incoming = asks();
  incoming.label("app", "web");
  TopologySpreadConstraint constraint;
  constraint.topologyKey = "zone";
  constraint.selector = app("web");
  incoming.edit().spec.hasTopologySpread = true;
  incoming.edit().spec.topologySpread = {constraint};
  const auto cluster = snapshotOf({gpushareNode("a", 1, 15).label("zone", "z1"),
                                   gpushareNode("b", 1, 15).label("zone", "z2"), gpushareNode("c", 1, 15)},
                                  {pod("one").label("app", "web").on("a")});
  const auto answer = askAs("v1.20.2", cluster, incoming);
  EXPECT_EQ(places(answer, cluster), "b[0]");
  EXPECT_EQ(why(answer, cluster, "a"), "TopologySpreadSkew 1/2 zone=z1");
  EXPECT_EQ(why(answer, cluster, "c"), "TopologyKeyMissing zone never");
}

}  // namespace
}  // namespace cardinal::testing
