// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <thread>

#include "core/alloc/engine/allocator.h"
#include "core/alloc/explain/scheduler_words.h"
#include "core/alloc/pending/pending.h"
#include "core/model/namespace_rules.h"
#include "tests/core/alloc/answer_text.h"

namespace cardinal::testing {
namespace {

/// The explanation of the only pending pod.
PendingExplanation only(const SnapshotPtr& cluster) {
  const PendingReport report = explainPending(*cluster);
  EXPECT_TRUE(report.complete);
  EXPECT_EQ(report.ofPod.size(), 1U);
  return report.of(0);
}

const Remedy* find(const PendingExplanation& why, RemedyKind kind) {
  for (const Remedy& remedy : why.remedies) {
    if (remedy.kind == kind) return &remedy;
  }
  return nullptr;
}

PodBuilder owned(PodBuilder builder, const std::string& kind = "ReplicaSet") {
  builder.edit().meta.owners.push_back({kind, "owner", "uid-owner", true});
  return builder;
}

PodBuilder waits(std::int64_t units) {
  PodBuilder out = pod("team", "waits");
  return out.gpuMem(units);
}

std::string nameOf(const SnapshotPtr& cluster, NodeIndex node) {
  return cluster->node(node).name;
}

// A claim that does not exist, or a volume in another zone, keeps it from nodes that have room.
TEST(PendingExplained, APodWhoseVolumesWereNotReadIsNotSaidToFit) {
  PodBuilder pod = waits(4);
  pod.edit().spec.hasBoundVolumes = true;
  pod.edit().spec.claims = {"data"};
  const auto cluster = snapshotOf({gpushareNode("a", 1, 15)}, {pod});
  const PendingExplanation why = only(cluster);
  EXPECT_EQ(why.fitting, 1U);
  EXPECT_EQ(why.outlook, Outlook::Unknown);
  EXPECT_EQ(why.volumes, PodVolumes::NotRead);
  auto rules = std::make_shared<NamespaceRules>();
  rules->ns = "team";
  rules->claims.emplace();
  rules->volumes.emplace();
  AllocationRequest request = makeRequest(pod.raw());
  request.rules = rules;
  const auto read = explainRequest(request, *cluster);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->fitting, 0U);
  EXPECT_TRUE(read->remedies.empty()) << "no node, and no smaller request, makes the claim";
}

TEST(PendingExplained, EnoughInTotalButNoSingleCardIsFragmentation) {
  const auto cluster = snapshotOf({gpushareNode("a", 4, 15), gpushareNode("b", 1, 15)},
                                  {held("p0", "a", 0, 8), held("p1", "a", 1, 9), held("p2", "a", 2, 10),
                                   held("p3", "a", 3, 11), held("q", "b", 0, 15), waits(10)});
  const PendingExplanation why = only(cluster);
  EXPECT_TRUE(why.fragmented);
  EXPECT_EQ(why.fitting, 0U);
  EXPECT_EQ(why.room.free, 22_units);
  EXPECT_EQ(why.room.largest, 7_units);
  EXPECT_EQ(why.room.cards, 5U);
  EXPECT_EQ(why.outlook, Outlook::MayHelp);
  ASSERT_FALSE(why.nearest.empty());
  EXPECT_EQ(nameOf(cluster, why.nearest[0].miss.node), "a");
  EXPECT_EQ(why.nearest[0].miss.card, 0);
  EXPECT_EQ(why.nearest[0].miss.lacking, 3);
  EXPECT_EQ(why.nearest[0].needed, 10);
  EXPECT_EQ(why.nearest[0].found, 7);
}

TEST(PendingExplained, TooLittleInTotalIsNotFragmentation) {
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15)}, {held("p", "a", 0, 10), held("q", "a", 1, 14), waits(8)});
  const PendingExplanation why = only(cluster);
  EXPECT_FALSE(why.fragmented);
  EXPECT_EQ(why.room.free, 6_units);
}

