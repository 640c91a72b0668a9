// SPDX-License-Identifier: Apache-2.0
#include "core/queues/kueue/kueue_question.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/core/queues/kueue_builder.h"

namespace cardinal::queues {
namespace {

const QueueRemedy* find(const QueueAnswer& answer, QueueRemedy::Kind kind) {
  const auto found = std::find_if(answer.remedies.begin(), answer.remedies.end(),
                                  [&](const QueueRemedy& remedy) { return remedy.kind == kind; });
  return found != answer.remedies.end() ? &*found : nullptr;
}

TEST(KueueQuestion, AWorkloadThatFitsIsAdmittedWithItsFlavor) {
  KueueObjects objects;
  addQueue(objects, "a", 8);
  const QueueAnswer answer = askKueue(objects, makeWorkload("new", "a", 2, 4));
  EXPECT_EQ(answer.verdict, QueueVerdict::Admitted);
  EXPECT_EQ(answer.message, "");
  EXPECT_EQ(answer.assignment.podSets.at(0).flavors.at(kGpu).flavor, "a100");
}

TEST(KueueQuestion, AFullQueueSaysWhatIsMissingAndWhatWouldHelp) {
  KueueObjects objects;
  addQueue(objects, "a", 8);
  addHolder(objects, "running", "a", 6);
  const QueueAnswer answer = askKueue(objects, makeWorkload("new", "a", 4, 1));
  EXPECT_EQ(answer.verdict, QueueVerdict::Waits);
  EXPECT_EQ(answer.message,
            "couldn't assign flavors to pod set main: insufficient unused quota for nvidia.com/gpu in flavor a100, 2 "
            "more needed");
  ASSERT_NE(find(answer, QueueRemedy::Kind::OthersFinish), nullptr);
  ASSERT_NE(find(answer, QueueRemedy::Kind::FewerPods), nullptr);
  EXPECT_EQ(find(answer, QueueRemedy::Kind::FewerPods)->pods, 2);
  ASSERT_NE(find(answer, QueueRemedy::Kind::MoreQuota), nullptr);
  EXPECT_EQ(find(answer, QueueRemedy::Kind::MoreQuota)->amount, 2);
}

TEST(KueueQuestion, WhatCanNeverFitIsNeverSaidToWait) {
  KueueObjects objects;
  addQueue(objects, "a", 8);
  const QueueAnswer answer = askKueue(objects, makeWorkload("new", "a", 1, 16));
  EXPECT_EQ(answer.verdict, QueueVerdict::Waits);
  EXPECT_EQ(find(answer, QueueRemedy::Kind::OthersFinish), nullptr);
  EXPECT_EQ(find(answer, QueueRemedy::Kind::FewerPods), nullptr);
  ASSERT_NE(find(answer, QueueRemedy::Kind::MoreQuota), nullptr);
  EXPECT_EQ(find(answer, QueueRemedy::Kind::MoreQuota)->amount, 8);
}

TEST(KueueQuestion, VictimsAreNamedWhereTheQueueMayEvict) {
  KueueObjects objects;
  addQueue(objects, "a", 8);
  objects.clusterQueues["a"].withinQueue = PreemptionPolicy::LowerPriority;
  addHolder(objects, "low", "a", 4, 1);
  addHolder(objects, "high", "a", 4, 9);
  const QueueAnswer answer = askKueue(objects, makeWorkload("new", "a", 4, 1, 5));
  EXPECT_EQ(answer.verdict, QueueVerdict::NeedsVictims);
  ASSERT_EQ(answer.victims.size(), 1U);
  EXPECT_EQ(answer.victims[0].workload.name, "low");
}

TEST(KueueQuestion, MissingAndStoppedQueuesAreReported) {
  KueueObjects objects;
  addQueue(objects, "a", 8);
  EXPECT_EQ(askKueue(objects, makeWorkload("new", "nowhere", 1, 1)).message, "LocalQueue nowhere doesn't exist");
  objects.clusterQueues["a"].stop = StopPolicy::Hold;
  const QueueAnswer answer = askKueue(objects, makeWorkload("new", "a", 1, 1));
  EXPECT_EQ(answer.verdict, QueueVerdict::NotQueued);
  EXPECT_EQ(answer.message, "ClusterQueue a is inactive");
}

TEST(KueueQuestion, ChecksAndTopologyAreLeftToWhoDecidesThem) {
  KueueObjects objects;
  addQueue(objects, "a", 8);
  objects.flavors["a100"].topology = "racks";
  objects.checks["budget"] = {"budget", true};
  objects.clusterQueues["a"].checks = {{"budget", {}}};
  const QueueAnswer answer = askKueue(objects, makeWorkload("new", "a", 1, 1));
  EXPECT_EQ(answer.verdict, QueueVerdict::ReservesQuota);
  EXPECT_EQ(answer.checks, std::vector<std::string>{"budget"});
  EXPECT_TRUE(answer.hasTopology);
}

TEST(KueueQuestion, ThoseAheadAreCountedByPriorityAndTime) {
  KueueObjects objects;
  addQueue(objects, "a", 8);
  for (const std::int64_t priority : {1, 5, 9}) {
    KueueWorkload waiting = makeWorkload("w" + std::to_string(priority), "a", 1, 1, priority);
    objects.workloads[waiting.key] = waiting;
  }
  KueueWorkload late = makeWorkload("new", "a", 1, 1, 5);
  late.created = 60;
  EXPECT_EQ(askKueue(objects, late).ahead, 2U);
}

/// What a question answers, to compare.
std::string wordsOf(const QueueAnswer& answer) {
  std::string out = std::to_string(static_cast<int>(answer.verdict)) + ' ' + answer.message + ' ' +
                    std::to_string(answer.ahead) + ' ' + std::to_string(answer.assignment.borrowing);
  for (const EvictedWorkload& victim : answer.victims) out += " victim " + victim.workload.name;
  for (const QueueRemedy& remedy : answer.remedies)
    out += " remedy " + std::to_string(static_cast<int>(remedy.kind)) + ' ' + std::to_string(remedy.pods) + ' ' +
           remedy.flavor + ' ' + std::to_string(remedy.amount);
  return out;
}

TEST(KueueQuestion, ManyAskedInTurnAreAnsweredAsEachAlone) {
  KueueObjects objects;
  for (const char* name : {"a", "b", "c"}) {
    addQueue(objects, name, 8, "pool");
    objects.clusterQueues[name].withinQueue = PreemptionPolicy::LowerPriority;
    objects.clusterQueues[name].reclaim = PreemptionPolicy::Any;
  }
  objects.clusterQueues["b"].groups[0].flavors[0].resources[kGpu].lendingLimit = 2;
  addHolder(objects, "low", "a", 6);
  addHolder(objects, "borrows", "c", 12, 5);
  std::vector<KueueWorkload> asked;
  for (int i = 0; i < 40; ++i) {
    const std::string queue(1, static_cast<char>('a' + i % 3));
    asked.push_back(makeWorkload("wait-" + std::to_string(i), queue, 1 + i % 5, 1 + i % 7, i % 4 * 3));
    if (i % 2 == 0) objects.workloads[asked.back().key] = asked.back();
  }
  KueueQuestions questions(objects);
  std::size_t remedies = 0, victims = 0;
  for (int round = 0; round < 2; ++round) {
    for (const KueueWorkload& workload : asked) {
      const QueueAnswer answer = questions.ask(workload);
      EXPECT_EQ(wordsOf(answer), wordsOf(askKueue(objects, workload))) << workload.key.name;
      remedies += answer.remedies.size();
      victims += answer.victims.size();
    }
  }
  EXPECT_GT(remedies, 10U);
  EXPECT_GT(victims, 10U);
}

/// A queue of two flavors, in this order: of one the nodes have racks.
KueueObjects mixedQueue(const std::string& first, const std::string& second) {
  KueueObjects objects;
  addQueue(objects, "a", 8);
  objects.flavors["racks"] = {"racks", {}, {}, {}, "dc"};
  objects.flavors["plain"] = {"plain", {}, {}, {}, {}};
  objects.topologies["dc"] = {"rack", "kubernetes.io/hostname"};
  objects.knowsTopologies = true;
  const std::map<std::string, KueueQuota> quota{{kGpu, {8, std::nullopt, std::nullopt}}};
  objects.clusterQueues["a"].groups = {{{kGpu}, {{first, quota}, {second, quota}}}};
  return objects;
}

const std::string& flavorIn(const QueueAnswer& answer) {
  return answer.assignment.podSets.at(0).flavors.at(kGpu).flavor;
}

TEST(KueueQuestion, WhatAsksForATopologyIsNeverAdmittedWithAFlavorThatHasNone) {
  KueueObjects objects;
  addQueue(objects, "a", 8);
  KueueWorkload asked = makeWorkload("new", "a", 2, 2);
  asked.podSets[0].topology = {"rack"};
  const QueueAnswer answer = askKueue(objects, asked);
  EXPECT_EQ(answer.verdict, QueueVerdict::Waits);
  EXPECT_EQ(answer.message,
            "couldn't assign flavors to pod set main: Flavor \"a100\" does not support TopologyAwareScheduling");
  EXPECT_TRUE(answer.remedies.empty()) << "neither waiting nor more quota helps";
}

TEST(KueueQuestion, InAMixedQueueEachGetsAFlavorThatSuitsWhatItAsksOfTheTopology) {
  KueueWorkload plain = makeWorkload("plain", "a", 2, 2);
  KueueWorkload near = makeWorkload("near", "a", 2, 2);
  near.podSets[0].topology = {"rack"};
  for (const auto& objects : {mixedQueue("racks", "plain"), mixedQueue("plain", "racks")}) {
    EXPECT_EQ(flavorIn(askKueue(objects, plain)), "plain");
    EXPECT_FALSE(askKueue(objects, plain).hasTopology);
    EXPECT_EQ(flavorIn(askKueue(objects, near)), "racks");
    EXPECT_TRUE(askKueue(objects, near).hasTopology);
  }
  KueueObjects small = mixedQueue("racks", "plain");
  small.clusterQueues["a"].groups[0].flavors[1].resources[kGpu].nominal = 2;
  EXPECT_EQ(askKueue(small, plain).verdict, QueueVerdict::Waits) << "the quota of the other flavor is not for it";
}

TEST(KueueQuestion, ALevelThatTheTopologyDoesNotHaveIsARefusal) {
  KueueWorkload asked = makeWorkload("new", "a", 1, 1);
  asked.podSets[0].topology = {"block"};
  const QueueAnswer answer = askKueue(mixedQueue("racks", "plain"), asked);
  EXPECT_EQ(answer.verdict, QueueVerdict::Waits);
  EXPECT_NE(answer.message.find("Flavor \"racks\" does not contain the requested level"), std::string::npos)
      << answer.message;
}

TEST(KueueQuestion, AQueueOfTopologiesAlonePlacesEverythingByThem) {
  KueueObjects objects = mixedQueue("racks", "plain");
  objects.clusterQueues["a"].groups[0].flavors.pop_back();
  const QueueAnswer answer = askKueue(objects, makeWorkload("new", "a", 2, 2));
  EXPECT_EQ(answer.verdict, QueueVerdict::Admitted);
  EXPECT_TRUE(answer.hasTopology);
  objects.topologies.clear();
  EXPECT_EQ(askKueue(objects, makeWorkload("new", "a", 2, 2)).message, "ClusterQueue a is inactive");
  objects.knowsTopologies = false;
  EXPECT_EQ(askKueue(objects, makeWorkload("new", "a", 2, 2)).verdict, QueueVerdict::Admitted);
}

TEST(KueueQuestion, WhatKueueDoesNotLookAtIsHeldWhateverQuotaIsFree) {
  KueueObjects objects;
  addQueue(objects, "a", 8);
  for (const KueueHold hold : {KueueHold::Gate, KueueHold::OnHold, KueueHold::Replacements, KueueHold::Backoff}) {
    KueueWorkload held = makeWorkload("held", "a", 1, 1);
    held.hold = hold;
    held.holdWords = "example.com/budget";
    const QueueAnswer answer = askKueue(objects, held);
    EXPECT_EQ(answer.verdict, QueueVerdict::Held);
    EXPECT_EQ(answer.hold, hold);
    EXPECT_EQ(answer.message, "example.com/budget");
    objects.workloads[held.key] = held;
    EXPECT_EQ(pendingOf(objects, "a", {}).size(), hold == KueueHold::Backoff ? 1U : 0U);
  }
}

TEST(KueueQuestion, AnElasticJobAsksForNoMoreThanItGrowsBy) {
  KueueObjects objects;
  addQueue(objects, "a", 8);
  objects.clusterQueues["a"].withinQueue = PreemptionPolicy::LowerPriority;
  addHolder(objects, "old", "a", 4);
  KueueWorkload grown = makeWorkload("grown", "a", 6, 1, 5);
  EXPECT_EQ(askKueue(objects, grown).verdict, QueueVerdict::NeedsVictims);
  grown.replaces = ObjectKey{"team", "old"};
  EXPECT_EQ(askKueue(objects, grown).verdict, QueueVerdict::Admitted);
  addHolder(objects, "other", "a", 3, 9);
  KueueQuestions questions(objects);
  const QueueAnswer answer = questions.ask(grown);
  EXPECT_EQ(answer.verdict, QueueVerdict::Waits) << "what it takes over is no victim";
  EXPECT_NE(answer.message.find("1 more needed"), std::string::npos) << answer.message;
  KueueWorkload next = makeWorkload("next", "a", 2, 1);
  EXPECT_EQ(questions.ask(next).verdict, QueueVerdict::Waits) << "the old one holds its quota for the others";
}

TEST(KueueQuestion, AnElasticJobKeepsItsFlavor) {
  KueueObjects objects = mixedQueue("plain", "racks");
  objects.flavors["racks"].topology.clear();
  addHolder(objects, "old", "a", 2);
  objects.workloads[{"team", "old"}].admission->podSets[0].flavors = {{kGpu, "racks"}};
  KueueWorkload grown = makeWorkload("grown", "a", 4, 1);
  grown.replaces = ObjectKey{"team", "old"};
  EXPECT_EQ(flavorIn(askKueue(objects, grown)), "racks");
}

TEST(KueueQuestion, WithMultiKueueItsPodsRunElsewhere) {
  KueueObjects objects;
  addQueue(objects, "a", 8);
  objects.checks["far"] = {"far", true, "kueue.x-k8s.io/multikueue"};
  objects.clusterQueues["a"].checks = {{"far", {}}};
  EXPECT_TRUE(askKueue(objects, makeWorkload("new", "a", 1, 1)).isOfOtherCluster);
  EXPECT_TRUE(askKueue(objects, makeWorkload("new", "a", 9, 1)).isOfOtherCluster);
  objects.checks["far"].controllerName = "kueue.x-k8s.io/provisioning-request";
  EXPECT_FALSE(askKueue(objects, makeWorkload("new", "a", 1, 1)).isOfOtherCluster);
}

}  // namespace
}  // namespace cardinal::queues
