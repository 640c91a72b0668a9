// SPDX-License-Identifier: Apache-2.0
// Whom the scheduler would evict: the rules of DefaultPreemption, on small clusters.
#include "core/alloc/engine/preemption.h"

#include "core/model/extras/extra.h"
#include "core/model/namespace_rules.h"
#include "tests/core/alloc/answer_text.h"

namespace cardinal::testing {
namespace {

PodBuilder running(const std::string& name, const std::string& node, int priority, std::int64_t cpuMilli,
                   UnixSeconds started = 100) {
  PodBuilder out = pod(name);
  out.cpuMilli(cpuMilli).on(node);
  out.edit().spec.priority = priority;
  out.edit().startTime = started;
  return out;
}

NodeBuilder small(const std::string& name) {
  return node(name).resource("cpu", 4);
}

/// "node: victims (=equal/possible)", empty when nobody is evicted.
std::string evicted(const SnapshotPtr& cluster, PodBuilder incoming, int priority) {
  incoming.edit().spec.priority = priority;
  const AllocationRequest request = makeRequest(incoming.raw());
  const auto found = preemptionFor(request, allocate(request, *cluster), *cluster);
  if (!found) return {};
  std::string out = cluster->node(found->node).name + ":";
  for (const auto& victim : found->victims) out += " " + victim->meta.key.name;
  return out + " (=" + std::to_string(found->equal) + "/" + std::to_string(found->possible) + ")" +
         (found->takesThen ? "" : " refused then") + (found->sampled ? " sampled" : "");
}

PodBuilder asking(std::int64_t cpuMilli) {
  PodBuilder out = pod("asked");
  out.cpuMilli(cpuMilli);
  return out;
}

TEST(Preemption, OnlyPodsThatAreInTheWayAreEvictedAndTheLeastImportantFirst) {
  const auto cluster = snapshotOf({small("a")}, {running("low", "a", 1, 1000), running("mid", "a", 2, 1000),
                                                 running("mid-late", "a", 2, 1000, 200), running("top", "a", 9, 1000)});
  EXPECT_EQ(evicted(cluster, asking(1000), 5), "a: low (=1/1)");
  EXPECT_EQ(evicted(cluster, asking(2000), 5), "a: mid-late low (=1/1)");
  EXPECT_EQ(evicted(cluster, asking(3000), 5), "a: mid mid-late low (=1/1)");
  EXPECT_EQ(evicted(cluster, asking(4000), 5), "");
}

TEST(Preemption, EqualAndHigherPriorityIsNeverEvicted) {
  const auto cluster = snapshotOf({small("a")}, {running("p", "a", 5, 4000)});
  EXPECT_EQ(evicted(cluster, asking(1000), 5), "");
  EXPECT_EQ(evicted(cluster, asking(1000), 6), "a: p (=1/1)");
}

TEST(Preemption, TheNodeOfTheLeastImportantVictimsIsTaken) {
  const auto byPriority =
      snapshotOf({small("a"), small("b")}, {running("a1", "a", 3, 4000), running("b1", "b", 2, 4000)});
  EXPECT_EQ(evicted(byPriority, asking(1000), 5), "b: b1 (=1/2)");
  const auto byNumber = snapshotOf({small("a"), small("b")}, {running("a1", "a", 2, 2000), running("a2", "a", 2, 2000),
                                                              running("b1", "b", 2, 4000)});
  EXPECT_EQ(evicted(byNumber, asking(4000), 5), "b: b1 (=1/2)");
  const auto byStart =
      snapshotOf({small("a"), small("b")}, {running("a1", "a", 2, 4000, 100), running("b1", "b", 2, 4000, 900)});
  EXPECT_EQ(evicted(byStart, asking(1000), 5), "b: b1 (=1/2)");
}

/// All PodDisruptionBudgets of a cluster.
ClusterDelta budgets(const std::vector<RawDisruptionBudget>& all) {
  ClusterDelta out;
  out.op = ClusterDelta::Op::ReplaceExtras;
  out.extraKind = ExtraKind::DisruptionBudget;
  for (const RawDisruptionBudget& one : all) out.extras.emplace_back(std::make_shared<const RawDisruptionBudget>(one));
  return out;
}

RawDisruptionBudget spent(const std::string& app) {
  RawDisruptionBudget out;
  out.meta.key = {"default", app};
  out.selectsNothing = false;
  out.selector.push_back({"app", "In", {app}});
  return out;
}

TEST(Preemption, ANodeWhereNoBudgetIsBrokenIsTakenBeforeOthers) {
  PodBuilder kept = running("kept", "a", 1, 4000);
  kept.label("app", "kept");
  const std::vector<NodeBuilder> nodes{small("a"), small("b")};
  const std::vector<PodBuilder> pods{kept, running("b1", "b", 2, 4000)};
  const auto find = [&](const SnapshotPtr& cluster, int priority) {
    PodBuilder incoming = asking(1000);
    incoming.edit().spec.priority = priority;
    const AllocationRequest request = makeRequest(incoming.raw());
    return preemptionFor(request, allocate(request, *cluster), *cluster);
  };
  const auto unread = find(snapshotOf(nodes, pods), 5);
  ASSERT_TRUE(unread);
  EXPECT_EQ(unread->victims.front()->meta.key.name, "kept");
  EXPECT_FALSE(unread->budgetsKnown);
  const auto read = find(snapshotOf(nodes, pods, {budgets({spent("kept")})}), 5);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->victims.front()->meta.key.name, "b1");
  EXPECT_TRUE(read->budgetsKnown);
  EXPECT_EQ(read->violations, 0U);
  // No other node is left: the budget is broken, and that is counted.
  const auto broken = find(snapshotOf(nodes, pods, {budgets({spent("kept")})}), 2);
  ASSERT_TRUE(broken);
  EXPECT_EQ(broken->victims.front()->meta.key.name, "kept");
  EXPECT_EQ(broken->violations, 1U);
}

TEST(Preemption, EqualNodesAreCounted) {
  const auto cluster =
      snapshotOf({small("a"), small("b"), small("c")},
                 {running("a1", "a", 2, 4000), running("b1", "b", 2, 4000), running("c1", "c", 3, 4000)});
  EXPECT_EQ(evicted(cluster, asking(1000), 5), "a: a1 (=2/3)");
}

TEST(Preemption, ANodeThatRefusesForItselfEvictsNobody) {
  const auto cluster = snapshotOf({small("a").cordoned(), small("b")}, {running("a1", "a", 1, 4000)});
  EXPECT_EQ(evicted(cluster, asking(5000), 5), "");
}

TEST(Preemption, WhatFitsEvictsNobody) {
  const auto cluster = snapshotOf({small("a"), small("b")}, {running("a1", "a", 1, 4000)});
  EXPECT_EQ(evicted(cluster, asking(1000), 5), "");
}

TEST(Preemption, TheExtendersCardsDoNotCountWhenVictimsArePicked) {
  // Sum 30, held 16: 12 more fit the sum only when one pod goes, and the least important one sits on either card.
  auto first = held("first", "a", 0, 10);
  auto second = held("second", "a", 1, 10);
  first.edit().spec.priority = 2;
  second.edit().spec.priority = 1;
  const auto sumShort = snapshotOf({gpushareNode("a", 2, 15)}, {first, second});
  PodBuilder incoming = pod("asked");
  incoming.gpuMem(12);
  EXPECT_EQ(evicted(sumShort, incoming, 5), "a: second (=1/1)");
  // The sum has room, only the cards have not: the scheduler sees nobody in the way.
  auto small1 = held("s1", "a", 0, 8);
  auto small2 = held("s2", "a", 1, 8);
  EXPECT_EQ(evicted(snapshotOf({gpushareNode("a", 2, 15)}, {small1, small2}), incoming, 5), "");
  // Evicting makes room in sum, but on no card.
  auto third = held("third", "a", 0, 5);
  third.edit().spec.priority = -1;
  auto full = held("full", "a", 1, 9);
  auto other = held("other", "a", 0, 5);
  PodBuilder large = pod("asked");
  large.gpuMem(15);
  full.edit().spec.priority = 9;
  other.edit().spec.priority = 9;
  EXPECT_EQ(evicted(snapshotOf({gpushareNode("a", 2, 15)}, {third, full, other}), large, 5),
            "a: third (=1/1) refused then");
}

TEST(Preemption, RulesThatWereNotReadTellNothing) {
  const auto cluster = snapshotOf({small("a")}, {running("p", "a", 1, 4000)});
  PodBuilder incoming = asking(1000);
  incoming.edit().spec.hasPodAffinity = true;
  EXPECT_EQ(evicted(cluster, incoming, 5), "");
}

PodAffinityTerm term(PodAffinityTerm::Kind kind, const std::string& app) {
  PodAffinityTerm out;
  out.kind = kind;
  out.weight = 1;
  out.topologyKey = "kubernetes.io/hostname";
  out.selector = LabelSelector{{{"app", app}}, {}};
  return out;
}

// CoreDNS alone would otherwise hide it in every cluster.
TEST(Preemption, PreferencesOfOtherPodsAndTermsThatDoNotConcernThePodHideNothing) {
  PodBuilder dns = running("dns", "b", 9, 100);
  dns.edit().spec.hasPodAffinity = true;
  dns.edit().spec.podAffinity = {term(PodAffinityTerm::Kind::PreferredAntiAffinity, "dns"),
                                 term(PodAffinityTerm::Kind::RequiredAntiAffinity, "dns")};
  const auto nodes = {small("a"), small("b").label("kubernetes.io/hostname", "b").resource("cpu", 1)};
  const auto cluster = snapshotOf(nodes, {running("p", "a", 1, 4000), dns});
  EXPECT_EQ(evicted(cluster, asking(2000), 5), "a: p (=1/1)");
  PodBuilder spread = asking(2000);
  TopologySpreadConstraint soft;
  soft.topologyKey = "kubernetes.io/hostname";
  soft.hard = false;
  spread.edit().spec.hasTopologySpread = true;
  spread.edit().spec.topologySpread = {soft};
  EXPECT_EQ(evicted(cluster, spread, 5), "a: p (=1/1)") << "a preference refuses no node";
}

NodeBuilder placed(const std::string& name, const std::string& zone) {
  NodeBuilder out = small(name);
  return out.label("kubernetes.io/hostname", name).label("zone", zone);
}

PodBuilder with(PodBuilder pod, const std::string& app, std::vector<PodAffinityTerm> terms = {}) {
  pod.label("app", app);
  pod.edit().spec.hasPodAffinity = !terms.empty();
  pod.edit().spec.podAffinity = std::move(terms);
  return pod;
}

PodAffinityTerm inZone(PodAffinityTerm term) {
  term.topologyKey = "zone";
  return term;
}

TEST(Preemption, WhomThePodAvoidsIsEvictedThoughThereIsRoom) {
  const PodAffinityTerm avoids = term(PodAffinityTerm::Kind::RequiredAntiAffinity, "x");
  const auto cluster =
      snapshotOf({placed("a", "1")}, {with(running("x", "a", 1, 100), "x"), running("y", "a", 0, 100)});
  EXPECT_EQ(evicted(cluster, with(asking(1000), "w", {avoids}), 5), "a: x (=1/1)");
  EXPECT_EQ(evicted(cluster, with(asking(1000), "w", {avoids}), 1), "") << "of equal priority";
}

// The rule looks at a whole zone, and victims are taken from one node alone.
TEST(Preemption, OnePodOfSeveralThatAreAvoidedHelpsNobody) {
  const PodAffinityTerm avoids = inZone(term(PodAffinityTerm::Kind::RequiredAntiAffinity, "x"));
  const std::vector<NodeBuilder> nodes{placed("a", "1"), placed("b", "1")};
  const PodBuilder one = with(running("x1", "a", 1, 100), "x");
  EXPECT_EQ(evicted(snapshotOf(nodes, {one}), with(asking(1000), "w", {avoids}), 5), "a: x1 (=1/1)")
      << "on b there is nobody to evict";
  const PodBuilder other = with(running("x2", "b", 1, 100), "x");
  EXPECT_EQ(evicted(snapshotOf(nodes, {one, other}), with(asking(1000), "w", {avoids}), 5), "");
}

TEST(Preemption, WhoAvoidsThePodIsEvictedToo) {
  const PodAffinityTerm avoids = term(PodAffinityTerm::Kind::RequiredAntiAffinity, "w");
  const auto cluster = snapshotOf(
      {placed("a", "1")}, {with(running("x", "a", 1, 100), "x", {avoids}), with(running("y", "a", 9, 100), "y")});
  EXPECT_EQ(evicted(cluster, with(asking(1000), "w"), 5), "a: x (=1/1)");
  const auto held = snapshotOf({placed("a", "1")}, {with(running("x", "a", 1, 100), "x", {avoids}),
                                                    with(running("z", "a", 9, 100), "z", {avoids})});
  EXPECT_EQ(evicted(held, with(asking(1000), "w"), 5), "") << "another one that avoids it stays";
}

// Its scheduler does not mend the affinity to a victim: who is followed must stay, and does where it can.
TEST(Preemption, WhoIsFollowedComesBackFirstOnlyByImportance) {
  const PodAffinityTerm follows = term(PodAffinityTerm::Kind::RequiredAffinity, "x");
  const std::vector<NodeBuilder> nodes{placed("a", "1")};
  EXPECT_EQ(evicted(snapshotOf(nodes, {with(running("x", "a", 3, 2000), "x"), running("y", "a", 1, 2000)}),
                    with(asking(2000), "w", {follows}), 5),
            "")
      << "with both of them off nobody is followed, and the node is out";
  EXPECT_EQ(evicted(snapshotOf(nodes, {with(running("x", "a", 9, 2000), "x"), running("y", "a", 1, 2000)}),
                    with(asking(2000), "w", {follows}), 5),
            "a: y (=1/1)");
  EXPECT_EQ(evicted(snapshotOf(nodes, {with(running("x", "a", 3, 4000), "x")}), with(asking(2000), "x", {follows}), 5),
            "a: x (=1/1)")
      << "with x off it is the first of a series";
}

TEST(Preemption, ASkewIsMadeEvenByPodsOfTheFullerDomain) {
  TopologySpreadConstraint even;
  even.topologyKey = "zone";
  even.maxSkew = 1;
  even.hard = true;
  even.selector = LabelSelector{{{"app", "w"}}, {}};
  PodBuilder incoming = with(asking(1000), "w");
  incoming.edit().spec.hasTopologySpread = true;
  incoming.edit().spec.topologySpread = {even};
  const auto cluster =
      snapshotOf({placed("a", "1"), placed("b", "2")},
                 {with(running("w1", "a", 1, 100), "w"), running("other", "a", 0, 100), running("full", "b", 9, 4000)});
  EXPECT_EQ(evicted(cluster, incoming, 5), "a: w1 (=1/1)") << "zone 2 is empty and full";
  PodBuilder ending = with(running("w1", "a", 1, 100), "w");
  ending.edit().meta.deletionTimestamp = 1;
  const auto counted = snapshotOf({placed("a", "1"), placed("b", "2")},
                                  {ending, with(running("w2", "a", 9, 100), "w"), running("full", "b", 9, 4000)});
  EXPECT_EQ(evicted(counted, incoming, 5), "a: w1 (=1/1)")
      << "a pod that is ending is in no sum, and the scheduler takes it off all the same";
}

/// With a claim that one pod at a time may use.
std::string evictedForClaim(const SnapshotPtr& cluster, int priority) {
  PodBuilder incoming = asking(1000);
  incoming.edit().spec.hasBoundVolumes = true;
  incoming.edit().spec.claims = {"data"};
  incoming.edit().spec.priority = priority;
  RawClaim claim;
  claim.meta.key = {"default", "data"};
  claim.volumeName = "pv";
  claim.accessModes = {"ReadWriteOncePod"};
  RawVolume volume;
  volume.meta.key = {"", "pv"};
  auto rules = std::make_shared<NamespaceRules>();
  rules->ns = "default";
  rules->quotas.emplace();
  rules->limitRanges.emplace();
  rules->claims = {claim};
  rules->volumes = {volume};
  AllocationRequest request = makeRequest(incoming.raw());
  request.rules = rules;
  const auto found = preemptionFor(request, allocate(request, *cluster), *cluster);
  if (!found) return {};
  std::string out = cluster->node(found->node).name + ":";
  for (const auto& victim : found->victims) out += " " + victim->meta.key.name;
  return out + (found->takesThen ? "" : " in vain");
}

TEST(Preemption, TheHolderOfAReadWriteOncePodClaimIsEvictedWhereItRuns) {
  PodBuilder holder = running("holder", "b", 1, 100);
  holder.edit().spec.hasBoundVolumes = true;
  holder.edit().spec.claims = {"data"};
  const std::vector<NodeBuilder> nodes{small("a"), small("b")};
  EXPECT_EQ(evictedForClaim(snapshotOf(nodes, {holder, running("low", "a", 0, 100)}), 5), "b: holder");
  EXPECT_EQ(evictedForClaim(snapshotOf(nodes, {holder, running("low", "a", 0, 100)}), 1), "") << "of equal priority";
  EXPECT_EQ(evictedForClaim(snapshotOf(nodes, {holder, running("top", "b", 9, 4000 - 100)}), 5), "")
      << "no room beside who stays";
}

// kube-scheduler 1.35.4 does it: it counts the claims of victims by name alone.
TEST(Preemption, ABystanderWithAClaimOfThatNameInAnotherNamespaceIsEvictedInVain) {
  PodBuilder holder = running("holder", "a", 9, 100);
  holder.edit().spec.claims = {"data"};
  PodBuilder bystander = running("bystander", "b", 1, 100);
  bystander.edit().meta.key.ns = "other";
  bystander.edit().spec.claims = {"data"};
  EXPECT_EQ(evictedForClaim(snapshotOf({small("a"), small("b")}, {holder, bystander}), 5), "b: bystander in vain");
}

TEST(Preemption, APodWhoseVictimsAreEndingEvictsNoOthers) {
  PodBuilder ending = running("ending", "a", 1, 4000);
  ending.edit().meta.deletionTimestamp = 1;
  ending.edit().isPreempted = true;
  const auto cluster = snapshotOf({small("a"), small("b")}, {ending, running("low", "b", 1, 4000)});
  PodBuilder incoming = asking(1000);
  incoming.edit().nominatedNode = "a";
  EXPECT_EQ(evicted(cluster, incoming, 5), "");
  incoming.edit().nominatedNode.clear();
  EXPECT_NE(evicted(cluster, incoming, 5), "");
}

// The extender's cards are too small for ever; the scheduler adds them up, and evicts for the sum.
TEST(Preemption, CardsThatNeverWillDoDoNotSaveTheirPods) {
  auto holder = held("holder", "a", 0, 10);
  holder.edit().spec.priority = 1;
  PodBuilder incoming = pod("asked");
  incoming.gpuMem(20);
  EXPECT_EQ(evicted(snapshotOf({gpushareNode("a", 2, 14)}, {holder}), incoming, 5), "a: holder (=1/1) refused then");
}

}  // namespace
}  // namespace cardinal::testing