TEST(PendingExplained, FreeCardsOnANodeWithoutCpuAreSaidAndNotCalledFragmentation) {
  PodBuilder greedy = pod("greedy");
  greedy.cpuMilli(63'000).on("a");
  PodBuilder asks = waits(8);
  asks.cpuMilli(4000);
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15)}, {greedy, asks});
  const PendingExplanation why = only(cluster);
  EXPECT_EQ(why.room.blocked, 1U);
  EXPECT_FALSE(why.fragmented);
  ASSERT_EQ(why.groups.size(), 1U);
  EXPECT_EQ(why.groups[0].nearest.detail, "cpu");
  EXPECT_EQ(why.groups[0].nearest.needed, 4000);
  EXPECT_EQ(why.groups[0].nearest.found, 1000);
}

TEST(PendingExplained, GroupsAddUpToAllNodesAndNameWhatWasFound) {
  const auto cluster = snapshotOf(
      {gpushareNode("a", 1, 15), gpushareNode("b", 2, 15), nvidiaNode("c", 4), ackNode("d", "topology", 4, 15),
       gpushareNode("e", 1, 15).cordoned(), gpushareNode("f", 1, 15).taint("team", "x", "NoSchedule")},
      {held("p", "a", 0, 14), held("q", "b", 0, 10), held("r", "b", 1, 9), waits(8)});
  const PendingExplanation why = only(cluster);
  std::uint32_t sum = why.fitting;
  for (const RefusalGroup& group : why.groups) sum += group.nodes;
  EXPECT_EQ(sum, 6U);
  EXPECT_EQ(why.nodes, 6U);
  const auto& modes = *std::find_if(why.groups.begin(), why.groups.end(),
                                    [](const RefusalGroup& group) { return group.code == ReasonCode::ModeMismatch; });
  EXPECT_EQ(modes.nodes, 2U);
  ASSERT_EQ(modes.details.size(), 2U);
  EXPECT_EQ(modes.details[0].detail, "default");
  EXPECT_EQ(modes.details[1].detail, "topology");
  const auto& memory = *std::find_if(why.groups.begin(), why.groups.end(), [](const RefusalGroup& group) {
    return group.code == ReasonCode::InsufficientCardMemory;
  });
  EXPECT_EQ(memory.nearest.needed, 8);
  EXPECT_EQ(memory.nearest.found, 6);
  EXPECT_EQ(nameOf(cluster, memory.nearestNode), "b");
  EXPECT_EQ(memory.cards, 2U);
  EXPECT_EQ(memory.fragmented, 1U);
}

TEST(PendingExplained, APodThatFitsNowSaysWhere) {
  const auto cluster =
      snapshotOf({gpushareNode("a", 1, 15), gpushareNode("b", 1, 15)}, {held("p", "a", 0, 10), waits(8)});
  const PendingExplanation why = only(cluster);
  EXPECT_EQ(why.outlook, Outlook::FitsNow);
  EXPECT_EQ(why.fitting, 1U);
  ASSERT_TRUE(why.place);
  EXPECT_EQ(nameOf(cluster, why.place->node), "b");
  EXPECT_TRUE(why.remedies.empty());
  EXPECT_TRUE(why.endings.empty());
}

TEST(PendingExplained, AGatedPodIsNotLookedAtWhateverTheNodesHave) {
  PodBuilder gated = waits(8);
  gated.edit().spec.hasSchedulingGates = true;
  const PendingExplanation fits = only(snapshotOf({gpushareNode("a", 1, 15)}, {gated}));
  EXPECT_EQ(fits.outlook, Outlook::Gated) << "it does not wait for the scheduler";
  EXPECT_EQ(fits.fitting, 1U) << "where it will go is worth knowing";
  const PendingExplanation full = only(snapshotOf({gpushareNode("a", 1, 15)}, {held("p", "a", 0, 15), gated}));
  EXPECT_EQ(full.outlook, Outlook::Gated);
  EXPECT_EQ(full.fitting, 0U);
  EXPECT_FALSE(full.endings.empty());
}

