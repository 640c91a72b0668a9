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

}  // namespace
}  // namespace cardinal::queues