TEST(PendingExplained, APodThatTheSchedulerDoesNotLookAtNeverFitsNow) {
  PodBuilder gated = waits(8);
  gated.edit().spec.hasSchedulingGates = true;
  gated.edit().spec.schedulingGates.push_back("acme.io/wait");
  const PendingExplanation why = only(snapshotOf({gpushareNode("a", 1, 15)}, {gated}));
  EXPECT_EQ(why.outlook, Outlook::Gated);
  EXPECT_EQ(why.fitting, 1U) << "what it would find";
  const PendingExplanation ends = only(snapshotOf({gpushareNode("a", 1, 15)}, {waits(8).terminating()}));
  EXPECT_EQ(ends.outlook, Outlook::Unknown);
}

TEST(PendingExplained, GatedAndFreePodsOfOneFormAreExplainedApart) {
  PodBuilder gated = pod("team", "gated").gpuMem(8);
  gated.edit().spec.hasSchedulingGates = true;
  gated.edit().spec.schedulingGates.push_back("a");
  PodBuilder other = pod("team", "other").gpuMem(8);
  other.edit().spec.hasSchedulingGates = true;
  other.edit().spec.schedulingGates.push_back("b");
  const auto cluster =
      snapshotOf({gpushareNode("a", 1, 15)}, {gated, other, waits(8), pod("team", "ends").gpuMem(8).terminating()});
  EXPECT_EQ(explainPending(*cluster).explanations.size(), 4U);
}

TEST(PendingExplained, ClaimsThatWereNotReadAreNoFaultOfTheRequest) {
  PodBuilder claims = pod("team", "waits");
  claims.edit().spec.deviceClaims.push_back({"gpu", {}, "template"});
  const PendingExplanation why = only(snapshotOf({gpushareNode("a", 1, 15)}, {claims}));
  ASSERT_FALSE(why.problems.empty());
  EXPECT_EQ(why.outlook, Outlook::Unknown);
}

TEST(PendingExplained, ARequestThatBreaksARuleSaysWhich) {
  PodBuilder asks = waits(10);
  asks.gpuCount(3);
  const PendingExplanation why = only(snapshotOf({ackNode("a", "cgpu", 4, 15)}, {asks}));
  EXPECT_EQ(why.outlook, Outlook::Invalid);
  ASSERT_FALSE(why.problems.empty());
  EXPECT_EQ(why.problems[0].code, ErrorCode::NotDivisible);
}

TEST(PendingExplained, WaitingCannotHelpWhereNoCardIsLargeEnough) {
  const PendingExplanation why = only(snapshotOf({gpushareNode("a", 2, 15)}, {waits(20)}));
  EXPECT_EQ(why.outlook, Outlook::NeedsChange);
  EXPECT_FALSE(why.fragmented) << "30 are free, but not even an empty card has 20";
  EXPECT_EQ(why.room.largestTotal, 15_units);
  EXPECT_TRUE(why.endings.empty());
  EXPECT_EQ(find(why, RemedyKind::AddNode), nullptr) << "an empty node of that kind would refuse it as well";
}

TEST(PendingExplained, ANodeWhoseSumIsShortNowButWhoseCardsAreTooSmallIsNotWaitedFor) {
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15)}, {held("p", "a", 0, 8), held("q", "a", 1, 8), waits(20)});
  const PendingExplanation why = only(cluster);
  EXPECT_EQ(why.outlook, Outlook::NeedsChange);
  EXPECT_FALSE(why.fragmented);
}

TEST(PendingExplained, AShutNodeCountsOnlyWhereThePodWouldFitOnceItIsOpen) {
  const PendingExplanation small = only(snapshotOf({gpushareNode("a", 2, 15).cordoned()}, {waits(20)}));
  EXPECT_EQ(small.outlook, Outlook::NeedsChange);
  const PendingExplanation large = only(snapshotOf({gpushareNode("a", 2, 24).cordoned()}, {waits(20)}));
  EXPECT_EQ(large.outlook, Outlook::Unknown);
}

TEST(PendingExplained, PodsWhoseEndAloneMakesRoomAreNamed) {
  const auto cluster = snapshotOf(
      {gpushareNode("a", 2, 15)},
      {owned(held("job", "a", 0, 9), "Job"), held("small", "a", 0, 1), held("other", "a", 1, 14), waits(10)});
  const PendingExplanation why = only(cluster);
  EXPECT_EQ(why.outlook, Outlook::MayHelp);
  ASSERT_EQ(why.endings.size(), 2U);
  EXPECT_EQ(why.endings[0].pod.name, "job");
  EXPECT_TRUE(why.endings[0].endsByItself);
  EXPECT_EQ(why.endings[0].place.cards, std::vector<CardIndex>{0});
  EXPECT_EQ(why.endings[1].pod.name, "other");
  EXPECT_EQ(why.endings[1].place.cards, std::vector<CardIndex>{1});
}

TEST(PendingRemedies, LessMemoryIsTheMostThatFitsSomewhere) {
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15), gpushareNode("b", 1, 15)},
                                  {held("p", "a", 0, 9), held("q", "a", 1, 12), held("r", "b", 0, 8), waits(10)});
  const PendingExplanation why = only(cluster);
  const Remedy* less = find(why, RemedyKind::RequestLessMemory);
  ASSERT_NE(less, nullptr);
  EXPECT_EQ(less->from, 10);
  EXPECT_EQ(less->to, 7);
  EXPECT_EQ(nameOf(cluster, less->place.node), "b");
  // What is offered holds when the engine is asked as for any other pod; one unit more does not.
  EXPECT_FALSE(allocate(makeRequest(less->request), *cluster).candidates.empty());
  PodBuilder more = pod("more");
  EXPECT_TRUE(allocate(makeRequest(more.gpuMem(8).raw()), *cluster).candidates.empty());
}

TEST(PendingRemedies, LessComputeWhereMemoryIsThere) {
  PodBuilder asks = waits(8);
  asks.core(50);
  PodBuilder holder = pod("holder");
  holder.gpuMem(4).core(68).on("a").v2(R"({"0":{"0":4}})").v2Core(R"({"0":{"0":68}})");
  const auto cluster = snapshotOf({ackNode("a", "core_mem", 1, 22)}, {holder, asks});
  const PendingExplanation why = only(cluster);
  const Remedy* less = find(why, RemedyKind::RequestLessCore);
  ASSERT_NE(less, nullptr);
  EXPECT_EQ(less->from, 50);
  EXPECT_EQ(less->to, 30) << "32 % are free, requests go in steps of 5";
}

TEST(PendingRemedies, SpreadingOverCardsIsOfferedWhereTheStackReadsTheLabel) {
  PodBuilder asks = waits(16);
  const auto ack = snapshotOf({ackNode("a", "cgpu", 4, 15)}, {asks});
  const PendingExplanation why = only(ack);
  const Remedy* spread = find(why, RemedyKind::SpreadOverCards);
  ASSERT_NE(spread, nullptr);
  EXPECT_EQ(spread->to, 2);
  EXPECT_EQ(spread->place.cards.size(), 2U);
  EXPECT_EQ(spread->place.memoryPerCard, 8_units);
  const PendingExplanation open = only(snapshotOf({gpushareNode("a", 4, 15)}, {asks}));
  EXPECT_EQ(find(open, RemedyKind::SpreadOverCards), nullptr);
}

TEST(PendingRemedies, FewerWholeCards) {
  PodBuilder asks = pod("waits");
  asks.nvidia(8);
  PodBuilder holder = pod("holder");
  holder.nvidia(3).on("a");
  const auto cluster = snapshotOf({nvidiaNode("a", 8), nvidiaNode("b", 4)}, {holder, asks});
  const PendingExplanation why = only(cluster);
  EXPECT_TRUE(why.fragmented) << "9 cards are free, no node has 8";
  EXPECT_EQ(why.room.freeCards, 9);
  EXPECT_EQ(why.room.largestCards, 5);
  const Remedy* fewer = find(why, RemedyKind::RequestFewerCards);
  ASSERT_NE(fewer, nullptr);
  EXPECT_EQ(fewer->to, 5);
  EXPECT_EQ(nameOf(cluster, fewer->place.node), "a");
}

TEST(PendingRemedies, UncordonIsOfferedOnlyWhereThePodThenFits) {
  const auto cluster = snapshotOf({gpushareNode("full", 1, 15).cordoned(), gpushareNode("open", 1, 15).cordoned()},
                                  {held("p", "full", 0, 15), waits(10)});
  const PendingExplanation why = only(cluster);
  const Remedy* uncordon = find(why, RemedyKind::Uncordon);
  ASSERT_NE(uncordon, nullptr);
  EXPECT_EQ(nameOf(cluster, uncordon->node), "open");
  const auto full = snapshotOf({gpushareNode("full", 1, 15).cordoned()}, {held("p", "full", 0, 15), waits(10)});
  EXPECT_EQ(find(only(full), RemedyKind::Uncordon), nullptr);
}

TEST(PendingRemedies, MovingTheSmallestPodThatHasAnotherPlace) {
  const auto cluster = snapshotOf(
      {gpushareNode("a", 2, 15)},
      {owned(held("big", "a", 0, 8)), owned(held("small", "a", 0, 2)), owned(held("other", "a", 1, 11)), waits(7)});
  const PendingExplanation why = only(cluster);
  const Remedy* move = find(why, RemedyKind::MovePod);
  ASSERT_NE(move, nullptr);
  EXPECT_EQ(move->subject, "default/small");
  EXPECT_EQ(move->place.cards, std::vector<CardIndex>{0});
  ASSERT_TRUE(move->moved);
  EXPECT_EQ(move->moved->cards, std::vector<CardIndex>{1});
}

TEST(PendingRemedies, APodWithoutAControllerIsNotMoved) {
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15)}, {held("p", "a", 0, 10), held("q", "a", 1, 11), waits(7)});
  EXPECT_EQ(find(only(cluster), RemedyKind::MovePod), nullptr);
}

TEST(PendingRemedies, SelectorTaintAndForm) {
  PodBuilder selecting = waits(8);
  selecting.selector("zone", "b");
  const PendingExplanation bySelector = only(snapshotOf({gpushareNode("a", 1, 15).label("zone", "a")}, {selecting}));
  const Remedy* drop = find(bySelector, RemedyKind::DropSelector);
  ASSERT_NE(drop, nullptr);
  EXPECT_EQ(drop->subject, "zone=b");

  const PendingExplanation byTaint =
      only(snapshotOf({gpushareNode("a", 1, 15).taint("team", "x", "NoSchedule")}, {waits(8)}));
  const Remedy* tolerate = find(byTaint, RemedyKind::Tolerate);
  ASSERT_NE(tolerate, nullptr);
  EXPECT_EQ(tolerate->subject, "team=x:NoSchedule");

  const PendingExplanation byForm = only(snapshotOf({ackNode("a", "core_mem", 1, 22)}, {waits(8)}));
  const Remedy* add = find(byForm, RemedyKind::AddCore);
  ASSERT_NE(add, nullptr);
  EXPECT_EQ(add->to, 40);
}

TEST(PendingRemedies, ANodeThatIsNotReadyIsNotToleratedAway) {
  const auto cluster = snapshotOf(
      {gpushareNode("a", 1, 15).notReady().taint("node.kubernetes.io/not-ready", "", "NoSchedule")}, {waits(8)});
  const PendingExplanation why = only(cluster);
  EXPECT_NE(find(why, RemedyKind::MakeReady), nullptr);
  EXPECT_EQ(find(why, RemedyKind::Tolerate), nullptr);
}

TEST(PendingRemedies, AnEmptyNodeLikeTheNearest) {
  const auto cluster = snapshotOf({gpushareNode("a", 2, 15)}, {held("p", "a", 0, 10), held("q", "a", 1, 10), waits(7)});
  const PendingExplanation why = only(cluster);
  const Remedy* add = find(why, RemedyKind::AddNode);
  ASSERT_NE(add, nullptr);
  EXPECT_EQ(nameOf(cluster, add->node), "a");
  EXPECT_EQ(add->room, 4) << "two on each of two cards";
}

TEST(PendingReports, PodsOfOneShapeShareOneExplanation) {
  PodBuilder first = pod("team", "a-0");
  first.gpuMem(16);
  PodBuilder second = pod("team", "a-1");
  second.gpuMem(16);
  PodBuilder other = pod("team", "b");
  other.gpuMem(17);
  const PendingReport report = explainPending(*snapshotOf({gpushareNode("a", 1, 15)}, {first, second, other}));
  ASSERT_EQ(report.ofPod.size(), 3U);
  EXPECT_EQ(report.ofPod[0], report.ofPod[1]);
  EXPECT_NE(report.ofPod[0], report.ofPod[2]);
  EXPECT_EQ(report.of(0).pods, 2U);
}

// Room on a node is kept for the one that was nominated to it, and from the other.
TEST(PendingReports, APodThatANodeIsKeptForIsExplainedByItself) {
  PodBuilder first = pod("team", "a-0");
  first.gpuMem(10).edit().nominatedNode = "a";
  PodBuilder second = pod("team", "a-1");
  second.gpuMem(10);
  const PendingReport report = explainPending(*snapshotOf({gpushareNode("a", 1, 15)}, {first, second}));
  EXPECT_EQ(report.of(0).outlook, Outlook::FitsNow);
  EXPECT_EQ(report.of(1).fitting, 0U);
}

TEST(PendingReports, SameVerdictAsThePreviewOnEveryNode) {
  const auto cluster = snapshotOf(
      {gpushareNode("a", 2, 15), ackNode("b", "cgpu", 4, 15), ackNode("c", "core_mem", 2, 22), nvidiaNode("d", 8)},
      {held("p", "a", 0, 10), held("q", "a", 1, 12)});
  for (std::int64_t units = 1; units <= 24; ++units) {
    const auto request = makeRequest(waits(units).raw());
    const auto why = explainRequest(request, *cluster);
    const AllocationAnswer answer = allocate(request, *cluster);
    ASSERT_TRUE(why);
    EXPECT_EQ(why->fitting, answer.candidates.size()) << units;
    std::map<ReasonCode, std::uint32_t> mine;
    for (const RefusalGroup& group : why->groups) mine[group.code] += group.nodes;
    for (const ReasonCount& count : answer.reasonCounts) EXPECT_EQ(mine[count.code], count.nodes) << units;
    ASSERT_EQ(why->nearest.size(), answer.nearMisses.size());
    for (std::size_t i = 0; i < why->nearest.size(); ++i)
      EXPECT_EQ(why->nearest[i].miss.lacking, answer.nearMisses[i].lacking);
  }
}

TEST(PendingReports, AStoppedOneSaysSo) {
  std::stop_source source;
  source.request_stop();
  const auto cluster = snapshotOf({gpushareNode("a", 1, 15)}, {waits(20)});
  EXPECT_FALSE(explainPending(*cluster, source.get_token()).complete);
  EXPECT_FALSE(explainRequest(makeRequest(waits(20).raw()), *cluster, source.get_token()));
}

TEST(PendingReports, NothingPendingIsCompleteAndEmpty) {
  const PendingReport report = explainPending(*snapshotOf({gpushareNode("a", 1, 15)}));
  EXPECT_TRUE(report.complete);
  EXPECT_TRUE(report.explanations.empty());
}

std::string read(std::string_view message) {
  std::string out;
  for (const ReasonCount& count : reasonsInMessage(message))
    out += (out.empty() ? "" : " ") + std::string(toString(count.code)) + ":" + std::to_string(count.nodes);
  return out;
}

TEST(SchedulerWords, KubeSchedulerAndTheExtender) {
  EXPECT_EQ(read("0/61 nodes are available: 1 node(s) had taint {maintenance: driver}, that the pod didn't tolerate, "
                 "2 node(s) were unschedulable, 47 node(s) didn't match Pod's node affinity."),
            "TaintNotTolerated:1 NodeUnschedulable:2 NodeAffinityMismatch:47");
  EXPECT_EQ(read("0/4 nodes are available: 3 Insufficient GPU Memory in one device, 1 Insufficient cpu."),
            "InsufficientCardMemory:3 InsufficientResource:1");
  EXPECT_EQ(
      read("0/9 nodes are available: 5 Insufficient nvidia.com/gpu, 4 Insufficient aliyun.com/gpu-mem. preemption: "
           "0/9 nodes are available: 9 No preemption victims found for incoming pod."),
      "NotEnoughWholeCards:5 InsufficientResource:4");
  EXPECT_EQ(read("0/2 nodes are available: 2 node(s) had taint {node.kubernetes.io/unreachable: }, that the pod "
                 "didn't tolerate."),
            "NodeNotReady:2");
}

TEST(SchedulerWords, EveryVersionHasItsOwn) {
  EXPECT_EQ(
      read("0/5 nodes are available: 2 node(s) had untolerated taint {dedicated: gpu, 3: x}, 3 Insufficient cpu."),
      "TaintNotTolerated:2 InsufficientResource:3")
      << "1.24 to 1.33";
  EXPECT_EQ(read("0/5 nodes are available: 5 node(s) had untolerated taint(s)."), "TaintNotTolerated:5") << "from 1.34";
  EXPECT_EQ(read("0/2 nodes are available: 1 node(s) had volume node affinity conflict, 1 node(s) didn't match Pod's "
                 "node affinity/selector."),
            "VolumeElsewhere:1 NodeAffinityMismatch:1");
  EXPECT_EQ(read("0/1 nodes are available: 1 node(s) didn't match PersistentVolume's node affinity."),
            "VolumeElsewhere:1");
  EXPECT_EQ(read("0/6 nodes are available: 1 node(s) didn't have free ports for the requested pod ports, 1 node(s) "
                 "didn't match pod affinity rules, 1 node(s) didn't match pod anti-affinity rules, 1 node(s) didn't "
                 "match pod topology spread constraints, 1 node(s) didn't match pod topology spread constraints "
                 "(missing required label), 1 node(s) didn't satisfy existing pods anti-affinity rules."),
            "HostPortTaken:1 PodAffinityUnmatched:1 PodAntiAffinityConflict:1 TopologySpreadSkew:1 "
            "TopologyKeyMissing:1 ExistingAntiAffinity:1");
  EXPECT_EQ(read("0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims. preemption: 0/3 nodes are "
                 "available: 3 Preemption is not helpful for scheduling.."),
            "")
      << "a refusal before any node has no counts";
}

/// Its numbers are of the same nodes once more.
TEST(SchedulerWords, TheTailIsNotCounted) {
  const std::string reasons = "0/4 nodes are available: 1 Insufficient memory, 3 node(s) were unschedulable";
  const std::string expected = "InsufficientResource:1 NodeUnschedulable:3";
  const std::string preemption =
      "preemption: 0/4 nodes are available: 1 Insufficient memory, 3 Preemption is not helpful for scheduling";
  EXPECT_EQ(read(reasons + "."), expected) << "to 1.23";
  EXPECT_EQ(read(reasons + ". " + preemption + "."), expected);
  EXPECT_EQ(read(reasons + ". " + preemption + ".."), expected) << "1.26 to 1.28";
  EXPECT_EQ(read(reasons + ". preemption: not eligible due to preemptionPolicy=Never.."), expected);
  EXPECT_EQ(read(reasons + ". no new claims to deallocate, " + preemption + "."), expected) << "from 1.34";
  EXPECT_EQ(read(reasons + ". still not schedulable, " + preemption + "."), expected);
  EXPECT_EQ(read(reasons + ". deallocation of ResourceClaim completed."), expected);
  EXPECT_EQ(read(reasons + ". not found"), expected);
  EXPECT_EQ(read(reasons + ", 2 node(s) had untol ..."), expected) << "cut at 1,024 bytes";
}

TEST(SchedulerWords, OtherStacks) {
  EXPECT_EQ(read("0/3 nodes are available: 1 CardInsufficientMemory, 1 CardNotHealth, 1 CardTimeSlicingExhausted."),
            "InsufficientCardMemory:1 CardUnhealthy:1 CardFull:1");
}

TEST(SchedulerWords, NonsenseNamesNothing) {
  EXPECT_EQ(read(""), "");
  EXPECT_EQ(read("8"), "");
  EXPECT_EQ(read(": 99999999999999999999 Insufficient cpu"), "");
  EXPECT_EQ(read(std::string(100'000, ',')), "");
}

}  // namespace
}  // namespace cardinal::testing
